// Who owns the board: one mode at a time. Clicks on cells, the keys that step, and the line above the board belong to
// it. The first mode is that of one's own game; every other one can be left, and then that one is back.
//
// A mode has
//   name           play, explore, explain, puzzle or watch
//   click(cell)    somebody clicked there
//   point(cell)    the pointer is there, or nowhere (null); optional
//   step(by)       one step back (-1) or on (1)
//   banner()       { text, buttons: [{ id, label, action, isPrimary, isDisabled, title }] }
//   end()          it has lost the board: what it began is called off, what it drew is taken away

export class Modes {
    #listeners = [];

    constructor(home) {
        this.home = home;
        this.current = home;
    }

    // listener(): another mode has the board
    listen(listener) { this.#listeners.push(listener); }

    is(name) { return this.current.name === name; }

    enter(mode) {
        if (mode === this.current) return;
        const before = this.current;
        this.current = mode;
        before.end();
        for (const listener of this.#listeners) listener();
    }

    leave() { this.enter(this.home); }
}
