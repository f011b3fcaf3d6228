// Puts the parts together.

import { byId, onClick, passFocusOn, setHidden, setText } from './base/dom.js';
import { BoardView, cellText } from './board/board_view.js';
import { Gestures } from './board/gestures.js';
import { watchBoardKeys, watchPageKeys } from './board/keyboard.js';
import { Engine, ignoreGone, ignoreGoneOrSay } from './engine/engine.js';
import { Facts, shapeOf } from './engine/facts.js';
import { Solver } from './engine/solver.js';
import { Explore } from './game/explore.js';
import { GameTree } from './game/game_tree.js';
import { Hint } from './game/hint.js';
import { Modes } from './game/modes.js';
import { Play } from './game/play.js';
import { Players } from './game/players.js';
import { Session } from './game/session.js';
import { Storage, readTree } from './game/storage.js';
import { Analysis } from './panels/analysis.js';
import { chosenGame, fillGameMenu, showGame } from './panels/game_menu.js';
import { EvaluationGraph } from './panels/graph.js';
import { MovesPanel } from './panels/moves_panel.js';
import { Proof } from './panels/proof.js';
import { Puzzles } from './panels/puzzles.js';
import { Review } from './panels/review.js';
import { Share } from './panels/share.js';
import { Status } from './panels/status.js';
import { Story } from './panels/story.js';
import { openTab, watchTabs } from './panels/tabs.js';
import { hideToast, showToast } from './panels/toast.js';
import { Watch } from './panels/watch.js';

const NARROW = 700;          // pixels: below, the flat view comes first
const LARGEST_FIRST_CUBE = 5; // and for larger cubes, and in four dimensions
const LATE_MS = 5000;
const ADDRESS_MS = 300;

