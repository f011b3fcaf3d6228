// A mode: puzzles, to win by threats. Each threat of the solver gets its only answer at once; a move without a threat, or one that
// gives the win away, is called so.

import { announce, byId, onClick, otherSide, setText, sideName } from '../base/dom.js';
import { BOARDS } from '../base/shape.js';
import { Task, until } from '../base/task.js';
import { ignoreGone } from '../engine/engine.js';
import { shapeOf } from '../engine/facts.js';
import { puzzlesText } from '../engine/socket.js';
import { GameTree } from '../game/game_tree.js';

const PUZZLE_MS = 400;

export class Puzzles {
    name = 'puzzle';

    // hooks: open(tree), leave(), changed()
    constructor(session, modes, solver, hooks) {
        Object.assign(this, { session, modes, solver, hooks });
        this.all = [];
        this.chosen = [];
        this.at = 0;
        this.tree = null; // of the puzzle on the board
        this.hints = 0;
        this.task = new Task();
        byId('puzzle-game').addEventListener('change', () => this.#fillThreats());
        byId('puzzle-threats').addEventListener('change', () => this.#choose());
        onClick('puzzle-start', () => this.start());
        onClick('puzzle-previous', () => this.#move(-1));
        onClick('puzzle-next', () => this.#move(1));
        onClick('puzzle-hint', () => this.hint());
        onClick('puzzle-back', () => this.takeBack());
    }

    get isActive() { return this.modes.current === this; }

    async load() {
        if (this.all.length) return;
        const text = await puzzlesText();
        this.all = text.split('\n').filter((line) => line && !line.startsWith('#')).map((line) => {
            const [board, threats, ...fen] = line.split(' ');
            return { board, threats: Number(threats), fen: fen.join(' ') };
        });
        const boards = [...new Set(this.all.map(({ board }) => board))].sort(bySize);
        byId('puzzle-game').replaceChildren(...boards.map((board) => new Option(board.replaceAll('x', '×'), board)));
        const here = this.session.game.shape.board;
        byId('puzzle-game').value = boards.includes(here) ? here : '4x4x4';
        this.#fillThreats();
    }

    #fillThreats() {
        const board = byId('puzzle-game').value;
        const counts = [...new Set(this.all.filter((puzzle) => puzzle.board === board).map(({ threats }) => threats))];
        counts.sort((a, b) => a - b);
        byId('puzzle-threats').replaceChildren(...counts.map((count) => new Option(String(count), String(count))));
        this.#choose();
    }

    #choose() {
        const board = byId('puzzle-game').value;
        const threats = Number(byId('puzzle-threats').value);
        this.chosen = this.all.filter((puzzle) => puzzle.board === board && puzzle.threats === threats);
        this.at = 0;
        this.#title();
    }

    #title(task = '') {
        setText('puzzle-title', `Puzzle ${this.at + 1} of ${this.chosen.length}${task}`);
        byId('puzzle-start').disabled = this.chosen.length === 0;
        byId('puzzle-previous').disabled = this.at === 0;
        byId('puzzle-next').disabled = this.at + 1 >= this.chosen.length;
    }

    #move(by) {
        this.at += by;
        this.#title();
        this.start();
    }

    #say(text) { setText('puzzle-text', text); }

