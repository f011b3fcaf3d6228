// Asks the engine for the proven value of a position: first by a search, which finds forced wins at once, then, if
// there is time left, by a proof.

const FIRST_LOOK_MS = 1500;

class Solver {
    constructor(engine) { this.engine = engine; }

    // { value: win, draw, loss or null, score, pv }, for the side to move
    async solve(position, limitMs) {
        const first = await this.#run(position, `movetime ${Math.min(FIRST_LOOK_MS, limitMs)}`, limitMs);
        if (first.value || limitMs <= FIRST_LOOK_MS) return first;
        const second = await this.#run(position, `prove movetime ${limitMs - FIRST_LOOK_MS}`, limitMs);
        return second.value ? second : first;
    }

    async #run(position, limits, limitMs) {
        const found = { value: null, score: null, pv: [] };
        this.engine.setOption('MultiPV', 1);
        this.engine.setOption('Level', 'master');
        found.move = await this.engine.think(`position ${position}`, limits, (text) => {
            const proof = readProof(text);
            if (proof) found.value = proof.value;
            else if (found.value !== 'draw') Object.assign(found, pick(readInfo(text)));
        }, limitMs);
        if (found.pv[0] !== found.move) found.pv = found.move ? [found.move] : [];
        return found;
    }
}

const pick = (info) => (info ? { score: info.score, pv: info.pv } : {});
