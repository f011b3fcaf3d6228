// Analysis without end: every move with its value as a heat map, the best lines, the evaluation bar.

import { byId, make, setHidden, setPressed, setText } from '../base/dom.js';
import { Task } from '../base/task.js';
import { ignoreGone } from '../engine/engine.js';
import { readInfo, readProof, share, shortScore, valueForX, verdictText } from '../engine/info.js';
import { heatMap } from './heat_map.js';

const LINES_SHOWN = 5;
const REDRAW_MS = 120;

export class Analysis {
    // hooks: value(node, value), line(moves, at): a line to look at
    constructor(session, engine, hooks) {
        Object.assign(this, { session, engine, hooks });
        this.isOn = false;
        this.about = null;
        this.task = new Task();
    }

    toggle(isOn = !this.isOn) {
        this.isOn = isOn;
        setPressed('analyse', isOn);
        setText('analyse', isOn ? 'Stop' : 'Analyse');
        if (!isOn) this.stop();
    }

    // What was found stays on the board as long as the position does.
    stop() {
        this.about = null;
        this.task.end();
    }

    // The position has changed, or the engine is free again. `isBusy`: others need it.
    update(isBusy) {
        const { session } = this;
        if (this.foundIn !== session.position) session.mark('analysis', null);
        if (!this.isOn && this.foundIn !== session.position) this.clear();
        if (!this.isOn) return;
        if (isBusy || session.shown.isOver) {
            this.stop();
            session.mark('analysis', null);
            if (!isBusy) this.#sayOver();
        } else if (this.about !== session.position && this.engine.isReady) {
            this.about = session.position;
            this.moves = new Map(); // by rank
            this.proof = null;
            this.task.run((signal) => this.#run(session.position, signal)).catch(ignoreGone);
        }
    }

    #sayOver() {
        this.clear();
        setText('bar-text', 'The game is over: there is nothing to analyse.');
    }

    clear() {
        this.foundIn = null;
        this.session.mark('analysis', null);
        for (const id of ['bar', 'heat-legend']) setHidden(id, true);
        for (const id of ['bar-text', 'analyse-figures']) setText(id, '');
        byId('analyse-lines').replaceChildren();
    }

    async #run(position, signal) {
        const { engine } = this;
        engine.setOption('MultiPV', byId('analyse-moves').value);
        engine.setOption('Level', 'master');
        const onInfo = (text) => { if (!signal.aborted) this.#hear(text); };
        try {
            await engine.think(`position ${position}`, 'infinite', { signal, onInfo });
        } finally {
            if (!signal.aborted) this.about = null; // somebody else took the engine
        }
    }

    #hear(text) {
        const proof = readProof(text);
        if (proof) {
            const line = this.moves.get(proof.multipv);
            if (line) line.proof = proof.value;
            if (!proof.isMove) this.proof = proof.value;
        } else if (readInfo(text)) {
            const info = readInfo(text);
            if (info.multipv === 1) this.proof = null;
            this.moves.set(info.multipv, info);
        } else {
            return;
        }
        this.timer ??= setTimeout(() => {
            this.timer = null;
            if (this.about) this.#draw();
        }, REDRAW_MS);
    }

    #draw() {
        const best = this.moves.get(1);
        if (!best) return;
        const { session } = this;
        const value = valueForX(best.score, this.proof, session.shown.turn);
        showEvaluation(value);
        const rate = best.nps >= 1e6 ? `${(best.nps / 1e6).toFixed(1)} M` : `${Math.round(best.nps / 1000)} k`;
        const nodes = best.nodes.toLocaleString('en');
        setText('analyse-figures', `Depth ${best.depth}, up to ${best.seldepth}; ${nodes} positions, ${rate} a second`);
        this.#drawLines();
        this.foundIn = session.position;
        const bestCell = session.shown.shape.cellOf(best.pv[0]);
        session.mark('analysis', { heat: heatMap(session.shown, this.moves), best: [bestCell] });
        setHidden('heat-legend', false);
        if (!session.preview) this.hooks.value(session.tree.current, value);
    }

    #drawLines() {
        const items = [];
        for (let rank = 1; rank <= Math.min(LINES_SHOWN, this.moves.size); rank++) {
            const { score, proof, pv } = this.moves.get(rank);
            items.push(make('li', {}, make('button', { type: 'button' },
                make('span', { className: 'value' }, shortScore(score, proof)),
                make('span', { className: 'pv' }, pv.join(' ')))));
        }
        const list = byId('analyse-lines');
        // Redrawing under the pointer must not swallow a click: only texts change while the number stays.
        if (list.children.length !== items.length) {
            list.replaceChildren(...items);
            [...list.children].forEach((item, i) => item.addEventListener('click', () => this.step(i + 1)));
        } else {
            items.forEach((item, i) => list.children[i].firstChild.replaceChildren(...item.firstChild.children));
        }
    }

    // Shows the line on the board, from its first move.
    step(rank) {
        const line = this.foundIn === this.session.position ? this.moves.get(rank) : null;
        const { previewed } = this.session;
        if (line) this.hooks.line([...previewed, ...line.pv], previewed.length + 1);
    }
}

function showEvaluation(value) {
    setHidden('bar', false);
    byId('bar-x').style.setProperty('--share', `${50 + 50 * share(value)}%`);
    byId('bar').setAttribute('aria-valuenow', String(Math.round(100 * share(value))));
    byId('bar').setAttribute('aria-valuetext', verdictText(value));
    setText('bar-text', verdictText(value));
}
