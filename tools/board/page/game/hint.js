// A hint in two steps: first the cells on which a line could be completed now, then the move.

import { sideName } from '../base/dom.js';
import { Task } from '../base/task.js';
import { ignoreGone } from '../engine/engine.js';

const HINT_MS = 1000;

export class Hint {
    // hooks: say(text)
    constructor(session, solver, hooks) {
        Object.assign(this, { session, solver, hooks });
        this.looking = new Task();
        this.about = null; // the position that it is about
    }

    // What was shown stays as long as the position does.
    update() {
        if (this.about === null || this.about === this.session.position) return;
        this.about = null;
        this.looking.end();
        this.session.mark('hint', null);
        this.hooks.say('');
    }

    give() {
        const { session } = this;
        if (this.about === session.position) {
            this.looking.run((signal) => this.#showMove(signal)).catch(ignoreGone);
            return;
        }
        this.about = session.position;
        this.#showThreats();
    }

    #showThreats() {
        const { session, hooks } = this;
        const { shown } = session;
        const threats = ['x', 'o'].flatMap((side) => [...shown.threats[side]].map((cell) => ({ cell, side })));
        const lines = threats.flatMap(({ cell, side }) =>
            session.threatLines(shown, side, cell).map((cells) => ({ cells, kind: `of-${side}` })));
        session.mark('hint', { threats, strokes: lines });
        const names = (side) => [...shown.threats[side]].map((cell) => shown.shape.nameOf(cell)).join(' and ');
        const told = ['x', 'o'].filter((side) => shown.threats[side].size > 0)
            .map((side) => `${sideName(side)} completes a line on ${names(side)}.`);
        hooks.say(`${told.join(' ') || 'No line can be completed with one move.'} Another hint shows the move.`);
    }

    async #showMove(signal) {
        const { session, hooks } = this;
        const { shape, turn } = session.shown;
        hooks.say('Looking for the move …');
        const found = await this.solver.look(session.position, HINT_MS, signal);
        if (!found.move) return;
        session.mark('hint', { hints: [shape.cellOf(found.move)], ghosts: [{ cell: shape.cellOf(found.move), side: turn }] });
        const verdict = { win: ', and wins', draw: ', and keeps the draw', loss: ', but it is lost' }[found.value] ?? '';
        hooks.say(`Rowan would play ${found.move}${verdict}.`);
    }
}
