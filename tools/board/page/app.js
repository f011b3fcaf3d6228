// Puts the parts together.

const NARROW = 700; // pixels: below, and in four dimensions, the flat view comes first

const LATE_MS = 5000;

class App {
    constructor() {
        fillGameMenu();
        this.first = this.#startEngine(0, true);  // answers questions, never searches
        this.players = new Players((number) => this.#startEngine(number, false));
        this.thinker = this.players.engine(0);    // thinks: for itself as a player, and about everything else
        this.facts = new Facts(this.first);
        this.view = new BoardView({ play: (cell) => this.session.clickCell(cell), point: (cell) => this.#point(cell) });
        this.session = new Session(this.facts, this.view);
        this.play = new Play(this.session, this.players);
        this.status = new Status(this.session, this.play);
        this.moves = new MovesPanel(this.session, (node) => this.#visit(node));
        this.graph = new EvaluationGraph(this.session, (node) => this.#visit(node));
        this.analysis = new Analysis(this.session, this.thinker, { value: (node, value) => this.#value(node, value) });
        this.review = new Review(this.session, this.thinker, {
            changed: () => this.#redrawGame(), begin: () => this.#pauseThinking(), end: () => this.#update(),
        });
        const engineForMe = { begin: () => this.#pauseThinking(), end: () => this.#update() };
        this.why = new Why(this.session, this.thinker, engineForMe);
        this.puzzles = new Puzzles(this.session, this.thinker, { open: (tree) => this.#openPuzzle(tree) });
        this.watch = new Watch(this.session, { open: (tree) => this.#openTree(tree, true) });
        this.share = new Share(this.session, this.players, { open: (tree) => this.#openTree(tree, true) });
        this.play.onThinking = () => { if (this.session.shown) this.status.update(); };
        this.play.onFault = (text) => setText('play-note', text);
        this.play.onValue = () => this.graph.update();
        this.session.listen(() => this.#update());
        new Gestures(this.view);
        this.#watchControls();
        this.#watchKeys();
    }

    #startEngine(number, isForQuestions) {
        const engine = new Engine(number, {
            trouble: (which, text) => this.#trouble(which, text),
            ready: () => this.#ready(engine),
            server: (word, rest) => { if (isForQuestions) this.#hearServer(word, rest); },
        });
        if (isForQuestions) engine.setOption('Hash', 1); // it never searches
        return engine;
    }

    #hearServer(word, rest) {
        if (word === 'game') this.game = rest[0];
        else if (word === 'engine') this.players.addCommand(Number(rest[0]), rest.slice(1).join(' '));
        else if (word === 'follow' && rest[0] === 'yes') this.isFollowing = true;
    }

    #engines() { return [this.first, ...this.players.engines.values()]; }

    // Of an engine that nobody plays against any more it does not matter that it is gone.
    #hideTrouble() {
        const needed = [this.first, this.thinker, ...this.players.seated()];
        if (needed.every((engine) => engine.isReady)) setHidden('trouble', true);
    }

    #trouble(engine, text) {
        if (this.late?.delete(engine) && performance.now() < this.lateUntil) {
            engine.start();
            return;
        }
        setText('trouble-text', `${text} The game is not lost.`);
        setHidden('trouble', false);
    }

    // Engines that were lost together are noticed one after the other: those that seem well now get a second chance.
    #restart() {
        const engines = this.#engines();
        this.late = new Set(engines.filter((engine) => engine.isReady));
        this.lateUntil = performance.now() + LATE_MS;
        for (const engine of engines) if (!engine.isReady) engine.start();
    }

    #ready(engine) {
        this.players.fillMenus();
        this.#hideTrouble();
        this.play.thinkingAbout = null;
        this.analysis.about = null;
        if (engine === this.first && !this.session.tree) this.#begin().catch(ignoreGone);
        else if (this.session.tree) this.session.show().catch(ignoreGone);
    }

    async #begin() {
        const tree = await this.share.readLink();
        await this.#openTree(tree ?? new GameTree(shapeOf(this.game)), tree !== null);
        if (!this.isFollowing) return;
        setHidden('tab-watch', false);
        openTab('watch');
        this.watch.start();
    }

    // A new game, or one that was loaded: engines do not play on in it until they are asked.
    async #openTree(tree, isLoaded) {
        const isNewShape = tree.shape !== this.session.tree?.shape;
        this.play.stopThinking();
        this.play.isEnabled = true;
        this.play.isPaused = isLoaded;
        this.analysis.about = this.analysis.foundIn = null;
        this.thinker.setOption('Seed', Math.floor(Math.random() * 1e9));
        setText('review-text', '');
        showGame(tree.shape);
        if (isNewShape) this.#chooseView(tree.shape);
        await this.session.open(tree);
    }

    // In a puzzle nobody but the puzzle itself answers.
    async #openPuzzle(tree) {
        if (this.analysis.isOn) this.analysis.toggle();
        await this.#openTree(tree, true);
        this.play.isEnabled = false;
        this.play.update();
    }

    #chooseView(shape) {
        this.#setFlat(shape.d !== 3 || innerWidth < NARROW);
        setHidden('views', shape.d === 2);
    }

    #setFlat(isFlat) {
        setPressed('view-flat', isFlat);
        setPressed('view-stack', !isFlat);
        for (const id of ['spread-label', 'stairs-label', 'reset-view']) setHidden(id, isFlat);
        this.view.setFlat(isFlat);
    }

    #toggleView() {
        if (this.session.tree?.shape.d > 2) this.#setFlat(!this.view.isFlat);
    }

    #resetView() {
        this.view.camera.reset();
        this.view.arrange();
    }

    #update() {
        this.play.update();
        this.analysis.update(this.play.isThinking || this.review.isRunning);
        this.share.update();
        this.puzzles.updateButtons();
        this.#redrawGame();
    }

    #redrawGame() {
        this.moves.update();
        this.graph.update();
    }

    #pauseThinking() {
        this.play.isPaused = true;
        this.play.stopThinking();
    }