    start() {
        const puzzle = this.chosen[this.at];
        this.tree = new GameTree(shapeOf(puzzle.board), puzzle.fen);
        this.side = this.tree.firstSide;
        this.hints = 0;
        this.isSolved = false;
        this.#title(`: ${sideName(this.side)} to play and win by threats`);
        this.#say(`It takes ${puzzle.threats} threats, the last of them two at once. ` +
            'Each move must threaten to complete a line; the answer comes by itself.');
        this.modes.enter(this);
        this.hooks.open(this.tree);
    }

    updateButtons() {
        byId('puzzle-hint').disabled = !this.isActive || this.isSolved;
        byId('puzzle-back').disabled = !this.isActive || this.tree.current === this.tree.root;
    }

    banner() {
        const next = { id: 'mode-next', label: 'Next puzzle', isPrimary: true, action: () => this.#move(1) };
        const hint = { id: 'mode-hint', label: 'Hint', action: () => this.hint() };
        const leave = { id: 'mode-leave', label: 'Leave', action: () => this.hooks.leave() };
        const isLast = this.at + 1 >= this.chosen.length;
        return {
            text: this.isSolved ? 'Solved. Well played!' : `Puzzle: ${sideName(this.side)} to play and win by threats.`,
            buttons: [...(this.isSolved ? (isLast ? [] : [next]) : [hint]), leave],
        };
    }

    step(by) {
        if (by < 0) this.takeBack();
    }

    end() {
        this.task.end();
        this.session.giveBack();
        this.#say('');
        this.#title();
    }

    click(cell) {
        const { shown } = this.session;
        if (this.isSolved || shown.turn !== this.side || !shown.moves.has(cell)) return;
        this.task.run((signal) => this.#play(cell, signal)).catch(ignoreGone);
    }

    async #play(cell, signal) {
        const { session, side } = this;
        this.hints = 0;
        session.mark('puzzle', null);
        await until(session.play(session.shown.shape.nameOf(cell)), signal);
        const { shown } = session;
        const threats = [...shown.threats[side]];
        if (shown.isOver) {
            this.#solve();
        } else if (shown.threats[otherSide(side)].size > 0) {
            this.#say(`${sideName(otherSide(side))} can complete a line now. Take the move back.`);
        } else if (threats.length === 0) {
            this.#say('This move makes no threat. Take it back and try another.');
        } else {
            await this.#answer(threats, signal);
        }
    }

    // With two threats any answer is as good as the other; with one there is no choice.
    async #answer(threats, signal) {
        const { session } = this;
        const answer = session.shown.shape.nameOf(threats[0]);
        await until(session.play(answer), signal);
        if (session.shown.isOver) {
            this.#say('That completed a line for the other side. Take it back.');
        } else if (threats.length > 1) {
            this.#say(`Two threats at once: ${answer} stops only one. Complete the line.`);
        } else {
            const found = await this.solver.solve(session.position, PUZZLE_MS, signal);
            this.#say(`${answer} was the only answer${found.value === 'win' ? '. Go on: it is still won.' :
                ', and now the win is hard to see, or gone. You can take the threat back.'}`);
        }
    }

    #solve() {
        this.isSolved = true;
        this.#say('Solved. Well played!');
        announce('Solved');
        this.hooks.changed();
    }

    // Back to where the solver was to move.
    takeBack() {
        let node = this.tree.current.parent;
        while (node?.parent && this.tree.sideToMove(node) !== this.side) node = node.parent;
        if (!node) return;
        this.task.end();
        this.isSolved = false;
        this.tree.visit(node);
        node.children = []; // what was tried is no part of the puzzle
        this.#say('');
        this.session.mark('puzzle', null);
        this.session.goTo(node).catch(ignoreGone);
    }

    // The first hint shows the line of the next threat, the second one the cell.
    hint() {
        if (this.session.shown.turn === this.side) this.task.run((signal) => this.#hint(signal)).catch(ignoreGone);
    }

    async #hint(signal) {
        const { session, side } = this;
        const found = await this.solver.solve(session.position, 4 * PUZZLE_MS, signal);
        if (found.value !== 'win') {
            this.#say('From here Rowan sees no win. Take a move back.');
            return;
        }
        const cell = session.shown.shape.cellOf(found.move);
        const after = await session.facts.about(session.tree.positionOf(session.tree.current, [found.move]), signal);
        const threatened = () => [...after.threats[side]].flatMap((at) => session.threatLines(after, side, at));
        const lines = after.isOver ? after.lines : threatened();
        this.hints++;
        session.mark('puzzle', {
            strokes: lines.map((cells) => ({ cells, kind: `of-${side}` })),
            threats: lines.flat().map((at) => ({ cell: at, side })),
            hints: this.hints > 1 ? [cell] : [],
        });
        this.#say(this.hints > 1 ? `${found.move} makes the next threat.` :
            'The next threat is on this line. Another hint shows the cell.');
    }
}

// In the order of the menu of games: by dimension, then by edge.
function bySize(a, b) {
    const order = Object.values(BOARDS).flat();
    return order.indexOf(a) - order.indexOf(b);
}
