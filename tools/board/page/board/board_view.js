// The board on the page: a button for each cell, in layers, flat or in space. It shows what it is told.

import { byId, make, setHidden, setPressed, sideName } from '../base/dom.js';
import { Attention } from './attention.js';
import { Camera, plateEdge } from './camera.js';
import { LineOverlay } from './overlay.js';

const LARGEST_CELL = 120;
const SMALLEST_CELL = 24;  // on a desktop: a board that is larger then can be scrolled
const LABELLED_CELL = 23;  // numbers on smaller cells could not be read
const TILTED_CELL = 50;    // nor, in space, the coordinates
const RAISED_CELL = 44;    // and stones on smaller ones are flat
const NARROW_SHARE = 0.64; // of the height of a narrow window: the controls below shall be seen too
const MARGIN = 34;         // around the board in space, with the names of layers
const EASE_MS = 420;

export class BoardView {
    // hooks: play(cell), point(cell or null), prepare(shape): another board comes, and may be shown another way
    constructor(hooks) {
        this.hooks = hooks;
        this.stage = byId('stage');
        this.scene = byId('scene');
        this.camera = new Camera();
        this.attention = new Attention(this);
        this.lines = new LineOverlay(this);
        this.isFlat = true;
        this.cells = [];
        this.focused = 0;
        this.pointed = [];
        this.ghosted = [];
        this.scene.addEventListener('click', (event) => this.#whenCell(event, (cell) => this.hooks.play(cell)));
        this.scene.addEventListener('pointerover', (event) => this.#whenCell(event, (cell) => this.hooks.point(cell)));
        this.stage.addEventListener('pointermove', (event) => {
            if (!this.isTurning && event.pointerType === 'mouse') this.attention.at(...this.fromMiddle(event));
        });
        this.stage.addEventListener('pointerleave', () => {
            this.attention.leave();
            this.hooks.point(null);
        });
        this.scene.addEventListener('focusin', (event) => this.#whenCell(event, (cell) => this.#focusIn(event, cell)));
        new ResizeObserver(() => this.arrange()).observe(this.stage);
    }

    get isInSpace() { return !this.isFlat && this.shape?.d > 2; }

    // Where a pointer is, in pixels from the middle of the stage.
    fromMiddle({ clientX, clientY }) {
        const box = this.stage.getBoundingClientRect();
        return [clientX - box.x - box.width / 2, clientY - box.y - box.height / 2];
    }

    #whenCell(event, action) {
        const button = event.target.closest('.cell');
        if (button && !this.isTurning) action(Number(button.dataset.cell));
    }

    #focusIn(event, cell) {
        this.#rove(cell);
        if (!event.target.matches(':focus-visible')) return;
        this.hooks.point(cell);
        if (this.isInSpace && !this.camera.hasStairs && this.attention.isolated === null) this.attention.attend(this.shape.layerOf(cell));
    }

    // One cell of the board takes part in the order of Tab; the arrows move it.
    #rove(cell) {
        if (this.cells[this.focused]) this.cells[this.focused].tabIndex = -1;
        this.focused = cell;
        this.cells[cell].tabIndex = 0;
    }

    focus(cell) {
        this.#rove(cell);
        this.cells[cell].focus();
    }

    // For somebody whose button has just gone.
    takeFocus() { this.cells[this.focused]?.focus({ focusVisible: false, preventScroll: true }); }

