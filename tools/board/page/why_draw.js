// "Why is this a draw?": the pairs or blocks of cells that hold a side, each in its colour. Touch a cell and see its
// answer: that of the pair, or else what the engine plays.

class DrawExplanation {
    // pairings, blocks: { x, o }: lists of cells that belong together, 'blocked' or 'none'; against that side
    constructor(session, solver, pairings, blocks) {
        this.session = session;
        this.solver = solver;
        this.pairings = pairings;
        this.blocks = blocks;
        this.side = ['x', 'o'].find((side) => Array.isArray(pairings[side]) || Array.isArray(blocks[side])) ?? 'x';
    }

    static async of(session, solver) {
        const pairings = await ask(session, 'pairing');
        const needsBlocks = pairings.x === 'none' || pairings.o === 'none';
        const unknown = { x: 'none', o: 'none' };
        // Engines of other makes may not know the question.
        const blocks = needsBlocks ? await ask(session, 'blocks').catch(() => unknown) : unknown;
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
        this.session.mark('why', { tints });
    }

    // A pairing says where to answer; without one the engine is asked.
    get hasAnswers() { return Array.isArray(this.pairs); }

    // What to say about the cell that was touched; marks it and its answer.
    async touch(cell) {
        const { session } = this;
        const { shown } = session;
        const name = (at) => shown.shape.nameOf(at);
        const held = sideName(this.side);
        const other = sideName(otherSide(this.side));
        if (this.hasAnswers) {
            const pair = this.pairs.find((both) => both.includes(cell));
            const answer = pair?.find((at) => at !== cell);
            this.#showAnswer(cell, this.side, answer);
            if (!pair) return `${name(cell)} is in no pair: ${other} may play anywhere.`;
            return `When ${held} takes ${name(cell)}, ${other} answers at ${name(answer)}.`;
        }
        return this.#askEngine(cell);
    }

    #showAnswer(cell, side, answer) {
        const stones = [{ cell, side }];
        if (answer !== undefined) stones.push({ cell: answer, side: otherSide(side) });
        this.session.view.ghosts(stones);
    }

    async #askEngine(cell) {
        const { session, solver } = this;
        const { shape, turn } = session.shown;
        const move = shape.nameOf(cell);
        const found = await solver.solve(session.tree.positionOf(session.tree.current, [move]), 800);
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
async function ask(session, question) {
    const answer = await session.facts.ask(session.position, question);
    const [x, o] = answer.split(' | ').map((part) => readGroups(session.shown.shape, withoutSide(part)));
    return { x, o };
}

function readGroups(shape, text) {
    if (text === 'none' || text === 'blocked') return text;
    return text.split(' ').map((group) => group.split('-').map((name) => shape.cellOf(name)));
}
