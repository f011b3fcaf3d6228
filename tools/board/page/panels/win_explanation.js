// Why a side wins, step by step. A step is a move of the winner, with the threat that it makes and the only answer to
// it. Where a move of the winner makes no threat, and where the loser is to move, any answer can be tried.

import { otherSide, sideName } from '../base/dom.js';

export class WinExplanation {
    // found: of the solver, for the position at the current node
    constructor(session, solver, winner, found, limitMs) {
        Object.assign(this, { session, solver, winner, limitMs });
        this.loser = otherSide(winner);
        this.moves = found.pv;
        this.steps = [];
        this.at = -1; // none yet: the position itself
    }

    // The loser gets an answer too: what he would play, and how the winner goes on.
    async begin(signal) {
        const { session } = this;
        if (session.shown.turn === this.loser && this.moves.length > 0) await this.#winAgain(this.moves.slice(0, 1), signal);
        else await this.#explain(0, signal);
        await this.show(session.shown.turn === this.loser ? -1 : 0);
    }

    // Steps from that place of the line on.
    async #explain(from, signal) {
        const { tree, facts } = this.session;
        this.steps = this.steps.filter((step) => step.ply <= from);
        let before = await facts.about(tree.positionOf(tree.current, this.moves.slice(0, from)), signal);
        for (let i = from; i < this.moves.length; i++) {
            const after = await facts.about(tree.positionOf(tree.current, this.moves.slice(0, i + 1)), signal);
            if (before.turn === this.winner) this.steps.push(this.#step(i, before, after));
            before = after;
        }
        this.end = before;
    }

    #step(i, before, after) {
        const { session, winner, loser, moves } = this;
        const name = (cell) => after.shape.nameOf(cell);
        const cells = [...after.threats[winner]];
        const lines = cells.flatMap((cell) => session.threatLines(after, winner, cell));
        const strokes = lines.map((line) => ({ cells: line, kind: `of-${winner}` }));
        const stops = before.threats[loser].has(after.shape.cellOf(moves[i]));
        const also = stops ? `It also stops the line of ${sideName(loser)}.` : '';
        const step = { ply: i + 1, move: moves[i], cells, strokes, also, isQuiet: !after.isOver && cells.length === 0 };
        if (after.isOver) step.text = 'completes the line';
        else if (cells.length > 1) step.text = `threatens ${cells.map(name).join(' and ')}: only one can be stopped`;
        else if (cells.length === 1) step.text = `threatens ${name(cells[0])}: ${sideName(loser)} must answer there`;
        else step.text = `makes no threat, and wins all the same: touch a cell to try an answer of ${sideName(loser)}`;
        return step;
    }

    get verdict() { return `${sideName(this.winner)} wins`; }

    get text() {
        const { steps, session } = this;
        if (this.at < 0) {
            return `Whatever ${sideName(this.loser)} plays, ${sideName(this.winner)} wins. ` +
                `Touch a cell to try an answer of ${sideName(this.loser)}, or step through one.`;
        }
        if (steps.length > 0 && this.end.isOver && steps.every((step) => !step.isQuiet)) {
            const count = steps.length - 1;
            if (count === 0) return 'By completing a line.';
            return `By force: ${count} ${count === 1 ? 'threat' : 'threats'}, each with one answer or none.`;
        }
        return session.shown.turn === this.loser && !session.shown.isOver ?
            'Proven, whatever the other side plays. Touch an empty cell to try an answer.' : 'Proven, whatever the other side plays.';
    }

    // The first step; before it stands the position itself where the loser is to move.
    get first() { return this.session.tree.sideToMove() === this.loser ? -1 : 0; }

    async show(at) {
        if (at < this.first || at >= this.steps.length) return;
        this.at = at;
        const step = this.steps[at] ?? { ply: 0, strokes: [], cells: [] };
        await this.session.look(this.moves, step.ply);
        this.session.mark('proof', {
            strokes: step.strokes,
            answers: step.cells,
            threats: step.strokes.flatMap(({ cells }) => cells).map((cell) => ({ cell, side: this.winner })),
        });
    }

    // The loser tries another answer: the engine has to win again.
    async touch(cell, signal) {
        const { session } = this;
        const { shown } = session;
        if (shown.turn !== this.loser || shown.isOver || !shown.moves.has(cell)) return;
        const played = [...session.previewed, shown.shape.nameOf(cell)];
        await this.#winAgain(played, signal);
        await this.show(this.steps.findIndex((step) => step.ply > played.length));
    }

    async #winAgain(played, signal) {
        const { session, solver } = this;
        const { tree } = session;
        const facts = await session.facts.about(tree.positionOf(tree.current, played), signal);
        if (facts.isOver) throw new Error('this ends the game');
        const found = await solver.solve(tree.positionOf(tree.current, played), this.limitMs, signal);
        if (found.value !== 'win') throw new Error('Rowan could not win again within this time; give it more.');
        this.moves = [...played, ...found.pv];
        await this.#explain(played.length, signal);
    }
}
