import { Socket } from 'node:net';

/**
 * One output pipe of a fork server, read as it is written.
 *
 * The pipe outlives its programs, so the end of one program's output is a marker: 16 random bytes that the fork
 * server draws when every process of the call is dead. Until then whatever comes is output.
 */
export class MarkedStream {
  static readonly MARKER_BYTES = 16;

  /** Bytes seen since the last reset, kept or not. */
  length = 0;
  #chunks: Buffer[] = [];
  #kept = 0;
  #keepAtMost = Infinity;
  #tail: Buffer = Buffer.alloc(0);
  #marker: Buffer | undefined;
  #mark: Buffer | undefined;
  #socket: Socket;

  constructor(fd: number, onChange: () => void) {
    this.#socket = new Socket({ fd, readable: true, writable: false });
    this.#socket.on('error', () => {});
    this.#socket.on('data', (chunk: Buffer) => {
      this.#add(chunk);
      onChange();
    });
  }

  /**
   * Forgets the last program.
   *
   * @param mark - What the next one's output ends with, where that is known beforehand.
   */
  reset(mark?: Buffer): void {
    this.length = 0;
    this.#chunks = [];
    this.#kept = 0;
    this.#keepAtMost = Infinity;
    this.#tail = Buffer.alloc(0);
    this.#marker = mark;
    this.#mark = mark;
  }

  /** Says what the stream ends with. */
  endsWith(marker: Buffer): void {
    this.#marker = marker;
  }

  /** Keeps no more than this from now on; the rest is read and dropped. */
  discardBeyond(bytes: number): void {
    this.#keepAtMost = bytes;
  }

  /** Everything up to the marker has come. */
  get complete(): boolean {
    return this.#marker !== undefined && this.#tail.equals(this.#marker);
  }

  /** Did the program write more than `take` gave? */
  truncated = false;

  /** @returns At most so many bytes of what came before the marker. */
  take(bytes: number): Buffer {
    const output = this.length - MarkedStream.MARKER_BYTES;
    this.truncated = output > bytes;
    const kept = Buffer.concat(this.#chunks).subarray(0, Math.min(output, bytes));
    // A session's interpreter may have died between writing its own mark and the end of the call.
    const marked = this.#mark !== undefined && kept.subarray(-this.#mark.length).equals(this.#mark);
    return marked ? kept.subarray(0, -this.#mark!.length) : kept;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }

  #add(chunk: Buffer): void {
    this.length += chunk.length;
    this.#tail =
      chunk.length >= MarkedStream.MARKER_BYTES
        ? chunk.subarray(-MarkedStream.MARKER_BYTES)
        : Buffer.concat([this.#tail, chunk]).subarray(-MarkedStream.MARKER_BYTES);
    if (this.#kept >= this.#keepAtMost) return;
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
  }
}
