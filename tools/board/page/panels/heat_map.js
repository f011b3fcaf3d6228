// The values of all moves as colours and numbers on the cells.

import { shortScore } from '../engine/info.js';

const WON = 9000; // above all estimates: a win in so and so many moves

function worth({ score }) {
    return score.kind === 'mate' ? Math.sign(score.value) * (2 * WON - Math.abs(score.value)) : score.value;
}

// From 0, bad, to 1, good. Estimates are compared with each other, however close they are; where all moves lose, only
// their order says something.
function warmthOf(lines) {
    const values = [...new Set(lines.map(worth))].sort((a, b) => b - a);
    const estimates = values.filter((value) => Math.abs(value) < WON);
    const scale = Math.max(6, (estimates[0] - estimates.at(-1)) / 3);
    const isAllLost = values[0] < -WON;
    const top = values[0] > WON ? 0.4 : 0.85;
    const rank = (value) => values.indexOf(value) / Math.max(1, values.length - 1);
    return (line) => {
        const value = worth(line);
        if (isAllLost) return 0.5 - 0.5 * rank(value);
        if (value > WON) return 1 - 0.3 * rank(value);
        if (value < -WON) return 0;
        return 0.1 + (top - 0.1) * Math.exp((value - estimates[0]) / scale);
    };
}

export function heatMap(facts, moves) {
    const lines = [...moves.values()].filter(({ pv, score }) => score && facts.moves.has(facts.shape.cellOf(pv[0])));
    const warmth = warmthOf(lines);
    return lines.map((line) => [facts.shape.cellOf(line.pv[0]), {
        text: shortScore(line.score, line.proof),
        color: `color-mix(in oklab, var(--good) ${Math.round(100 * warmth(line))}%, var(--heat-cold))`,
        ink: warmth(line) > 0.55 ? 'var(--heat-ink-good)' : 'var(--ink)',
    }]);
}
