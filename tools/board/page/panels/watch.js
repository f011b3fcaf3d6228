// A mode: watching a tournament. The referee's record is, read piece by piece as it grows.

import { byId, make, scrollWithin, setText } from '../base/dom.js';
import { ignoreGone } from '../engine/engine.js';
import { readRecord, treeOfRecord } from '../game/record.js';
import { markGame, resultText, showGameList } from './share.js';

const WATCH_MS = 1000;

export class Watch {
    name = 'watch';

    // hooks: open(tree), keep(tree): as one's own game, leave()
    constructor(session, modes, hooks) {
        Object.assign(this, { session, modes, hooks });
        this.#forget();
        byId('watch-newest').addEventListener('change', () => this.#showNewest());
    }

    click() {} // games of a tournament are looked at

    step(by) {
        const { tree } = this.session;
        const node = by < 0 ? tree.current.parent : tree.next();
        if (node) this.session.goTo(node).catch(ignoreGone);
    }

    banner() {
        return {
            text: this.shown < 0 ? 'Watching a tournament' : `Watching ${resultText(this.games[this.shown])}`,
            buttons: [
                { id: 'mode-keep', label: 'Play on from here', action: () => this.hooks.keep(this.session.tree) },
                { id: 'mode-leave', label: 'Leave', action: () => this.hooks.leave() },
            ],
        };
    }

    // The newest game comes to the board no more until somebody asks for it.
    end() {
        byId('watch-newest').checked = false;
        this.session.giveBack();
    }

    #forget() {
        this.from = 0; // bytes that were read
        this.text = '';
        this.games = [];
        this.shown = -1;
    }

    start() {
        if (this.timer) return;
        this.timer = setInterval(() => this.#look(), WATCH_MS);
        this.#look();
    }

    async #look() {
        if (this.isLooking) return;
        this.isLooking = true;
        try {
            for (let isMore = true; isMore;) isMore = await this.#read();
        } catch {
            setText('watch-text', 'The record cannot be read at the moment.');
        } finally {
            this.isLooking = false;
        }
    }

    // One piece; true if there is more.
    async #read() {
        const reply = await fetch(`record?from=${this.from}`);
        if (!reply.ok) throw new Error(String(reply.status));
        const bytes = new Uint8Array(await reply.arrayBuffer());
        const total = Number(reply.headers.get('X-Total'));
        if (total < this.from) { // another record, or one that was sorted at the end of its tournament
            this.#forget();
            return true;
        }
        this.from += bytes.length;
        if (bytes.length === 0) {
            if (this.games.length === 0) setText('watch-text', 'No game is finished yet.');
            return false;
        }
        this.#add(new TextDecoder('latin1').decode(bytes));
        return this.from < total;
    }

    // A game counts when it is whole; what follows the last whole one waits for the rest.
    #add(text) {
        const before = this.games.length;
        this.text += text;
        const { games, used } = readRecord(this.text);
        this.text = this.text.slice(used);
        this.games.push(...games);
        if (this.games.length === before) return;
        this.#drawTable();
        this.#drawGames(before);
        this.#showNewest();
    }

    #drawTable() {
        const rows = standings(this.games).map(({ name, games, wins, draws, losses }) => make('tr', {},
            ...[name, games, wins, draws, losses, wins + draws / 2].map((value) => make('td', {}, String(value)))));
        byId('watch-table').tBodies[0].replaceChildren(...rows);
        const last = this.games.at(-1);
        const count = `${this.games.length} ${this.games.length === 1 ? 'game' : 'games'}`;
        setText('watch-text', `${count}. The last one: ${resultText(last)}, ${last.tags.Reason ?? ''}.`);
    }

    #drawGames(from) {
        showGameList('watch-games', this.games, (i) => {
            byId('watch-newest').checked = false;
            return this.#show(i);
        }, from);
    }

    #showNewest() {
        if (!byId('watch-newest').checked || this.games.length === 0) return;
        this.#show(this.games.length - 1).catch(ignoreGone);
        scrollWithin(byId('watch-games'), byId('watch-games').lastElementChild);
    }

    async #show(i) {
        this.shown = i;
        markGame('watch-games', i);
        this.modes.enter(this);
        await this.hooks.open(treeOfRecord(this.games[i]));
    }
}

// Points of every engine, the best first.
function standings(games) {
    const table = new Map();
    const row = (name) => {
        if (!table.has(name)) table.set(name, { name, games: 0, wins: 0, draws: 0, losses: 0 });
        return table.get(name);
    };
    for (const { tags, result } of games) {
        if (result === '*') continue;
        const x = row(tags.X);
        const o = row(tags.O);
        x.games++;
        o.games++;
        if (result === '1/2-1/2') { x.draws++; o.draws++; }
        else if (result === '1-0') { x.wins++; o.losses++; }
        else { x.losses++; o.wins++; }
    }
    return [...table.values()].sort((a, b) => b.wins + b.draws / 2 - (a.wins + a.draws / 2));
}
