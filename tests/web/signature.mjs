// The engine in WebAssembly searches exactly as the program does: `bench` counts the same nodes. And it refuses what the
// program refuses. `node signature.mjs WEB_FOLDER PROGRAM`
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

const [folder, program] = process.argv.slice(2);
runInThisContext(`${readFileSync(`${folder}/rowan.js`, 'utf8')}\nglobalThis.WasmEngine = WasmEngine;`);
const module = new WebAssembly.Module(readFileSync(`${folder}/rowan.wasm`));

function answersInWasm(lines) {
    const said = [];
    const engine = new WasmEngine(module, (line) => said.push(line));
    for (const line of lines) engine.line(line);
    return said;
}

function answersOfProgram(lines) {
    return execFileSync(program, { input: lines.map((line) => `${line}\n`).join('') }).toString().trimEnd().split('\n');
}

// Times differ, and the number of threads that may be asked for.
const plain = (lines) => lines.map((line) => line.replace(/ (nps|time|hashfull) \d+/g, '').replace(/\d+ nps$/, '')
    .replace(/(name Threads .* max) \d+/, '$1'));

const conversations = {
    'counts the same nodes': ['bench'],
    'answers the same': ['ugi', 'isready', 'setoption name Game value 5x5', 'go nodes 2000', 'wait', 'query moves', 'd'],
    'refuses the same': ['position startpos moves a9a', 'x'.repeat(65535), 'x'.repeat(70000), 'a\u0001b', 'go depth 3 foo'],
};

let failed = 0;
for (const [promise, lines] of Object.entries(conversations)) {
    const inWasm = plain(answersInWasm(lines));
    const ofProgram = plain(answersOfProgram(lines));
    const different = inWasm.findIndex((line, i) => line !== ofProgram[i]);
    const isSame = inWasm.length === ofProgram.length && different < 0;
    console.log(`${isSame ? 'ok' : 'FAILED'}: the engine in WebAssembly ${promise}`);
    if (!isSame) console.log(`  ${inWasm[different]}\n  ${ofProgram[different]}`);
    failed += isSame ? 0 : 1;
}
console.log(`${Object.keys(conversations).length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
