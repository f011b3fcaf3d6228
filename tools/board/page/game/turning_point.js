// The last moment at which the value of a game changed. It is looked for from the end, where the value is known.

const LOOK_MS = 500;

const PROVEN = { win: 1, draw: 0, loss: -1 };

// nodes: from the root to the end; ending: the value there for X. { before, after, better } are the nodes around the move
// that changed the value, and the move that the engine would have played; null if there was none.
export async function findTurningPoint({ tree, nodes, ending, solver, progress }, signal) {
    for (let i = nodes.length - 2; i >= 0; i--) {
        const side = tree.sideToMove(nodes[i]);
        const sign = side === 'x' ? 1 : -1;
        // Whoever wins in the end and was to move had a winning move: the one that was played.
        if (ending === sign) continue;
        progress(nodes.length - 1 - i, nodes.length - 1);
        const found = await solver.look(tree.positionOf(nodes[i]), LOOK_MS, signal);
        const value = found.value ? sign * PROVEN[found.value] : null;
        if (value === ending || (value === null && ending === 0)) continue;
        return { before: nodes[i], after: nodes[i + 1], better: found.move, isCertain: value !== null };
    }
    return null;
}
