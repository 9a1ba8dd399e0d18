import { closeSync, constants, openSync, readSync } from 'node:fs';
import { Socket } from 'node:net';

/** What a pipe holds when nobody reads it. */
const CAPACITY = 65_536;
const scratch = Buffer.allocUnsafeSlow(CAPACITY);

/**
 * The reading end of one of a fork server's output pipes, which outlives its programs.
 *
 * A short program writes little and is over before anyone need look: what it left in the pipe is then read in one go,
 * when the server has said that nothing can write any more. A longer one is listened to, so that it neither blocks on
 * a full pipe nor prints without end.
 */
export class OutputPipe {
  /** Bytes seen since the last reset, kept or not. */
  length = 0;
  #chunks: Buffer[] = [];
  #kept = 0;
  #keepAtMost = Infinity;
  #tail: Buffer = EMPTY;
  #mark: Buffer | undefined;
  #socket: Socket | undefined;

  /** @param fd - Non-blocking; closed by `destroy`. */
  constructor(
    private readonly fd: number,
    private readonly onChange: () => void,
  ) {}

  /**
   * Forgets the last program.
   *
   * @param mark - What the next one's output ends with, for an interpreter that lives on after it.
   */
  reset(mark?: Buffer): void {
    this.length = 0;
    this.#chunks = [];
    this.#kept = 0;
    this.#keepAtMost = Infinity;
    this.#tail = EMPTY;
    this.#mark = mark;
  }

  /** Takes in from now on whatever comes, as it comes. */
  listen(): void {
    if (this.#socket !== undefined) return;
    // A descriptor of its own: closing it ends the listening, and leaves the pipe.
    const fd = openSync(`/proc/self/fd/${this.fd}`, constants.O_RDONLY | constants.O_NONBLOCK);
    this.#socket = new Socket({ fd, readable: true, writable: false });
    this.#socket.on('error', () => {});
    this.#socket.on('data', (chunk: Buffer) => {
      this.#add(chunk);
      this.onChange();
    });
  }

  /**
   * Takes in what is left, now that nothing can write any more.
   *
   * @param bytes - How much that was when nothing could.
   */
  drain(bytes: number): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    // Where it was listened to, some of them may have come already.
    for (let left = bytes; left > 0;) {
      const count = readIfAny(this.fd);
      if (count === 0) return;
      this.#add(Buffer.from(scratch.subarray(0, count)));
      left -= count;
    }
  }

  /** Keeps no more than this from now on; the rest is read and dropped. */
  discardBeyond(bytes: number): void {
    this.#keepAtMost = bytes;
  }

  /** Everything up to the mark has come. */
  get complete(): boolean {
    return this.#mark !== undefined && this.#tail.equals(this.#mark);
  }

  /** Did the program write more than `take` gave? */
  truncated = false;

  /** @returns At most so many bytes of what came, without the mark. */
  take(bytes: number): Buffer {
    const marked = this.complete;
    const output = this.length - (marked ? this.#mark!.length : 0);
    this.truncated = output > bytes;
    if (output === 0) return EMPTY;
    const whole = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    return whole.subarray(0, Math.min(output, bytes));
  }

  destroy(): void {
    this.#socket?.destroy();
    closeSync(this.fd);
  }

  ref(): void {
    this.#socket?.ref();
  }

  unref(): void {
    this.#socket?.unref();
  }

  #add(chunk: Buffer): void {
    this.length += chunk.length;
    if (this.#mark !== undefined) {
      const size = this.#mark.length;
      this.#tail = (chunk.length >= size ? chunk : Buffer.concat([this.#tail, chunk])).subarray(-size);
    }
    if (this.#kept >= this.#keepAtMost) return;
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
  }
}

const EMPTY = Buffer.alloc(0);

/** @returns How many bytes were read, 0 where the pipe is empty. */
function readIfAny(fd: number): number {
  try {
    return readSync(fd, scratch, 0, CAPACITY, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}
