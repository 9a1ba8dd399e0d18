import type { Writable } from 'node:stream';

const EVERY_MS = { terminal: 200, file: 10_000 };

/** Shows the progress of a long run: in one line of a terminal, or as a line every 10 s in a log. */
export class Progress {
  readonly #stream: Writable;
  readonly #terminal: boolean;
  #last = Date.now();
  #shown = false;

  constructor(stream: Writable & { readonly isTTY?: boolean }) {
    this.#stream = stream;
    this.#terminal = stream.isTTY === true;
  }

  /** @param text - Computed only when it is time to show it. */
  update(text: () => string): void {
    const now = Date.now();
    if (now - this.#last < (this.#terminal ? EVERY_MS.terminal : EVERY_MS.file)) return;
    this.#last = now;
    this.#shown = true;
    this.#stream.write(this.#terminal ? `\r\u001b[2K${text()}` : `${text()}\n`);
  }

  /** Clears the line, so that what follows starts on its own. */
  clear(): void {
    if (this.#shown && this.#terminal) this.#stream.write('\r\u001b[2K');
    this.#shown = false;
  }
}
