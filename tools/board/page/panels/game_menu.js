// The choice of a game: board, rule, target. The engine says whether they go together.

import { byId, make, setHidden } from '../base/dom.js';
import { BOARDS, Shape } from '../base/shape.js';

// onChoice(): somebody chose another game
export function fillGameMenu(onChoice) {
    byId('game-shape').replaceChildren(...Object.entries(BOARDS).map(([label, boards]) =>
        make('optgroup', { label }, ...boards.map((board) => new Option(board.replaceAll('x', '×'), board)))));
    for (const id of ['game-shape', 'game-rule', 'game-target']) {
        byId(id).addEventListener('change', () => {
            showTarget();
            onChoice();
        });
    }
}

function showTarget() {
    const shape = new Shape(byId('game-shape').value);
    const canBeMagic = shape.d === 3 && shape.n % 2 === 1;
    const rule = byId('game-rule');
    rule.querySelector('[value="magic"]').disabled = !canBeMagic;
    if (rule.value === 'magic' && !canBeMagic) rule.value = 'line';
    setHidden('game-target-label', rule.value === 'line');
}

export function chosenGame() {
    const rule = byId('game-rule').value;
    const target = rule === 'line' ? '' : byId('game-target').value;
    return byId('game-shape').value + (rule === 'line' ? '' : `:${rule}${target}`);
}

export function showGame(shape) {
    const [, rule, target] = /^([a-z]+)(\d*)$/.exec(shape.rule);
    byId('game-shape').value = shape.board;
    byId('game-rule').value = rule;
    byId('game-target').value = target;
    showTarget();
}
