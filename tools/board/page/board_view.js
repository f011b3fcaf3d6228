// The board on the page: a button for each cell, in layers, flat or in space. It shows what it is told.

const LARGEST_CELL = 120;
const LABELLED_CELL = 23; // numbers on smaller cells could not be read
const TILTED_CELL = 50;   // nor, in space, the coordinates
const FLAT_GAP = 0.55;
const NARROW_SHARE = 0.64; // of the height of a narrow window: the controls below shall be seen too

class BoardView {
    // hooks: play(cell), point(cell or null)
    constructor(hooks) {
        this.hooks = hooks;
        this.stage = byId('stage');
        this.scene = byId('scene');
        this.camera = new Camera();
        this.lines = new LineOverlay(this);
        this.isFlat = true;
        this.hiddenLayers = new Set();
        this.cells = [];
        this.focused = 0;
        this.scene.addEventListener('click', (event) => this.#whenCell(event, (cell) => this.hooks.play(cell)));
        this.scene.addEventListener('pointerover', (event) => this.#whenCell(event, (cell) => this.hooks.point(cell)));
        this.scene.addEventListener('pointerleave', () => this.hooks.point(null));
        this.scene.addEventListener('focusin', (event) => this.#whenCell(event, (cell) => {
            this.#rove(cell);
            if (event.target.matches(':focus-visible')) this.hooks.point(cell);
        }));
        new ResizeObserver(() => this.arrange()).observe(this.stage.parentElement);
    }

    #whenCell(event, action) {
        const button = event.target.closest('.cell');
        if (button && !this.isTurning) action(Number(button.dataset.cell));
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

    build(shape) {
        if (this.shape === shape) return;
        this.shape = shape;
        this.strokes = []; // those on the old board may run through cells that the new one has not
        this.lines.strokes = [];
        this.hiddenLayers.clear();
        this.cells = shape.names.map((name, cell) => {
            const button = make('button', { className: 'cell', type: 'button', id: `cell-${name}`, tabIndex: -1 });
            button.dataset.cell = cell;
            if (edgeLabel(shape, cell)) button.dataset.axis = edgeLabel(shape, cell);
            return button;
        });
        const square = shape.n * shape.n;
        this.layers = Array.from({ length: shape.layers }, (_, layer) => {
            const name = shape.layerName(layer);
            const own = this.cells.slice(layer * square, (layer + 1) * square);
            const cells = make('div', { className: 'cells' }, ...own);
            cells.style.gridTemplateColumns = `repeat(${shape.n}, var(--size))`;
            const plate = make('div', { className: 'layer', role: 'group' }, cells);
            plate.setAttribute('aria-label', name ? `layer ${name}` : 'board');
            if (name) plate.append(make('span', { className: 'layer-name', ariaHidden: 'true' }, name));
            return plate;
        });
        this.holder = make('div', { className: 'layers' }, ...this.layers);
        this.scene.replaceChildren(this.holder);
        this.#rove(0);
        this.#buildSwitches();
        this.#showSwitches();
        this.arrange();
    }

