import { OutputPipe, type Pipe } from './output-pipe.js';
import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../scratch.js';

/** What a program wrote, within its cap. */
export interface Output {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly value: Buffer;
  /** It wrote more than that. */
  readonly truncated: boolean;
}

/** The pipes of one fork server, taken together: standard output, standard error, the value of a last expression. */
export class Outputs {
  readonly count: number;
  readonly #pipes: readonly OutputPipe[];

  constructor(pipes: readonly Pipe[], onChange: () => void, onError: (error: unknown) => void) {
    this.#pipes = pipes.map((pipe) => new OutputPipe(pipe, onChange, onError));
    this.count = pipes.length;
  }

  /** Bytes seen since the last reset. */
  get length(): number {
    return this.#pipes.reduce((sum, pipe) => sum + pipe.length, 0);
  }

  /** Everything up to the mark has come, on each. */
  get complete(): boolean {
    return this.#pipes.every((pipe) => pipe.complete);
  }

  reset(mark?: Buffer): void {
    for (const pipe of this.#pipes) pipe.reset(mark);
  }

  listen(): void {
    for (const pipe of this.#pipes) pipe.listen();
  }

  /** @param left - How many bytes each held when nothing could write any more. */
  drain(left: readonly number[]): void {
    for (const [i, pipe] of this.#pipes.entries()) pipe.drain(left[i]!);
  }

  discardBeyond(bytes: number): void {
    for (const pipe of this.#pipes) pipe.discardBeyond(bytes);
  }

  /** @param bytes - At most so many, of all together. */
  take(bytes: number): Output {
    let left = bytes;
    let truncated = false;
    const [stdout, stderr, value] = this.#pipes.map((pipe) => {
      const taken = pipe.take(left);
      left -= taken.length;
      truncated ||= pipe.truncated;
      return taken;
    });
    return { stdout: stdout!, stderr: stderr!, value: value!, truncated };
  }

  /** Keeps Node alive, or not. */
  hold(busy: boolean): void {
    for (const pipe of this.#pipes) pipe.hold(busy);
  }

  destroy(): void {
    for (const pipe of this.#pipes) pipe.destroy();
  }
}

/**
 * Real pipes (Node itself would make sockets, which cannot be opened through /dev/stdout): named ones that lose their
 * names at once.
 *
 * @throws SandboxError where there is no folder for temporary files.
 */
export async function makePipes(count: number): Promise<Pipe[]> {
  const folder = makeTemporaryFolder('pipes');
  const opened: number[] = [];
  const open = (path: string, flags: number): number => {
    const fd = openSync(path, flags);
    opened.push(fd);
    return fd;
  };
  try {
    const paths = Array.from({ length: count }, (_, i) => join(folder, String(i)));
    await promisify(execFile)('mkfifo', ['-m', '666', ...paths]);
    const reading = constants.O_RDONLY | constants.O_NONBLOCK;
    return paths.map((path) => ({
      readFd: open(path, reading),
      listenFd: open(path, reading),
      writeFd: open(path, constants.O_WRONLY),
    }));
  } catch (error) {
    for (const fd of opened) closeSync(fd);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
