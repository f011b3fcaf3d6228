// The panel "Why?": finds the proven value of what is on the board, and hands it to the explanation that fits.

class Why {
    // hooks: begin(), end(): it needs the engine for itself
    constructor(session, engine, hooks) {
        this.session = session;
        this.solver = new Solver(engine);
        this.hooks = hooks;
        this.explanation = null;
        session.listen(() => this.#check());
        session.takeCells((cell) => this.#takeCell(cell));
        onClick('why', () => this.explain().catch(ignoreGone));
        onClick('why-back', () => this.#step(this.explanation.at - 1));
        onClick('why-next', () => this.#step(this.explanation.at + 1));
        onClick('why-leave', () => this.leave());
        for (const side of ['x', 'o']) onClick(`why-side-${side}`, () => this.#choose(side));
    }

    get isActive() { return this.explanation !== null; }
    get limitMs() { return Number(byId('why-time').value); }

    async explain() {
        const { session } = this;
        await this.leave();
        if (session.shown.isOver) {
            setText('why-verdict', 'The game is over.');
            return;
        }
        this.hooks.begin();
        const { position, shown } = session;
        setText('why-verdict', 'Looking for a proof …');
        setText('why-text', '');
        byId('why').disabled = true;
        try {
            const found = await this.solver.solve(position, this.limitMs);
            if (position !== session.position) return;
            await this.#begin(found, shown);
        } finally {
            byId('why').disabled = false;
            if (byId('why-verdict').textContent.startsWith('Looking')) setText('why-verdict', '');
            this.hooks.end();
        }
    }

    async #begin(found, shown) {
        const { session } = this;
        if (!found.value) {
            setText('why-verdict', 'Not proven');
            const estimate = found.score ? verdictText(valueForX(found.score, null, shown.turn)) : '';
            const seen = estimate ? `${estimate}, as far as Rowan sees. ` : '';
            setText('why-text', `${seen}Give it more time, or play on.`);
            return;
        }
        if (shown.shape.countsPoints) {
            setText('why-verdict', verdictText(valueForX(found.score, found.value, shown.turn)));
            setText('why-text', 'Where lines are points, the engine counts the ways to play on. This is its line.');
            session.look(found.pv, found.pv.length);
            return;
        }
        this.about = session.position;
        if (found.value === 'draw') {
            this.explanation = await DrawExplanation.of(session, this.solver);
            this.explanation.show();
        } else {
            const winner = found.value === 'win' ? shown.turn : otherSide(shown.turn);
            this.explanation = new WinExplanation(session, this.solver, winner, found, this.limitMs);
            await this.explanation.begin();
        }
        this.#draw();
    }

    #draw() {
        const { explanation } = this;
        const isWin = explanation instanceof WinExplanation;
        setText('why-verdict', explanation.verdict);
        setText('why-text', explanation.text);
        setHidden('why-steps-tools', !isWin);
        setHidden('why-sides', isWin || !explanation.hasChoice);
        if (isWin) {
            byId('why-back').disabled = explanation.at <= 0;
            byId('why-next').disabled = !explanation.hasNext;
            this.#drawSteps();
        } else {
            setPressed('why-side-x', explanation.side === 'x');
            setPressed('why-side-o', explanation.side === 'o');
        }
    }

    #drawSteps() {
        const { steps, at } = this.explanation;
        byId('why-steps').replaceChildren(...steps.map((step, i) => {
            const button = make('button', { type: 'button' }, make('strong', {}, step.move), ` ${step.text}`);
            if (step.also) button.append(make('span', { className: 'also' }, step.also));
            if (i === at) button.setAttribute('aria-current', 'true');
            button.addEventListener('click', () => this.#step(i));
            return make('li', {}, button);
        }));
        scrollWithin(byId('why-steps'), byId('why-steps').children[at]);
    }

    async #step(at) {
        await this.explanation.show(at);
        this.#draw();
        const step = this.explanation.steps[this.explanation.at];
        announce(`${step.move} ${step.text}`);
    }

    #choose(side) {
        this.explanation.choose(side);
        this.#draw();
    }

    // A click on a cell belongs to the explanation as long as it is shown.
    #takeCell(cell) {
        if (!this.isActive) return false;
        this.#touch(cell).catch((error) => ignoreGoneOrSay(error, (text) => setText('why-text', text)));
        return true;
    }

    async #touch(cell) {
        const { explanation } = this;
        if (explanation instanceof WinExplanation) {
            setText('why-text', 'Looking for the win …');
            await explanation.tryAnswer(cell);
            this.#draw();
        } else {
            if (!this.session.shown.moves.has(cell)) return;
            if (!explanation.hasAnswers) setText('why-text', 'Looking for an answer …');
            setText('why-text', await explanation.touch(cell));
        }
    }

    // Another position on the board ends the explanation.
    #check() {
        if (!this.isActive) return;
        const { preview, position } = this.session;
        if (preview?.owner !== 'why' && position !== this.about) this.#clear();
    }

    #clear() {
        this.explanation = null;
        this.about = null;
        this.session.mark('why', null);
        this.session.view.ghosts([]);
        setText('why-verdict', '');
        setText('why-text', '');
        byId('why-steps').replaceChildren();
        for (const id of ['why-steps-tools', 'why-sides']) setHidden(id, true);
    }

    leave() {
        this.#clear();
        return this.session.preview?.owner === 'why' ? this.session.leave() : Promise.resolve();
    }
}
