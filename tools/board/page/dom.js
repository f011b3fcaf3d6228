// Small helpers for the document. Text reaches it only as text: nothing here takes markup.

const byId = (id) => document.getElementById(id);

function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (name in element) element[name] = value;
        else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
}

function makeSvg(tag, attributes = {}) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
}

const setText = (id, text) => { byId(id).textContent = text; };
const setHidden = (id, isHidden) => { byId(id).hidden = isHidden; };
const setPressed = (id, isPressed) => { byId(id).setAttribute('aria-pressed', String(isPressed)); };
const onClick = (id, handler) => byId(id).addEventListener('click', handler);

// For people who do not see the board. Repeating a text says it again, so each one is a new node.
function announce(text) {
    byId('live').replaceChildren(make('p', {}, text));
}

// Scrolls a list so that one of its items is in the middle. scrollIntoView would move the whole page as well, and the
// board out of sight.
function scrollWithin(list, item) {
    if (!item) return;
    const offset = item.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += offset - list.clientHeight / 2;
}

const sideName = (side) => (side === 'x' ? 'X' : 'O');
const otherSide = (side) => (side === 'x' ? 'o' : 'x');
