// A mode: a line from the place in the game, which is only looked at. It can be made a variation.

import { ignoreGone } from '../engine/engine.js';

export class Explore {
    name = 'explore';

    // hooks: keep(node), leave()
    constructor(session, modes, hooks) {
        Object.assign(this, { session, modes, hooks });
    }

    // Looks at these moves from the current node on, the first `at` of them played.
    look(moves, at) {
        this.modes.enter(this);
        this.session.look(moves, at).catch(ignoreGone);
    }

    click() {} // a line is looked at, not played

    step(by) {
        const { moves, at } = this.session.preview;
        if (at + by >= 0 && at + by <= moves.length) this.look(moves, at + by);
    }

    banner() {
        const { moves, at } = this.session.preview ?? { moves: [], at: 0 };
        return {
            text: `A line to look at: move ${at} of ${moves.length}`,
            buttons: [
                { id: 'mode-back', label: '‹', title: 'One move back', action: () => this.step(-1), isDisabled: at === 0 },
                { id: 'mode-next', label: '›', title: 'One move on', action: () => this.step(1), isDisabled: at === moves.length },
                { id: 'mode-keep', label: 'Keep as a variation', action: () => this.#keep() },
                { id: 'mode-leave', label: 'Leave', action: () => this.hooks.leave() },
            ],
        };
    }

    #keep() {
        const { tree, previewed } = this.session;
        let node = tree.current;
        for (const move of previewed) node = tree.add(node, move);
        this.hooks.keep(node);
    }

    end() { this.session.preview = null; }
}
