// The engine as its host sees it: UGI lines both ways, at any time, also while it searches.
//
// In WebAssembly nothing can interrupt a search. So there are two workers that know the same options and the same
// position. One searches; the other, the spare, answers questions meanwhile. `stop` ends the worker that searches, the
// best move so far is its answer, the spare takes its place and a new one is made ready. What the table knew is lost
// then: a search in short slices would keep it, but needed fifteen times the nodes to the same depth.

const WHILE_SEARCHING = ['ugi', 'uci', 'query', 'd', 'eval', 'help', 'debug', 'register'];
const KEPT = ['ugi', 'uci', 'setoption', 'position', 'moves'];
const KEPT_MAX = 1000;

const COMMANDS = [...WHILE_SEARCHING, ...KEPT, 'isready', 'go', 'stop', 'ponderhit', 'quit', 'uginewgame', 'wait', 'bench'];

class RowanHost {
    // newWorker(say): a worker, { send(line, isMuted), end() }; of a line that is muted the answers are for nobody.
    // say(line): what the host hears
    constructor(newWorker, say) {
        this.newWorker = newWorker;
        this.say = say;
        this.state = []; // lines that a new worker must be told
        this.search = null;
        this.waiting = []; // lines behind a `stop` or `wait` whose best move is on its way
        this.front = this.#makeWorker();
        this.spare = this.#makeWorker();
    }

    send(text) {
        const word = commandOf(text);
        if (word === 'quit') this.end();
        else if (this.search === null) this.#sendIdle(word, text);
        else if (this.search.isEnding) this.waiting.push(text);
        else if (word === 'stop') this.#replace();
        else if (word === 'ponderhit') this.#ponderHit();
        else if (word === 'wait') this.#wait();
        else if (word === 'isready') this.say('readyok');
        else if (WHILE_SEARCHING.includes(word)) this.spare.send(text);
        else if (word !== '') this.say(`info string error ${word}: not during a search`);
    }

    end() {
        this.front.end();
        this.spare.end();
    }

    #makeWorker() {
        const worker = this.newWorker((line) => this.#hear(worker, line));
        for (const line of this.state) worker.send(line, true);
        return worker;
    }

    #sendIdle(word, text) {
        if (word === 'go') this.search = { go: text, best: null };
        this.front.send(text);
        if (!KEPT.includes(word)) return;
        this.#keep(text);
        this.spare.send(text, true);
    }

    // All of them, in their order: whether one was refused, so that the one before it counts, only the engine knows. Of
    // a long session those positions are dropped that lie hundreds of others back.
    #keep(text) {
        this.state.push(text);
        if (this.state.length <= KEPT_MAX) return;
        const isPosition = (line) => commandOf(line) === 'position';
        const from = this.state.findIndex((line, i) => i >= KEPT_MAX / 2 && isPosition(line));
        if (from < 0) return;
        const old = this.state.slice(0, from).filter((line) => !isPosition(line) && commandOf(line) !== 'moves');
        this.state = [...old, ...this.state.slice(from)];
    }

    // Everything behind it comes after the best move, also `stop`.
    #wait() {
        if (endsByItself(this.search.go)) this.search.isEnding = true;
        else this.say('info string error wait: this search does not end by itself');
    }

    #hear(worker, line) {
        if (worker !== this.front && worker !== this.spare) return;
        this.say(line);
        if (worker !== this.front || this.search === null) return;
        const move = /^info .* pv (\S+)/.exec(line)?.[1];
        if (move !== undefined && !/ multipv (?!1 )/.test(line)) this.search.best = move;
        if (!line.startsWith('bestmove ')) return;
        this.search = null;
        for (const text of this.waiting.splice(0)) this.send(text);
    }

    #swap() {
        this.front.end();
        this.front = this.spare;
        this.spare = this.#makeWorker();
    }

    // Before the first line of a search the answer is what the least search says.
    #replace() {
        const { go, best } = this.search;
        this.#swap();
        if (best !== null) {
            this.search = null;
            this.say(`bestmove ${best}`);
        } else {
            this.search.isEnding = true;
            const moves = /\ssearchmoves\s.*/.exec(go)?.[0] ?? '';
            this.front.send(`go nodes 1${moves}`);
        }
    }

    // The move pondered on was played: the search begins again, and now the clock counts.
    #ponderHit() {
        const { go } = this.search;
        if (!/\sponder(\s|$)/.test(go)) {
            this.say('info string error ponderhit without go ponder');
            return;
        }
        this.#swap();
        this.search = { go: go.replace(/\sponder(?=\s|$)/g, ''), best: null };
        this.front.send(this.search.go);
    }
}

function endsByItself(go) {
    const words = go.split(/\s+/);
    const limits = ['depth', 'nodes', 'movetime', 'p1time', 'p2time', 'wtime', 'btime', 'mate', 'prove', 'perft'];
    return !words.includes('infinite') && !words.includes('ponder') && words.some((word) => limits.includes(word));
}

// The first word that is a command; what stands before it is skipped, as the engine does.
function commandOf(text) {
    const words = text.trim().split(/\s+/);
    return words.find((word) => COMMANDS.includes(word)) ?? words[0];
}
