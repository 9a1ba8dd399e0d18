import type { Readable, Writable } from 'node:stream';

/** The streams of a command: those of the process, or of a test. */
export interface CommandIo {
  readonly stdin: Readable & Terminal;
  readonly stdout: Writable & Terminal;
  readonly stderr: Writable & Terminal;
  /** Aborted when the user interrupts, or the process gets SIGTERM. */
  readonly signal: AbortSignal;
  /**
   * Sends interrupts to `listener` instead of aborting `signal`.
   *
   * @returns A function that undoes this.
   */
  onInterrupt(listener: () => void): () => void;
}

/** A stream may be a terminal. */
interface Terminal {
  readonly isTTY?: boolean;
}

/** A command's line in `--help`. */
export interface CommandRow {
  /** As it is typed; two words make a subcommand (`sandbox serve`). */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Loads the command when it is called, or its help is asked for. */
  readonly load: () => Promise<Command>;
}

/** One command of `rstar2-agent`. `run` imports slow modules dynamically, because `--help` does not need them. */
export interface Command {
  /** The text of `--help`: usage, options, an example. All flags are read from it. */
  readonly help: string;
  /**
   * @param argv - The arguments after the command's name.
   * @returns The exit code.
   * @throws UsageError for wrong usage; any other error is reported as a failure.
   */
  run(argv: readonly string[], io: CommandIo): Promise<number>;
}

/** Wrong usage: the message is printed with a hint to `--help`, and the exit code is 2. */
export class UsageError extends Error {}

export const EXIT = { ok: 0, failure: 1, usage: 2, interrupted: 130 } as const;

/** Writes text and waits for a slow reader, so that output does not fill the memory. */
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
