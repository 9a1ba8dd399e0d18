import { closeSync, readSync } from 'node:fs';
import { Socket } from 'node:net';

/** The ends of a pipe, as descriptors. */
export interface Pipe {
  /** Non-blocking, for reading all at once. */
  readonly readFd: number;
  /** A second descriptor of the same end, for listening: opened early, because a program may take the pipe over. */
  readonly listenFd: number;
  readonly writeFd: number;
}

/** Capacity of a pipe. */
const CAPACITY = 65_536;
const scratch = Buffer.allocUnsafeSlow(CAPACITY);
const EMPTY = Buffer.alloc(0);
/** A read of fewer bytes is short. */
const WORTH_A_READ = 4096;
/** A call has so many short reads at once, and then at most one per interval, because a program may write single bytes. */
const FREE_READS = 100;
const PAUSE_MS = 5;

/**
 * The reading end of one of a fork server's output pipes, which outlives its programs.
 *
 * A short program writes little. Its output is read at once, when the server has reported that no process can write any more. The output of
 * a longer program is read while it runs, so that it neither blocks on a full pipe nor prints without limit. All descriptors were opened
 * before the first program.
 */
export class OutputPipe {
  /** Bytes seen since the last reset, kept or not. */
  length = 0;
  /** Whether the program wrote more than `take` returned. */
  truncated = false;
  /** One buffer for all pieces: a program that writes single bytes makes no object for each. */
  #buffer: Buffer = EMPTY;
  #kept = 0;
  #keepAtMost = Infinity;
  #tail: Buffer = EMPTY;
  #mark: Buffer | undefined;
  #socket: Socket | undefined;
  #smallReads = 0;
  #pause: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    private readonly pipe: Pipe,
    private readonly onChange: () => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * Prepares for the next program.
   *
   * @param mark - Ends its output, if the interpreter lives on after it.
   */
  reset(mark?: Buffer): void {
    this.length = 0;
    this.#buffer = EMPTY;
    this.#kept = 0;
    this.#keepAtMost = Infinity;
    this.#tail = EMPTY;
    this.#mark = mark;
    this.#smallReads = 0;
  }

  /** Reads output from now on as it arrives. */
  listen(): void {
    if (this.#closed) return;
    if (this.#socket !== undefined) {
      this.#socket.resume();
      return;
    }
    const callback = (bytes: number): boolean => {
      try {
        this.#add(scratch.subarray(0, bytes));
        this.onChange();
      } catch (error) {
        this.onError(error);
      }
      if (bytes >= WORTH_A_READ || ++this.#smallReads <= FREE_READS) return true;
      this.#pause = setTimeout(() => this.#socket?.resume(), PAUSE_MS);
      return false;
    };
    const options = {
      fd: this.pipe.listenFd,
      readable: true,
      writable: false,
      onread: { buffer: scratch, callback }, // which the types know for `connect` alone
    };
    this.#socket = new Socket(options);
    this.#socket.on('error', this.onError);
  }

  /**
   * Reads the rest, once no process can write any more.
   *
   * @param bytes - Size of the rest.
   */
  drain(bytes: number): void {
    clearTimeout(this.#pause);
    this.#socket?.pause();
    // Some of these bytes may have been read already while it listened.
    for (let left = bytes; left > 0;) {
      const count = readIfAny(this.pipe.readFd);
      if (count === 0) return;
      this.#add(scratch.subarray(0, count));
      left -= count;
    }
  }

  /** Keeps at most so many bytes from now on; the rest is read and dropped. */
  discardBeyond(bytes: number): void {
    this.#keepAtMost = bytes;
  }

  /** Whether the output was read up to the mark. */
  get complete(): boolean {
    return this.#mark !== undefined && this.#tail.equals(this.#mark);
  }

  /** @returns The output up to the limit, without the mark. */
  take(bytes: number): Buffer {
    const marked = this.complete;
    const output = this.length - (marked ? this.#mark!.length : 0);
    this.truncated = output > bytes;
    return this.#buffer.subarray(0, Math.min(output, bytes, this.#kept));
  }

  destroy(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#pause);
    closeSync(this.pipe.readFd);
    if (this.#socket === undefined) closeSync(this.pipe.listenFd);
    else this.#socket.destroy();
  }

  /** Sets whether this keeps Node alive. */
  hold(busy: boolean): void {
    this.#socket?.[busy ? 'ref' : 'unref']();
  }

  #add(chunk: Buffer): void {
    this.length += chunk.length;
    if (this.#mark !== undefined) {
      const size = this.#mark.length;
      this.#tail = Buffer.concat([this.#tail, chunk.subarray(-size)]).subarray(-size);
    }
    if (this.#kept >= this.#keepAtMost) return;
    const end = this.#kept + chunk.length;
    if (end > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(this.#kept === 0 ? end : Math.max(end, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#kept);
      this.#buffer = larger;
    }
    chunk.copy(this.#buffer, this.#kept);
    this.#kept = end;
  }
}

/** @returns How many bytes were read, 0 where the pipe is empty. */
function readIfAny(fd: number): number {
  try {
    return readSync(fd, scratch, 0, CAPACITY, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}
