import { concatBytes } from '../../../io/index.js';

/** Bytes that are kept of the beginning and of the end of an output. */
const KEPT_BYTES = 2 ** 20;

/** An output of a program: its beginning and its end, however long it gets. */
export class KeptOutput {
  readonly #head: Uint8Array[] = [];
  #tail: Uint8Array[] = [];
  #headBytes = 0;
  #tailBytes = 0;
  #droppedBytes = 0;

  add(bytes: Uint8Array): void {
    const toHead = bytes.subarray(0, KEPT_BYTES - this.#headBytes);
    if (toHead.length > 0) this.#head.push(toHead);
    this.#headBytes += toHead.length;
    const rest = bytes.subarray(toHead.length);
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailBytes += rest.length;
    // Not at every piece: joining and cutting costs as much as what is kept.
    if (this.#tailBytes > 2 * KEPT_BYTES) this.#cutTail();
  }

  /** The output as text; a note stands where bytes were dropped. */
  get text(): string {
    this.#cutTail();
    const decoder = new TextDecoder();
    if (this.#droppedBytes === 0) return decoder.decode(concatBytes([...this.#head, ...this.#tail]));
    const note = `\n[… ${this.#droppedBytes} bytes dropped …]\n`;
    return decoder.decode(concatBytes(this.#head)) + note + decoder.decode(concatBytes(this.#tail));
  }

  #cutTail(): void {
    const excess = this.#tailBytes - KEPT_BYTES;
    if (excess <= 0) return;
    this.#tail = [concatBytes(this.#tail).subarray(excess)];
    this.#tailBytes = KEPT_BYTES;
    this.#droppedBytes += excess;
  }
}
