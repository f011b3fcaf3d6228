// What is on the board now: a place in the game, or a line that is only looked at. Everything else listens to it.

class Session {
    constructor(facts, view) {
        this.facts = facts;
        this.view = view;
        this.tree = null;
        this.preview = null;    // { moves, at, owner }: a line from the current node that is not part of the game
        this.shown = null;      // facts of what is on the board
        this.marks = new Map(); // by feature, drawn over each other
        this.listeners = [];
        this.takers = [];       // features that may take a click on a cell before it is a move
        this.lines = [];
    }

    // listener(session): the board shows another position
    listen(listener) { this.listeners.push(listener); }

    // taker(cell): whether it took the click
    takeCells(taker) { this.takers.push(taker); }

    open(tree) {
        this.tree = tree;
        this.preview = null;
        this.marks.clear();
        return this.show();
    }

    goTo(node) {
        this.tree.visit(node);
        this.preview = null;
        return this.show();
    }

    // The engine is asked whether the move is one; an error is thrown if not. Who resigned, went elsewhere or played
    // another move in the meantime has changed his mind.
    async play(move) {
        const { tree } = this;
        const { current, resigned } = tree;
        await this.facts.about(tree.positionOf(current, [move]));
        if (tree !== this.tree || tree.current !== current || tree.resigned !== resigned) throw new Superseded();
        this.tree.resigned = null;
        this.tree.result = null;
        this.tree.visit(this.tree.play(move));
        this.preview = null;
        await this.show();
    }

    // A feature that steps through lines by itself gives its name as the owner.
    look(moves, at = moves.length, owner = null) {
        this.preview = { moves, at, owner };
        return this.show();
    }

    leave() {
        if (!this.preview) return Promise.resolve();
        this.preview = null;
        return this.show();
    }

    get previewed() { return this.preview ? this.preview.moves.slice(0, this.preview.at) : []; }
    get position() { return this.tree.positionOf(this.tree.current, this.previewed); }
    get lastMove() { return this.previewed.at(-1) ?? this.tree.current.move; }
    get isOver() { return this.shown.isOver || this.hasResigned; }

    // A resignation stands at the end of the line.
    get hasResigned() {
        return this.tree.resigned !== null && !this.preview && this.tree.current.children.length === 0;
    }

    async show() {
        const position = this.position;
        const shown = await this.facts.about(position);
        const lines = await this.facts.lines(shown.shape);
        if (position !== this.position) return; // something newer is on its way
        this.shown = shown;
        this.lines = lines;
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
        const merged = { last: last ? this.shown.shape.cellOf(last) : null, isBlocked: this.shown.isOver };
        for (const marks of this.marks.values()) {
            for (const [name, value] of Object.entries(marks)) merged[name] = [...(merged[name] ?? []), ...value];
        }
        this.view.show(this.shown, merged);
    }

    clickCell(cell) {
        if (!this.shown || this.takers.some((taker) => taker(cell))) return;
        if (this.preview || this.isOver || !this.shown.moves.has(cell)) return;
        this.onMove(this.shown.shape.nameOf(cell));
    }

    // Lines that `side` completes on that cell: its threats, to be drawn.
    threatLines(facts, side, cell) {
        return this.lines.filter((line) => line.includes(cell) &&
            line.every((other) => other === cell || facts.stones[other] === side));
    }
}
