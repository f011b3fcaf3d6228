// Strokes over the board: completed lines, threats, the lines through a cell. They are drawn between the middles of
// cells as they are on the screen, so that they fit any view.

class LineOverlay {
    constructor(view) {
        this.view = view;
        this.svg = byId('overlay');
        this.strokes = [];
    }

    // strokes: [{ cells, kind }], with the cells in the order of the line
    set(strokes) {
        this.strokes = strokes;
        this.draw();
    }

    draw() {
        const { view } = this;
        const visible = this.strokes.filter(({ cells }) => this.#canDraw(cells));
        const frame = this.svg.getBoundingClientRect();
        const middle = (cell) => {
            const box = view.cells[cell].getBoundingClientRect();
            return `${(box.x + box.width / 2 - frame.x).toFixed(1)} ${(box.y + box.height / 2 - frame.y).toFixed(1)}`;
        };
        const paths = visible.map(({ cells, kind }) =>
            makeSvg('path', { class: kind, d: `M${middle(cells[0])}L${middle(cells.at(-1))}` }));
        this.svg.replaceChildren(...paths, ...this.#names(frame));
    }

    // In space a name on the layer itself would be tilted with it: it stands upright to the left.
    #names(frame) {
        const { view } = this;
        if (view.stage.classList.contains('is-flat')) return [];
        return view.layers.flatMap((layer, i) => {
            if (view.hiddenLayers.has(i)) return [];
            const { n } = view.shape;
            const corner = view.cells[i * n * n + n * (n - 1)].getBoundingClientRect();
            const text = makeSvg('text', { x: corner.x - frame.x - 8, y: corner.y + corner.height * 0.8 - frame.y });
            text.textContent = view.shape.layerName(i);
            return [text];
        });
    }

    // Side by side, a stroke from layer to layer would run across cells that are not on the line: there the cells are
    // marked, and only lines within a layer are drawn.
    #canDraw(cells) {
        const { shape, stage, hiddenLayers } = this.view;
        const layers = new Set(cells.map((cell) => shape.layerOf(cell)));
        if ([...layers].some((layer) => hiddenLayers.has(layer))) return false;
        return !stage.classList.contains('is-flat') || layers.size === 1;
    }
}
