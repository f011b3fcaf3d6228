// What is on the board now: a place in a game, or a line from there that is only looked at. Everything else listens.

import { Task } from '../base/task.js';

export class Session {
    constructor(facts, view) {
        this.facts = facts;
        this.view = view;
        this.tree = null;
        this.own = null;        // one's own game, while another one has the board
        this.preview = null;    // { moves, at }: a line from the current node that is not part of the game
        this.shown = null;      // facts of what is on the board
        this.shownAt = '';      // and its position: while the engine is asked, another one is on its way
        this.marks = new Map(); // by feature, drawn over each other
        this.listeners = [];
        this.lines = { all: [], through: [] };
        this.showing = new Task();
    }

    // listener(session): the board shows another position
    listen(listener) { this.listeners.push(listener); }

    // The game that is one's own, whatever has the board.
    get game() { return this.own ?? this.tree; }

    open(tree) {
        this.own = null;
        return this.#put(tree);
    }

    // A puzzle or a game of a tournament: one's own game waits.
    borrow(tree) {
        this.own ??= this.tree;
        return this.#put(tree);
    }

    giveBack() {
        if (!this.own) return;
        this.tree = this.own;
        this.own = null;
        this.preview = null;
        this.marks.clear();
    }

    #put(tree) {
        this.tree = tree;
        this.preview = null;
        this.marks.clear();
        return this.show();
    }

    // A node of another game, whose list was still to be seen, leads nowhere.
    goTo(node) {
        if (this.tree.has(node)) this.tree.visit(node);
        this.preview = null;
        return this.show();
    }

    // The engine is asked whether the move is one; an error is thrown if not. Whatever else the board is told to show in
    // the meantime calls the move off.
    async play(move) {
        const { tree } = this;
        await this.facts.about(tree.positionOf(tree.current, [move]), this.showing.begin());
        tree.resigned = null;
        tree.result = null;
        tree.visit(tree.play(move));
        this.preview = null;
        await this.show();
    }

    look(moves, at) {
        this.preview = { moves, at };
        return this.show();
    }

    get previewed() { return this.preview ? this.preview.moves.slice(0, this.preview.at) : []; }
    get position() { return this.tree.positionOf(this.tree.current, this.previewed); }
    get isUpToDate() { return this.shown !== null && this.shownAt === this.position; }
    get lastMove() { return this.previewed.at(-1) ?? this.tree.current.move; }
    get isOver() { return this.shown.isOver || this.hasResigned; }

    // A resignation stands at the end of the line.
    get hasResigned() {
        return this.tree.resigned !== null && !this.preview && this.tree.current.children.length === 0;
    }

    get winner() {
        if (this.hasResigned) return this.tree.resigned === 'x' ? 'o' : 'x';
        return { p1win: 'x', p2win: 'o' }[this.shown.result] ?? null;
    }

    async show() {
        const signal = this.showing.begin();
        const shown = await this.facts.about(this.position, signal);
        this.lines = await this.facts.lines(shown.shape, signal);
        this.shown = shown;
        this.shownAt = this.position;
        this.draw();
        for (const listener of this.listeners) listener(this);
    }

    // Marks of a feature: see BoardView.show. Null takes them away.
    mark(feature, marks) {
        if (marks) this.marks.set(feature, marks);
        else if (!this.marks.delete(feature)) return;
        if (this.shown) this.draw();
    }

    draw() {
        const last = this.lastMove;
        const merged = { last: last ? this.shown.shape.cellOf(last) ?? null : null, isBlocked: this.shown.isOver };
        for (const marks of this.marks.values()) {
            for (const [name, value] of Object.entries(marks)) merged[name] = [...(merged[name] ?? []), ...value];
        }
        this.view.show(this.shown, merged);
    }

    // Lines that `side` completes on that cell: its threats, to be drawn.
    threatLines(facts, side, cell) {
        return this.lines.through[cell].filter((line) =>
            line.every((other) => other === cell || facts.stones[other] === side));
    }
}
