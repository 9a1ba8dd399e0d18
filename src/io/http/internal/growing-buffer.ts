import type { ByteHold } from '../byte-budget.js';
import { HttpError } from '../http-error.js';

/** What the first bytes are given room for. They are not counted: a connection takes more than they do. */
const LEAST_CAPACITY = 1024;

/** Bytes that come piece by piece: however small the pieces are, one buffer has them, which grows, and that is what is counted. */
export class GrowingBuffer {
  #buffer: Buffer = Buffer.alloc(0);
  #size = 0;
  #isReleased = false;

  constructor(
    private readonly hold: ByteHold,
    private readonly maxBytes: number,
  ) {}

  /** What has come, as a view. @throws HttpError once it was let go of. */
  get bytes(): Buffer {
    this.#requireKept();
    return this.#buffer.subarray(0, this.#size);
  }

  /** @throws HttpError 413 for more than may come, 400 once it was let go of; what the budget throws where there is no room. */
  push(piece: Uint8Array): void {
    this.#requireKept();
    const needed = this.#size + piece.length;
    requireSize(needed, this.maxBytes);
    if (needed > this.#buffer.length) this.#grow(needed);
    this.#buffer.set(piece, this.#size);
    this.#size = needed;
  }

  /** Lets go of what has come, for good: what comes after that nobody would give back. */
  release(): void {
    this.#isReleased = true;
    this.hold.set(0);
    this.#buffer = Buffer.alloc(0);
    this.#size = 0;
  }

  #requireKept(): void {
    if (this.#isReleased) throw new HttpError(400, 'the request was over before its body was read');
  }

  /** Gives room for so many bytes, and for as many again where there may be more. */
  #grow(needed: number): void {
    const doubled = 2 ** Math.ceil(Math.log2(Math.max(needed, LEAST_CAPACITY)));
    const capacity = Math.max(needed, Math.min(this.maxBytes, doubled));
    if (capacity > LEAST_CAPACITY) this.hold.ask(capacity);
    const grown = Buffer.allocUnsafeSlow(capacity);
    grown.set(this.bytes);
    this.#buffer = grown;
  }
}

/** @throws HttpError 413 for a body that is too large. */
export function requireSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new HttpError(413, `the request body is larger than ${maxBytes} bytes`);
}
