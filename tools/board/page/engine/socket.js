// The server: one WebSocket for each engine process, and the puzzles.

const SOCKET_BASE = `ws://${location.host}${location.pathname}engine/`;

export class EngineSocket {
    // hooks: engine(line), server(line), lost()
    constructor(number, hooks) {
        this.number = number;
        this.hooks = hooks;
        this.open();
    }

    open() {
        const socket = new WebSocket(SOCKET_BASE + this.number);
        this.socket = socket;
        socket.onmessage = ({ data }) => {
            const text = data.slice(2);
            if (data[0] === 'e') this.hooks.engine(text);
            else this.hooks.server(text);
        };
        socket.onclose = () => { if (this.socket === socket) this.hooks.lost(); };
    }

    get isOpen() { return this.socket.readyState === WebSocket.OPEN; }

    send(line) {
        if (this.isOpen) this.socket.send(line);
    }
}

export async function puzzlesText() {
    return (await fetch('puzzles')).text();
}