    #value(node, value) {
        node.value = value;
        this.graph.update();
    }

    #visit(node) {
        if (!node) return;
        this.play.isPaused = true;
        this.session.goTo(node).catch(ignoreGone);
    }

    #point(cell) {
        const { shown, lines } = this.session;
        if (!shown) return;
        this.view.point(cell, lines);
        const count = cell === null ? 0 : lines.filter((line) => line.includes(cell)).length;
        const text = () => `${cellText(shown, cell)}; on ${count} ${count === 1 ? 'line' : 'lines'}`;
        setText('cell-info', cell === null ? '' : text());
    }

    #newGame() {
        this.#openTree(new GameTree(shapeOf(chosenGame())), false).catch((error) => {
            ignoreGoneOrSay(error, (text) => setText('play-note', text));
        });
        setText('play-note', '');
    }

    #watchControls() {
        byId('game-form').addEventListener('submit', (event) => {
            event.preventDefault();
            this.#newGame();
        });
        onClick('view-flat', () => this.#setFlat(true));
        onClick('view-stack', () => this.#setFlat(false));
        onClick('reset-view', () => this.#resetView());
        byId('spread').addEventListener('input', ({ target }) => {
            this.view.camera.spread = Number(target.value);
            this.view.arrange();
        });
        byId('stairs').addEventListener('change', ({ target }) => {
            this.view.camera.hasStairs = target.checked;
            this.view.arrange();
        });
        onClick('trouble-restart', () => this.#restart());
        watchTabs((name) => this.#openedTab(name));
        window.addEventListener('hashchange', () => this.#openLink().catch(ignoreGone));
        this.#watchPlay();
        this.#watchGame();
    }

    // An explanation takes the clicks on cells: it ends when one turns to something else.
    #openedTab(name) {
        if (name === 'puzzles') this.puzzles.load();
        if (name !== 'why') this.why.leave().catch(ignoreGone);
        if (name !== 'analyse' && !this.analysis.isOn) this.analysis.clear();
    }

    async #openLink() {
        const tree = await this.share.readLink();
        if (tree) await this.#openTree(tree, true);
    }

    #watchPlay() {
        for (const side of ['x', 'o']) {
            byId(`player-${side}`).addEventListener('change', ({ target }) => {
                this.players.seats[side] = target.value;
                if (target.value !== 'person') this.players.engine(Number(target.value.split(':')[0]));
                this.#hideTrouble();
                this.play.isPaused = false;
                this.play.stopThinking();
                this.session.show().catch(ignoreGone);
            });
        }
        onClick('undo', () => this.play.undo());
        onClick('redo', () => this.play.redo());
        onClick('restart', () => {
            const { shape, start } = this.session.tree;
            this.#openTree(new GameTree(shape, start), false).catch(ignoreGone);
        });
        onClick('swap', () => this.play.swapSides());
        onClick('resign', () => this.play.resign());
        onClick('continue', () => this.play.pause(false));
    }

    #watchGame() {
        const { session } = this;
        onClick('go-first', () => this.#visit(session.tree.root));
        onClick('go-back', () => this.#visit(session.tree.current.parent));
        onClick('go-on', () => this.#visit(session.tree.next()));
        onClick('go-last', () => this.#visit(session.tree.line.at(-1)));
        onClick('delete-variation', () => {
            session.tree.cut();
            this.#visit(session.tree.current);
        });
        onClick('review', () => this.review.run().catch(ignoreGone));
        onClick('analyse', () => this.analysis.toggle());
        byId('analyse-moves').addEventListener('change', () => this.analysis.restart());
        onClick('preview-back', () => session.look(session.preview.moves, session.preview.at - 1));
        onClick('preview-next', () => session.look(session.preview.moves, session.preview.at + 1));
        onClick('preview-leave', () => session.leave());
        onClick('preview-keep', () => this.#keepPreview());
    }

    // The line that was looked at becomes a variation of the game.
    #keepPreview() {
        const { tree, previewed } = this.session;
        let node = tree.current;
        for (const move of previewed) node = tree.add(node, move);
        this.#visit(node);
    }

    #watchKeys() {
        watchBoardKeys(this.view, () => this.#resetView());
        watchPageKeys({
            v: () => this.#toggleView(),
            u: () => this.play.undo(),
            r: () => this.play.redo(),
            '[': () => this.#visit(this.session.tree.current.parent),
            ']': () => this.#visit(this.session.tree.next()),
            Escape: () => this.session.leave(),
            ' ': () => this.#resetView(),
        });
    }
}

function ignoreGoneOrSay(error, say) {
    if (error instanceof Superseded || error instanceof EngineGone) return;
    say(error.message);
}

const app = new App();
