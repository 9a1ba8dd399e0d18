import { PassThrough, Readable, Writable } from 'node:stream';
import type { Command, CommandIo } from '../../../src/cli/command.js';
import { runCli } from '../../../src/cli/run-cli.js';

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, with text for standard input. */
export async function runCommandLine(
  argv: readonly string[],
  { stdin = '', signal = new AbortController().signal, commands }: RunOptions = {},
): Promise<CliRun> {
  const [stdout, stderr] = [new Collector(), new Collector()];
  const input = typeof stdin === 'string' ? Readable.from([Buffer.from(stdin)], { objectMode: false }) : stdin;
  const io: CommandIo = { stdin: input, stdout, stderr, signal, onInterrupt: () => () => undefined };
  const code = await runCli(argv, io, ...(commands === undefined ? [] : [commands]));
  return { code, stdout: stdout.text, stderr: stderr.text };
}

interface RunOptions {
  readonly stdin?: string | Readable;
  readonly signal?: AbortSignal;
  readonly commands?: readonly Command[];
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
