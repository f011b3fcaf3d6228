// What is said above the board while one plays: what to do on arrival, what the other side did, how it ended and what
// one can do next.

import { otherSide, sideName } from '../base/dom.js';
import { Task } from '../base/task.js';
import { ignoreGone } from '../engine/engine.js';
import { valueForX } from '../engine/info.js';

const NUMBERS = ['', '', '', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve',
    'Thirteen', 'Fourteen', 'Fifteen'];

export class Story {
    // hooks: explain(), turningPoint(), again(), swap(), changed()
    constructor(session, players, play, solver, hooks) {
        Object.assign(this, { session, players, play, solver, hooks });
        this.looking = new Task();
    }

    // On the empty board, while a person thinks about the first move, the engine says what it knows of the game.
    update(isFree) {
        const { session, play } = this;
        const { current } = session.tree;
        if (this.noted && this.noted.position !== session.position) {
            this.noted = null;
            session.mark('note', null);
        }
        const isWanted = isFree && current.ply === 0 && !current.value && !session.isOver && play.clickPlays !== null;
        if (!isWanted) this.looking.end();
        else if (!this.looking.isRunning || this.lookedAt !== current) {
            this.lookedAt = current; // another game, perhaps, though its board is empty, too
            this.looking.run((signal) => this.#look(current, signal)).catch(ignoreGone);
        }
    }

    async #look(node, signal) {
        const { session } = this;
        const { turn } = session.shown;
        const found = await this.solver.glance(session.position, signal);
        if (found.score) node.value = valueForX(found.score, found.value, turn);
        this.hooks.changed();
    }

    // About the position that is shown, as long as it is.
    note(text, marks) {
        this.noted = { position: this.session.position, text };
        this.session.mark('note', marks);
        this.hooks.changed();
    }

    banner() {
        const { session, play } = this;
        if (this.noted?.position === session.position) return { text: this.noted.text, buttons: this.#showMe() };
        if (session.isOver) return { text: this.#ending(), buttons: this.#nextSteps() };
        if (play.isWaiting && play.isEngineToMove) return this.#waiting();
        if (session.tree.current.ply === 0) return this.#arrival();
        return { text: this.#lastMove(), buttons: [] };
    }

    #waiting() {
        const name = this.players.nameOf(this.play.toMove);
        return {
            text: `${name} waits.`,
            buttons: [{ id: 'continue', label: 'Let it play on', isPrimary: true, action: () => this.play.resume() }],
        };
    }

    #arrival() {
        const { session } = this;
        const { proven } = session.tree.current.value ?? {};
        const task = this.#task(session.shown.shape);
        if (session.shown.shape.countsPoints || proven === null || proven === undefined) return { text: task, buttons: [] };
        const winner = sideName(proven > 0 ? 'x' : 'o');
        return proven === 0 ?
            { text: `${task} With best play it is a draw: Rowan can show you why.`, buttons: this.#showMe() } :
            { text: `${task} ${winner} can force a win from here: Rowan can show you how.`, buttons: this.#showMe() };
    }

    #showMe() { return [{ id: 'story-show', label: 'Show me', action: () => this.hooks.explain() }]; }

    #task({ n, rule }) {
        const target = /\d+$/.exec(rule)?.[0];
        const goal = target ? `${target} ${target === '1' ? 'point wins' : 'points win'}` : 'most points win';
        if (rule.startsWith('score')) return `Each ${NUMBERS[n].toLowerCase()} in a row is a point; ${goal}.`;
        if (rule.startsWith('magic')) return `Each magic line is a point; ${goal}.`;
        return `${NUMBERS[n]} in a row, in any direction.`;
    }

    // "Rowan (medium) played c3c and threatens d4d."
    #lastMove() {
        const { session } = this;
        const { shown } = session;
        const mover = otherSide(shown.turn);
        const { person } = this.players;
        const name = person === mover ? 'You' : person === null ? sideName(mover) : this.players.nameOf(mover);
        const threats = [...shown.threats[mover]].map((cell) => shown.shape.nameOf(cell));
        const isOpen = threats.length > 0 && !shown.shape.countsPoints;
        const verb = name === 'You' ? 'threaten' : 'threatens';
        return `${name} played ${session.lastMove}${isOpen ? ` and ${verb} ${threats.join(' and ')}` : ''}.`;
    }

    #ending() {
        const { session } = this;
        const { shown } = session;
        if (session.hasResigned) return 'Here the game was given up.';
        if (shown.shape.countsPoints) return `${shown.points[0]} ${shown.points[0] === 1 ? 'line' : 'lines'} for X, ${shown.points[1]} for O.`;
        if (!session.winner) return 'No line can be completed any more.';
        const cells = shown.lines[0];
        return `The line from ${shown.shape.nameOf(cells[0])} to ${shown.shape.nameOf(cells.at(-1))}.`;
    }

    #nextSteps() {
        const { session, players, hooks } = this;
        const isLine = !session.shown.shape.countsPoints && session.tree.current.ply > 0;
        return [
            ...(isLine ? [
                { id: 'end-turned', label: 'The moment it turned', action: () => hooks.turningPoint() },
                { id: 'end-why', label: 'Why?', action: () => hooks.explain() },
            ] : []),
            { id: 'end-again', label: 'Play again', isPrimary: true, action: () => hooks.again() },
            ...(players.person ? [{ id: 'end-swap', label: 'Swap sides', action: () => hooks.swap() }] : []),
        ];
    }
}