    #buildSwitches() {
        const layers = this.shape.d > 2 ? this.layers : [];
        const names = layers.map((_, layer) => this.shape.layerName(layer));
        byId('layer-switches').replaceChildren(...names.map((name, layer) => {
            const button = make('button', { type: 'button', title: `Show layer ${name}` }, name);
            button.setAttribute('aria-pressed', 'true');
            button.setAttribute('aria-label', `layer ${name}`);
            button.addEventListener('click', () => this.switchLayer(layer, button));
            return button;
        }));
    }

    // In four dimensions, side by side, nothing hides anything: there the many switches would only be in the way.
    #showSwitches() {
        setHidden('layer-switches', this.isFlat && this.shape?.d === 4 && this.hiddenLayers.size === 0);
    }

    switchLayer(layer, button) {
        const isOff = !this.hiddenLayers.delete(layer);
        if (isOff) this.hiddenLayers.add(layer);
        this.layers[layer].classList.toggle('is-off', isOff);
        button.setAttribute('aria-pressed', String(!isOff));
        this.lines.draw();
    }

    setFlat(isFlat) {
        this.isFlat = isFlat;
        this.#showSwitches();
        this.arrange();
    }

    // Fits the board into the stage.
    arrange() {
        if (!this.shape) return;
        const isFlat = this.isFlat || this.shape.d === 2;
        this.stage.classList.toggle('is-flat', isFlat);
        this.stage.classList.toggle('is-space', !isFlat);
        if (isFlat) this.#arrangeFlat();
        else this.#arrangeSpace();
        this.lines.draw();
    }

    #setSize(size) {
        this.stage.style.setProperty('--size', `${size.toFixed(2)}px`);
        this.stage.classList.toggle('small-cells', size < LABELLED_CELL);
        this.stage.classList.toggle('has-coordinates', size >= (this.isFlat ? LABELLED_CELL : TILTED_CELL));
    }

    #arrangeFlat() {
        const { shape } = this;
        const isNarrow = matchMedia('(max-width: 899px)').matches;
        const width = this.stage.clientWidth - 4;
        const height = isNarrow ? innerHeight * NARROW_SHARE : this.stage.clientHeight - 4;
        const edge = this.camera.plate(shape);
        const hasNames = shape.d > 2;
        let best = { size: 0, columns: 1 };
        for (let columns = shape.d === 4 ? shape.n : 1; columns <= Math.min(shape.n, shape.layers); columns++) {
            const rows = Math.ceil(shape.layers / columns);
            const size = Math.min(width / (columns * (edge + FLAT_GAP) - FLAT_GAP),
                height / (rows * (edge + FLAT_GAP) - (hasNames ? 0 : FLAT_GAP)), LARGEST_CELL);
            if (size > best.size) best = { size, columns };
        }
        this.#setSize(best.size);
        this.scene.style.transform = '';
        this.holder.style.gridTemplateColumns = `repeat(${best.columns}, auto)`;
        this.holder.style.paddingTop = hasNames ? `${best.size * FLAT_GAP}px` : '';
        for (const layer of this.layers) layer.style.transform = '';
    }

    #arrangeSpace() {
        const margin = 24;
        const { clientWidth, clientHeight } = this.stage;
        const place = this.camera.arrange(this.shape, clientWidth - 2 * margin, clientHeight - 2 * margin);
        this.#setSize(place.size);
        this.holder.style.gridTemplateColumns = '';
        this.holder.style.paddingTop = '';
        this.scene.style.transform = place.scene;
        this.layers.forEach((layer, i) => { layer.style.transform = place.layers[i]; });
    }

    // The stones, and what is marked. marks: { last, heat, tints, hints, answers, threats, strokes, labels }
    show(facts, marks) {
        this.build(facts.shape);
        // Where lines are points there are many, of both sides, and each keeps its colour.
        const { countsPoints } = facts.shape;
        const won = new Set(facts.lines.flat());
        facts.stones.forEach((stone, cell) => {
            const button = this.cells[cell];
            const isNew = stone !== '' && !button.classList.contains(`stone-${stone}`);
            button.className = 'cell';
            if (stone) button.classList.add(`stone-${stone}`, 'is-taken');
            if (isNew) button.classList.add('is-new');
            if (won.has(cell)) button.classList.add(...(countsPoints ? ['is-scored', `of-${stone}`] : ['is-won']));
            button.setAttribute('aria-label', cellText(facts, cell));
            button.replaceChildren();
        });
        this.stage.classList.toggle('is-blocked', marks.isBlocked === true);
        this.#mark(facts, marks);
        const kind = (cells) => (countsPoints ? `of-${facts.stones[cells[0]]}` : 'is-won');
        this.strokes = [...facts.lines.map((cells) => ({ cells, kind: kind(cells) })), ...(marks.strokes ?? [])];
        this.lines.set(this.strokes);
    }

    #mark(facts, marks) {
        const add = (cell, ...names) => this.cells[cell]?.classList.add(...names);
        if (marks.last !== undefined && marks.last !== null) add(marks.last, 'is-last');
        for (const cell of marks.hints ?? []) add(cell, 'is-hint');
        for (const cell of marks.answers ?? []) add(cell, 'is-answer');
        for (const { cell, side } of marks.threats ?? []) add(cell, 'is-threat', `of-${side}`);
        for (const [cell, { color, ink, text }] of marks.heat ?? []) {
            add(cell, 'is-heated');
            this.cells[cell].style.setProperty('--heat', color);
            this.cells[cell].style.setProperty('--heat-ink', ink);
            this.cells[cell].append(make('span', { className: 'label' }, text));
            this.cells[cell].setAttribute('aria-label', `${cellText(facts, cell)}, value ${text}`);
        }
        for (const [cell, color] of marks.tints ?? []) {
            add(cell, 'is-tinted');
            this.cells[cell].style.setProperty('--tint', color);
        }
    }

    // The cell under the pointer and the lines through it.
    point(cell, lines) {
        for (const button of this.scene.querySelectorAll('.on-line')) button.classList.remove('on-line');
        const through = cell === null ? [] : lines.filter((line) => line.includes(cell));
        for (const line of through) for (const other of line) this.cells[other]?.classList.add('on-line');
        this.lines.set([...(this.strokes ?? []), ...through.map((cells) => ({ cells, kind: 'through' }))]);
    }

    // A move that was not played, and its answer: [{ cell, side }]
    ghosts(stones) {
        for (const button of this.scene.querySelectorAll('.is-partner')) {
            button.classList.remove('is-partner', 'ghost-x', 'ghost-o');
        }
        for (const { cell, side } of stones) this.cells[cell].classList.add('is-partner', `ghost-${side}`);
    }
}

// Letters along the first row, numbers down the first column: the coordinates of a layer.
function edgeLabel(shape, cell) {
    const [x, y] = shape.coordinates(cell);
    const [, letter, number] = /^([a-z])(\d+)/.exec(shape.nameOf(cell));
    return (y === 0 ? letter : '') + (x === 0 ? number : '');
}

// "b3c, empty, completes a line for X"
function cellText(facts, cell) {
    const stone = facts.stones[cell];
    const text = [facts.shape.nameOf(cell), stone ? sideName(stone) : 'empty'];
    const sides = ['x', 'o'].filter((side) => facts.threats[side].has(cell)).map(sideName);
    if (sides.length > 0) text.push(`completes a line for ${sides.join(' and ')}`);
    if (facts.lines.some((line) => line.includes(cell))) text.push('in a completed line');
    return text.join(', ');
}
