// The referee's record format: games with tags in the style of PGN. tools/referee/README.md describes it.

import { sideName } from '../base/dom.js';
import { shapeOf } from '../engine/facts.js';
import { valueForX } from '../engine/info.js';
import { GameTree } from './game_tree.js';

const RECORD_FIRST_LINE = '; Rowan referee, record format 1';
const RECORD_WIDTH = 110;

const unquote = (text) => text.replace(/\\(["\\])/g, '$1');
const quote = (text) => text.replace(/["\\]/g, '\\$&');

// The whole games of a text: [{ tags, moves: [{ move, note }], result }]. `used` is where the last whole one ends, so
// that a record that grows can be read piece by piece.
export function readRecord(text) {
    const games = [];
    const pattern = /((?:^\[[A-Za-z]+ ".*"\]\n)+)\n((?:^(?!\[).*\n)*?)^(1-0|0-1|1\/2-1\/2|\*)\n/gm;
    let used = 0;
    for (let match; (match = pattern.exec(text)); used = pattern.lastIndex) {
        const tags = {};
        for (const [, name, value] of match[1].matchAll(/^\[([A-Za-z]+) "(.*)"\]$/gm)) tags[name] = unquote(value);
        if (tags.Game) games.push({ tags, moves: readRecordMoves(match[2]), result: match[3] });
    }
    return { games, used };
}

function readRecordMoves(text) {
    const moves = [];
    for (const [piece] of text.matchAll(/\{[^}]*\}|[^\s{]+/g)) {
        if (piece[0] === '{') {
            if (moves.length) moves.at(-1).note = piece.slice(1, -1);
        } else if (!/^\d+\.$/.test(piece)) {
            moves.push({ move: piece, note: '' });
        }
    }
    return moves;
}

// "+0.35/6 4023 0.012s": the value, for the side that moved
function readNote(note) {
    const mate = /^([+-])M(\d+)/.exec(note);
    if (mate) return { kind: 'mate', value: Number(mate[1] + mate[2]) };
    const points = /^([+-]\d+\.\d+)\//.exec(note);
    return points ? { kind: 'cp', value: Math.round(Number(points[1]) * 100) } : null;
}

// A tree of one game of a record.
export function treeOfRecord({ tags, moves, result }) {
    const shape = shapeOf(tags.Game);
    const tree = new GameTree(shape, tags.Start ?? shape.start);
    tree.names = { x: tags.X ?? 'X', o: tags.O ?? 'O' };
    tree.result = { result, reason: tags.Reason ?? '' };
    if (tags.Ending === 'resigned') tree.resigned = result === '1-0' ? 'o' : 'x';
    let node = tree.root;
    for (const { move, note } of moves) {
        const side = tree.sideToMove(node);
        node = tree.add(node, move);
        const score = readNote(note);
        node.note = note;
        if (score) node.value = valueForX(score, null, side);
    }
    tree.visit(node);
    return tree;
}

const RESULTS = { p1win: '1-0', p2win: '0-1', draw: '1/2-1/2', none: '*' };

function howItEnded(tree, facts) {
    const { resigned } = tree;
    if (resigned) return [resigned === 'x' ? '0-1' : '1-0', 'resigned', `${sideName(resigned)} resigned`];
    const result = RESULTS[facts.result];
    if (result === '*') return [result, 'unfinished', 'the game is not finished'];
    if (result === '1/2-1/2') return [result, 'draw', 'draw'];
    const winner = result === '1-0' ? 'X' : 'O';
    if (facts.shape.countsPoints) return [result, 'points', `${winner} has more points`];
    return [result, 'line', `${winner} completed a line`];
}

// The line that is shown, as a record of one game; `facts` are about its end.
export function writeRecord(tree, facts, names) {
    const nodes = tree.line.slice(1);
    const [result, ending, reason] = howItEnded(tree, facts);
    const now = new Date().toISOString();
    const tags = {
        Event: '?', Site: '?', Date: now.slice(0, 10).replaceAll('-', '.'), Round: 1, White: names.x, Black: names.o,
        Result: result, Number: 1, X: names.x, O: names.o, Game: tree.shape.game,
        ...(tree.start === tree.shape.start ? {} : { Start: tree.start }),
        OpeningPlies: 0, ControlX: '', ControlO: '', GameStartTime: now.replace(/\.\d+Z/, 'Z'),
        Termination: result === '*' ? 'unterminated' : 'normal', Ending: ending, Reason: reason, Plies: nodes.length,
    };
    const head = Object.entries(tags).map(([name, value]) => `[${name} "${quote(String(value))}"]\n`).join('');
    return `${RECORD_FIRST_LINE}\n\n${head}\n${wrapMoves(nodes)}${result}\n\n`;
}

function wrapMoves(nodes) {
    let text = '';
    let line = '';
    nodes.forEach((node, i) => {
        const piece = (i % 2 ? '' : `${i / 2 + 1}. `) + node.move + (node.note ? ` {${node.note}}` : '');
        if (line && line.length + 1 + piece.length > RECORD_WIDTH) {
            text += `${line}\n`;
            line = piece;
        } else {
            line += (line ? ' ' : '') + piece;
        }
    });
    return line ? `${text}${line}\n` : text;
}
