// The two engines behind rowan.js, with workers that only note what they are told: who is asked what, and exactly one best
// move for each `go`. `node host.mjs WEB_FOLDER`
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

runInThisContext(`${readFileSync(`${process.argv[2]}/rowan.js`, 'utf8')}\nglobalThis.RowanHost = RowanHost;`);

// A host with its workers in the order in which they were made, and what the host heard.
function begin() {
    const workers = [];
    const heard = [];
    const host = new RowanHost((say) => {
        const worker = { told: [], muted: [], hasEnded: false, say };
        worker.send = (line, isMuted = false) => (isMuted ? worker.muted : worker.told).push(line);
        worker.end = () => { worker.hasEnded = true; };
        workers.push(worker);
        return worker;
    }, (line) => heard.push(line));
    return { host, workers, heard };
}

const tests = {
    'both engines know options and position': () => {
        const { host, workers: [front, spare] } = begin();
        host.send('setoption name Game value 5x5');
        host.send('position startpos moves a1');
        assert.deepEqual(front.told, ['setoption name Game value 5x5', 'position startpos moves a1']);
        assert.deepEqual(spare.muted, front.told);
    },
    'stop answers with the best move so far, and the spare takes over': () => {
        const { host, workers, heard } = begin();
        host.send('position startpos moves a1a');
        host.send('go infinite');
        workers[0].say('info depth 3 score cp 5 pv b2b c3c');
        workers[0].say('info depth 3 multipv 2 score cp 4 pv d4d');
        host.send('stop');
        assert.equal(heard.at(-1), 'bestmove b2b');
        assert.ok(workers[0].hasEnded);
        host.send('go depth 1');
        assert.equal(workers[1].told.at(-1), 'go depth 1');
        assert.deepEqual(workers[2].muted, ['position startpos moves a1a']);
    },
    'a search that is stopped before its first line still has one best move': () => {
        const { host, workers, heard } = begin();
        host.send('go infinite searchmoves a1a');
        host.send('stop');
        assert.equal(workers[1].told.at(-1), 'go nodes 1 searchmoves a1a');
        workers[1].say('bestmove a1a');
        assert.deepEqual(heard, ['bestmove a1a']);
    },
    'position and go may follow stop at once': () => {
        const { host, workers, heard } = begin();
        for (const line of ['go infinite', 'stop', 'position startpos moves a1a', 'go depth 2', 'isready']) host.send(line);
        assert.deepEqual(workers[1].told, ['go nodes 1']);
        workers[1].say('bestmove d4d');
        assert.deepEqual(workers[1].told, ['go nodes 1', 'position startpos moves a1a', 'go depth 2']);
        workers[1].say('bestmove b2b');
        assert.deepEqual(heard, ['bestmove d4d', 'readyok', 'bestmove b2b']);
    },
    'wait holds back what follows, unless the search has no end': () => {
        const { host, workers, heard } = begin();
        for (const line of ['go depth 9', 'wait', 'position startpos']) host.send(line);
        assert.deepEqual(workers[0].told, ['go depth 9']);
        workers[0].say('bestmove a1a');
        assert.deepEqual(workers[0].told, ['go depth 9', 'position startpos']);
        for (const line of ['go infinite', 'wait']) host.send(line);
        assert.equal(heard.at(-1), 'info string error wait: this search does not end by itself');
    },
    'of a long session only the late positions are kept, and all options': () => {
        const { host, workers } = begin();
        host.send('setoption name Game value 5x5');
        for (let i = 0; i < 5000; i++) host.send(`position startpos moves a${i}`);
        for (const line of ['go infinite', 'stop']) host.send(line);
        assert.ok(workers[2].muted.length <= 1000);
        assert.equal(workers[2].muted[0], 'setoption name Game value 5x5');
        assert.equal(workers[2].muted.at(-1), 'position startpos moves a4999');
    },
    'an engine that was ended is not heard any more': () => {
        const { host, workers, heard } = begin();
        host.send('go movetime 1000');
        workers[0].say('info depth 1 score cp 0 pv a1a');
        host.send('stop');
        workers[0].say('bestmove d4d');
        assert.deepEqual(heard.filter((line) => line.startsWith('bestmove')), ['bestmove a1a']);
    },
    'during a search the spare answers questions, and nothing is changed': () => {
        const { host, workers, heard } = begin();
        host.send('go movetime 1000');
        host.send('query moves');
        host.send('isready');
        host.send('position startpos');
        host.send('go depth 1');
        assert.deepEqual(workers[1].told, ['query moves']);
        assert.deepEqual(heard, ['readyok', 'info string error position: not during a search',
            'info string error go: not during a search']);
        workers[0].say('bestmove a1a');
        host.send('position startpos');
        assert.equal(workers[0].told.at(-1), 'position startpos');
    },
    'ponderhit starts the clock': () => {
        const { host, workers, heard } = begin();
        host.send('ponderhit');
        assert.equal(workers[0].told.at(-1), 'ponderhit');
        host.send('go ponder p1time 1000 p2time 1000');
        host.send('ponderhit');
        assert.equal(workers[1].told.at(-1), 'go p1time 1000 p2time 1000');
        workers[1].say('bestmove a1a');
        assert.deepEqual(heard, ['bestmove a1a']);
    },
    'the next spare is told every position, as a refused one changes nothing': () => {
        const { host, workers } = begin();
        const lines = ['position startpos', 'moves a1a', 'position fen rubbish'];
        for (const line of [...lines, 'go infinite', 'stop']) host.send(line);
        assert.deepEqual(workers[2].muted, lines);
    },
    'what stands before a command is skipped, as the engine does': () => {
        const { host, workers, heard } = begin();
        host.send('please go infinite');
        workers[0].say('info depth 1 score cp 0 pv a1a');
        host.send('please stop');
        assert.equal(heard.at(-1), 'bestmove a1a');
    },
    'quit ends both': () => {
        const { host, workers } = begin();
        host.send('quit');
        assert.ok(workers.every((worker) => worker.hasEnded));
    },
};

let failed = 0;
for (const [promise, test] of Object.entries(tests)) {
    try {
        test();
    } catch (error) {
        failed++;
        console.log(`FAILED: ${promise}\n${error.message}`);
    }
}
console.log(`${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
