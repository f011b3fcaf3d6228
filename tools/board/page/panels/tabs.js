// Tabs, with the keys that people expect of them.

import { byId, onClick, setHidden } from '../base/dom.js';

const TABS = ['play', 'analyse', 'proof', 'puzzles', 'watch'];

export function openTab(name, onOpen) {
    for (const other of TABS) {
        const isOpen = other === name;
        byId(`tab-${other}`).setAttribute('aria-selected', String(isOpen));
        byId(`tab-${other}`).tabIndex = isOpen ? 0 : -1;
        setHidden(`panel-${other}`, !isOpen);
    }
    onOpen?.(name);
}

export function watchTabs(onOpen) {
    for (const name of TABS) onClick(`tab-${name}`, () => openTab(name, onOpen));
    document.querySelector('[role="tablist"]').addEventListener('keydown', (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step || event.target.getAttribute('role') !== 'tab') return;
        event.stopPropagation();
        const shown = TABS.filter((name) => !byId(`tab-${name}`).hidden);
        const at = shown.findIndex((name) => event.target.id === `tab-${name}`);
        const next = shown[(at + step + shown.length) % shown.length];
        openTab(next, onOpen);
        byId(`tab-${next}`).focus();
    });
}

export const isTabOpen = (name) => !byId(`panel-${name}`).hidden;
