// Puzzles: win by threats. Each threat of the solver gets its only answer at once; a move without a threat, or one that
// gives the win away, is called so.

const PUZZLE_MS = 400;

class Puzzles {
    // hooks: open(tree), begin(), end()
    constructor(session, engine, hooks) {
        this.session = session;
        this.solver = new Solver(engine);
        this.hooks = hooks;
        this.all = [];
        this.chosen = [];
        this.at = 0;
        this.tree = null; // of the puzzle on the board
        this.hints = 0;
        session.takeCells((cell) => this.#takeCell(cell));
        byId('puzzle-game').addEventListener('change', () => this.#fillThreats());
        byId('puzzle-threats').addEventListener('change', () => this.#choose());
        onClick('puzzle-start', () => this.start());
        onClick('puzzle-previous', () => this.#move(-1));
        onClick('puzzle-next', () => this.#move(1));
        onClick('puzzle-hint', () => this.hint().catch(ignoreGone));
        onClick('puzzle-back', () => this.takeBack());
    }

    get isActive() { return this.tree !== null && this.tree === this.session.tree; }

    async load() {
        if (this.all.length) return;
        const text = await puzzlesText();
        this.all = text.split('\n').filter((line) => line && !line.startsWith('#')).map((line) => {
            const [board, threats, ...fen] = line.split(' ');
            return { board, threats: Number(threats), fen: fen.join(' ') };
        });
        const boards = [...new Set(this.all.map(({ board }) => board))].sort(bySize);
        byId('puzzle-game').replaceChildren(...boards.map((board) => new Option(board.replaceAll('x', '×'), board)));
        const here = this.session.tree.shape.board;
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
        byId('puzzle-previous').disabled = this.at === 0;
        byId('puzzle-next').disabled = this.at + 1 >= this.chosen.length;
    }

    #move(by) {
        this.at += by;
        this.#title();
        this.start();
    }

    #say(text) { setText('puzzle-text', text); }

    async start() {
        const puzzle = this.chosen[this.at];
        this.tree = new GameTree(shapeOf(puzzle.board), puzzle.fen);
        this.side = this.tree.firstSide;
        this.hints = 0;
        this.isSolved = false;
        await this.hooks.open(this.tree);
        this.#title(`: ${sideName(this.side)} to play and win by threats`);
        this.#say(`It takes ${puzzle.threats} threats, the last of them two at once. ` +
            'Each move must threaten to complete a line; the answer comes by itself.');
        this.updateButtons();
    }

    updateButtons() {
        byId('puzzle-hint').disabled = !this.isActive || this.isSolved;
        byId('puzzle-back').disabled = !this.isActive || this.tree.current === this.tree.root;
    }

    #takeCell(cell) {
        if (!this.isActive || this.isSolved) return false;
        const { shown } = this.session;
        if (shown.turn === this.side && shown.moves.has(cell)) this.#play(cell).catch(ignoreGone);
        return true;
    }

    async #play(cell) {
        const { session, side } = this;
        this.hints = 0;
        session.mark('puzzle', null);
        await session.play(session.shown.shape.nameOf(cell));
        this.updateButtons();
        const { shown } = session;
        const threats = [...shown.threats[side]];
        if (shown.isOver) {
            this.#solve();
        } else if (shown.threats[otherSide(side)].size > 0) {
            this.#say(`${sideName(otherSide(side))} can complete a line now. Take the move back.`);
        } else if (threats.length === 0) {
            this.#say('This move makes no threat. Take it back and try another.');
        } else {
            await this.#answer(threats);
        }
    }

    // With two threats any answer is as good as the other; with one there is no choice.
    async #answer(threats) {
        const { session } = this;
        const answer = session.shown.shape.nameOf(threats[0]);
        await session.play(answer);
        if (!this.isActive) return;
        this.updateButtons();
        if (session.shown.isOver) {
            this.#say('That completed a line for the other side. Take it back.');
        } else if (threats.length > 1) {
            this.#say(`Two threats at once: ${answer} stops only one. Complete the line.`);
        } else {
            await this.#judge(answer);
        }
    }

    async #judge(answer) {
        const { session } = this;
        const { position } = session;
        const found = await this.solver.solve(position, PUZZLE_MS);
        if (session.position !== position || !this.isActive) return;
        this.#say(`${answer} was the only answer${found.value === 'win' ? '. Go on: it is still won.' :
            ', and now the win is hard to see, or gone. You can take the threat back.'}`);
    }

    #solve() {
        this.isSolved = true;
        this.#say('Solved. Well played!');
        announce('Solved');
        this.updateButtons();
    }

    // Back to where the solver was to move.
    takeBack() {
        let node = this.tree.current.parent;
        while (node?.parent && this.tree.sideToMove(node) !== this.side) node = node.parent;
        if (!node) return;
        this.isSolved = false;
        this.tree.visit(node);
        node.children = []; // what was tried is no part of the puzzle
        this.#say('');
        this.session.mark('puzzle', null);
        this.session.goTo(node).then(() => this.updateButtons()).catch(ignoreGone);
    }

    // The first hint shows the line of the next threat, the second one the cell.
    async hint() {
        const { session, side } = this;
        if (session.shown.turn !== side) return;
        const found = await this.solver.solve(session.position, 4 * PUZZLE_MS);
        if (found.value !== 'win') {
            this.#say('From here Rowan sees no win. Take a move back.');
            return;
        }
        const cell = session.shown.shape.cellOf(found.move);
        const after = await session.facts.about(session.tree.positionOf(session.tree.current, [found.move]));
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
