import type {
  BatchOptions,
  CallOptions,
  IsolationReport,
  Sandbox,
  SandboxCall,
  SandboxResult,
  SandboxSession,
} from '../../base/index.js';
import { SandboxError } from '../../base/index.js';
import { checkSandboxCall, parseOptions, runCalls } from '../../base/internal/index.js';
import { createHttpClient, giveUpOnAbort, type HttpClient } from '../../io/index.js';
import type { DetailedResult } from '../internal/code-judge-protocol.js';
import { SESSIONS_HEADER } from '../internal/session-protocol.js';
import { openSession, RemoteSession, type SessionWire } from '../internal/remote-session.js';
import { unavailable } from '../internal/unavailable.js';
import {
  fromAnswer,
  readIsolation,
  UNKNOWN_ISOLATION,
  toSubmission,
  toWrappedSubmission,
} from './internal/translate.js';
import { BatchSender, type PreparedCall } from './internal/batch-sender.js';
import { Batcher } from './internal/batcher.js';
import { ServerSessions } from './internal/server-sessions.js';
import { codeJudgeOptionsSchema } from './options.js';
import type { CodeJudgeOptions, CodeJudgeSettings } from './options.js';

/**
 * Creates a sandbox on a server with Code Judge's HTTP protocol.
 *
 * Calls are sent in batches to `/run/long-batch`. A batch that fails, and calls that timed out in the queue, are tried again, as the
 * release's client does. The original server takes no limits and gives no value of a last expression: a small script around the cell prints
 * the value. Our server does both.
 *
 * @throws SandboxError when the server cannot be reached; TypeError or RangeError for bad options.
 *
 * @example
 * const sandbox = await createCodeJudgeSandbox({ url: 'http://judge:8088' });
 */
export async function createCodeJudgeSandbox(options: CodeJudgeOptions): Promise<Sandbox> {
  const settings = parseOptions(codeJudgeOptionsSchema, options);
  const headers = {
    ...(settings.token === undefined ? {} : { authorization: `Bearer ${settings.token}` }),
    ...(settings.trainer === undefined ? {} : { 'x-rstar2-trainer': settings.trainer }),
  };
  const connect = (maxConnections: number) =>
    createHttpClient({
      baseUrl: settings.url,
      headers,
      timeoutMs: settings.timeoutMs,
      maxConnections,
      errorType: SandboxError,
    });
  const http = connect(settings.senders);
  const hello = await http.send({ method: 'GET', path: '/ping' });
  if (hello.status !== 200) throw new SandboxError(`GET ${settings.url}/ping: status ${hello.status}`);
  const isOurs = hello.headers['server'] === 'rstar2-agent';
  const isolation = isOurs ? readIsolation(hello.headers['x-rstar2-isolation']) : UNKNOWN_ISOLATION;
  const hasSessions = isOurs && hello.headers[SESSIONS_HEADER] !== undefined;
  const sessions = hasSessions ? new ServerSessions(connect(MOST_SESSION_CONNECTIONS), settings.retry) : undefined;
  return new CodeJudgeSandbox(isolation, isOurs, http, sessions, settings);
}

/** A session's cell occupies a connection while it runs, so sessions and batches have connections of their own. */
const MOST_SESSION_CONNECTIONS = 256;

class CodeJudgeSandbox implements Sandbox {
  readonly #batcher: Batcher<PreparedCall, DetailedResult>;
  readonly #closing = new AbortController();
  /** Sessions on a server without state: each call sends the cells that have run before it. */
  readonly #replayed: SessionWire<string[]> = {
    begin: async (call, signal) => {
      const history: string[] = [];
      return { result: await this.#replayed.next(history, 1, call, signal), place: history };
    },
    next: async (history, _, call, signal) => {
      const result = await this.#runAfter(history, call, signal);
      if (result.kind === 'ok' || result.kind === 'error') history.push(call.code);
      return result;
    },
    end: () => Promise.resolve(),
  };

  constructor(
    readonly isolation: IsolationReport,
    /** Whether the server is `rstar2-agent sandbox serve`. */
    private readonly isOurs: boolean,
    private readonly http: HttpClient,
    /** Sessions whose interpreters the server keeps, if it can. */
    private readonly sessions: ServerSessions | undefined,
    { batchSize, lingerMs, senders, retry }: CodeJudgeSettings,
  ) {
    const sender = new BatchSender(http, retry, this.#closing.signal);
    this.#batcher = new Batcher({ batchSize, lingerMs, senders, send: (batch) => sender.send(batch) });
  }

  run(call: SandboxCall, { signal }: CallOptions = {}): Promise<SandboxResult> {
    return this.#runAfter([], call, signal);
  }

  runBatch(calls: readonly SandboxCall[], options?: BatchOptions): Promise<SandboxResult[]> {
    return runCalls((call, callOptions) => this.run(call, callOptions), calls, options);
  }

  /**
   * Our server keeps the interpreter. The original keeps no state: there a session sends all its cells again each time, as the release's
   * `jupyter_code` does.
   */
  session(options: CallOptions = {}): Promise<SandboxSession> {
    return openSession(() => {
      this.#closing.signal.throwIfAborted();
      return this.sessions?.open() ?? new RemoteSession(this.#replayed);
    }, options);
  }

  async close(): Promise<void> {
    const error = new SandboxError('the sandbox was closed');
    this.#closing.abort(error);
    this.#batcher.close(error);
    this.http.close();
    await this.sessions?.close();
  }

  /** Runs a cell after the earlier ones. */
  async #runAfter(history: readonly string[], call: SandboxCall, signal?: AbortSignal): Promise<SandboxResult> {
    checkSandboxCall(call);
    signal?.throwIfAborted();
    if (this.#closing.signal.aborted) return unavailable(this.#closing.signal.reason);
    const mark = `\u0001${crypto.getRandomValues(new Uint8Array(12)).join('')}\u0001`;
    const submission =
      this.isOurs && history.length === 0 ? toSubmission(call) : toWrappedSubmission(call, history, mark, this.isOurs);
    try {
      const answer = this.#batcher.add({ submission, signal }, signal);
      return fromAnswer(await giveUpOnAbort(answer, signal), mark);
    } catch (error) {
      return unavailable(error);
    }
  }
}
