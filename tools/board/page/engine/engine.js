// One engine process, as promises: questions and searches. It may crash, hang or be replaced at any time; then every
// promise that waits is rejected with EngineGone, and the page offers to start it again.

import { Aborted, until } from '../base/task.js';
import { EngineSocket } from './socket.js';

export class EngineGone extends Error {}

const ANSWER_MS = 8000; // far more than any answer takes; an engine that is silent for so long hangs

export class Engine {
    // hooks: trouble(engine, text), ready(engine), server(words)
    constructor(number, hooks) {
        this.number = number;
        this.hooks = hooks;
        this.name = '';
        this.levels = [];
        this.options = new Set();
        this.isReady = false;
        this.wanted = new Map(); // options as they shall be
        this.told = new Map();   // and as the process knows them
        this.waiting = [];       // for answers, in order
        this.search = null;
        this.turn = 0;
        this.socket = new EngineSocket(number, {
            engine: (line) => this.#hear(line),
            server: (line) => this.#hearServer(line),
            lost: () => this.#fail('The connection to the board is lost.'),
        });
    }

    start() {
        if (this.socket.isOpen) this.socket.send('start');
        else this.socket.open();
    }

    setOption(name, value) { this.wanted.set(name, String(value)); }

    // Tells a command without an answer; resolves when it was carried out, rejects with what is wrong.
    command(line) {
        this.#tell(line);
        return this.#await('isready', 'readyok');
    }

    query(question) { return this.#await(`query ${question}`, 'response'); }

    // Resolves with the best move. A newer search replaces this one, which is then rejected with Aborted.
    // onInfo(text): true if that is enough, and the search may end; maxMs: when it should have ended by itself
    async think(position, limits, { signal, onInfo = () => false, maxMs = 0 } = {}) {
        const turn = ++this.turn;
        await until(this.halt(), signal);
        if (turn !== this.turn) throw new Aborted('another search came first');
        this.#needReady();
        this.#tellOptions();
        this.#tell(position);
        return until(this.#search(limits, onInfo, maxMs, signal), signal);
    }

    #search(limits, onInfo, maxMs, signal) {
        return new Promise((resolve, reject) => {
            const search = { resolve, reject, onInfo, ended: [] };
            this.search = search;
            this.#tell(`go ${limits}`);
            if (maxMs > 0) search.timer = setTimeout(() => this.#hangs(), maxMs + ANSWER_MS);
            signal?.addEventListener('abort', () => { if (this.search === search) this.halt(); }, { once: true });
        });
    }

    // Ends the search, if there is one, and waits until it has ended.
    async halt() {
        const { search } = this;
        if (search === null) return;
        await new Promise((resolve) => {
            search.ended.push(resolve);
            search.isHalted = true;
            this.#stop(search);
        });
    }

    #stop(search) {
        clearTimeout(search.timer);
        search.timer = setTimeout(() => this.#hangs(), ANSWER_MS);
        this.#tell('stop');
    }

    #needReady() {
        if (!this.isReady) throw new EngineGone('the engine is not running');
    }

    #tell(line) { this.socket.send(line); }

    #tellOptions() {
        for (const [name, value] of this.wanted) {
            if (this.told.get(name) === value || !this.options.has(name)) continue;
            this.#tell(`setoption name ${name} value ${value}`);
            this.told.set(name, value);
        }
    }

    #await(line, word) {
        return new Promise((resolve, reject) => {
            if (!this.isReady) {
                reject(new EngineGone('the engine is not running'));
                return;
            }
            this.waiting.push({ word, resolve, reject, timer: setTimeout(() => this.#hangs(), ANSWER_MS) });
            this.#tell(line);
        });
    }

    #hearServer(line) {
        const [word, ...rest] = line.split(' ');
        if (word === 'started') this.#greet();
        else if (word === 'ended') this.#fail(`The engine has stopped: ${rest.join(' ')}.`);
        else if (word === 'refused') this.#hearError(rest.join(' '));
        else this.hooks.server?.(word, rest);
    }

    #greet() {
        this.isReady = false;
        this.told.clear();
        this.options.clear();
        this.levels = [];
        this.#tell('ugi');
        this.greeting = setTimeout(() => this.#hangs(), ANSWER_MS);
    }

    #hear(line) {
        const space = line.indexOf(' ');
        const word = space < 0 ? line : line.slice(0, space);
        const rest = space < 0 ? '' : line.slice(space + 1);
        if (word === 'id' && rest.startsWith('name ')) this.name = rest.slice(5);
        else if (word === 'option') this.#hearOption(rest);
        else if (word === 'ugiok' && !this.isReady) this.#becomeReady();
        else if (word === 'bestmove') this.#endSearch(rest.split(' ')[0]);
        else if (word === 'info' && rest.startsWith('string error ')) this.#hearError(rest.slice(13));
        else if (word === 'info') this.#hearInfo(rest);
        else if (word === this.waiting[0]?.word) this.#answer(rest);
    }

    #hearInfo(text) {
        const { search } = this;
        if (!search || !search.onInfo(text) || search.isStopped) return;
        search.isStopped = true;
        this.#stop(search);
    }

    #hearOption(text) {
        const name = /^name (.*?) type/.exec(text)?.[1];
        if (name) this.options.add(name);
        if (name === 'Level') this.levels = [...text.matchAll(/ var (\S+)/g)].map((match) => match[1]);
    }

    #becomeReady() {
        clearTimeout(this.greeting);
        this.isReady = true;
        this.#tellOptions();
        this.hooks.ready(this);
    }

    #answer(text) {
        const { resolve, reject, error, timer } = this.waiting.shift();
        clearTimeout(timer);
        if (error) reject(new Error(error));
        else resolve(text);
    }

    // An error of `query` stands for its answer. Any other comes before the `readyok` of a command.
    #hearError(text) {
        const first = this.waiting[0];
        if (first === undefined) return;
        first.error ??= text;
        if (first.word === 'response') this.#answer('');
    }

    #endSearch(move) {
        const search = this.search;
        if (search === null) return;
        this.search = null;
        clearTimeout(search.timer);
        for (const resolve of search.ended) resolve();
        if (search.isHalted) search.reject(new Aborted('the search was ended'));
        else search.resolve(move === '(none)' ? null : move);
    }

    #hangs() { this.#fail('The engine does not answer.'); }

    #fail(text) {
        clearTimeout(this.greeting);
        const { waiting, search } = this;
        this.isReady = false;
        this.waiting = [];
        this.search = null;
        for (const { reject, timer } of waiting) {
            clearTimeout(timer);
            reject(new EngineGone(text));
        }
        if (search) {
            clearTimeout(search.timer);
            for (const resolve of search.ended) resolve();
            search.reject(new EngineGone(text));
        }
        this.hooks.trouble(this, text);
    }
}

// What went wrong with the engine has been said already, and what was called off concerns nobody; what went wrong in the
// page must not be lost.
export function ignoreGone(error) {
    if (!(error instanceof EngineGone) && !(error instanceof Aborted)) throw error;
}

export function ignoreGoneOrSay(error, say) {
    if (!(error instanceof EngineGone) && !(error instanceof Aborted)) say(error.message);
}
