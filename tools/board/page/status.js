// The line above the board: whose turn it is, the points, the result. It also tells those who do not see the board.

class Status {
    constructor(session, play) {
        this.session = session;
        this.play = play;
        this.announced = '';
        session.listen(() => this.update());
    }

    update() {
        const { session } = this;
        const { shown } = session;
        const text = this.text();
        const winner = this.winner();
        const stone = winner ?? (session.isOver ? null : shown.turn);
        byId('status-stone').className = `status-stone${stone ? ` stone-${stone}` : ''}`;
        setText('status-text', text);
        setHidden('points', !shown.shape.countsPoints);
        setText('points', `X ${shown.points[0]} : ${shown.points[1]} O`);
        document.title = `${text} – Rowan`;
        this.#updatePreview();
        this.#announce(text);
    }

    winner() {
        const { session } = this;
        if (session.hasResigned) return otherSide(session.tree.resigned);
        return { p1win: 'x', p2win: 'o' }[session.shown.result] ?? null;
    }

    text() {
        const { session, play } = this;
        const { shown } = session;
        const winner = this.winner();
        if (session.hasResigned) return `${sideName(session.tree.resigned)} resigned, ${sideName(winner)} wins`;
        if (winner) return `${sideName(winner)} wins`;
        if (shown.isOver) {
            return shown.shape.countsPoints ? 'Draw: equal points' : 'Draw: no line can be completed any more';
        }
        if (session.preview) return `${sideName(shown.turn)} to move`;
        const { result } = session.tree;
        const fault = result && result.result !== '*' && session.tree.current.children.length === 0 && result.reason;
        if (fault) return fault;
        if (play.isThinking) return `${play.nameOf(shown.turn)} is thinking`;
        return `${sideName(shown.turn)} to move`;
    }

    #updatePreview() {
        const { preview } = this.session;
        setHidden('preview-tools', !preview || preview.owner !== null);
        if (!preview) return;
        setText('preview-text', `${preview.at} of ${preview.moves.length}`);
        byId('preview-back').disabled = preview.at === 0;
        byId('preview-next').disabled = preview.at === preview.moves.length;
    }

    #announce(text) {
        const { session } = this;
        const move = session.lastMove;
        const mover = otherSide(session.shown.turn);
        const sentence = move ? `${sideName(mover)} plays ${move}. ${text}.` : `${text}.`;
        if (sentence !== this.announced) announce(sentence);
        this.announced = sentence;
    }
}
