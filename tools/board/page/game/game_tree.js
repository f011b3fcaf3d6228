// A game with its variations: a tree of moves, and the place in it that is shown.

import { otherSide } from '../base/dom.js';

class GameNode {
    constructor(parent, move) {
        this.parent = parent;
        this.move = move; // "b3c"; null at the root
        this.ply = parent ? parent.ply + 1 : 0;
        this.children = []; // the first one is the main line
        this.value = null;  // for X, when something has looked
        this.fault = '';    // "?" or "??", from a review
        this.note = '';     // what the record said about the move
    }

    // The moves from the root to here.
    get path() {
        const moves = [];
        for (let node = this; node.parent; node = node.parent) moves.unshift(node.move);
        return moves;
    }
}

export class GameTree {
    constructor(shape, start = shape.start) {
        this.shape = shape;
        this.start = start;
        this.firstSide = start.split(' ')[1] === 'o' ? 'o' : 'x';
        this.root = new GameNode(null, null);
        this.current = this.root;
        this.resigned = null; // the side that did
        this.names = null;    // { x, o } of a loaded game
        this.result = null;   // as its record says
    }

    // Goes to the move's node, which is new unless the move was played here before.
    play(move) {
        this.current = this.add(this.current, move);
        return this.current;
    }

    add(node, move) {
        let child = node.children.find((other) => other.move === move);
        if (!child) {
            child = new GameNode(node, move);
            node.children.push(child);
        }
        return child;
    }

    // Where one goes on from a node: along the branch that was visited last.
    next(node = this.current) {
        return node.children.includes(node.recent) ? node.recent : node.children[0];
    }

    has(node) {
        let root = node;
        while (root.parent) root = root.parent;
        return root === this.root;
    }

    visit(node) {
        this.current = node;
        for (let at = node; at.parent; at = at.parent) at.parent.recent = at;
    }

    // The line that the current node belongs to: back to the root and on to its end.
    get line() {
        const nodes = [];
        for (let node = this.current; node; node = node.parent) nodes.unshift(node);
        for (let node = this.next(); node; node = this.next(node)) nodes.push(node);
        return nodes;
    }

    sideToMove(node = this.current) { return node.ply % 2 ? otherSide(this.firstSide) : this.firstSide; }

    // Removes the current move and all that follows it.
    cut() {
        const { parent } = this.current;
        if (!parent) return;
        parent.children = parent.children.filter((child) => child !== this.current);
        this.current = parent;
    }

    positionOf(node = this.current, more = []) {
        const moves = [...node.path, ...more];
        return `fen ${this.start}${moves.length ? ` moves ${moves.join(' ')}` : ''}`;
    }
}
