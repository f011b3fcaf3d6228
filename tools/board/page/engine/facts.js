// What the engine says about positions. The page knows no rules: all that it shows comes from here.

import { Shape, readStones } from '../base/shape.js';
import { until } from '../base/task.js';

const CACHED_POSITIONS = 4000;

export class Facts {
    constructor(engine) {
        this.engine = engine;
        this.cache = new Map();
        this.linesOf = new Map();
    }

    // `position` is the text behind the word: "fen ... moves ...". Rejects, with the reason, what is no position.
    async about(position, signal) {
        if (this.cache.has(position)) return this.cache.get(position);
        const questions = ['fen', 'game', 'p1turn', 'result', 'moves', 'line', 'score', 'threats'];
        // All at once, so that no other position comes in between.
        const answers = await until(Promise.all([
            this.engine.command(`position ${position}`),
            ...questions.map((question) => this.engine.query(question)),
        ]), signal);
        const facts = this.#gather(Object.fromEntries(questions.map((question, i) => [question, answers[i + 1]])));
        if (this.cache.size >= CACHED_POSITIONS) this.cache.clear();
        this.cache.set(position, facts);
        return facts;
    }

    async ask(position, question, signal) {
        const answers = Promise.all([this.engine.command(`position ${position}`), this.engine.query(question)]);
        return (await until(answers, signal))[1];
    }

    // Every line of the game, as lists of cells, and for each cell those through it.
    async lines(shape, signal) {
        if (!this.linesOf.has(shape.game)) {
            const answer = await this.ask(`fen ${shape.start}`, 'lines', signal);
            const all = answer.split(' | ').map((line) => readCells(shape, line));
            const through = shape.names.map(() => []);
            for (const line of all) for (const cell of line) through[cell].push(line);
            this.linesOf.set(shape.game, { all, through });
        }
        return this.linesOf.get(shape.game);
    }

    #gather(answers) {
        const shape = shapeOf(answers.game);
        const [x, o] = answers.threats.split(' | ').map((part) => new Set(readCells(shape, withoutSide(part))));
        return {
            shape,
            fen: answers.fen,
            stones: readStones(answers.fen),
            turn: answers.p1turn === 'true' ? 'x' : 'o',
            result: answers.result, // none, p1win, p2win, draw
            isOver: answers.result !== 'none',
            moves: new Set(readCells(shape, answers.moves)),
            lines: readCompleted(shape, answers.line),
            points: answers.score.split(' ').map(Number),
            threats: { x, o },
        };
    }
}

const shapes = new Map();

export function shapeOf(game) {
    if (!shapes.has(game)) shapes.set(game, new Shape(game));
    return shapes.get(game);
}

function readCells(shape, text) {
    return text === 'none' || text === '' ? [] : text.split(' ').map((name) => shape.cellOf(name));
}

// "a1 b1 c1 | ...", with "p1" or "p2" before each line where lines are points.
function readCompleted(shape, text) {
    if (text === 'none') return [];
    return text.split(' | ').map((line) => readCells(shape, withoutSide(line)));
}

export const withoutSide = (text) => text.replace(/^p[12] /, '');
