// Looks at every position of the game and marks the moves that threw the value away: a win that became a draw or a
// loss, a draw that became a loss, or an estimate that fell by a lot.

import { setText } from '../base/dom.js';
import { Task } from '../base/task.js';
import { share, valueForX } from '../engine/info.js';

const REVIEW_MS = 400;
const LARGE_DROP = 0.45; // of the way from even to won

export class Review {
    // hooks: changed(), ended()
    constructor(session, solver, hooks) {
        Object.assign(this, { session, solver, hooks });
        this.task = new Task();
    }

    get isRunning() { return this.task.isRunning; }
    stop() { this.task.end(); }

    async run() {
        const { tree } = this.session;
        const nodes = tree.line;
        setText('review', 'Stop');
        try {
            await this.task.run((signal) => this.#look(tree, nodes, signal));
            this.#judge(tree, nodes);
        } finally {
            setText('review', 'Review');
            this.hooks.changed();
            this.hooks.ended();
        }
    }

    // From the end: what later positions have taught the engine helps with earlier ones.
    async #look(tree, nodes, signal) {
        for (const [done, node] of nodes.toReversed().entries()) {
            setText('review-text', `Looking at position ${done + 1} of ${nodes.length}`);
            await this.#lookAt(tree, node, signal);
            this.hooks.changed();
        }
    }

    async #lookAt(tree, node, signal) {
        const position = tree.positionOf(node);
        const facts = await this.session.facts.about(position, signal);
        if (facts.isOver) {
            const proven = { p1win: 1, p2win: -1, draw: 0 }[facts.result];
            node.value = { kind: 'cp', value: proven * 1000, proven };
            return;
        }
        const { score, value } = await this.solver.look(position, REVIEW_MS, signal);
        if (score) node.value = valueForX(score, value, facts.turn);
    }

    // A move after which its side wins shows that the position before was won, whatever the search made of it.
    #teachParents(tree, nodes) {
        for (const node of nodes.slice(1).reverse()) {
            const sign = tree.sideToMove(node.parent) === 'x' ? 1 : -1;
            if (node.value?.proven === sign) node.parent.value = { ...node.value };
        }
    }

    #judge(tree, nodes) {
        this.#teachParents(tree, nodes);
        for (const node of nodes.slice(1)) {
            const sign = tree.sideToMove(node.parent) === 'x' ? 1 : -1;
            node.fault = node.value && node.parent.value ? fault(node.parent.value, node.value, sign) : '';
        }
        const faults = nodes.filter((node) => node.fault).length;
        setText('review-text', faults === 0 ? 'No move threw the value away.' :
            `${faults} ${faults === 1 ? 'move' : 'moves'} marked: ?? threw away a proven value, ` +
            '? gave much away as far as Rowan sees.');
    }
}

// A proven value before and an estimate after say nothing: the search may just not have found the proof again.
function fault(before, after, sign) {
    const drop = sign * (share(before) - share(after));
    if (before.proven !== null) return after.proven !== null && drop > 0.5 ? '??' : '';
    return drop > LARGE_DROP ? '?' : '';
}
