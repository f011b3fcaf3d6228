// The game of each tab, kept in the browser: what a reload or a way back would lose. A tab has a number of its own, which
// it keeps over a reload; games of tabs that were closed long ago make room for new ones.

import { shapeOf } from '../engine/facts.js';
import { GameTree } from './game_tree.js';

const VERSION = 1;
const PREFIX = 'rowan-game-';
const LARGEST = 100000; // characters of one game; a larger tree is kept without its variations
const GAMES_KEPT = 10;

// Storage may be switched off or full: then nothing is kept, and nothing breaks.
function attempt(action) {
    try {
        return action();
    } catch {
        return null;
    }
}

export class Storage {
    // A tab that was duplicated has the number of the other: whoever comes second takes a new one, with the same game.
    async open() {
        const before = attempt(() => sessionStorage.getItem('rowan-tab'));
        this.saved = before && read(PREFIX + before);
        const isMine = before !== null && await claim(before);
        this.tab = isMine ? before : String(Math.random()).slice(2);
        if (!isMine) claim(this.tab);
        attempt(() => sessionStorage.setItem('rowan-tab', this.tab));
    }

    save(tree, more) {
        const keep = (nodes) => JSON.stringify({ version: VERSION, time: Date.now(), ...writeTree(tree, nodes), ...more });
        const whole = keep(allNodes(tree.root));
        const text = whole.length <= LARGEST ? whole : keep(tree.line);
        attempt(() => {
            localStorage.setItem(PREFIX + this.tab, text);
            this.#makeRoom();
        });
    }

    #makeRoom() {
        const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
        if (keys.length <= GAMES_KEPT) return;
        const timeOf = (key) => read(key)?.time ?? 0;
        const oldest = keys.filter((key) => key !== PREFIX + this.tab).sort((a, b) => timeOf(a) - timeOf(b));
        for (const key of oldest.slice(0, keys.length - GAMES_KEPT)) localStorage.removeItem(key);
    }
}

// True while no other tab has this number.
function claim(tab) {
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise((resolve) => {
        navigator.locks.request(`rowan-tab-${tab}`, { ifAvailable: true }, (lock) => {
            resolve(lock !== null);
            return lock ? new Promise(() => {}) : null; // held until the page is gone
        }).catch(() => resolve(true));
    });
}

function read(key) {
    const saved = attempt(() => JSON.parse(localStorage.getItem(key)));
    return saved?.version === VERSION ? saved : null;
}

function allNodes(root) {
    const nodes = [root];
    for (const node of nodes) nodes.push(...node.children);
    return nodes;
}

// Nodes as [move, number of the parent, fault], parents first.
function writeTree(tree, nodes) {
    const numbers = new Map(nodes.map((node, i) => [node, i]));
    return {
        game: tree.shape.game, start: tree.start, resigned: tree.resigned, names: tree.names, result: tree.result,
        nodes: nodes.slice(1).map((node) => [node.move, numbers.get(node.parent), node.fault]),
        current: numbers.get(tree.current), end: numbers.get(tree.line.at(-1)),
    };
}

// What was kept may be damaged: an error is thrown then.
export function readTree({ game, start, resigned, names, result, nodes, current, end }) {
    const tree = new GameTree(shapeOf(game), start);
    const made = [tree.root];
    for (const [move, parent, fault] of nodes) {
        const node = tree.add(made[parent], String(move));
        node.fault = String(fault);
        made.push(node);
    }
    Object.assign(tree, { resigned, names, result });
    if (made[end]) tree.visit(made[end]); // so that going on follows the line that was shown
    tree.visit(made[current]);
    return tree;
}
