// Games and positions in and out: records as files, positions as text, links.

import { byId, make, onClick, setText } from '../base/dom.js';
import { EngineGone, ignoreGone, ignoreGoneOrSay } from '../engine/engine.js';
import { shapeOf } from '../engine/facts.js';
import { GameTree } from '../game/game_tree.js';
import { readRecord, treeOfRecord, writeRecord } from '../game/record.js';

export class Share {
    // hooks: open(tree, what): as one's own game
    constructor(session, players, hooks) {
        this.session = session;
        this.players = players;
        this.hooks = hooks;
        onClick('save', () => this.save());
        onClick('load', () => byId('load-file').click());
        onClick('copy-link', () => this.copy(this.link(), 'The link'));
        onClick('copy-position', () => this.copy(this.session.shown.fen, 'The position'));
        onClick('set-position', () => this.openText(byId('position').value));
        byId('load-file').addEventListener('change', async ({ target }) => {
            if (target.files.length) this.openText(await target.files[0].text());
            target.value = '';
        });
    }

    update() {
        if (document.activeElement !== byId('position')) byId('position').value = this.session.shown.fen;
    }

    say(text) { setText('share-text', text); }

    async copy(text, what) {
        try {
            await navigator.clipboard.writeText(text);
            this.say(`${what} was copied.`);
        } catch {
            byId('position').value = text;
            byId('position').select();
            this.say(`${what} could not be copied by itself: it is selected above.`);
        }
    }

    async save() {
        const { tree, facts } = this.session;
        const names = tree.names ?? { x: this.players.nameOf('x'), o: this.players.nameOf('o') };
        const text = writeRecord(tree, await facts.about(tree.positionOf(tree.line.at(-1))), names);
        const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
        make('a', { href: address, download: `rowan-${tree.shape.game.replace(':', '-')}.txt` }).click();
        setTimeout(() => URL.revokeObjectURL(address), 10000);
        this.say('The game was saved.');
    }

    // A record, a position with or without moves, or moves alone.
    async openText(input) {
        const text = input.replace(/\r/g, '').trim();
        try {
            if (text.startsWith(';') || text.startsWith('[')) await this.#openRecord(`${text}\n`);
            else await this.#openPosition(text.replace(/\s+/g, ' '));
        } catch (error) {
            ignoreGoneOrSay(error, (reason) => this.say(`This cannot be opened: ${reason}`));
        }
    }

    async #openRecord(text) {
        const { games } = readRecord(text);
        if (games.length === 0) throw new Error('there is no whole game in it');
        const trees = games.map(treeOfRecord);
        for (const tree of trees.slice(0, 1)) await this.session.facts.about(tree.positionOf());
        showGameList('loaded-games', games, (i) => this.#choose(trees, i));
        await this.#choose(trees, 0);
        this.say(games.length === 1 ? 'The game was loaded.' : `${games.length} games were loaded.`);
    }

    async #choose(trees, i) {
        await this.session.facts.about(trees[i].positionOf());
        await this.hooks.open(trees[i], 'A game was loaded.');
        markGame('loaded-games', i);
    }

    async #openPosition(text) {
        const found = readPosition(text, this.session.game.shape);
        if (!found) throw new Error('it is no record, no position such as 3/3/3 x, and no list of moves');
        await this.hooks.open(await this.#treeOf(found.fen, found.moves), 'The position was set up.');
        this.say('The position was set up.');
    }

    async #treeOf(fen, moves) {
        const facts = await this.session.facts.about(`fen ${fen}`);
        const tree = new GameTree(facts.shape, facts.fen);
        if (moves.length) await this.session.facts.about(`fen ${facts.fen} moves ${moves.join(' ')}`);
        let node = tree.root;
        for (const move of moves) node = tree.add(node, move);
        tree.visit(node);
        return tree;
    }

    // The address of this page with the line behind the #, which browsers do not send to the server.
    link() {
        const tree = this.session.game;
        const isPlain = tree.start === tree.shape.start;
        const parts = [isPlain ? `game=${tree.shape.game}` : `fen=${tree.start.replaceAll(' ', '_')}`];
        const end = tree.line.at(-1);
        if (end.parent) parts.push(`moves=${end.path.join('_')}`);
        if (end !== tree.current) parts.push(`at=${tree.current.ply}`);
        return `${location.href.split('#')[0]}#${parts.join('&')}`;
    }

    // The tree of the link that the page was opened with, or null.
    async readLink() {
        const values = Object.fromEntries(location.hash.slice(1).split('&').map((part) => part.split('=')));
        const moves = (values.moves ?? '').split('_').filter(Boolean);
        try {
            let tree = null;
            if (values.fen) tree = await this.#treeOf(decodeURIComponent(values.fen).replaceAll('_', ' '), moves);
            else if (values.game) tree = await this.#treeOf(shapeOf(decodeURIComponent(values.game)).start, moves);
            const at = tree?.line[Number(values.at ?? moves.length)];
            if (at) tree.visit(at);
            return tree;
        } catch (error) {
            if (error instanceof EngineGone) throw error;
            this.say(`The link cannot be opened: ${error.message}`);
            byId('share').open = true;
        }
        return null;
    }
}

// "position startpos moves a1a", "fen 3/3/3 x moves b2", "3/3/3 x", "1. a1a b2b 2. c3c": { fen, moves }, or null.
function readPosition(text, shape) {
    const split = (moves) => moves.replace(/\d+\.+/g, ' ').split(' ').filter(Boolean);
    const start = /^(?:position )?startpos(?: moves(.*))?$/.exec(text);
    if (start) return { fen: shape.start, moves: split(start[1] ?? '') };
    const form = /^(?:position )?(?:fen )?([^ ]+ [xo](?: (?!moves)[a-z]+\d*)?)(?: moves (.*))?$/.exec(text);
    if (form) return { fen: form[1], moves: split(form[2] ?? '') };
    const moves = split(text.replace(/^moves /, ''));
    return moves.length > 0 && moves.every((move) => /^([a-o]\d+)+[a-o]?$/.test(move)) ? { fen: shape.start, moves } : null;
}

// Adds the games from that one on: a record that grows has thousands of them.
export function showGameList(id, games, choose, from = 0) {
    if (from === 0) byId(id).replaceChildren();
    byId(id).append(...games.slice(from).map(({ tags, result, moves }, at) => {
        const i = from + at;
        const text = `${tags.Number ?? i + 1}. ${resultText({ tags, result })}, ${moves.length} moves`;
        const button = make('button', { type: 'button', title: tags.Reason ?? '' }, text);
        button.addEventListener('click', () => choose(i).catch(ignoreGone));
        return make('li', {}, button);
    }));
}

export const resultText = ({ tags, result }) => `${tags.X} – ${tags.O} ${result.replaceAll('1/2', '½')}`;

export function markGame(id, i) {
    [...byId(id).querySelectorAll('button')].forEach((button, at) => button.toggleAttribute('aria-current', at === i));
    byId(id).querySelectorAll('button')[i]?.setAttribute('aria-current', 'true');
}
