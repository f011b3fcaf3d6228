// Where the layers are in space, and from where they are seen. Lengths are in cells. The projection is parallel, so
// that a layer looks the same wherever it is, and the board can be fitted into the window by arithmetic.

const DEFAULT_VIEW = { yaw: -22, pitch: 54, zoom: 1 };
const DEFAULT_SPREAD = 1.2;
const PITCH_RANGE = [0, 74]; // from above to nearly edge-on, where stones would be slivers
const ZOOM_RANGE = [0.4, 5];
const LARGEST_SPACE_CELL = 96; // pixels
const CELL_PITCH = 1.07;     // a cell and the gap beside it
const PLATE_EDGE = 0.24;

const radians = (degrees) => (degrees * Math.PI) / 180;
const clamp = (value, [low, high]) => Math.max(low, Math.min(high, value));

class Camera {
    constructor() {
        this.spread = DEFAULT_SPREAD;
        this.hasStairs = true;
        this.reset();
    }

    reset() { Object.assign(this, DEFAULT_VIEW); }

    get isDefault() { return this.yaw === DEFAULT_VIEW.yaw && this.pitch === DEFAULT_VIEW.pitch && this.zoom === 1; }

    turn(dx, dy) {
        this.yaw -= dx * 0.4;
        this.pitch = clamp(this.pitch + dy * 0.3, PITCH_RANGE);
    }

    scale(factor) { this.zoom = clamp(this.zoom * factor, ZOOM_RANGE); }

    plate(shape) { return shape.n * CELL_PITCH + PLATE_EDGE; }

    // The corner of each layer: layer a is the highest. In four dimensions the blocks stand side by side.
    places(shape, step) {
        const { n } = shape;
        const block = this.plate(shape) + 1 + Math.abs(step.x) * (n - 1);
        return Array.from({ length: shape.layers }, (_, layer) => {
            const z = layer % n;
            const w = Math.floor(layer / n);
            return { x: z * step.x + w * block, y: z * step.y, z: (n - 1 - z) * this.spread };
        });
    }

    // How far each layer is shifted against the one above it. A lower layer can be seen whole if the shift, with the
    // drop between the two, moves it by nearly a plate along one of its edges. Of all such shifts take the one that
    // lets the board be largest in this window.
    step(shape, width, height) {
        if (!this.hasStairs || shape.d < 3) return { x: 0, y: 0 };
        const drop = DEFAULT_SPREAD * Math.tan(radians(DEFAULT_VIEW.pitch));
        const yaw = radians(DEFAULT_VIEW.yaw);
        const free = this.plate(shape) - 0.1;
        let best = { x: 0, y: free, size: 0 };
        const consider = (x, y) => {
            const size = this.#fit(shape, this.places(shape, { x, y }), width, height);
            if (size > best.size) best = { x, y, size };
        };
        for (let t = -1; t <= 1.001; t += 0.05) {
            consider(t * free, Math.max(0, free - drop * Math.cos(yaw)));
            consider(free - drop * Math.sin(yaw), Math.max(0, t * free));
        }
        return best;
    }

    // The size of a cell with which the whole board fits, as seen by default.
    #fit(shape, places, width, height) {
        const box = this.#box(shape, places, DEFAULT_VIEW);
        return Math.min(width / box.width, height / box.height);
    }

    #box(shape, places, view) {
        const yaw = radians(view.yaw);
        const pitch = radians(view.pitch);
        const edge = this.plate(shape);
        const xs = [];
        const ys = [];
        for (const place of places) {
            for (const [dx, dy] of [[0, 0], [edge, 0], [0, edge], [edge, edge]]) {
                const x = place.x + dx;
                const y = place.y + dy;
                xs.push(x * Math.cos(yaw) - y * Math.sin(yaw));
                ys.push((x * Math.sin(yaw) + y * Math.cos(yaw)) * Math.cos(pitch) - place.z * Math.sin(pitch));
            }
        }
        return { width: Math.max(...xs) - Math.min(...xs), height: Math.max(...ys) - Math.min(...ys) };
    }

    // Everything that the view needs: the size of a cell in pixels, a transform for the scene, one for each layer.
    arrange(shape, width, height) {
        const places = this.places(shape, this.step(shape, width, height));
        const size = Math.min(LARGEST_SPACE_CELL, this.#fit(shape, places, width, height));
        const edge = this.plate(shape);
        const middle = (axis, extra) => {
            const values = places.map((place) => place[axis]);
            return (Math.min(...values) + Math.max(...values) + extra) / 2;
        };
        const px = (length) => `${(length * size).toFixed(2)}px`;
        const center = [-middle('x', edge), -middle('y', edge), -middle('z', 0)];
        return {
            size,
            scene: `scale(${this.zoom}) rotateX(${this.pitch}deg) rotateZ(${this.yaw}deg) ` +
                `translate3d(${center.map(px).join(',')})`,
            layers: places.map(({ x, y, z }) => `translate3d(${[x, y, z].map(px).join(',')})`),
        };
    }
}
