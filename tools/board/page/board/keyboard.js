// The board by keyboard: arrows in x and y, PageUp and PageDown between layers, Home and End in the fourth dimension. And
// the keys of the whole page.

const STEPS = {
    ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, -1], ArrowDown: [1, 1],
    PageUp: [2, -1], PageDown: [2, 1], Home: [3, -1], End: [3, 1],
};

// On many keyboards brackets need AltGr, which some systems report as Alt, or as Ctrl and Alt together.
function hasModifier({ key, altKey, ctrlKey, metaKey }) {
    if ('[]'.includes(key)) return metaKey || (ctrlKey && !altKey);
    return altKey || ctrlKey || metaKey;
}

export function watchBoardKeys(view) {
    view.scene.addEventListener('keydown', (event) => {
        if (hasModifier(event)) return;
        const step = STEPS[event.key];
        if (step) {
            event.preventDefault();
            event.stopPropagation();
            moveFocus(view, ...step);
        } else if (event.key === ' ') {
            event.preventDefault(); // not a click: the view goes back to its beginning
            view.resetView();
        }
    });
}

function moveFocus(view, axis, by) {
    const { shape } = view;
    const at = shape.coordinates(view.focused);
    if (axis >= shape.d || at[axis] + by < 0 || at[axis] + by >= shape.n) return;
    at[axis] += by;
    view.focus(shape.cellAt(at));
}

// Keys for the whole page, except where text is typed or chosen. The space bar presses the button that has the focus.
export function watchPageKeys(actions) {
    document.addEventListener('keydown', (event) => {
        if (hasModifier(event) || event.target.matches('input:not([type="checkbox"]), textarea, select')) return;
        if (document.querySelector('dialog[open]')) return;
        if (event.key === ' ' && event.target !== document.body) return;
        const action = actions[event.key];
        if (!action) return;
        event.preventDefault();
        action();
    });
}