class App {
    constructor() {
        fillGameMenu(() => this.#newGame());
        this.storage = new Storage();
        this.isOpening = this.storage.open();
        this.first = this.#startEngine(0, true);  // answers questions, never searches
        this.players = new Players((number) => this.#startEngine(number, false));
        this.thinker = this.players.engine(0);    // thinks: for itself as a player, and about everything else
        this.facts = new Facts(this.first);
        this.view = new BoardView({
            play: (cell) => this.#click(cell), point: (cell) => this.#point(cell), prepare: (shape) => this.#prepareView(shape),
        });
        this.session = new Session(this.facts, this.view);
        this.#makeModes();
        this.#makePanels();
        this.session.listen(() => this.#update());
        this.modes.listen(() => { if (this.session.shown) this.#update(); });
        new Gestures(this.view);
        this.#watchControls();
        this.#watchKeys();
    }

    #makeModes() {
        const { session } = this;
        const solver = new Solver(this.thinker);
        const leave = () => this.#leaveMode();
        const changed = () => this.#update();
        this.play = new Play(session, this.players, {
            thinking: () => { if (session.shown) this.status.update(); },
            fault: (text) => setText('play-note', text),
            value: () => this.graph.update(),
            banner: () => this.story.banner(),
        });
        this.modes = new Modes(this.play);
        this.explore = new Explore(session, this.modes, { keep: (node) => this.#visit(node), leave });
        this.proof = new Proof(session, this.modes, solver, {
            leave, changed, line: (moves) => this.explore.look(moves, moves.length), goTo: (node) => this.#goToQuietly(node),
            note: (text, marks) => this.story.note(text, marks),
        });
        this.puzzles = new Puzzles(session, this.modes, solver, { leave, changed, open: (tree) => this.#borrow(tree) });
        this.watch = new Watch(session, this.modes, {
            leave, open: (tree) => this.#borrow(tree), keep: (tree) => this.#keepWatched(tree),
        });
        this.story = new Story(session, this.players, this.play, solver, {
            explain: () => this.#explain(), turningPoint: () => this.proof.showTurningPoint(), changed,
            again: () => this.#restart(), swap: () => this.#swapAndRestart(),
        });
        this.hint = new Hint(session, solver, { say: (text) => setText('play-note', text) });
        this.review = new Review(session, solver, { changed: () => this.#redrawGame(), ended: changed });
    }

    #makePanels() {
        const { session } = this;
        this.status = new Status(session, this.modes, this.play, this.players);
        this.moves = new MovesPanel(session, (node) => this.#visit(node));
        this.graph = new EvaluationGraph(session, (node) => this.#visit(node));
        this.analysis = new Analysis(session, this.thinker, {
            value: (node, value) => this.#value(node, value), line: (moves, at) => this.explore.look(moves, at),
        });
        this.share = new Share(session, this.players, { open: (tree, what) => this.#replace(tree, what, true) });
    }

    // Engines

    #startEngine(number, isForQuestions) {
        const engine = new Engine(number, {
            trouble: (which, text) => this.#trouble(which, text),
            ready: () => this.#ready(engine).catch(ignoreGone),
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
    #restartEngines() {
        const engines = [this.first, ...this.players.engines.values()];
        this.late = new Set(engines.filter((engine) => engine.isReady));
        this.lateUntil = performance.now() + LATE_MS;
        for (const engine of engines) if (!engine.isReady) engine.start();
    }

    async #ready(engine) {
        await this.isOpening;
        this.players.fillMenus();
        this.#hideTrouble();
        this.play.stopThinking();
        this.analysis.stop();
        if (engine === this.first && !this.session.tree) await this.#begin();
        else if (engine === this.first) await this.session.show();
        else if (this.session.shown) this.#update(); // a move that is being played is not called off
    }

    // Beginning: the line of the address, or, if it is this tab's own, the game that was kept, with all that belongs to it.

    async #begin() {
        const linked = await this.share.readLink();
        const kept = this.#readKept();
        const isKept = kept && (!linked || this.storage.saved.hash === location.hash || sameLine(kept, linked));
        if (isKept) this.#restoreView(this.storage.saved);
        const tree = (isKept ? kept : linked) ?? new GameTree(shapeOf(this.game));
        await this.#open(tree, isKept ? this.storage.saved.isWaiting : linked !== null).catch(() => this.#open(new GameTree(shapeOf(this.game)), false));
        if (!this.isFollowing) return;
        setHidden('tab-watch', false);
        openTab('watch');
        this.watch.start();
    }

    #readKept() {
        try {
            return this.storage.saved && readTree(this.storage.saved);
        } catch {
            return null; // damaged
        }
    }

    #restoreView({ seats, thinkMs, view }) {
        Object.assign(this.players.seats, seats);
        for (const seat of Object.values(this.players.seats)) {
            if (seat !== 'person' && this.players.commands.has(Number(seat.split(':')[0]))) this.players.engine(Number(seat.split(':')[0]));
        }
        this.players.fillMenus();
        byId('think-time').value = String(thinkMs);
        this.keptView = view;
    }

    // At once, since a page may go at any time; the address follows when things have settled.
    #save() {
        this.#keep();
        clearTimeout(this.saveTimer);
        this.saveTimer = setTimeout(() => {
            history.replaceState(null, '', this.share.link());
            this.#keep();
        }, ADDRESS_MS);
    }

    #keep() {
        const { session, players, view, play } = this;
        if (!session.tree) return;
        const { camera, isFlat } = view;
        this.storage.save(session.game, {
            seats: players.seats, thinkMs: Number(byId('think-time').value), isWaiting: play.isWaiting,
            view: { isFlat, hasStairs: camera.hasStairs, distance: camera.distance }, hash: location.hash,
        });
    }

    // Games

    // A new game, or one that was loaded: engines do not play on in it until they are asked.
    async #open(tree, isLoaded) {
        this.modes.leave();
        this.review.stop();
        this.play.stopThinking();
        this.play.isWaiting = isLoaded;
        this.thinker.setOption('Seed', Math.floor(Math.random() * 1e9));
        setText('play-note', '');
        setText('review-text', '');
        await this.session.open(tree);
        showGame(tree.shape);
    }

    // With a way back to the game that was on the board.
    async #replace(tree, what, isLoaded) {
        const before = this.session.game;
        await this.#open(tree, isLoaded);
        if (before.root.children.length === 0) hideToast();
        else showToast(what, [{ id: 'toast-undo', label: 'Undo', action: () => this.#open(before, true).catch(ignoreGone) }]);
    }

    #newGame() {
        try {
            const tree = new GameTree(shapeOf(chosenGame()));
            const what = `A new game on ${tree.shape.board.replaceAll('x', '×')}.`;
            this.#replace(tree, what, false).catch((error) => ignoreGoneOrSay(error, (text) => this.#refuseGame(text)));
        } catch (error) {
            this.#refuseGame(error.message);
        }
    }

    // The board that is there stays.
    #refuseGame(text) {
        this.session.open(this.keptGame).catch(ignoreGone);
        showGame(this.keptGame.shape);
        showToast(text);
    }

    #restart() {
        const { shape, start } = this.session.game;
        this.#replace(new GameTree(shape, start), 'The game begins again.', false).catch(ignoreGone);
    }

    #swapAndRestart() {
        this.players.swap();
        this.#restart();
    }

    #borrow(tree) {
        if (this.modes.is('puzzle')) this.analysis.toggle(false);
        this.play.stopThinking();
        return this.session.borrow(tree).catch(ignoreGone);
    }

    #keepWatched(tree) { this.#replace(tree, 'This is your game now.', true).catch(ignoreGone); }

    #leaveMode() {
        if (this.modes.is('play')) return;
        this.modes.leave();
        this.session.show().catch(ignoreGone);
    }

    // In a puzzle one goes back by its own button; in a game of a tournament one looks around.
    #visit(node) {
        if (!node || this.modes.is('puzzle')) return;
        if (this.modes.is('watch')) {
            this.session.goTo(node).catch(ignoreGone);
            return;
        }
        this.modes.leave();
        this.play.visit(node);
    }

    #goToQuietly(node) {
        this.play.isWaiting = true;
        return this.session.goTo(node);
    }

    #explain() {
        openTab('proof');
        this.proof.explain();
    }

