// The engine inside the page: what socket.js is for the server. `rowan-wasm`, `rowan-worker` and `puzzles-text` are
// elements of the page that hold the engine, its worker and the puzzles.

const GREETING = ['game 4x4x4', 'follow no', 'engine 0 rowan', 'started'];

function bytesOfBase64(text) {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

export class EngineSocket {
    // hooks: engine(line), server(line), lost()
    constructor(number, hooks) {
        this.number = number;
        this.hooks = hooks;
        this.open();
    }

    open() {
        const script = document.getElementById('rowan-worker').textContent;
        const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
        this.worker = new Worker(address);
        this.worker.onmessage = ({ data }) => this.hooks.engine(data);
        this.worker.onerror = () => this.hooks.server('ended the engine failed');
        this.worker.postMessage({ wasm: bytesOfBase64(document.getElementById('rowan-wasm').textContent), script });
        // What the server says first, once whoever made this object has it.
        setTimeout(() => { for (const line of GREETING) this.hooks.server(line); });
    }

    get isOpen() { return this.worker !== null; }

    send(line) {
        if (line !== 'start') {
            this.worker.postMessage(line);
            return;
        }
        this.worker.terminate();
        this.open();
    }
}

export async function puzzlesText() {
    return document.getElementById('puzzles-text').textContent.trimStart();
}
