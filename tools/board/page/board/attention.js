// Which layer of a stack one attends to. A layer on which the pointer rests comes forward; the others step back, fade and
// let clicks through, until the pointer leaves it: so every cell can be reached from every side. A layer can also be
// isolated, by a key or its button, and then it stays.

const REST_MS = 130; // a pointer on its way to somewhere else attends to nothing

export class Attention {
    #timer = 0;

    constructor(view) {
        this.view = view;
        this.attended = null;
        this.isolated = null;
    }

    get layer() { return this.isolated ?? this.attended; }
    isAside(layer) { return this.layer !== null && this.layer !== layer; }

    reset() {
        clearTimeout(this.#timer);
        this.attended = null;
        this.isolated = null;
    }

    // The pointer is there, in pixels from the middle of the stage.
    at(x, y) {
        const { view } = this;
        clearTimeout(this.#timer);
        if (!view.isInSpace || view.camera.hasStairs || this.isolated !== null) return;
        if (this.attended !== null && this.#contains(this.attended, x, y)) return;
        if (this.attended !== null) this.attend(null);
        this.#timer = setTimeout(() => this.attend(this.#topmost(x, y)), REST_MS);
    }

    leave() {
        clearTimeout(this.#timer);
        this.attend(null);
    }

    attend(layer) {
        if (this.attended === layer) return;
        this.attended = layer;
        this.view.showAttention();
    }

    isolate(layer) {
        clearTimeout(this.#timer);
        this.attended = null;
        this.isolated = this.isolated === layer ? null : layer;
        this.view.showAttention();
    }

    // The higher layer is the nearer one.
    #topmost(x, y) {
        const { layers, shape } = this.view;
        const order = layers.map((_, layer) => layer).sort((a, b) => (a % shape.n) - (b % shape.n));
        return order.find((layer) => this.#contains(layer, x, y)) ?? null;
    }

    // Whether a layer, seen from here, lies over cells of the one attended to.
    isCovering(layer) {
        const { view } = this;
        if (!view.isInSpace || !this.isAside(layer) || layer > this.layer) return false;
        const square = view.shape.n ** 2;
        return Array.from({ length: square }, (_, i) => view.camera.cell(this.layer * square + i))
            .some(({ x, y }) => this.#contains(layer, x, y));
    }

    #contains(layer, x, y) {
        const corners = this.view.camera.corners(layer);
        const sides = corners.map((a, i) => {
            const b = corners[(i + 1) % 4];
            return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) > 0;
        });
        return sides.every((side) => side === sides[0]);
    }
}
