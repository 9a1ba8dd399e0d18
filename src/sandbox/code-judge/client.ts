import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type {
  BatchOptions,
  CallOptions,
  IsolationReport,
  Sandbox,
  SandboxCall,
  SandboxResult,
  SandboxSession,
} from '../../base/index.js';
import { failureCause, SandboxError } from '../../base/index.js';
import { parseOptions, runCalls } from '../../base/internal/index.js';
import {
  createHttpClient,
  followSignal,
  giveUpOnAbort,
  retrySchema,
  withRetries,
  type HttpClient,
  type RetryOptions,
} from '../../io/index.js';
import { Batcher } from '../batcher.js';
import { checkCall } from '../limits.js';
import { cellProgram } from './cell-program.js';
import type { DetailedResult } from './judge-submission.js';
import type { BatchResult, Submission } from './protocol.js';
import { fromAnswer } from './read-answer.js';

/** Options of {@link createCodeJudgeSandbox}. */
export interface CodeJudgeOptions {
  /** `http://host:port`: an original Code Judge or `rstar2-agent sandbox serve`. */
  readonly url: string;
  /** Sent as `Authorization: Bearer …`. */
  readonly token?: string;
  /** Tells trainers that share a server of ours apart; default by address. */
  readonly trainer?: string;
  /** Calls a request; default 64. */
  readonly batchSize?: number;
  /** How long a call waits for others to go with it; default 10 ms. */
  readonly lingerMs?: number;
  /** Requests under way at once; default 32. */
  readonly senders?: number;
  /**
   * How often a call is tried again; default 5 times, from 500 ms on, which outlives a restart of the server. The
   * release's client tries 4 times in all.
   */
  readonly retry?: RetryOptions;
  /** How long a request may take; default one hour and a minute. */
  readonly timeoutMs?: number;
}

const optionsSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  token: z.string().optional(),
  trainer: z.string().optional(),
  batchSize: z.int().min(1).max(10_000).default(64),
  lingerMs: z.number().min(0).default(10),
  senders: z.int().min(1).max(1024).default(32),
  retry: retrySchema({ retries: 5, delayMs: 500 }),
  timeoutMs: z.number().positive().default(3_660_000),
});

/**
 * A sandbox behind Code Judge's HTTP protocol.
 *
 * Calls travel in batches over `/run/long-batch`; a batch that fails and calls that timed out in the queue are tried
 * again, as the release's client does. Against the original, limits cannot be set, and the value of a last expression
 * is brought along by running the cell inside a small script; ours is asked for both.
 *
 * @throws SandboxError when the server cannot be reached; TypeError or RangeError for bad options.
 */
export async function createCodeJudgeSandbox(options: CodeJudgeOptions): Promise<Sandbox> {
  const settings = parseOptions(optionsSchema, options);
  const headers = {
    ...(settings.token === undefined ? {} : { authorization: `Bearer ${settings.token}` }),
    ...(settings.trainer === undefined ? {} : { 'x-rstar2-trainer': settings.trainer }),
  };
  const http = createHttpClient({
    baseUrl: settings.url,
    headers,
    timeoutMs: settings.timeoutMs,
    maxConnections: settings.senders,
    errorType: SandboxError,
  });
  const hello = await http.send({ method: 'GET', path: '/ping' });
  if (hello.status !== 200) throw new SandboxError(`GET ${settings.url}/ping: status ${hello.status}`);
  const ours = hello.headers['server'] === 'rstar2-agent';
  const isolation = ours ? parseIsolation(hello.headers['x-rstar2-isolation']) : UNKNOWN;
  return new CodeJudgeSandbox(isolation, ours, http, settings);
}

const UNKNOWN: IsolationReport = {
  level: 'none',
  mechanism: 'code-judge',
  missing: ['what the server contains programs with, it does not say'],
};

function parseIsolation(header: string | undefined): IsolationReport {
  try {
    return JSON.parse(decodeURIComponent(String(header))) as IsolationReport;
  } catch {
    return UNKNOWN;
  }
}

type Settings = z.output<typeof optionsSchema>;

interface Prepared {
  readonly submission: Submission;
  readonly signal: AbortSignal | undefined;
}

class CodeJudgeSandbox implements Sandbox {
  #batcher: Batcher<Prepared, DetailedResult>;
  #closing = followSignal(undefined);

