// Where the layers are in space, and from where they are seen: a stack in light perspective. Lengths are in cells. What
// is on the screen follows from arithmetic alone, so that a frame reads nothing from the document.

const HOME_YAW = -20;
const TOWER = 5;                // larger cubes stand closer: else they would be towers of slivers
const PITCH_RANGE = [12, 80]; // from nearly above to nearly edge-on, where stones would be slivers
const ZOOM_RANGE = [0.5, 8];
const LARGEST_SPACE_CELL = 118; // pixels
const CELL_PITCH = 1.07;        // a cell and the gap beside it
const PLATE_EDGE = 0.24;
const BLOCK_GAP = 2.8;          // between the stacks of four dimensions, with the names of their layers
const FAR = 7;                  // the eye, in radii of the board

const radians = (degrees) => (degrees * Math.PI) / 180;
const clamp = (value, [low, high]) => Math.max(low, Math.min(high, value));

export const plateEdge = (shape) => shape.n * CELL_PITCH + PLATE_EDGE;

export class Camera {
    constructor() {
        this.distance = 1; // between layers, as a share of the usual one
        this.hasStairs = false;
        this.shape = null;
    }

    // The first view: of more layers, and in a wider window, from a lower place, so that the stack fills the window.
    get home() {
        const { n, d } = this.shape;
        const wide = clamp(this.stage.width / this.stage.height - 1, [0, 0.5]);
        const pitch = d === 4 || n > TOWER ? 60 : 52 + 3 * n + 12 * wide;
        return { yaw: HOME_YAW, pitch, zoom: 1, panX: 0, panY: 0 };
    }

    turn(dx, dy) {
        this.view.yaw -= dx * 0.4;
        this.view.pitch = clamp(this.view.pitch + dy * 0.3, PITCH_RANGE);
    }

    // Whatever is at this place, in pixels from the middle of the stage, stays there.
    zoom(factor, x, y) {
        const { view } = this;
        const zoom = clamp(view.zoom * factor, ZOOM_RANGE);
        view.panX = x - ((x - view.panX) * zoom) / view.zoom;
        view.panY = y - ((y - view.panY) * zoom) / view.zoom;
        view.zoom = zoom;
    }

    pan(dx, dy) {
        this.view.panX += dx;
        this.view.panY += dy;
    }

