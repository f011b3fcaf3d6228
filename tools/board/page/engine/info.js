// What a search says: `info` lines, and values in words.

// A line with a value and moves; null for all others.
export function readInfo(text) {
    if (!text.startsWith('depth')) return null;
    const words = text.split(' ');
    const info = { multipv: 1, pv: [] };
    for (let i = 0; i < words.length; i++) {
        const word = words[i];
        if (word === 'pv') {
            info.pv = words.slice(i + 1);
            break;
        }
        if (word === 'score') {
            info.score = { kind: words[i + 1], value: Number(words[i + 2]) };
            i += 2;
        } else if (['depth', 'seldepth', 'multipv', 'nodes', 'nps', 'time'].includes(word)) {
            info[word] = Number(words[++i]);
        }
    }
    return info.score && info.pv.length > 0 ? info : null;
}

// "proven win by 3", "multipv 2 proven draw": { multipv, value, points } or null
export function readProof(text) {
    const match = /^string (?:multipv (\d+) )?proven (win|draw|loss)(?: by (\d+))?/.exec(text);
    if (!match) return null;
    const [, rank, value, points = '0'] = match;
    return { isMove: rank !== undefined, multipv: Number(rank ?? 1), value, points: Number(points) };
}

// Values are kept for X, so that a graph of a whole game needs no thought about who was to move. A proof may come
// without a score.
export function valueForX(score, proof, side) {
    const sign = side === 'x' ? 1 : -1;
    const proven = proof ? { win: sign, draw: 0, loss: -sign }[proof] : null;
    return { kind: score?.kind ?? 'cp', value: sign * (score?.value ?? 0), proven };
}

// From -1 to 1, for bars and graphs.
export function share(value) {
    if (value.proven !== null && value.proven !== undefined) return value.proven;
    if (value.kind === 'mate') return Math.sign(value.value) * 0.97;
    return Math.max(-0.92, Math.min(0.92, Math.tanh(value.value / 160)));
}

// A value for the side to move, short enough for a cell.
export function shortScore(score, proof) {
    if (score.kind === 'mate') return `${score.value > 0 ? 'W' : 'L'}${Math.abs(score.value)}`;
    if (proof === 'draw' && score.value === 0) return '=';
    const lines = score.value / 100;
    const text = Math.abs(lines) >= 9.95 ? String(Math.round(Math.abs(lines))) : Math.abs(lines).toFixed(1);
    if (text === '0.0') return text;
    return (lines < 0 ? '−' : '+') + text;
}

export function verdictText(value) {
    if (value.kind === 'mate') {
        const winner = value.value > 0 ? 'X' : 'O';
        return `${winner} wins in ${Math.abs(value.value)} ${Math.abs(value.value) === 1 ? 'move' : 'moves'}`;
    }
    if (value.proven === 0) return 'Drawn with best play';
    if (value.proven) return `${value.proven > 0 ? 'X' : 'O'} wins`;
    const lines = Math.abs(value.value / 100).toFixed(2);
    if (value.value === 0) return 'Even';
    return `${value.value > 0 ? 'X' : 'O'} stands better, by ${lines}`;
}
