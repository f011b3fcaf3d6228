// The evaluation of the game as a graph: X above the middle, O below. A click goes to the move.

import { byId, makeSvg } from '../base/dom.js';
import { share } from '../engine/info.js';

const GRAPH_HEIGHT = 74;

export class EvaluationGraph {
    constructor(session, goTo) {
        this.session = session;
        this.svg = byId('graph');
        this.svg.addEventListener('click', (event) => {
            const box = this.svg.getBoundingClientRect();
            const nodes = session.tree.line;
            goTo(nodes[Math.round(((event.clientX - box.x) / box.width) * (nodes.length - 1))]);
        });
    }

    update() {
        const nodes = this.session.tree.line;
        const known = nodes.filter((node) => node.value);
        this.svg.toggleAttribute('hidden', known.length < 2);
        if (known.length < 2) return;
        const width = 340;
        const last = nodes.length - 1;
        const x = (node) => (node.ply / last) * width;
        const y = (node) => (GRAPH_HEIGHT / 2) * (1 - 0.92 * share(node.value));
        const points = known.map((node) => `${x(node).toFixed(1)} ${y(node).toFixed(1)}`);
        const middle = GRAPH_HEIGHT / 2;
        const from = `M${x(known[0])} ${middle}`;
        const faults = known.filter((node) => node.fault);
        const here = x(this.session.tree.current);
        this.svg.setAttribute('viewBox', `0 0 ${width} ${GRAPH_HEIGHT}`);
        this.svg.setAttribute('preserveAspectRatio', 'none');
        this.svg.replaceChildren(
            makeSvg('path', { class: 'area', d: `${from}L${points.join('L')}L${x(known.at(-1))} ${middle}Z` }),
            makeSvg('path', { class: 'axis', d: `M0 ${middle}H${width}` }),
            makeSvg('path', { class: 'curve', d: `M${points.join('L')}` }),
            makeSvg('path', { class: 'here', d: `M${here} 0V${GRAPH_HEIGHT}` }),
            ...faults.map((node) => makeSvg('circle', { class: 'fault', cx: x(node), cy: y(node), r: 4 })));
    }
}
