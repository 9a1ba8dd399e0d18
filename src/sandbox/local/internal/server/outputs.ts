import { OutputPipe, type Pipe } from './output-pipe.js';
import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../../../internal/scratch.js';

/** A program's output, up to its limit. */
export interface Output {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly value: Buffer;
  /** Whether it wrote more. */
  readonly truncated: boolean;
}

/** The output pipes of a fork server: standard output, standard error, and the value of the last expression. */
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

  /** Whether every pipe was read up to the mark. */
  get complete(): boolean {
    return this.#pipes.every((pipe) => pipe.complete);
  }

  reset(mark?: Buffer): void {
    for (const pipe of this.#pipes) pipe.reset(mark);
  }

  listen(): void {
    for (const pipe of this.#pipes) pipe.listen();
  }

  /** @param left - Bytes in each pipe once no process could write any more. */
  drain(left: readonly number[]): void {
    for (const [i, pipe] of this.#pipes.entries()) pipe.drain(left[i]!);
  }

  discardBeyond(bytes: number): void {
    for (const pipe of this.#pipes) pipe.discardBeyond(bytes);
  }

  /** @param bytes - Most bytes of all pipes together. */
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

  /** Sets whether this keeps Node alive. */
  hold(busy: boolean): void {
    for (const pipe of this.#pipes) pipe.hold(busy);
  }

  destroy(): void {
    for (const pipe of this.#pipes) pipe.destroy();
  }
}

/**
 * Makes real pipes: named pipes whose names are removed at once. Node's own pipes are sockets, which cannot be opened through /dev/stdout.
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
