// Analysis without end: every move with its value as a heat map, the best lines, the evaluation bar.

const LINES_SHOWN = 5;
const REDRAW_MS = 120;

class Analysis {
    // hooks: value(node, value)
    constructor(session, engine, hooks) {
        this.session = session;
        this.engine = engine;
        this.hooks = hooks;
        this.isOn = false;
    }

    toggle() {
        this.isOn = !this.isOn;
        setPressed('analyse', this.isOn);
        setText('analyse', this.isOn ? 'Stop' : 'Analyse');
        if (this.isOn) this.update();
        else this.stop();
    }

    // What was found stays on the board as long as the position does.
    stop() {
        this.about = null;
        this.engine.cancel();
    }

    // The position has changed, or the engine is free again. `isBusy`: it is the engine's turn to play.
    update(isBusy = false) {
        const { session } = this;
        if (this.foundIn !== session.position) session.mark('analysis', null);
        if (!this.isOn && this.foundIn !== session.position) this.clear();
        if (!this.isOn) return;
        if (isBusy || session.shown.isOver) {
            this.about = null;
            session.mark('analysis', null);
            if (!isBusy) this.#sayOver();
            return;
        }
        if (this.about === session.position) return;
        this.about = session.position;
        this.moves = new Map(); // by rank
        this.proof = null;
        this.#run(session.position).catch(ignoreGone);
    }

    #sayOver() {
        this.engine.cancel();
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

    restart() {
        this.about = null;
        this.update();
    }

    async #run(position) {
        const { engine } = this;
        if (!engine.isReady) {
            this.about = null;
            return;
        }
        engine.setOption('MultiPV', byId('analyse-moves').value);
        engine.setOption('Level', 'master');
        await engine.think(`position ${position}`, 'infinite', (text) => {
            if (position === this.about) this.#hear(text);
        });
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
        session.mark('analysis', { heat: heatMap(session.shown, this.moves) });
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
        const line = this.moves.get(rank);
        const { previewed } = this.session;
        if (line) this.session.look([...previewed, ...line.pv], previewed.length + 1).catch(ignoreGone);
    }
}

function showEvaluation(value) {
    setHidden('bar', false);
    byId('bar-x').style.width = `${50 + 50 * share(value)}%`;
    byId('bar').setAttribute('aria-valuenow', String(Math.round(100 * share(value))));
    byId('bar').setAttribute('aria-valuetext', verdictText(value));
    setText('bar-text', verdictText(value));
}
