// The panel "Proof", and the mode in which it explains: it finds the proven value of what is on the board, and hands it
// to the explanation that fits.

import { announce, byId, make, onClick, otherSide, scrollWithin, setHidden, setPressed, setText, sideName } from '../base/dom.js';
import { Task } from '../base/task.js';
import { ignoreGone, ignoreGoneOrSay } from '../engine/engine.js';
import { valueForX, verdictText } from '../engine/info.js';
import { findTurningPoint } from '../game/turning_point.js';
import { DrawExplanation } from './draw_explanation.js';
import { WinExplanation } from './win_explanation.js';

export class Proof {
    name = 'explain';

    // hooks: leave(), line(moves): a line to look at, goTo(node), changed(),
    // note(text, marks): about the position that is shown
    constructor(session, modes, solver, hooks) {
        Object.assign(this, { session, modes, solver, hooks });
        this.explanation = null;
        this.task = new Task();
        onClick('proof', () => this.explain());
        onClick('proof-back', () => this.step(-1));
        onClick('proof-next', () => this.step(1));
        for (const side of ['x', 'o']) onClick(`proof-side-${side}`, () => this.#choose(side));
    }

    get limitMs() { return Number(byId('proof-time').value); }
    get #isWin() { return this.explanation instanceof WinExplanation; }

    // The button says what it answers.
    update() {
        const { session } = this;
        const { proven } = session.tree.current.value ?? {};
        const isOver = session.isOver && !this.modes.is('explain');
        if (isOver) setText('proof', session.winner ? `Why did ${sideName(session.winner)} win?` : 'Why was this a draw?');
        else if (proven === undefined || proven === null) setText('proof', 'Who wins with best play?');
        else setText('proof', proven === 0 ? 'Why is this a draw?' : `Why does ${sideName(proven > 0 ? 'x' : 'o')} win?`);
    }

    explain() { this.#run((signal) => (this.session.isOver ? this.#explainEnding(signal) : this.#explain(signal))); }

    // Only goes there.
    showTurningPoint() { this.#run((signal) => this.#goToTurningPoint(signal)); }

    #run(work) {
        if (this.modes.is('explain')) this.hooks.leave();
        this.modes.enter(this);
        this.task.run(work).catch((error) => ignoreGoneOrSay(error, (text) => this.#giveUp('', text)));
    }

    async #explain(signal) {
        const { session } = this;
        const { shown, tree } = session;
        this.#say('Looking for a proof …');
        const found = await this.solver.solve(session.position, this.limitMs, signal);
        if (found.score || found.value) tree.current.value = valueForX(found.score, found.value, shown.turn);
        if (!found.value) this.#giveUp('Not proven', this.#estimate(found));
        else if (shown.shape.countsPoints) this.#showPoints(found);
        else await this.#begin(found, signal);
    }

    #estimate({ score }) {
        const seen = score ? `${verdictText(valueForX(score, null, this.session.shown.turn))}, as far as Rowan sees. ` : '';
        return `${seen}Give it more time, or play on.`;
    }

    // Nothing to explain: the board goes back, the words stay.
    #giveUp(verdict, text) {
        this.hooks.leave();
        this.#say(verdict, text);
    }

    #showPoints(found) {
        const verdict = verdictText(valueForX(found.score, found.value, this.session.shown.turn));
        this.hooks.line(found.pv);
        this.#say(verdict, 'Where lines are points, the engine counts the ways to play on. This is its line.');
    }

