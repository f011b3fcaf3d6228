// What this file is, when it is started: a worker for a page, which takes and gives UGI lines; or a worker of that
// worker, in which an engine runs. A first message { engine: bytes } makes it the latter. A page may begin with
// { wasm: bytes, script: text }, the engine and this file; else both are where this file came from.
//
// A page that is a file cannot share a compiled module between workers, nor a worker the address of its own script: so
// bytes are passed on, and the address of a script in a page is made anew in the worker.

function runEngine(bytes) {
    let isMuted = false;
    const engine = new WasmEngine(new WebAssembly.Module(bytes), (line) => { if (!isMuted) self.postMessage(line); });
    self.onmessage = ({ data }) => {
        isMuted = data.isMuted;
        engine.line(data.line);
    };
}

function newEngineWorker(address, bytes, say) {
    const worker = new Worker(address);
    worker.onmessage = ({ data }) => say(data);
    worker.onerror = ({ message }) => self.postMessage(`info string error ${message}`);
    worker.postMessage({ engine: bytes });
    return {
        send: (line, isMuted = false) => worker.postMessage({ line, isMuted }),
        end: () => worker.terminate(),
    };
}

class PageWorker {
    constructor() {
        this.early = []; // lines that came before the engine was there
        this.host = null;
    }

    async load({ wasm, script }) {
        const engine = wasm ?? await (await fetch('rowan.wasm')).arrayBuffer();
        const address = script === undefined ? self.location.href : URL.createObjectURL(new Blob([script]));
        this.host = new RowanHost((say) => newEngineWorker(address, engine, say), (line) => self.postMessage(line));
        for (const line of this.early.splice(0)) this.host.send(line);
    }

    line(text) {
        if (this.host === null) this.early.push(text);
        else this.host.send(text);
        if (text.trim() === 'quit') self.close();
    }
}

function runPageWorker() {
    const page = new PageWorker();
    const fail = (error) => self.postMessage(`info string error ${error.message}`);
    let isLoading = false;
    self.onmessage = ({ data }) => {
        if (data.engine) {
            runEngine(data.engine);
            return;
        }
        if (!isLoading) page.load(data).catch(fail);
        isLoading = true;
        if (typeof data === 'string') page.line(data);
    };
}

if (typeof WorkerGlobalScope !== 'undefined' && self instanceof WorkerGlobalScope) runPageWorker();
