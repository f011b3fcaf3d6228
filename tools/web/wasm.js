// The engine in WebAssembly: lines in, lines out, one call at a time. The system that the C library expects (WASI) is a
// clock, a place to write and nothing else: no files, no arguments, no environment.

const WASI_OK = 0;
const WASI_BAD_DESCRIPTOR = 8;
const WASI_NOT_SUPPORTED = 58;

class WasmEngine {
    // module: a WebAssembly.Module; onLine(text): what the engine says
    constructor(module, onLine) {
        this.onLine = onLine;
        this.pending = '';
        this.decoder = new TextDecoder();
        this.encoder = new TextEncoder();
        const imports = {};
        for (const { name } of WebAssembly.Module.imports(module)) {
            imports[name] = this[name]?.bind(this) ?? (() => WASI_NOT_SUPPORTED);
        }
        this.exports = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports }).exports;
        this.exports._initialize();
        if (!this.exports.rowan_open()) throw new Error('not enough memory');
    }

    // Obeys a line; a search ends before this returns. False after quit.
    line(text) {
        const bytes = this.encoder.encode(text);
        const size = this.exports.rowan_buffer_size() - 1;
        // What does not fit is refused by the engine, which sees a line that fills its buffer.
        const shown = bytes.length > size ? bytes.subarray(0, size) : bytes;
        const at = this.exports.rowan_buffer();
        const memory = new Uint8Array(this.exports.memory.buffer, at, size + 1);
        memory.set(shown);
        memory[shown.length] = 0;
        return this.exports.rowan_line() !== 0;
    }

    get memory() { return new DataView(this.exports.memory.buffer); }

    fd_write(descriptor, parts, count, writtenAt) {
        let written = 0;
        for (let i = 0; i < count; i++) {
            const at = this.memory.getUint32(parts + 8 * i, true);
            const length = this.memory.getUint32(parts + 8 * i + 4, true);
            if (descriptor === 1) this.#hear(new Uint8Array(this.exports.memory.buffer, at, length));
            written += length;
        }
        this.memory.setUint32(writtenAt, written, true);
        return WASI_OK;
    }

    #hear(bytes) {
        this.pending += this.decoder.decode(bytes);
        const lines = this.pending.split('\n');
        this.pending = lines.pop();
        for (const line of lines) this.onLine(line);
    }

    clock_time_get(clock, precision, at) {
        this.memory.setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return WASI_OK;
    }

    fd_prestat_get() { return WASI_BAD_DESCRIPTOR; }

    proc_exit(status) { throw new Error(`the engine has ended with status ${status}`); }
}
