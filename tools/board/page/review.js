// Looks at every position of the game and marks the moves that threw the value away: a win that became a draw or a
// loss, a draw that became a loss, or an estimate that fell by a lot.

const REVIEW_MS = 400;
const LARGE_DROP = 0.45; // of the way from even to won

class Review {
    constructor(session, engine, hooks) {
        this.session = session;
        this.engine = engine;
        this.hooks = hooks; // changed(), begin(), end()
        this.isRunning = false;
    }

    async run() {
        if (this.isRunning) {
            this.isRunning = false;
            return;
        }
        this.isRunning = true;
        this.hooks.begin();
        setText('review', 'Stop');
        const { tree } = this.session;
        const nodes = tree.line;
        try {
            // From the end: what later positions have taught the engine helps with earlier ones.
            for (let i = nodes.length - 1; i >= 0 && this.isRunning && this.session.tree === tree; i--) {
                setText('review-text', `Looking at position ${nodes.length - i} of ${nodes.length}`);
                await this.#look(tree, nodes[i]);
                this.hooks.changed();
            }
            if (this.isRunning && this.session.tree === tree) this.#judge(tree, nodes);
        } finally {
            this.isRunning = false;
            setText('review', 'Review');
            this.hooks.changed();
            this.hooks.end();
        }
    }

    async #look(tree, node) {
        const position = tree.positionOf(node);
        const facts = await this.session.facts.about(position);
        if (facts.isOver) {
            const proven = { p1win: 1, p2win: -1, draw: 0 }[facts.result];
            node.value = { kind: 'cp', value: proven * 1000, proven };
            return;
        }
        let score = null;
        let proof = null;
        this.engine.setOption('MultiPV', 1);
        this.engine.setOption('Level', 'master');
        await this.engine.think(`position ${position}`, `movetime ${REVIEW_MS}`, (text) => {
            const found = readProof(text);
            if (found) proof = found.value;
            else score = readInfo(text)?.score ?? score;
        }, REVIEW_MS);
        if (score) node.value = valueForX(score, proof, facts.turn);
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
