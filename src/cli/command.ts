import type { Readable, Writable } from 'node:stream';

/** What a command reads from and writes to; the process's own streams, or a test's. */
export interface CommandIo {
  readonly stdin: Readable & Terminal;
  readonly stdout: Writable & Terminal;
  readonly stderr: Writable & Terminal;
  /** Aborted when the user interrupts, or the process gets SIGTERM. */
  readonly signal: AbortSignal;
  /**
   * Sends interrupts to `listener`: they abort nothing from then on.
   *
   * @returns A function that ends this.
   */
  onInterrupt(listener: () => void): () => void;
}

/** A stream may be a terminal. */
interface Terminal {
  readonly isTTY?: boolean;
}

/** What `--help` lists of a command. */
export interface CommandRow {
  /** As it is typed; two words make a subcommand (`sandbox serve`). */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Loads the command when it is called, or its help is asked for. */
  readonly load: () => Promise<Command>;
}

/** One command of `rstar2-agent`. Whatever is slow to load belongs inside `run`, behind a dynamic import: `--help` does not need it. */
export interface Command {
  /** What `--help` prints: usage, options, an example or two. */
  readonly help: string;
  /**
   * @param argv - What follows the command's name.
   * @returns The exit code.
   * @throws UsageError for wrong usage; anything else is reported as a failure.
   */
  run(argv: readonly string[], io: CommandIo): Promise<number>;
}

/** The command was called wrongly: its message is printed with a pointer to `--help`, and the exit code is 2. */
export class UsageError extends Error {}

export const EXIT = { ok: 0, failure: 1, usage: 2, interrupted: 130 } as const;

/** Writes text and waits while the reader is behind, so that output never piles up in memory. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (stream.write(text) || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    stream.on('drain', done);
    stream.on('close', done);
  });
}
