// The game itself: people click, engines are asked for their moves, and one can go back and forth.

class Play {
    constructor(session, players) {
        this.session = session;
        this.players = players;
        this.thinkingEngine = null;
        this.isPaused = false; // while somebody looks at another place of the game, engines wait
        this.isEnabled = true; // puzzles have their own answers
        session.onMove = (move) => this.playByHand(move).catch(ignoreGone);
    }

    get isThinking() { return this.thinkingEngine !== null; }
    get toMove() { return this.session.shown.turn; }
    nameOf(side) { return this.players.nameOf(side); }

    get engineIsToMove() {
        const { session } = this;
        if (!this.isEnabled || !session.shown || session.preview || session.isOver) return false;
        return !this.players.isPerson(this.toMove);
    }

    async playByHand(move) {
        const side = this.toMove;
        if (this.isEnabled && !this.players.isPerson(side) && !this.isPaused) return; // it is the engine's turn
        if (this.isEnabled && this.players.isPerson(side)) this.isPaused = false;
        await this.session.play(move);
    }

    // Called whenever the board shows another position.
    update() {
        setHidden('continue', !(this.engineIsToMove && this.isPaused));
        byId('undo').disabled = this.session.tree.current === this.session.tree.root;
        byId('redo').disabled = !this.session.tree.next();
        byId('resign').disabled = this.session.isOver;
        if (this.engineIsToMove && !this.isPaused) this.think().catch(ignoreGone);
        else this.stopThinking();
    }

    async think() {
        const { session, players } = this;
        const position = session.position;
        if (this.thinkingAbout === position) return;
        const side = this.toMove;
        const [number, level] = players.seats[side].split(':');
        const engine = players.engine(Number(number));
        if (!engine.isReady) return; // it tells when it is, and then this is called again
        const limit = Number(byId('think-time').value);
        this.thinkingAbout = position;
        this.thinkingEngine = engine;
        this.onThinking();
        engine.setOption('MultiPV', 1);
        if (level) engine.setOption('Level', level);
        let score = null;
        try {
            const move = await engine.think(`position ${position}`, `movetime ${limit}`, (text) => {
                score = readInfo(text)?.score ?? score;
            }, limit);
            if (session.position === position) {
                this.#finish();
                await this.#playFor(side, move, score);
            }
        } finally {
            if (this.thinkingAbout === position) this.#finish();
        }
    }

    // An engine may answer anything; the one that knows the rules decides.
    async #playFor(side, move, score) {
        const { session } = this;
        try {
            if (!move) throw new Error('it has no move');
            await session.play(move);
        } catch (error) {
            if (error instanceof EngineGone || error instanceof Superseded) throw error;
            this.isPaused = true;
            this.onFault(`${this.nameOf(side)} did not answer with a move: ${error.message}.`);
            this.update();
            return;
        }
        if (score && session.tree.current.move === move) session.tree.current.value ??= valueForX(score, null, side);
        this.onValue();
    }

    #finish() {
        this.thinkingAbout = null;
        this.thinkingEngine = null;
        this.onThinking();
    }

    stopThinking() {
        const engine = this.thinkingEngine;
        if (!engine) return;
        this.#finish();
        engine.cancel();
    }

    pause(isPaused) {
        this.isPaused = isPaused;
        this.update();
    }

    // Against an engine, back to where the person was to move.
    undo() {
        const { tree } = this.session;
        let node = tree.current.parent;
        if (!node) return;
        const isMine = (at) => this.players.isPerson(tree.sideToMove(at));
        if (this.isEnabled && (this.players.isPerson('x') || this.players.isPerson('o'))) {
            while (node.parent && !isMine(node)) node = node.parent;
        }
        tree.resigned = null;
        this.isPaused = !isMine(node);
        this.session.goTo(node).catch(ignoreGone);
    }

    redo() {
        const { tree } = this.session;
        let node = tree.next();
        if (!node) return;
        const isMine = (at) => this.players.isPerson(tree.sideToMove(at));
        if (this.isEnabled && (this.players.isPerson('x') || this.players.isPerson('o'))) {
            while (tree.next(node) && !isMine(node)) node = tree.next(node);
        }
        this.isPaused = !isMine(node);
        this.session.goTo(node).catch(ignoreGone);
    }

    resign() {
        const { session, players } = this;
        if (session.isOver) return;
        // The person resigns, whoever is to move; of two people or two engines, the one to move.
        const person = ['x', 'o'].filter((side) => players.isPerson(side));
        const side = person.length === 1 ? person[0] : this.toMove;
        session.preview = null;
        session.tree.current.children = []; // a resignation ends the line
        session.tree.resigned = side;
        session.show().catch(ignoreGone);
    }

    swapSides() {
        this.stopThinking();
        this.players.swap();
        this.isPaused = false;
        this.session.show().catch(ignoreGone);
    }
}
