// Strokes over the board: completed lines, threats, the lines through a cell; and, in space, the names of the layers. They
// lie over the cells as these are on the screen, so that they fit any view.

import { byId, makeSvg } from '../base/dom.js';

export class LineOverlay {
    #paths = [];
    #names = [];

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
        if (!view.shape) return;
        const visible = this.strokes.filter(({ cells }) => this.#canDraw(cells));
        this.#paths = visible.map(({ cells, kind }) => ({ cells, path: makeSvg('path', { class: kind, pathLength: 1 }) }));
        const layers = view.isInSpace && view.shape.d > 2 ? view.layers : [];
        this.#names = layers.map((_, layer) => {
            const text = makeSvg('text', {});
            text.textContent = view.shape.layerName(layer);
            return text;
        });
        this.svg.replaceChildren(...this.#paths.map(({ path }) => path), ...this.#names);
        this.place();
    }

    // In every frame of a turn: nothing but new places.
    place() {
        const { view } = this;
        for (const { cells, path } of this.#paths) {
            const from = view.middleOf(cells[0]);
            const to = view.middleOf(cells.at(-1));
            path.setAttribute('d', `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`);
        }
        this.#names.forEach((text, layer) => this.#placeName(text, layer));
    }

    // To the left of the corner that is farthest to the left, where no cell of the layer is.
    #placeName(text, layer) {
        const { view } = this;
        const left = view.camera.corners(layer).reduce((a, b) => (b.x < a.x ? b : a));
        text.setAttribute('x', (left.x + view.width / 2 - 5).toFixed(1));
        text.setAttribute('y', (left.y + view.height / 2 + 5).toFixed(1));
        text.classList.toggle('is-aside', view.attention.isAside(layer));
    }

    // Side by side, a stroke from layer to layer would run across cells that are not on the line: there the cells are
    // marked, and only lines within a layer are drawn.
    #canDraw(cells) {
        const { shape, isInSpace, attention } = this.view;
        const layers = new Set(cells.map((cell) => shape.layerOf(cell)));
        if (isInSpace) return true;
        return layers.size === 1 && (attention.isolated === null || layers.has(attention.isolated));
    }
}