    build(shape) {
        if (this.shape === shape) return;
        const hadFocus = this.scene.contains(document.activeElement);
        this.shape = shape;
        this.hooks.prepare(shape);
        this.strokes = []; // those on the old board may run through cells that the new one has not
        this.lines.strokes = [];
        this.attention.reset();
        this.pointed = [];
        this.ghosted = [];
        this.states = [];
        this.cells = shape.names.map((name, cell) => {
            const button = make('button', { className: 'cell', type: 'button', id: `cell-${name}`, tabIndex: -1 });
            button.dataset.cell = cell;
            if (edgeLabel(shape, cell)) button.dataset.axis = edgeLabel(shape, cell);
            return button;
        });
        this.layers = Array.from({ length: shape.layers }, (_, layer) => this.#makeLayer(layer));
        this.holder = make('div', { className: 'layers' }, ...this.layers);
        this.scene.replaceChildren(this.holder);
        this.#rove(0);
        if (hadFocus) this.takeFocus();
        this.#buildSwitches();
        this.arrange();
    }

    #makeLayer(layer) {
        const { shape } = this;
        const square = shape.n * shape.n;
        const name = shape.layerName(layer);
        const cells = make('div', { className: 'cells' }, ...this.cells.slice(layer * square, (layer + 1) * square));
        cells.style.gridTemplateColumns = `repeat(${shape.n}, var(--size))`;
        const z = layer % shape.n;
        const place = `${z > 0 ? ' is-covered' : ''}${z === shape.n - 1 ? ' is-lowest' : ''}`;
        const plate = make('div', { className: `layer${place}`, role: 'group' }, cells);
        plate.style.setProperty('--depth', (z / Math.max(1, shape.n - 1)).toFixed(2));
        plate.setAttribute('aria-label', name ? `layer ${name}` : 'board');
        if (name) plate.append(make('span', { className: 'layer-name', ariaHidden: 'true' }, name));
        return plate;
    }