    // In cubes that are seen first in space no layer covers the middle of a cell of another, at first.
    #spread(shape) {
        if (shape.n > TOWER) return this.distance * 1.7;
        const clear = (shape.n * 1.18 * CELL_PITCH) / Math.cos(radians(HOME_YAW));
        return (this.distance * clear) / Math.tan(radians(this.home.pitch));
    }

    // The stage, or what stands on it, has changed: finds the place of each layer, and the size of a cell.
    arrange(shape, width, height) {
        this.stage = { width, height };
        const isNew = shape !== this.shape;
        this.shape = shape;
        if (isNew) this.view = this.home;
        this.edge = plateEdge(shape);
        this.places = this.#places(shape, this.hasStairs ? this.#stairs(shape) : { x: 0, y: 0 });
        const middle = (axis, extra) => {
            const values = this.places.map((place) => place[axis]);
            return (Math.min(...values) + Math.max(...values) + extra) / 2;
        };
        this.center = { x: middle('x', this.edge), y: middle('y', this.edge), z: middle('z', 0) };
        const far = this.places.map((place) => Math.hypot(place.x - this.center.x, place.y - this.center.y, place.z - this.center.z));
        this.eye = FAR * (Math.max(...far) + this.edge * Math.SQRT1_2);
        this.#look(this.home);
        this.size = this.fit;
        return this.size;
    }

    // The corner of each layer: layer a is the highest. In four dimensions the blocks stand side by side.
    #places(shape, step) {
        const { n } = shape;
        const spread = this.hasStairs ? CELL_PITCH * this.distance : this.#spread(shape);
        const block = this.edge + BLOCK_GAP + Math.abs(step.x) * (n - 1);
        return Array.from({ length: shape.layers }, (_, layer) => {
            const z = layer % n;
            const w = Math.floor(layer / n);
            return { x: z * step.x + w * block, y: z * step.y, z: (n - 1 - z) * spread };
        });
    }

    // How far each layer of stairs is shifted against the one above it: nearly a plate, less the drop between the two,
    // to the side or to the front, whichever lets the board be larger.
    #stairs(shape) {
        const drop = CELL_PITCH * this.distance * Math.tan(radians(this.home.pitch));
        const yaw = radians(HOME_YAW);
        const free = this.edge + 0.15;
        const toTheFront = Math.max(0, free - drop * Math.cos(yaw));
        const steps = [{ x: 0, y: toTheFront }, { x: free / 2, y: toTheFront }, { x: free - drop * Math.sin(yaw), y: 0 }];
        const shares = steps.map((step) => {
            this.places = this.#places(shape, step);
            this.center = { x: 0, y: 0, z: 0 };
            this.eye = 1000;
            this.#look(this.home);
            return this.fit;
        });
        return steps[shares.indexOf(Math.max(...shares))];
    }

    // Turns everything to the eye, and finds the size of a cell with which the whole board fits.
    #look({ yaw, pitch }) {
        this.turned = { cosYaw: Math.cos(radians(yaw)), sinYaw: Math.sin(radians(yaw)),
            cosPitch: Math.cos(radians(pitch)), sinPitch: Math.sin(radians(pitch)) };
        let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
        for (const { x, y, z } of this.places) {
            for (let corner = 0; corner < 4; corner++) {
                const point = this.#see(x + (corner & 1) * this.edge, y + (corner >> 1) * this.edge, z);
                left = Math.min(left, point.x);
                right = Math.max(right, point.x);
                top = Math.min(top, point.y);
                bottom = Math.max(bottom, point.y);
            }
        }
        this.fit = Math.min(LARGEST_SPACE_CELL, this.stage.width / (right - left), this.stage.height / (bottom - top));
        this.middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
    }

    // In cells, before the board is moved to the middle and enlarged.
    #see(x, y, z) {
        const { cosYaw, sinYaw, cosPitch, sinPitch } = this.turned;
        const dx = x - this.center.x;
        const dy = y - this.center.y;
        const dz = z - this.center.z;
        const depth = dx * sinYaw + dy * cosYaw;
        const near = this.eye / (this.eye - (depth * sinPitch + dz * cosPitch));
        return { x: (dx * cosYaw - dy * sinYaw) * near, y: (depth * cosPitch - dz * sinPitch) * near };
    }

    // One frame: the transform of the whole scene.
    frame() {
        const { yaw, pitch, zoom, panX, panY } = this.view;
        this.#look(this.view);
        this.pixels = this.fit * zoom;
        this.offset = { x: panX - this.middle.x * this.pixels, y: panY - this.middle.y * this.pixels };
        const px = (length) => `${(length * this.size).toFixed(2)}px`;
        return `translate(${this.offset.x.toFixed(2)}px, ${this.offset.y.toFixed(2)}px) ` +
            `scale(${(this.pixels / this.size).toFixed(4)}) perspective(${px(this.eye)}) ` +
            `rotateX(${pitch.toFixed(3)}deg) rotateZ(${yaw.toFixed(3)}deg) ` +
            `translate3d(${px(-this.center.x)}, ${px(-this.center.y)}, ${px(-this.center.z)})`;
    }

    // A point of a layer in pixels from the middle of the stage; x and y from the corner of the layer, in cells.
    point(layer, x, y) {
        const place = this.places[layer];
        const seen = this.#see(place.x + x, place.y + y, place.z);
        return { x: seen.x * this.pixels + this.offset.x, y: seen.y * this.pixels + this.offset.y };
    }

    // The middle of a cell.
    cell(cell) {
        const { n } = this.shape;
        const square = n * n;
        const at = cell % square;
        const middle = (i) => PLATE_EDGE / 2 + i * CELL_PITCH + 0.5;
        return this.point(Math.floor(cell / square), middle(at % n), middle(Math.floor(at / n)));
    }

    corners(layer) {
        return [[0, 0], [this.edge, 0], [this.edge, this.edge], [0, this.edge]].map(([x, y]) => this.point(layer, x, y));
    }
}
