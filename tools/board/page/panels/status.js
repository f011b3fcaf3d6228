// The lines above the board: whose turn it is or who has won, and what the mode that has the board says. They also tell
// those who do not see the board.

import { announce, byId, otherSide, setHidden, setText, showButtons, sideName } from '../base/dom.js';

export class Status {
    constructor(session, modes, play, players) {
        Object.assign(this, { session, modes, play, players });
        this.announced = '';
    }

    update() {
        const { session, modes } = this;
        const { shown } = session;
        const text = this.text();
        const stone = session.winner ?? (session.isOver ? null : shown.turn);
        byId('status-stone').className = `status-stone${stone ? ` stone-${stone}` : ''}`;
        byId('status').classList.toggle('is-over', session.isOver && modes.is('play'));
        setText('status-text', text);
        setHidden('points', !shown.shape.countsPoints);
        setText('points', `X ${shown.points[0]} : ${shown.points[1]} O`);
        document.title = `${text} – Rowan`;
        this.#showBanner();
        this.#announce(text);
    }

    #showBanner() {
        const { current } = this.modes;
        const { text, buttons } = current.banner();
        const hadFocus = byId('banner').contains(document.activeElement);
        byId('banner').dataset.mode = current.name;
        setText('banner-text', text);
        showButtons(byId('banner-tools'), buttons);
        if (hadFocus && document.activeElement === document.body) byId('banner').focus();
    }

    text() {
        const { session, play, players } = this;
        const { shown, winner } = session;
        if (session.isOver) return this.#result(winner);
        if (!this.modes.is('play')) return `${sideName(shown.turn)} to move`;
        const { result } = session.tree;
        const reason = result && result.result !== '*' && session.tree.current.children.length === 0 && result.reason;
        if (reason) return reason;
        if (play.isThinking) return `${players.nameOf(shown.turn)} is thinking`;
        return players.person === shown.turn ? 'Your move' : `${sideName(shown.turn)} to move`;
    }

    #result(winner) {
        const { session } = this;
        const { shown, tree } = session;
        const person = this.modes.is('play') && !tree.names ? this.players.person : null;
        if (winner && person) return this.#personal(winner === person);
        if (session.hasResigned) return `${sideName(tree.resigned)} resigned, ${sideName(winner)} wins`;
        if (winner) return `${sideName(winner)} wins`;
        return shown.shape.countsPoints ? 'Draw: equal points' : 'Draw: no line can be completed any more';
    }

    #personal(hasWon) {
        const { session } = this;
        if (!hasWon) return session.hasResigned ? 'You resigned' : 'You lost';
        const moves = Math.ceil(session.tree.current.ply / 2);
        return `You won in ${moves} ${moves === 1 ? 'move' : 'moves'}`;
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
