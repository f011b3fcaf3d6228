// The engine as its host sees it: UGI lines both ways, at any time, also while it searches.
//
// In WebAssembly nothing can interrupt a search. So there are two workers that know the same options and the same
// position. One searches; the other, the spare, answers questions meanwhile. `stop` ends the worker that searches, the
// best move so far is its answer, the spare takes its place and a new one is made ready. What the table knew is lost
// then: a search in short slices would keep it, but needed fifteen times the nodes to the same depth.

const WHILE_SEARCHING = ['ugi', 'uci', 'query', 'd', 'eval', 'help', 'debug', 'register'];
const KEPT = ['ugi', 'uci', 'setoption', 'position', 'moves'];

const COMMANDS = [...WHILE_SEARCHING, ...KEPT, 'isready', 'go', 'stop', 'ponderhit', 'quit', 'uginewgame', 'wait', 'bench'];

class RowanHost {
    // newWorker(say): a worker, { send(line, isMuted), end() }; of a line that is muted the answers are for nobody.
    // say(line): what the host hears
    constructor(newWorker, say) {
        this.newWorker = newWorker;
        this.say = say;
        this.state = []; // lines that a new worker must be told
        this.search = null;
        this.front = this.#makeWorker();
        this.spare = this.#makeWorker();
    }

    send(text) {
        const word = commandOf(text);
        if (word === 'quit') this.end();
        else if (this.search === null) this.#sendIdle(word, text);
        else if (word === 'stop') this.#replace();
        else if (word === 'ponderhit') this.#ponderHit();
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
        // All of them, in their order: whether one was refused, so that the one before it counts, only the engine knows.
        this.state.push(text);
        this.spare.send(text, true);
    }

    #hear(worker, line) {
        if (worker !== this.front && worker !== this.spare) return;
        this.say(line);
        if (worker !== this.front || this.search === null) return;
        const move = /^info .* pv (\S+)/.exec(line)?.[1];
        if (move !== undefined && !/ multipv (?!1 )/.test(line)) this.search.best = move;
        if (line.startsWith('bestmove ')) this.search = null;
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

// The first word that is a command; what stands before it is skipped, as the engine does.
function commandOf(text) {
    const words = text.trim().split(/\s+/);
    return words.find((word) => COMMANDS.includes(word)) ?? words[0];
}
