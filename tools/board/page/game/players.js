// Who plays X and who plays O: people, and engines with their levels.

import { byId } from '../base/dom.js';

export class Players {
    // commands: the engines of the command line, by number; engines are started when they are first needed
    constructor(startEngine) {
        this.startEngine = startEngine;
        this.engines = new Map();
        this.commands = new Map();
        this.seats = { x: 'person', o: '0:medium' };
    }

    engine(number) {
        if (!this.engines.has(number)) this.engines.set(number, this.startEngine(number));
        return this.engines.get(number);
    }

    addCommand(number, command) { this.commands.set(number, command); }

    // "build/sparring rules" is the engine "sparring rules".
    commandName(number) {
        const command = this.commands.get(number) ?? '';
        const [program, ...rest] = command.replace(/^'(.*)'$/, '$1').split(' ');
        return [program.split('/').at(-1).replace(/'$/, ''), ...rest].join(' ');
    }

    nameOf(side) {
        const seat = this.seats[side];
        if (seat === 'person') return 'You';
        const [number, level] = seat.split(':');
        return level ? `${this.baseName(Number(number))} (${level})` : this.baseName(Number(number));
    }

    baseName(number) {
        const name = this.engines.get(number)?.name;
        return name ? name.replace(/ [\d.]+$/, '') : this.commandName(number);
    }

    // The engines that have a seat.
    seated() {
        const seats = Object.values(this.seats).filter((seat) => seat !== 'person');
        return seats.map((seat) => this.engine(Number(seat.split(':')[0])));
    }

    isPerson(side) { return this.seats[side] === 'person'; }
    get hasPerson() { return this.isPerson('x') || this.isPerson('o'); }

    // The side of the only person, or null.
    get person() {
        if (this.isPerson('x') === this.isPerson('o')) return null;
        return this.isPerson('x') ? 'x' : 'o';
    }

    fillMenus() {
        for (const side of ['x', 'o']) {
            const menu = byId(`player-${side}`);
            const options = [new Option('Person', 'person')];
            for (const number of this.commands.keys()) {
                const levels = this.engines.get(number)?.levels ?? [];
                const base = this.baseName(number);
                if (levels.length === 0) options.push(new Option(base, String(number)));
                for (const level of levels) options.push(new Option(`${base}, ${level}`, `${number}:${level}`));
            }
            menu.replaceChildren(...options);
            this.#choose(menu, side);
        }
    }

    // An engine that turns out to have other levels, or none, keeps its seat.
    #choose(menu, side) {
        const engine = this.engines.get(Number(this.seats[side].split(':')[0]));
        if (engine && !engine.isReady) return; // it has yet to say which levels it has
        const seats = [...menu.options].map((option) => option.value);
        const number = this.seats[side].split(':')[0];
        if (!seats.includes(this.seats[side])) {
            this.seats[side] = seats.filter((seat) => seat.split(':')[0] === number).at(-1) ?? 'person';
        }
        menu.value = this.seats[side];
    }

    swap() {
        [this.seats.x, this.seats.o] = [this.seats.o, this.seats.x];
        this.fillMenus();
    }
}
