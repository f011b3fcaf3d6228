// Turning and zooming the board in space: pointer, wheel, pinch.

const TURN_AFTER = 6; // pixels: less is an unsteady click

class Gestures {
    constructor(view) {
        this.view = view;
        this.pointers = new Map();
        const { stage } = view;
        stage.addEventListener('pointerdown', (event) => this.#down(event));
        stage.addEventListener('pointermove', (event) => this.#move(event));
        for (const name of ['pointerup', 'pointercancel']) stage.addEventListener(name, (event) => this.#up(event));
        stage.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
        // The click at the end of a turn is none; one by the keyboard is.
        stage.addEventListener('click', (event) => {
            if (this.hasTurned && event.detail > 0) event.stopPropagation();
            this.hasTurned = false;
        }, true);
    }

    get isInSpace() { return this.view.stage.classList.contains('is-space'); }

    #down(event) {
        if (!this.isInSpace) return;
        this.hasTurned = false;
        const { clientX, clientY } = event;
        this.pointers.set(event.pointerId, { x: clientX, y: clientY, fromX: clientX, fromY: clientY });
    }

    #move(event) {
        const pointer = this.pointers.get(event.pointerId);
        if (!pointer) return;
        const before = this.#gap();
        const dx = event.clientX - pointer.x;
        const dy = event.clientY - pointer.y;
        const way = Math.hypot(event.clientX - pointer.fromX, event.clientY - pointer.fromY);
        if (!this.hasTurned && way < TURN_AFTER) return;
        if (!this.hasTurned) this.#begin(event);
        Object.assign(pointer, { x: event.clientX, y: event.clientY });
        if (this.pointers.size === 2) this.view.camera.scale(this.#gap() / before);
        else this.view.camera.turn(dx, dy);
        this.#redraw();
    }

    #begin(event) {
        this.hasTurned = true;
        this.view.isTurning = true;
        this.view.stage.setPointerCapture(event.pointerId);
        this.view.stage.classList.add('is-turning');
    }

    #up(event) {
        if (!this.pointers.delete(event.pointerId)) return;
        this.view.isTurning = this.pointers.size > 0 && this.hasTurned;
        this.view.stage.classList.toggle('is-turning', this.view.isTurning);
    }

    #gap() {
        const [a, b] = [...this.pointers.values()];
        return b ? Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) : 1;
    }

    #wheel(event) {
        if (!this.isInSpace) return;
        event.preventDefault();
        this.view.camera.scale(Math.exp(-event.deltaY * 0.0015));
        this.#redraw();
    }

    // At most once a frame.
    #redraw() {
        if (this.frame) return;
        this.frame = requestAnimationFrame(() => {
            this.frame = 0;
            this.view.arrange();
        });
    }
}
