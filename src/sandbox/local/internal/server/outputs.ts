import { OutputPipe } from './output-pipe.js';
import type { Pipe } from './pipes.js';

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
