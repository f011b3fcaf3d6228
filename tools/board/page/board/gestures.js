// The board in space by pointer: a drag turns it, with the right button or two fingers it moves, wheel and fingers zoom.

const TURN_AFTER = 6; // pixels: less is an unsteady click
const RIGHT_BUTTON = 2;

export class Gestures {
    constructor(view) {
        this.view = view;
        this.pointers = new Map();
        const { stage } = view;
        stage.addEventListener('pointerdown', (event) => this.#down(event));
        // Also outside the stage: a pointer may leave it in one step, before it has been captured.
        window.addEventListener('pointermove', (event) => this.#move(event));
        for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, (event) => this.#up(event));
        stage.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
        stage.addEventListener('contextmenu', (event) => { if (view.isInSpace) event.preventDefault(); });
        // The click at the end of a turn is none; one by the keyboard is.
        stage.addEventListener('click', (event) => {
            if (this.hasTurned && event.detail > 0) event.stopPropagation();
            this.hasTurned = false;
        }, true);
    }

    #down(event) {
        if (!this.view.isInSpace) return;
        this.hasTurned = false;
        this.view.easing = null;
        const { clientX, clientY, button } = event;
        this.pointers.set(event.pointerId, { x: clientX, y: clientY, fromX: clientX, fromY: clientY, button });
    }

    #move(event) {
        const pointer = this.pointers.get(event.pointerId);
        if (!pointer) return;
        if (event.buttons === 0) {
            this.#up(event);
            return;
        }
        const way = Math.hypot(event.clientX - pointer.fromX, event.clientY - pointer.fromY);
        if (!this.hasTurned && way < TURN_AFTER) return;
        if (!this.hasTurned) this.#begin(event);
        const before = this.#fingers();
        const dx = event.clientX - pointer.x;
        const dy = event.clientY - pointer.y;
        Object.assign(pointer, { x: event.clientX, y: event.clientY });
        if (this.pointers.size === 2) this.#pinch(before, this.#fingers());
        else if (pointer.button === RIGHT_BUTTON || event.shiftKey) this.view.camera.pan(dx, dy);
        else this.view.camera.turn(dx, dy);
        this.view.redraw();
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

    // How far apart two fingers are, and where their middle is.
    #fingers() {
        const [a, b = a] = [...this.pointers.values()];
        return { gap: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 };
    }

    #pinch(before, after) {
        const { camera } = this.view;
        camera.pan(after.clientX - before.clientX, after.clientY - before.clientY);
        camera.zoom(after.gap / before.gap, ...this.view.fromMiddle(after));
    }

    #wheel(event) {
        if (!this.view.isInSpace) return;
        event.preventDefault();
        this.view.easing = null;
        this.view.camera.zoom(Math.exp(-event.deltaY * 0.0015), ...this.view.fromMiddle(event));
        this.view.redraw();
    }
}