    // A button for each layer: it isolates the layer, and shows the others again.
    #buildSwitches() {
        const names = this.shape.d > 2 ? this.layers.map((_, layer) => this.shape.layerName(layer)) : [];
        byId('layer-switches').replaceChildren(...names.map((name, layer) => {
            const button = make('button', { type: 'button', title: `Layer ${name} alone` }, name);
            button.setAttribute('aria-pressed', 'false');
            button.setAttribute('aria-label', `layer ${name} alone`);
            button.addEventListener('click', () => this.attention.isolate(layer));
            return button;
        }));
    }

    showAttention() {
        const { attention } = this;
        this.layers.forEach((layer, i) => {
            layer.classList.toggle('is-aside', attention.isAside(i));
            layer.classList.toggle('is-covering', attention.isCovering(i));
            layer.classList.toggle('is-attended', attention.layer === i);
        });
        this.stage.classList.toggle('has-isolated', attention.isolated !== null);
        [...byId('layer-switches').children].forEach((button, i) => {
            button.setAttribute('aria-pressed', String(attention.isolated === i));
        });
        if (this.isInSpace) this.lines.draw();
        else this.arrange();
    }

    setFlat(isFlat) {
        this.isFlat = isFlat;
        this.attention.leave();
        this.arrange();
    }

    // Fits the board into the stage.
    arrange() {
        if (!this.shape) return;
        this.width = this.stage.clientWidth;
        this.height = this.stage.clientHeight;
        this.stage.classList.toggle('is-flat', !this.isInSpace);
        this.stage.classList.toggle('is-space', this.isInSpace);
        if (this.isInSpace) this.#arrangeSpace();
        else this.#arrangeFlat();
    }

    #setSize(size) {
        this.stage.style.setProperty('--size', `${size.toFixed(2)}px`);
        this.stage.classList.toggle('small-cells', size < LABELLED_CELL);
        this.stage.classList.toggle('has-coordinates', size >= (this.isInSpace ? TILTED_CELL : LABELLED_CELL));
        this.stage.classList.toggle('has-raised', this.isInSpace && size >= RAISED_CELL);
    }

    #arrangeFlat() {
        const isNarrow = matchMedia('(max-width: 899px)').matches;
        const height = isNarrow ? innerHeight * NARROW_SHARE : this.height - 8;
        const { size, columns, gap } = this.#fitFlat(this.width - 8, height, isNarrow);
        this.#setSize(size);
        this.scene.style.transform = '';
        this.holder.style.gridTemplateColumns = `repeat(${columns}, auto)`;
        this.stage.style.setProperty('--flat-gap', gap);
        for (const layer of this.layers) layer.style.transform = '';
        this.lines.draw();
    }

    // As many layers in a row as make the cells largest; in four dimensions a row is a block.
    #fitFlat(width, height, isNarrow) {
        const { shape } = this;
        const count = this.attention.isolated === null ? shape.layers : 1;
        const edge = plateEdge(shape);
        const gap = shape.d === 4 ? 0.45 : 0.55;
        const nameGap = shape.d > 2 ? gap : 0;
        let best = { size: 0, columns: 1, gap };
        for (let columns = shape.d === 4 && count > 1 ? shape.n : 1; columns <= Math.min(shape.n, count); columns++) {
            const rows = Math.ceil(count / columns);
            const size = Math.min(width / (columns * (edge + gap) - gap), height / (rows * (edge + gap) - gap + nameGap), LARGEST_CELL);
            if (size > best.size) best = { size, columns, gap };
        }
        if (isNarrow || best.size >= SMALLEST_CELL) return best;
        const fitting = Math.floor((width / SMALLEST_CELL + gap) / (edge + gap)); // then it is scrolled downwards only
        const columns = shape.d === 4 ? best.columns : Math.max(1, Math.min(fitting, count));
        return { size: SMALLEST_CELL, columns, gap };
    }

    #arrangeSpace() {
        const { camera } = this;
        this.#setSize(camera.arrange(this.shape, this.width - 2 * MARGIN, this.height - 2 * MARGIN));
        this.holder.style.gridTemplateColumns = '';
        const px = (length) => `${(length * camera.size).toFixed(2)}px`;
        this.layers.forEach((layer, i) => {
            const { x, y, z } = camera.places[i];
            layer.style.transform = `translate3d(${px(x)}, ${px(y)}, ${px(z)})`;
        });
        this.scene.style.transform = camera.frame();
        this.lines.draw();
    }

    // At most once for each frame of the screen.
    redraw() {
        this.frame ??= requestAnimationFrame((time) => {
            this.frame = null;
            if (!this.isInSpace) return;
            this.#ease(time);
            this.scene.style.transform = this.camera.frame();
            this.lines.place();
        });
    }

    // Back to the first view, in a moment or at once.
    resetView() {
        const { camera } = this;
        if (!this.isInSpace) return;
        const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
        const yaw = camera.home.yaw + 360 * Math.round((camera.view.yaw - camera.home.yaw) / 360);
        this.easing = { from: { ...camera.view }, to: { ...camera.home, yaw }, start: null, ms: isCalm ? 0 : EASE_MS };
        this.redraw();
    }

    #ease(time) {
        if (!this.easing) return;
        const { from, to, ms } = this.easing;
        this.easing.start ??= time;
        const share = ms > 0 ? Math.min(1, (time - this.easing.start) / ms) : 1;
        const eased = 1 - (1 - share) ** 3;
        for (const name of Object.keys(to)) this.camera.view[name] = from[name] + (to[name] - from[name]) * eased;
        if (share < 1) {
            this.redraw();
            return;
        }
        this.camera.view = this.camera.home;
        this.easing = null;
    }

    // The middle of a cell, in pixels from the corner of the stage.
    middleOf(cell) {
        if (this.isInSpace) {
            const { x, y } = this.camera.cell(cell);
            return { x: x + this.width / 2, y: y + this.height / 2 };
        }
        const frame = this.lines.svg.getBoundingClientRect();
        const box = this.cells[cell].getBoundingClientRect();
        return { x: box.x + box.width / 2 - frame.x, y: box.y + box.height / 2 - frame.y };
    }

    // Whose stone a click would place; null if none.
    setTurn(side) { this.stage.dataset.turn = side ?? ''; }

    // The stones, and what is marked. marks: { last, heat, tints, hints, answers, threats, strokes, best, ghosts }
    show(facts, marks) {
        this.build(facts.shape);
        // Where lines are points there are many, of both sides, and each keeps its colour.
        const { countsPoints } = facts.shape;
        const states = this.#statesOf(facts, countsPoints);
        mark(states, marks);
        states.forEach((state, cell) => this.#apply(cell, state));
        this.stage.classList.toggle('is-blocked', marks.isBlocked === true);
        const kind = (cells) => (countsPoints ? `of-${facts.stones[cells[0]]}` : 'is-won');
        this.strokes = [...facts.lines.map((cells) => ({ cells, kind: kind(cells) })), ...(marks.strokes ?? [])];
        this.lines.set(this.strokes);
    }

    #statesOf(facts, countsPoints) {
        const won = new Set(facts.lines.flat());
        if (this.labelled !== facts) {
            this.labelled = facts;
            this.labels = facts.stones.map((_, cell) => cellText(facts, cell));
        }
        return facts.stones.map((stone, cell) => {
            const names = ['cell'];
            if (stone) names.push(`stone-${stone}`, 'is-taken');
            if (stone && this.states[cell] && !this.states[cell].names.includes(`stone-${stone}`)) names.push('is-new');
            if (won.has(cell)) names.push(...(countsPoints ? ['is-scored', `of-${stone}`] : ['is-won']));
            return { names, label: this.labels[cell], text: '', color: '', ink: '' };
        });
    }

    // Only what has changed reaches the document.
    #apply(cell, state) {
        const button = this.cells[cell];
        const old = this.states[cell] ?? { names: [], label: '', text: '', color: '', ink: '' };
        const className = state.names.join(' ');
        if (old.names.join(' ') !== className) button.className = className;
        if (old.label !== state.label) button.setAttribute('aria-label', state.label);
        if (old.text !== state.text) button.replaceChildren(...(state.text ? [make('span', { className: 'label' }, state.text)] : []));
        if (old.color !== state.color) button.style.setProperty('--tint', state.color);
        if (old.ink !== state.ink) button.style.setProperty('--tint-ink', state.ink);
        this.states[cell] = state;
    }

    // The cell under the pointer and the lines through it.
    point(cell, through) {
        for (const other of this.pointed) this.cells[other].removeAttribute('data-line');
        this.pointed = cell === null ? [] : [...new Set(through.flat())];
        for (const other of this.pointed) this.cells[other].setAttribute('data-line', '');
        this.lines.set([...(this.strokes ?? []), ...through.map((cells) => ({ cells, kind: 'through' }))]);
    }

    // A move that was not played, and its answer: [{ cell, side }]
    ghosts(stones) {
        for (const cell of this.ghosted) this.cells[cell]?.removeAttribute('data-ghost');
        this.ghosted = stones.map(({ cell }) => cell);
        for (const { cell, side } of stones) this.cells[cell].setAttribute('data-ghost', side);
    }

    showViewButtons() {
        setPressed('view-flat', this.isFlat);
        setPressed('view-stack', !this.isFlat);
        // In four dimensions, side by side, nothing hides anything: the many buttons would only be in the way.
        const isAlone = this.attention.isolated !== null;
        setHidden('layer-switches', this.shape?.d === 2 || (this.shape?.d === 4 && this.isFlat && !isAlone));
        setHidden('views', this.shape?.d === 2);
        for (const id of ['spread-label', 'stairs-label', 'reset-view']) setHidden(id, !this.isInSpace);
    }
}