  constructor(
    readonly isolation: IsolationReport,
    /** The server is one of ours. */
    private readonly ours: boolean,
    private readonly http: HttpClient,
    private readonly settings: Settings,
  ) {
    this.#batcher = new Batcher({
      batchSize: settings.batchSize,
      lingerMs: settings.lingerMs,
      senders: settings.senders,
      send: (batch) => this.#send(batch),
    });
  }

  run(call: SandboxCall, { signal }: CallOptions = {}): Promise<SandboxResult> {
    return this.runAfter([], call, signal);
  }

  runBatch(calls: readonly SandboxCall[], options?: BatchOptions): Promise<SandboxResult[]> {
    return runCalls((call, callOptions) => this.run(call, callOptions), calls, options);
  }

  /** The service keeps no state: a session sends all its cells again each time, as the release's `jupyter_code` does. */
  session(): Promise<SandboxSession> {
    return Promise.resolve(new ReplayedSession(this));
  }

  close(): Promise<void> {
    const error = new SandboxError('the sandbox was closed');
    this.#closing.abort(error);
    this.#batcher.close(error);
    this.http.close();
    return Promise.resolve();
  }

  /** Runs a cell after those that came before it. */
  async runAfter(history: readonly string[], call: SandboxCall, signal?: AbortSignal): Promise<SandboxResult> {
    checkCall(call);
    signal?.throwIfAborted();
    if (this.#closing.signal.aborted) return unavailable(this.#closing.signal.reason);
    const mark = `\u0001${randomBytes(12).toString('hex')}\u0001`;
    const submission = this.ours && history.length === 0 ? toSubmission(call) : wrapped(call, history, mark, this.ours);
    try {
      const answer = this.#batcher.add({ submission, signal }, signal);
      return fromAnswer(await giveUpOnAbort(answer, signal), mark);
    } catch (error) {
      return unavailable(error);
    }
  }

  async #send(batch: readonly Prepared[]): Promise<DetailedResult[]> {
    const unwanted = whenAllAbort(batch.map(({ signal }) => signal));
    try {
      return await this.#sendUntil(batch, AbortSignal.any([this.#closing.signal, unwanted.signal]));
    } finally {
      unwanted.forget();
    }
  }

  async #sendUntil(batch: readonly Prepared[], signal: AbortSignal): Promise<DetailedResult[]> {
    const answers = new Array<DetailedResult>(batch.length);
    let open = batch.map((_, i) => i);
    const attempt = async () => {
      try {
        const submissions = open.map((i) => batch[i]!.submission);
        const results = await this.#post(submissions, signal);
        open.forEach((at, i) => (answers[at] = results[i]!));
        open = open.filter((at) => answers[at]!.reason === 'queue_timeout');
        return { result: undefined, retry: open.length > 0 };
      } catch (error) {
        if (!(error instanceof SandboxError) || !error.retryable) throw error;
        return { result: error, retry: true, retryAfterMs: error.retryAfterMs };
      }
    };
    const failure = await withRetries<SandboxError | undefined>(attempt, this.settings.retry, { signal });
    if (failure !== undefined && open.length === batch.length) throw failure;
    return answers;
  }

  async #post(submissions: readonly Submission[], signal: AbortSignal): Promise<readonly DetailedResult[]> {
    const body = JSON.stringify({ type: 'batch', submissions });
    const answer = await this.http.send({ method: 'POST', path: '/run/long-batch', body, signal });
    const { status, body: text, retryAfterMs } = answer;
    if (status !== 200) {
      const retryable = status >= 500 || status === 429;
      throw new SandboxError(`the server answered ${status}: ${text.slice(0, 500)}`, { retryable, retryAfterMs });
    }
    try {
      const { results } = JSON.parse(text) as BatchResult<DetailedResult>;
      if (results.length === submissions.length) return results;
    } catch (cause) {
      throw new SandboxError('the server answered something else than JSON', { cause, retryable: true });
    }
    throw new SandboxError('the server answered with a different number of results', { retryable: true });
  }
}

class ReplayedSession implements SandboxSession {
  #history: string[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly sandbox: CodeJudgeSandbox) {}

  run(call: SandboxCall, { signal }: CallOptions = {}): Promise<SandboxResult> {
    const turn = this.#last.then(async () => {
      const result = await this.sandbox.runAfter(this.#history, call, signal);
      if (result.kind === 'ok' || result.kind === 'error') this.#history.push(call.code);
      return result;
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** For a server of ours, which takes more than Code Judge knows. */
function toSubmission(call: SandboxCall): Submission {
  return {
    type: call.language ?? 'python',
    solution: call.code,
    input: call.stdin ?? '',
    options: { ...ownOptions(call), mode: call.mode ?? 'cell' },
  };
}

function wrapped(call: SandboxCall, history: readonly string[], mark: string, ours: boolean): Submission {
  const plain = call.language === 'cpp' || (call.mode === 'script' && history.length === 0);
  return {
    type: call.language ?? 'python',
    solution: plain ? call.code : cellProgram(call.code, history, mark),
    input: call.stdin ?? '',
    ...(ours ? { options: { ...ownOptions(call), mode: 'script' } } : {}),
  };
}

function ownOptions(call: SandboxCall): Record<string, string> {
  const limits = Object.entries(call.limits ?? {}).map(([name, value]) => [name, String(value)] as const);
  return {
    detail: 'true',
    ...(call.deterministic === true ? { deterministic: 'true' } : {}),
    ...Object.fromEntries(limits),
  };
}

function unavailable(error: unknown): SandboxResult {
  if (!(error instanceof SandboxError)) throw error;
  return { kind: 'unavailable', cause: failureCause('sandbox', error), durationMs: 0 };
}

/** @returns A signal that is aborted when all of these are: then nobody waits for the batch. */
function whenAllAbort(signals: readonly (AbortSignal | undefined)[]): { signal: AbortSignal; forget: () => void } {
  const controller = new AbortController();
  const open = new Set(signals);
  const listeners = [...open].map((signal) => {
    const abort = () => {
      open.delete(signal);
      if (open.size === 0) controller.abort(new SandboxError('every call of the batch was cancelled'));
    };
    signal?.addEventListener('abort', abort, { once: true });
    return () => signal?.removeEventListener('abort', abort);
  });
  return { signal: controller.signal, forget: () => listeners.forEach((remove) => remove()) };
}
