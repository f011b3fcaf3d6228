// The list of moves with its variations. A click goes there; playing on from there begins a variation.

import { byId, make, scrollWithin, sideName } from '../base/dom.js';

export class MovesPanel {
    constructor(session, goTo) {
        this.session = session;
        this.goTo = goTo;
        this.list = byId('moves');
    }

    update() {
        const { tree } = this.session;
        const pieces = [];
        this.#addLine(tree.root, pieces, false);
        this.list.replaceChildren(...pieces);
        const here = this.list.querySelector('[aria-current="true"]');
        scrollWithin(this.list, here);
        const { current } = tree;
        for (const id of ['go-first', 'go-back']) byId(id).disabled = current === tree.root;
        for (const id of ['go-on', 'go-last']) byId(id).disabled = !tree.next();
        byId('delete-variation').disabled = current === tree.root;
        byId('review').disabled = tree.root.children.length === 0;
    }

    // The main line from a node on; other moves stand in brackets behind the one that they replace.
    #addLine(from, pieces, needsNumber) {
        let showNumber = needsNumber;
        for (let node = from.children[0], parent = from; node; parent = node, node = node.children[0]) {
            this.#addMove(node, pieces, showNumber || this.#isFirstOfPair(node));
            showNumber = false;
            for (const other of parent.children.slice(1)) {
                const inner = [];
                this.#addMove(other, inner, true);
                this.#addLine(other, inner, false);
                pieces.push(make('span', { className: 'variation' }, ' (', ...inner, ') '));
                showNumber = true;
            }
        }
    }

    #isFirstOfPair(node) { return this.session.tree.sideToMove(node.parent) === 'x' || node.ply === 1; }

    #addMove(node, pieces, showNumber) {
        const { tree } = this.session;
        const offset = tree.firstSide === 'x' ? 1 : 2;
        const mover = tree.sideToMove(node.parent);
        const button = make('button', { type: 'button', title: node.note ?? '' }, node.move);
        if (node.fault) button.append(make('span', { className: 'fault' }, node.fault));
        button.setAttribute('aria-label', `${sideName(mover)} ${node.move}${node.fault ? ', a mistake' : ''}`);
        if (node === tree.current) button.setAttribute('aria-current', 'true');
        button.addEventListener('click', () => this.goTo(node));
        // A number stays with its move at the end of a row.
        const number = `${Math.floor((node.ply + offset) / 2)}${mover === 'x' ? '.' : '…'}`;
        const label = make('span', { className: 'number' }, number);
        pieces.push(showNumber ? make('span', { className: 'numbered' }, label, button) : button);
    }
}