// Adds marks to the states of cells.
function mark(states, marks) {
    const add = (cell, ...names) => states[cell]?.names.push(...names);
    if (marks.last !== null) add(marks.last, 'is-last');
    for (const cell of marks.hints ?? []) add(cell, 'is-hint');
    for (const cell of marks.best ?? []) add(cell, 'is-best');
    for (const cell of marks.answers ?? []) add(cell, 'is-answer');
    for (const { cell, side } of marks.threats ?? []) add(cell, 'is-threat', `of-${side}`);
    for (const { cell, side } of marks.ghosts ?? []) add(cell, `ghost-${side}`);
    for (const [cell, { color, ink, text }] of marks.heat ?? []) {
        add(cell, 'is-tinted', 'is-heated');
        Object.assign(states[cell], { color, ink, text, label: `${states[cell].label}, value ${text}` });
    }
    for (const [cell, color] of marks.tints ?? []) {
        add(cell, 'is-tinted');
        states[cell].color = color;
    }
}

// Letters along the first row, numbers down the first column: the coordinates of a layer.
function edgeLabel(shape, cell) {
    const [x, y] = shape.coordinates(cell);
    const [, letter, number] = /^([a-z])(\d+)/.exec(shape.nameOf(cell));
    return (y === 0 ? letter : '') + (x === 0 ? number : '');
}

// "b3c, empty, completes a line for X"
export function cellText(facts, cell) {
    const stone = facts.stones[cell];
    const text = [facts.shape.nameOf(cell), stone ? sideName(stone) : 'empty'];
    const sides = ['x', 'o'].filter((side) => facts.threats[side].has(cell)).map(sideName);
    if (sides.length > 0) text.push(`completes a line for ${sides.join(' and ')}`);
    if (facts.lines.some((line) => line.includes(cell))) text.push('in a completed line');
    return text.join(', ');
}
