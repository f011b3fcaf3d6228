// Asks the engine for the proven value of a position: first by a search, which finds forced wins at once, then, if
// there is time left, by a proof.

import { readInfo, readProof } from './info.js';

const FIRST_LOOK_MS = 1500;
const GLANCE_NODES = 20000;

export class Solver {
    constructor(engine) { this.engine = engine; }

    // { value: win, draw, loss or null, score, pv, move }, for the side to move
    async solve(position, limitMs, signal) {
        const first = await this.look(position, Math.min(FIRST_LOOK_MS, limitMs), signal);
        if (first.value || limitMs <= FIRST_LOOK_MS) return first;
        const second = await this.#run(position, `prove movetime ${limitMs - FIRST_LOOK_MS}`, limitMs, signal);
        return second.value ? second : first;
    }

    // By a search alone.
    look(position, limitMs, signal) { return this.#run(position, `movetime ${limitMs}`, limitMs, signal); }

    // What is known without much ado: so short that nobody who comes next has to end it.
    glance(position, signal) { return this.#run(position, `nodes ${GLANCE_NODES} movetime ${FIRST_LOOK_MS}`, FIRST_LOOK_MS, signal); }

    async #run(position, limits, maxMs, signal) {
        const found = { value: null, score: null, pv: [] };
        this.engine.setOption('MultiPV', 1);
        this.engine.setOption('Level', 'master');
        // Of a proven draw nothing more is asked: the search would only go on to look for chances.
        const onInfo = (text) => {
            const proof = readProof(text);
            if (proof) found.value = proof.value;
            else Object.assign(found, pick(readInfo(text)));
            return found.value === 'draw';
        };
        found.move = await this.engine.think(`position ${position}`, limits, { signal, onInfo, maxMs });
        if (found.pv[0] !== found.move) found.pv = found.move ? [found.move] : [];
        return found;
    }
}

const pick = (info) => (info ? { score: info.score, pv: info.pv } : {});
