import { StringDecoder } from 'node:string_decoder';

/** Splits a stream of bytes into lines, and refuses one that is too long. */
export class LineReader {
  readonly #decoder = new StringDecoder('utf8');
  #parts: string[] = [];
  #length = 0;

  constructor(
    private readonly onLine: (line: string) => void,
    private readonly mostCharacters: () => number,
  ) {}

  /** @returns Whether the unfinished line is within the limit. */
  push(chunk: Buffer): boolean {
    const [first = '', ...rest] = this.#decoder.write(chunk).split('\n');
    this.#add(first);
    for (const part of rest) {
      this.onLine(this.#parts.join(''));
      this.#parts = [];
      this.#length = 0;
      this.#add(part);
    }
    if (this.#length <= this.mostCharacters()) return true;
    this.#parts = [];
    return false;
  }

  #add(part: string): void {
    if (part === '') return;
    this.#parts.push(part);
    this.#length += part.length;
  }
}
