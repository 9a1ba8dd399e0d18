import { createHash } from 'node:crypto';
import type { SandboxLimits, SandboxResult } from '../../../base/index.js';
import { MIB } from '../../../base/internal/index.js';
import { TimeLimitError, withTimeLimit } from '../../../io/index.js';
import { mergeLimits } from '../../internal/limits.js';

const CACHE_BYTES = 256 * MIB;
const MOST_KEPT = 4096;

/** Limits of the compiler, for every caller. */
export const COMPILE_LIMITS: SandboxLimits = mergeLimits({
  wallMs: 30_000,
  cpuMs: 30_000,
  memoryBytes: 2048 * MIB,
  outputBytes: 64 * MIB,
  fileSizeBytes: 64 * MIB,
});

/**
 * Runs the compiler as a program of the sandbox, because source text can attack it too. The source is its standard input, the executable its
 * standard output.
 */
const COMPILE = `
import subprocess, sys
done = subprocess.run(['g++', '-x', 'c++', '-O2', '-std=c++17', '-o', 'program', '-'])
if done.returncode == 0:
    with open('program', 'rb') as file:
        sys.stdout.buffer.write(file.read())
sys.exit(min(done.returncode, 1) if done.returncode >= 0 else 1)
`;

/** A compiled program, or the compiler's failure. */
export type Compiled = { readonly binary: Buffer } | { readonly failure: SandboxResult };

/** Runs a Python program and gives its raw standard output beside the result; rejects when aborted. */
export type RunRaw = (
  program: string,
  stdin: string,
  limits: SandboxLimits,
  signal: AbortSignal,
) => Promise<{ readonly result: SandboxResult; readonly stdout: Buffer }>;

/** Options of {@link Compiler.compile}. */
export interface CompileOptions {
  readonly limits: SandboxLimits;
  readonly signal?: AbortSignal | undefined;
}

/** A source that is being compiled. */
interface Job {
  readonly compiled: Promise<Compiled>;
  readonly abort: AbortController;
  waiting: number;
}

/**
 * Compiles C++ once per distinct source, and keeps the newest results, up to 256 MiB. Callers with the same source share the work. Each
 * waits no longer than its own limits allow; work without a waiting caller is ended.
 */
export class Compiler {
  #jobs = new Map<string, Job>();
  /** In the order of their last use. */
  #kept = new Map<string, { readonly compiled: Compiled; readonly bytes: number }>();
  #bytes = 0;

  constructor(private readonly runRaw: RunRaw) {}

  /** @throws The signal's reason. */
  async compile(source: string, { limits, signal }: CompileOptions): Promise<Compiled> {
    signal?.throwIfAborted();
    const key = createHash('sha256').update(source).digest('base64');
    const compiled = this.#recall(key) ?? (await this.#wait(this.#job(key, source), limits, signal));
    return 'failure' in compiled ? { failure: within(compiled.failure, limits.outputBytes) } : compiled;
  }

  #recall(key: string): Compiled | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.compiled;
  }

  #job(key: string, source: string): Job {
    const known = this.#jobs.get(key);
    if (known !== undefined) return known;
    const abort = new AbortController();
    const compiled = this.#compile(source, abort.signal);
    const job: Job = { compiled, abort, waiting: 0 };
    this.#jobs.set(key, job);
    const done = () => {
      if (this.#jobs.get(key) === job) this.#jobs.delete(key);
    };
    abort.signal.addEventListener('abort', done);
    compiled.then((outcome) => (done(), this.#keep(key, outcome)), done);
    return job;
  }

  /** Waits until the caller's time limit or abort. The last caller that stops waiting ends the work. */
  async #wait(job: Job, limits: SandboxLimits, signal: AbortSignal | undefined): Promise<Compiled> {
    job.waiting++;
    const startedAt = performance.now();
    try {
      return await withTimeLimit(() => job.compiled, signal, limits.wallMs);
    } catch (error) {
      if (!(error instanceof TimeLimitError)) throw error;
      return { failure: timeout(performance.now() - startedAt) };
    } finally {
      if (--job.waiting === 0) job.abort.abort(new Error('every call that waited for it was cancelled'));
    }
  }

  async #compile(source: string, signal: AbortSignal): Promise<Compiled> {
    const { result, stdout } = await this.runRaw(COMPILE, source, COMPILE_LIMITS, signal);
    if (result.kind === 'ok') return { binary: stdout };
    return { failure: result.kind === 'unavailable' ? result : { ...result, stdout: '' } };
  }

  #keep(key: string, compiled: Compiled): void {
    // An infrastructure error says nothing about the source: the next call tries again.
    if ('failure' in compiled && compiled.failure.kind !== 'error') return;
    const bytes = 'binary' in compiled ? compiled.binary.length : said(compiled.failure);
    this.#kept.set(key, { compiled, bytes });
    this.#bytes += bytes;
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= CACHE_BYTES && this.#kept.size <= MOST_KEPT) break;
      this.#bytes -= kept.bytes;
      this.#kept.delete(oldest);
    }
  }
}

const timeout = (durationMs: number): SandboxResult => ({
  kind: 'timeout',
  stdout: '',
  stderr: '',
  exitCode: null,
  durationMs,
});

const said = (failure: SandboxResult): number =>
  failure.kind === 'unavailable' ? 0 : Buffer.byteLength(failure.stderr);

/** Cuts the compiler's output to the caller's limit. */
function within(failure: SandboxResult, outputBytes: number): SandboxResult {
  if (failure.kind === 'unavailable' || said(failure) <= outputBytes) return failure;
  const stderr = Buffer.from(failure.stderr).subarray(0, outputBytes).toString('utf8');
  return { ...failure, kind: 'output-limit', stderr };
}
