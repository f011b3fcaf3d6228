// Work that takes a while and can be called off. Whoever waits passes the signal of the task along: when the task ends,
// every such wait is rejected with Aborted, so that nothing needs to be checked afterwards.

export class Aborted extends Error {}

// One thing at a time: beginning another ends the one before.
export class Task {
    #controller = null;

    get isRunning() { return this.#controller !== null; }

    begin() {
        this.end();
        this.#controller = new AbortController();
        return this.#controller.signal;
    }

    end() {
        this.#controller?.abort(new Aborted('called off'));
        this.#controller = null;
    }

    // work(signal): a promise; while it waits, the task is running
    async run(work) {
        const signal = this.begin();
        try {
            return await work(signal);
        } finally {
            if (this.#controller?.signal === signal) this.#controller = null;
        }
    }
}

// The promise, or Aborted as soon as the signal says so.
export function until(promise, signal) {
    if (!signal) return promise;
    return new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
        promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
}
