// The first mode, one's own game: people click, engines are asked for their moves, and one can go back and forth.

import { byId } from '../base/dom.js';
import { Aborted, Task } from '../base/task.js';
import { EngineGone, ignoreGone } from '../engine/engine.js';
import { readInfo, valueForX } from '../engine/info.js';

export class Play {
    name = 'play';

    // hooks: thinking(), fault(text), value(), banner()
    constructor(session, players, hooks) {
        Object.assign(this, { session, players, hooks });
        this.thinking = new Task();
        this.question = null;   // { position } that an engine thinks about
        this.isWaiting = false; // engines do, after somebody went elsewhere in the game
        this.hasBoard = true;
    }

    get isThinking() { return this.question !== null; }
    get toMove() { return this.session.shown.turn; }

    get isEngineToMove() {
        const { session } = this;
        return session.shown !== null && !session.isOver && !this.players.isPerson(this.toMove);
    }

    // Whose stone a click would place, or null.
    get clickPlays() {
        const { session } = this;
        if (!session.shown || session.isOver || (this.isEngineToMove && !this.isWaiting)) return null;
        return this.toMove;
    }

    click(cell) {
        const { session } = this;
        if (this.clickPlays === null || !session.shown.moves.has(cell)) return;
        if (!this.isEngineToMove) this.isWaiting = false;
        session.play(session.shown.shape.nameOf(cell)).catch(ignoreGone);
    }

    step(by) {
        const { tree } = this.session;
        this.visit(by < 0 ? tree.current.parent : tree.next());
    }

    visit(node) {
        if (!node) return;
        this.isWaiting = true;
        this.session.goTo(node).catch(ignoreGone);
    }

    banner() { return this.hooks.banner(); }

    end() {
        this.hasBoard = false;
        this.stopThinking();
    }

    // Whenever the board shows another position, or is one's own again.
    update(hasBoard) {
        const { tree } = this.session;
        this.hasBoard = hasBoard;
        byId('undo').disabled = !hasBoard || (tree.current === tree.root && !this.session.hasResigned);
        byId('redo').disabled = !hasBoard || !tree.next();
        byId('resign').disabled = !hasBoard || this.session.isOver;
        byId('hint').disabled = !hasBoard || this.session.isOver || this.clickPlays === null;
        if (hasBoard && this.isEngineToMove && !this.isWaiting) this.#think();
        else this.stopThinking();
    }

    #think() {
        const { session, players } = this;
        if (this.question?.position === session.position) return;
        const side = this.toMove;
        const [number, level] = players.seats[side].split(':');
        const engine = players.engine(Number(number));
        if (!engine.isReady) return; // it tells when it is, and then this is called again
        const question = { position: session.position, side };
        this.question = question;
        this.hooks.thinking();
        engine.setOption('MultiPV', 1);
        if (level) engine.setOption('Level', level);
        this.thinking.run((signal) => this.#answer(engine, question, signal)).catch(ignoreGone).finally(() => {
            if (this.question === question) this.stopThinking();
        });
    }

    async #answer(engine, { position, side }, signal) {
        const maxMs = Number(byId('think-time').value);
        let score = null;
        const onInfo = (text) => { score = readInfo(text)?.score ?? score; };
        const move = await engine.think(`position ${position}`, `movetime ${maxMs}`, { signal, onInfo, maxMs });
        this.question = null;
        await this.#playFor(side, move, score);
    }

    // An engine may answer anything; the one that knows the rules decides.
    async #playFor(side, move, score) {
        const { session } = this;
        try {
            if (!move) throw new Error('it has no move');
            await session.play(move);
        } catch (error) {
            if (error instanceof EngineGone || error instanceof Aborted) throw error;
            this.isWaiting = true;
            this.hooks.fault(`${this.players.nameOf(side)} did not answer with a move: ${error.message}.`);
            await session.show();
            return;
        }
        if (score && session.tree.current.move === move) session.tree.current.value ??= valueForX(score, null, side);
        this.hooks.value();
    }

    stopThinking() {
        if (this.question === null) return;
        this.question = null;
        this.thinking.end();
        this.hooks.thinking();
    }

    resume() {
        this.isWaiting = false;
        this.session.show().catch(ignoreGone);
    }

    // A resignation, or, against an engine, back to where the person was to move.
    undo() {
        const { session } = this;
        const { tree } = session;
        if (session.hasResigned) {
            tree.resigned = null;
            session.show().catch(ignoreGone);
        } else {
            this.#travel(tree.current.parent, (node) => node.parent);
        }
    }

    redo() {
        const { tree } = this.session;
        this.#travel(tree.next(), (node) => tree.next(node));
    }

    #travel(first, next) {
        const { tree } = this.session;
        if (!first) return;
        const isMine = (node) => this.players.isPerson(tree.sideToMove(node));
        let node = first;
        if (this.players.hasPerson) while (next(node) && !isMine(node)) node = next(node);
        this.isWaiting = !isMine(node);
        this.session.goTo(node).catch(ignoreGone);
    }

    // The person resigns, whoever is to move; of two people or two engines, the one to move.
    resign() {
        const { session, players } = this;
        if (session.isOver) return;
        session.tree.current.children = []; // a resignation ends the line
        session.tree.resigned = players.person ?? this.toMove;
        session.show().catch(ignoreGone);
    }

    swapSides() {
        this.stopThinking();
        this.players.swap();
        this.isWaiting = false;
        this.session.show().catch(ignoreGone);
    }
}