    async #begin(found, signal) {
        const { session } = this;
        const { turn } = session.shown;
        if (found.value === 'draw') {
            this.explanation = await DrawExplanation.of(session, this.solver, signal);
            this.explanation.show();
        } else {
            const winner = found.value === 'win' ? turn : otherSide(turn);
            const explanation = new WinExplanation(session, this.solver, winner, found, this.limitMs);
            await explanation.begin(signal);
            this.explanation = explanation;
            await explanation.show(explanation.at);
        }
        this.#draw();
    }

    #findTurningPoint(signal) {
        const { tree, winner } = this.session;
        const nodes = tree.line.slice(0, tree.current.ply + 1);
        const ending = winner ? (winner === 'x' ? 1 : -1) : 0;
        const progress = (done, all) => {
            this.#say(`Looking back: ${done} of ${all} moves …`);
            this.hooks.changed();
        };
        return findTurningPoint({ tree, nodes, ending, solver: this.solver, progress }, signal);
    }

    // After the end: the last moment at which the value changed, explained there.
    async #explainEnding(signal) {
        const { tree, winner } = this.session;
        const turn = await this.#findTurningPoint(signal);
        if (!turn && !winner) {
            this.#giveUp('A draw', 'No move threw a win away, as far as Rowan sees.');
            return;
        }
        await this.hooks.goTo(turn?.after ?? tree.root);
        this.prologue = turn ? `${turnText(tree, turn)} ` : 'So it was from the start. ';
        await this.#explain(signal);
    }

    async #goToTurningPoint(signal) {
        const { tree } = this.session;
        const turn = await this.#findTurningPoint(signal);
        if (!turn) {
            this.#giveUp('It never turned', 'The value of the game was the same from the start.');
            return;
        }
        turn.after.fault = turn.isCertain ? '??' : '?';
        await this.hooks.goTo(turn.before);
        this.#giveUp('The moment it turned', turnText(tree, turn));
        const { shape } = tree;
        this.hooks.note(turnText(tree, turn), {
            answers: [shape.cellOf(turn.after.move)],
            ghosts: [{ cell: shape.cellOf(turn.better), side: tree.sideToMove(turn.before) }],
        });
    }

    #say(verdict, text = '') {
        setText('proof-verdict', verdict);
        setText('proof-text', text);
    }

    #draw() {
        const { explanation } = this;
        this.#say(explanation.verdict, (this.prologue ?? '') + explanation.text);
        setHidden('proof-steps-tools', !this.#isWin);
        setHidden('proof-sides', this.#isWin || !explanation.hasChoice);
        if (this.#isWin) {
            byId('proof-back').disabled = explanation.at <= explanation.first;
            byId('proof-next').disabled = explanation.at + 1 >= explanation.steps.length;
            this.#drawSteps();
        } else {
            setPressed('proof-side-x', explanation.side === 'x');
            setPressed('proof-side-o', explanation.side === 'o');
        }
        this.hooks.changed();
    }

    #drawSteps() {
        const { steps, at } = this.explanation;
        byId('proof-steps').replaceChildren(...steps.map((step, i) => {
            const button = make('button', { type: 'button' }, make('strong', {}, step.move), ` ${step.text}`);
            if (step.also) button.append(make('span', { className: 'also' }, step.also));
            if (i === at) button.setAttribute('aria-current', 'true');
            button.addEventListener('click', () => this.#show(i));
            return make('li', {}, button);
        }));
        scrollWithin(byId('proof-steps'), byId('proof-steps').children[at]);
    }

    step(by) {
        if (this.#isWin) this.#show(this.explanation.at + by);
    }

    async #show(at) {
        const { explanation } = this;
        await explanation.show(at).catch(ignoreGone);
        if (this.explanation !== explanation) return;
        this.#draw();
        const step = explanation.steps[explanation.at];
        if (step) announce(`${step.move} ${step.text}`);
    }

    #choose(side) {
        this.explanation.choose(side);
        this.#draw();
    }

    point(cell) { this.explanation?.point?.(cell); }

    // What one touches is answered.
    click(cell) {
        const { explanation } = this;
        if (!explanation) return;
        const work = async (signal) => {
            if (this.#isWin) setText('proof-text', 'Looking for the win …');
            const text = await explanation.touch(cell, signal);
            this.#draw();
            if (text) setText('proof-text', text);
        };
        this.task.run(work).catch((error) => ignoreGoneOrSay(error, (text) => setText('proof-text', text)));
    }

    banner() {
        const { explanation } = this;
        const leave = { id: 'mode-leave', label: 'Leave', action: () => this.hooks.leave() };
        if (!explanation) return { text: 'Rowan looks for a proof …', buttons: [leave] };
        if (!this.#isWin) return { text: 'Why it is a draw: point at a cell to see its answer.', buttons: [leave] };
        const { at, first, steps } = explanation;
        const place = at < 0 ? '' : `step ${at + 1} of ${steps.length}`;
        const invitation = at < 0 || steps[at].isQuiet ? 'touch a cell to try an answer.' : '';
        const text = `Why ${explanation.verdict}: ${[place, invitation].filter(Boolean).join('; ')}`;
        return {
            text,
            buttons: [
                { id: 'mode-back', label: '‹', title: 'One step back', action: () => this.step(-1), isDisabled: at <= first },
                { id: 'mode-next', label: '›', title: 'One step on', action: () => this.step(1), isDisabled: at + 1 >= steps.length },
                leave,
            ],
        };
    }

    end() {
        this.task.end();
        this.explanation = null;
        this.prologue = '';
        this.session.preview = null;
        this.session.mark('proof', null);
        this.session.view.ghosts([]);
        this.#say('');
        byId('proof-steps').replaceChildren();
        for (const id of ['proof-steps-tools', 'proof-sides']) setHidden(id, true);
    }
}

const turnText = (tree, { before, after, better }) =>
    `Here it turned: ${sideName(tree.sideToMove(before))} played ${after.move}, and ${better} was better.`;
