import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { ExternalError } from '../../../base/index.js';
import { errorMessage } from '../../../base/internal/index.js';
import { delay } from '../../../io/index.js';
import { KeptOutput } from './kept-output.js';
import type { NodeModules } from './node-modules.js';
import { endProcesses, LEFTOVER_GRACE_MS } from './process-group.js';
import { endWithThisProcess, startWatchdog } from './watchdog.js';

/** How long output may still be read when all processes have ended. */
const LAST_WORDS_MS = 500;

/** A program to run. */
export interface Program {
  readonly command: readonly string[];
  readonly env: { readonly [name: string]: string };
  readonly cwd: string | undefined;
  /** Written to its standard input, which is then closed. */
  readonly input: string;
  /** `NAME=value` of `env` that no other program has. */
  readonly mark: string;
}

/** How a program ended, and what it wrote. */
export interface ProgramEnd {
  /** null where a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end, in a process group of its own, whose other processes end with it.
 *
 * @throws ExternalError where it cannot be started; the signal's reason when aborted, after its processes have ended.
 */
export async function runProgram(program: Program, signal: AbortSignal, modules: NodeModules): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const { child, unwatch } = await start(program, modules);
  const pid = child.pid!;
  const outputs = { stdout: new KeptOutput(), stderr: new KeptOutput() };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (bytes: Buffer) => outputs[name].add(bytes)).on('error', () => undefined);
  // A program need not read its task.
  child.stdin.on('error', () => undefined).end(program.input);
  let ended: Promise<void> | undefined;
  const end = (graceMs?: number) => (ended ??= endProcesses(pid, program.mark, modules, graceMs));
  const onAbort = () => void end();
  signal.addEventListener('abort', onAbort, { once: true });
  // It may have been aborted while the program started.
  if (signal.aborted) onAbort();
  try {
    const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
    const how = await new Promise<Pick<ProgramEnd, 'exitCode' | 'signal'>>((resolve) =>
      child.on('exit', (exitCode, signal) => resolve({ exitCode, signal })),
    );
    await end(LEFTOVER_GRACE_MS);
    const lastWords = new AbortController();
    await Promise.race([closed, delay(LAST_WORDS_MS, lastWords.signal).catch(() => undefined)]);
    lastWords.abort();
    signal.throwIfAborted();
    return { ...how, stdout: outputs.stdout.text, stderr: outputs.stderr.text };
  } finally {
    signal.removeEventListener('abort', onAbort);
    unwatch();
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  }
}

/** What a system lacks for a moment. */
const SCARCE = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'];

interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  /** Ends the watch over its process group. */
  readonly unwatch: () => void;
}

function start({ command, env, cwd }: Program, modules: NodeModules): Promise<Started> {
  const { processes, files } = modules;
  const [file, ...args] = command;
  return new Promise<Started>((resolve, reject) => {
    // Before the program: a process that is killed in between would leave it behind.
    startWatchdog(modules);
    const child = processes.spawn(file!, args, { env, cwd, detached: true });
    const unwatch = child.pid === undefined ? () => undefined : endWithThisProcess(child.pid, modules);
    child
      .on('error', (error) => {
        unwatch();
        reject(error);
      })
      .on('spawn', () => resolve({ child, unwatch }));
  }).catch((error: unknown) => {
    const { code = '' } = error as NodeJS.ErrnoException;
    // The system says of a folder that is missing that the program is.
    const isLost = code === 'ENOENT' && cwd !== undefined && !files.existsSync(cwd);
    const why = isLost ? `there is no folder ${cwd}` : errorMessage(error);
    throw new ExternalError(`commandAgent: cannot start ${file}: ${why}`, {
      cause: error,
      retryable: SCARCE.includes(code),
    });
  });
}