    // The view

    // How a board is shown first.
    #prepareView(shape) {
        const isFirstCube = shape.d === 3 && shape.n <= LARGEST_FIRST_CUBE && innerWidth >= NARROW;
        const { isFlat, hasStairs = false, distance = 1 } = this.keptView ?? {};
        this.keptView = null;
        Object.assign(this.view.camera, { hasStairs, distance });
        byId('stairs').checked = hasStairs;
        byId('spread').value = String(distance);
        this.view.isFlat = isFlat ?? !isFirstCube;
    }

    #setFlat(isFlat) {
        this.view.setFlat(isFlat);
        this.view.showViewButtons();
        this.#save();
    }

    #toggleView() {
        if (this.session.tree?.shape.d > 2) this.#setFlat(!this.view.isFlat);
    }

    // What is on the board has changed, or who owns it.

    #update() {
        const isPlaying = this.modes.is('play');
        this.play.update(isPlaying);
        this.hint.update();
        const isBusy = this.play.isThinking || this.review.isRunning || this.proof.task.isRunning || this.puzzles.task.isRunning;
        this.analysis.update(isBusy || this.modes.is('explain'));
        this.story.update(isPlaying && !isBusy && !this.analysis.isOn);
        this.view.setTurn(this.#turn());
        this.view.showViewButtons();
        this.status.update();
        this.proof.update();
        this.share.update();
        this.puzzles.updateButtons();
        this.#pointAgain();
        this.#redrawGame();
        passFocusOn();
        this.keptGame = this.session.game;
        this.#save();
    }

    // Whose stone a click would place.
    #turn() {
        if (this.modes.is('play')) return this.play.clickPlays;
        const { shown } = this.session;
        return this.modes.is('puzzle') && !this.puzzles.isSolved && shown.turn === this.puzzles.side ? shown.turn : null;
    }

    #redrawGame() {
        this.moves.update();
        this.graph.update();
    }

    #value(node, value) {
        node.value = value;
        this.graph.update();
        this.proof.update();
    }

    #click(cell) {
        if (this.session.isUpToDate) this.modes.current.click(cell);
    }

    #point(cell) {
        this.pointed = cell;
        this.#pointAgain();
        if (this.session.shown) this.modes.current.point?.(cell);
    }

    #pointAgain() {
        const { shown, lines } = this.session;
        const cell = this.pointed !== undefined && this.pointed < shown?.stones.length ? this.pointed : null;
        if (!shown) return;
        const through = cell === null ? [] : lines.through[cell];
        this.view.point(cell, through);
        setText('cell-info', cell === null ? '' :
            `${cellText(shown, cell)}; on ${through.length} ${through.length === 1 ? 'line' : 'lines'}`);
    }

    // Controls

    #watchControls() {
        byId('game-form').addEventListener('submit', (event) => {
            event.preventDefault();
            this.#newGame();
        });
        onClick('view-flat', () => this.#setFlat(true));
        onClick('view-stack', () => this.#setFlat(false));
        onClick('reset-view', () => this.view.resetView());
        byId('spread').addEventListener('input', ({ target }) => this.#setCamera({ distance: Number(target.value) }));
        byId('stairs').addEventListener('change', ({ target }) => this.#setCamera({ hasStairs: target.checked }));
        onClick('trouble-restart', () => this.#restartEngines());
        watchTabs((name) => this.#openedTab(name));
        window.addEventListener('hashchange', () => this.#openLink().catch(ignoreGone));
        window.addEventListener('pagehide', () => this.#keep());
        onClick('show-keys', () => byId('keys').showModal());
        onClick('close-keys', () => byId('keys').close());
        this.#watchPlay();
        this.#watchGame();
    }

    #setCamera(change) {
        Object.assign(this.view.camera, change);
        this.view.attention.leave();
        this.view.arrange();
        this.#save();
    }

    // Under Play is one's own game; an explanation ends when one turns to something else.
    #openedTab(name) {
        if (name === 'puzzles') this.puzzles.load().catch(ignoreGone);
        if (name === 'play' || (this.modes.is('explain') && name !== 'proof')) this.#leaveMode();
        if (name !== 'analyse' && !this.analysis.isOn) this.analysis.clear();
    }

    async #openLink() {
        const tree = await this.share.readLink();
        if (tree) await this.#replace(tree, 'The line of the address was opened.', true);
    }

    #watchPlay() {
        for (const side of ['x', 'o']) {
            byId(`player-${side}`).addEventListener('change', ({ target }) => {
                this.players.seats[side] = target.value;
                if (target.value !== 'person') this.players.engine(Number(target.value.split(':')[0]));
                this.#hideTrouble();
                this.play.isWaiting = false;
                this.play.stopThinking();
                if (this.session.shown) this.#update();
            });
        }
        byId('think-time').addEventListener('change', () => this.#save());
        onClick('undo', () => this.play.undo());
        onClick('redo', () => this.play.redo());
        onClick('hint', () => this.hint.give());
        onClick('restart', () => this.#restart());
        onClick('swap', () => this.#inPlay(() => this.play.swapSides()));
        onClick('resign', () => this.play.resign());
    }

    #inPlay(action) {
        this.#leaveMode();
        action();
    }

    #watchGame() {
        const { session } = this;
        onClick('go-first', () => this.#visit(session.tree.root));
        onClick('go-back', () => this.#step(-1));
        onClick('go-on', () => this.#step(1));
        onClick('go-last', () => this.#visit(session.tree.line.at(-1)));
        onClick('delete-variation', () => {
            session.tree.cut();
            this.#visit(session.tree.current);
        });
        onClick('review', () => {
            if (this.review.isRunning) this.review.stop();
            else this.review.run().catch(ignoreGone);
            this.#update();
        });
        onClick('analyse', () => {
            this.analysis.toggle();
            this.#update();
        });
        byId('analyse-moves').addEventListener('change', () => {
            this.analysis.stop();
            this.#update();
        });
    }

    #step(by) {
        if (this.session.shown) this.modes.current.step(by);
    }

    #escape() {
        if (this.view.attention.isolated !== null) this.view.attention.isolate(this.view.attention.isolated);
        else this.#leaveMode();
    }

    #watchKeys() {
        const { session } = this;
        const back = () => this.#step(-1);
        const on = () => this.#step(1);
        const isolate = (layer) => { if (session.tree?.shape.d > 2 && layer < session.tree.shape.layers) this.view.attention.isolate(layer); };
        watchBoardKeys(this.view);
        watchPageKeys({
            v: () => this.#toggleView(),
            u: () => { if (this.modes.is('play')) this.play.undo(); },
            r: () => { if (this.modes.is('play')) this.play.redo(); },
            h: () => byId('hint').click(),
            '[': back, ']': on, ArrowLeft: back, ArrowRight: on,
            ArrowUp: () => this.#visit(session.tree?.root),
            ArrowDown: () => this.#visit(session.tree?.line.at(-1)),
            ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [String(i + 1), () => isolate(i)])),
            '?': () => byId('keys').showModal(),
            Escape: () => this.#escape(),
            ' ': () => this.view.resetView(),
        });
    }
}

const sameLine = (a, b) => a.start === b.start && a.line.at(-1).path.join() === b.line.at(-1).path.join();

new App();
