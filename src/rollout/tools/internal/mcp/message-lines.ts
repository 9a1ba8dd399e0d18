const LINE_FEED = 10;

/**
 * Lines of a stream, which come in pieces. Each byte is looked at once and copied once, however small the pieces are: a server
 * that sends a long line byte by byte would otherwise cost as much for each byte as for all before it.
 */
export class MessageLines {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  /** @param maxBytes - Of a line. */
  constructor(private readonly maxBytes: number) {}

  /** @returns The lines that end with this piece, without their ends. @throws Error for a line that is too long. */
  append(piece: Buffer): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, from)) {
      this.#keep(piece.subarray(from, end));
      lines.push(Buffer.concat(this.#pieces).toString('utf8').replace(/\r$/, ''));
      this.clear();
      from = end + 1;
    }
    if (from < piece.length) this.#keep(piece.subarray(from));
    return lines;
  }

  /** Forgets the line that has not ended. */
  clear(): void {
    this.#pieces = [];
    this.#bytes = 0;
  }

  #keep(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > this.maxBytes) {
      this.clear();
      throw new Error(`the server's message has more than ${this.maxBytes} bytes`);
    }
    // Many small pieces take more than their bytes.
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.length < SMALL && bytes.length < SMALL)
      this.#pieces[this.#pieces.length - 1] = Buffer.concat([last, bytes]);
    else this.#pieces.push(bytes);
  }
}

/** Pieces below it are put together. */
const SMALL = 1024;
