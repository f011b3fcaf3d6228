// Why neither side wins: the pairs or blocks of cells that hold a side, each in its colour. Touch a cell and see its
// answer: that of the pair, or else what the engine plays.

import { otherSide, sideName } from '../base/dom.js';
import { Aborted } from '../base/task.js';
import { withoutSide } from '../engine/facts.js';

export class DrawExplanation {
    // pairings, blocks: { x, o }: lists of cells that belong together, 'blocked' or 'none'; against that side
    constructor(session, solver, pairings, blocks) {
        this.session = session;
        this.solver = solver;
        this.pairings = pairings;
        this.blocks = blocks;
        this.side = ['x', 'o'].find((side) => Array.isArray(pairings[side]) || Array.isArray(blocks[side])) ?? 'x';
    }

    static async of(session, solver, signal) {
        const pairings = await ask(session, 'pairing', signal);
        const needsBlocks = pairings.x === 'none' || pairings.o === 'none';
        const unknown = { x: 'none', o: 'none' };
        // Engines of other makes may not know the question.
        const ignoreUnknown = (error) => { if (error instanceof Aborted) throw error; return unknown; };
        const blocks = needsBlocks ? await ask(session, 'blocks', signal).catch(ignoreUnknown) : unknown;
        return new DrawExplanation(session, solver, pairings, blocks);
    }

    get verdict() { return 'Drawn with best play'; }
    get pairs() { return this.pairings[this.side]; }

    // The cells that are shown in one colour each.
    get groups() { return [this.pairs, this.blocks[this.side]].find(Array.isArray) ?? []; }
    get hasChoice() { return [this.pairings, this.blocks].some(({ x, o }) => Array.isArray(x) || Array.isArray(o)); }

    get text() {
        const held = sideName(this.side);
        const other = sideName(otherSide(this.side));
        if (this.pairs === 'blocked') return `${held} has no line left: each holds a stone of ${other}.`;
        if (Array.isArray(this.pairs)) {
            return `${this.pairs.length} pairs. Every line of ${held} holds both cells of a pair: ` +
                `when ${held} takes one, ${other} takes the other. Touch a cell to see its answer.`;
        }
        if (this.groups.length > 0) {
            return `${this.groups.length} blocks. When ${held} plays in a block, ${other} can hold its lines there; ` +
                'lines of no block are stopped on the other cells. Touch a cell to see an answer.';
        }
        return `No pairing holds ${held}, but the engine has proven the draw. ` +
            'Touch a cell to see the answer that keeps it.';
    }

    choose(side) {
        this.side = side;
        this.show();
    }

    // Neighbouring groups get hues that are far apart: steps of the golden angle.
    show() {
        const tints = this.groups.flatMap((cells, i) => {
            const color = `oklch(var(--tint-light) var(--tint-chroma) ${Math.round(i * 137.5) % 360})`;
            return cells.map((cell) => [cell, color]);
        });
        this.session.mark('proof', { tints });
    }

    get #hasAnswers() { return Array.isArray(this.pairs); }

    // The partner of a cell, while the pointer is on it.
    point(cell) {
        if (!this.#hasAnswers) return;
        if (cell === null || this.session.shown.stones[cell]) this.session.view.ghosts([]);
        else this.#showAnswer(cell, this.side, this.#partner(cell));
    }

    #partner(cell) { return this.pairs.find((both) => both.includes(cell))?.find((at) => at !== cell); }

    // What to say about the cell that was touched; marks it and its answer. A pairing says where to answer; without one
    // the engine is asked.
    async touch(cell, signal) {
        if (this.session.shown.stones[cell]) return this.text;
        if (!this.#hasAnswers) return this.#askEngine(cell, signal);
        const name = (at) => this.session.shown.shape.nameOf(at);
        const held = sideName(this.side);
        const other = sideName(otherSide(this.side));
        const answer = this.#partner(cell);
        this.#showAnswer(cell, this.side, answer);
        if (answer === undefined) return `${name(cell)} is in no pair: ${other} may play anywhere.`;
        return `When ${held} takes ${name(cell)}, ${other} answers at ${name(answer)}.`;
    }

    #showAnswer(cell, side, answer) {
        const stones = [{ cell, side }];
        if (answer !== undefined) stones.push({ cell: answer, side: otherSide(side) });
        this.session.view.ghosts(stones);
    }

    async #askEngine(cell, signal) {
        const { session, solver } = this;
        const { shape, turn } = session.shown;
        const move = shape.nameOf(cell);
        const found = await solver.solve(session.tree.positionOf(session.tree.current, [move]), 800, signal);
        const answer = found.move;
        this.#showAnswer(cell, turn, answer ? shape.cellOf(answer) : undefined);
        if (!answer) return `${move} ends the game.`;
        const other = sideName(otherSide(turn));
        const mistake = ` and wins: ${move} was a mistake`;
        const verdicts = { draw: ': the draw is kept', win: mistake, loss: ', but that loses' };
        return `When ${sideName(turn)} takes ${move}, ${other} answers at ${answer}${verdicts[found.value] ?? ''}.`;
    }
}

// "p1 a1-b1 c2-d3 | p2 none"
export async function ask(session, question, signal) {
    const answer = await session.facts.ask(session.position, question, signal);
    const [x, o] = answer.split(' | ').map((part) => readGroups(session.shown.shape, withoutSide(part)));
    return { x, o };
}

function readGroups(shape, text) {
    if (text === 'none' || text === 'blocked') return text;
    return text.split(' ').map((group) => group.split('-').map((name) => shape.cellOf(name)));
}
