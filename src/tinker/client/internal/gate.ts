import { giveUpOnAbort } from '../../../io/index.js';

/** Lets so many through at once, in the order in which they came. */
export class Gate {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(limit: number) {
    this.#free = limit;
  }

  /** @throws The signal's reason when aborted while waiting; what `inside` throws. */
  async pass<T>(signal: AbortSignal, inside: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await inside();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    let enter: () => void = () => {};
    const turn = new Promise<void>((resolve) => (enter = resolve));
    this.#waiting.push(enter);
    try {
      await giveUpOnAbort(turn, signal);
    } catch (error) {
      const at = this.#waiting.indexOf(enter);
      // Who is let in at the very moment of giving up lets the next one in.
      if (at < 0) this.#leave();
      else this.#waiting.splice(at, 1);
      throw error;
    }
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
