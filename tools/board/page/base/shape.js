// How games, cells and positions are written: sections 3 to 5 of PROTOCOL.md. What is legal, the engine says.

const GAME_NAME = /^\d+(x\d+){1,3}(:[a-z]+\d*)?$/;
const CELLS_MAX = 1024;

export class Shape {
    constructor(game) {
        if (!GAME_NAME.test(game)) throw new Error(`'${game}' is not a game such as 4x4x4 or 3x3x3:score10`);
        const [board, rule = 'line'] = game.split(':');
        const edges = board.split('x');
        this.game = game;
        this.board = board;
        this.rule = rule;
        this.n = Number(edges[0]);
        this.d = edges.length;
        this.cells = this.n ** this.d;
        if (this.cells > CELLS_MAX) throw new Error(`there is no board ${board}`); // it would fill the memory
        this.layers = this.d < 3 ? 1 : this.n ** (this.d - 2);
        this.names = Array.from({ length: this.cells }, (_, cell) => this.#write(cell));
        this.numbers = new Map(this.names.map((name, cell) => [name, cell]));
    }

    get countsPoints() { return this.rule !== 'line'; }

    coordinates(cell) {
        const at = [];
        for (let axis = 0, rest = cell; axis < this.d; axis++, rest = Math.floor(rest / this.n)) at.push(rest % this.n);
        return at;
    }

    cellAt(coordinates) {
        return coordinates.reduceRight((cell, at) => cell * this.n + at, 0);
    }

    // Letters and numbers take turns: x a letter, y a number, z a letter, w a number.
    #write(cell) {
        const write = (at, axis) => (axis % 2 ? String(at + 1) : String.fromCharCode(97 + at));
        return this.coordinates(cell).map(write).join('');
    }

    nameOf(cell) { return this.names[cell]; }
    cellOf(name) { return this.numbers.get(name); }

    layerOf(cell) { return Math.floor(cell / (this.n * this.n)); }

    layerName(layer) {
        if (this.d < 3) return '';
        return this.nameOf(layer * this.n * this.n).replace(/^a1/, '');
    }

    // The empty board as a position.
    get start() {
        const row = String(this.n);
        const square = Array(this.n).fill(row).join('/');
        const cube = this.d < 3 ? square : Array(this.n).fill(square).join('//');
        const cells = this.d < 4 ? cube : Array(this.n).fill(cube).join('///');
        return `${cells} x ${this.rule}`;
    }
}

// The stones of a position, cell by cell: 'x', 'o' or ''.
export function readStones(fen) {
    const stones = [];
    for (const piece of fen.split(' ')[0].match(/\d+|[xo]/g) ?? []) {
        if (piece === 'x' || piece === 'o') stones.push(piece);
        else for (let i = 0; i < Number(piece); i++) stones.push('');
    }
    return stones;
}

export const BOARDS = {
    Squares: Array.from({ length: 13 }, (_, i) => `${i + 3}x${i + 3}`),
    Cubes: Array.from({ length: 6 }, (_, i) => Array(3).fill(i + 3).join('x')),
    'Four dimensions': ['3x3x3x3', '4x4x4x4'],
};
