// A word about what just happened, with a way back. It goes by itself, or with the next one.

import { byId, setHidden, setText, showButtons } from '../base/dom.js';

const SHOWN_MS = 20000;

let timer = 0;

export function showToast(text, buttons = []) {
    clearTimeout(timer);
    setText('toast-text', text);
    const close = { id: 'toast-close', label: '×', title: 'Close', action: hideToast };
    const closing = buttons.map((button) => ({ ...button, action: () => { hideToast(); button.action(); } }));
    showButtons(byId('toast-tools'), [...closing, close]);
    setHidden('toast', false);
    timer = setTimeout(hideToast, SHOWN_MS);
}

export function hideToast() {
    clearTimeout(timer);
    if (byId('toast').contains(document.activeElement)) byId('banner').focus({ preventScroll: true });
    setHidden('toast', true);
}
