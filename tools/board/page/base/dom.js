// Small helpers for the document. Text reaches it only as text: nothing here takes markup.

export const byId = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (name in element) element[name] = value;
        else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
}

export function makeSvg(tag, attributes = {}) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
}

export const setText = (id, text) => { if (byId(id).textContent !== text) byId(id).textContent = text; };
export const setHidden = (id, isHidden) => { byId(id).hidden = isHidden; };
export const setPressed = (id, isPressed) => { byId(id).setAttribute('aria-pressed', String(isPressed)); };
export const onClick = (id, handler) => byId(id).addEventListener('click', handler);

// For people who do not see the board. Repeating a text says it again, so each one is a new node.
export function announce(text) {
    byId('live').replaceChildren(make('p', {}, text));
}

// Scrolls a list so that one of its items is in the middle. scrollIntoView would move the whole page as well, and the
// board out of sight.
export function scrollWithin(list, item) {
    if (!item) return;
    const offset = item.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += offset - list.clientHeight / 2;
}

// A button that can no longer be pressed leaves the focus to one beside it, or else to the line above the board.
export function passFocusOn() {
    const { activeElement } = document;
    if (!activeElement?.disabled) return;
    const beside = activeElement.parentElement.querySelector('button:enabled');
    (beside ?? byId('banner')).focus({ preventScroll: true });
}

export const sideName = (side) => (side === 'x' ? 'X' : 'O');
export const otherSide = (side) => (side === 'x' ? 'o' : 'x');

// Gives a list of buttons to an element: [{ id, label, action, isPrimary, isDisabled, title }]. Those that are there
// already stay, so that whoever has pressed one keeps the focus.
export function showButtons(holder, buttons) {
    const old = new Map([...holder.children].map((button) => [button.id, button]));
    const shown = buttons.map(({ id, label, action, isPrimary = false, isDisabled = false, title = '' }) => {
        const button = old.get(id) ?? make('button', { type: 'button', id });
        if (button.textContent !== label) button.textContent = label;
        button.onclick = action;
        button.className = isPrimary ? 'primary' : '';
        button.disabled = isDisabled;
        if (title) {
            button.title = title;
            button.setAttribute('aria-label', title);
        }
        return button;
    });
    if (shown.length !== holder.children.length || shown.some((button, i) => holder.children[i] !== button)) {
        holder.replaceChildren(...shown);
    }
}
