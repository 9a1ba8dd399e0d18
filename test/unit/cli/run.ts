import { PassThrough, Readable, Writable } from 'node:stream';
import type { CommandIo, CommandRow } from '../../../src/cli/command.js';
import { runCli } from '../../../src/cli/run-cli.js';

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, with text for standard input. */
export async function runCommandLine(argv: readonly string[], options: RunOptions = {}): Promise<CliRun> {
  const { stdout, stderr, code } = startCommandLine(argv, options);
  return { code: await code, stdout: stdout.text, stderr: stderr.text };
}

/** The same for a command that runs until its signal is aborted; what it has written so far can be read. */
export function startCommandLine(
  argv: readonly string[],
  { stdin = '', signal = new AbortController().signal, commands }: RunOptions = {},
): { readonly stdout: Collector; readonly stderr: Collector; readonly code: Promise<number> } {
  const [stdout, stderr] = [new Collector(), new Collector()];
  const input = typeof stdin === 'string' ? Readable.from([Buffer.from(stdin)], { objectMode: false }) : stdin;
  const io: CommandIo = { stdin: input, stdout, stderr, signal, onInterrupt: () => () => undefined };
  return { stdout, stderr, code: runCli(argv, io, ...(commands === undefined ? [] : [commands])) };
}

interface RunOptions {
  readonly stdin?: string | Readable;
  readonly signal?: AbortSignal;
  readonly commands?: readonly CommandRow[];
}

/** @returns Standard input that stays open. */
export function openInput(): PassThrough {
  return new PassThrough();
}

class Collector extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}
