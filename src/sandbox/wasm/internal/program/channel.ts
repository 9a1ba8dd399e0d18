import { readSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const CHUNK_BYTES = 65_536;
const RETRY_MS = 2;

/** Lines of JSON on standard input and output. Both are used synchronously: a program that runs leaves no time for events. */
export class Channel {
  #rest = Buffer.alloc(0);
  readonly #chunk = Buffer.alloc(CHUNK_BYTES);

  /** @returns The next line's value; undefined at the end of the input. */
  async read<T>(): Promise<T | undefined> {
    const parts: Buffer[] = [];
    for (;;) {
      const end = this.#rest.indexOf(0x0a);
      if (end >= 0) {
        parts.push(this.#rest.subarray(0, end));
        this.#rest = this.#rest.subarray(end + 1);
        return JSON.parse(Buffer.concat(parts).toString('utf8')) as T;
      }
      parts.push(this.#rest);
      const length = await this.#readChunk();
      if (length === 0) return undefined;
      this.#rest = Buffer.from(this.#chunk.subarray(0, length));
    }
  }

  write(line: unknown): void {
    let left = Buffer.from(`${JSON.stringify(line)}\n`);
    while (left.length > 0) {
      try {
        left = left.subarray(writeSync(1, left));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      }
    }
  }

  async #readChunk(): Promise<number> {
    for (;;) {
      try {
        return readSync(0, this.#chunk);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EOF') return 0; // so Windows says it
        if (code !== 'EAGAIN') throw error;
        await sleep(RETRY_MS);
      }
    }
  }
}
