import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import { SandboxError } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { failed, judgeSubmission } from '../code-judge/judge-submission.js';
import type { JudgeOptions } from '../code-judge/judge-submission.js';
import { batchSchema, subIdOf, submissionSchema, toJudgeResult, validationDetails } from '../code-judge/protocol.js';
import type { JudgeStatus, Submission, SubmissionResult } from '../code-judge/protocol.js';
import { FairQueue, QueueTimeout } from '../internal/fair-queue.js';
import { mergeLimits } from '../limits.js';
import { BodyBudget, hasToken, HttpError, parseJson, sendJson, whileConnected } from './http.js';
import { isLoopback } from './loopback.js';
import { Metrics } from './metrics.js';
import { serverOptionsSchema } from './options.js';
import type { LogEntry, SandboxServerOptions } from './options.js';

/** A running server. */
export interface SandboxServer {
  /** `http://127.0.0.1:8088`. */
  readonly url: string;
  readonly port: number;
  /**
   * Takes no more requests, lets those under way finish, and closes.
   *
   * @param drainMs - How long they may take; then they are cut off. Default 30 s.
   */
  close(drainMs?: number): Promise<void>;
}

/** How clients of ours know that they may ask for more than Code Judge gives. */
export const SERVER_NAME = 'rstar2-agent';

/** The header by which trainers that share a server are told apart; by address where it is missing. */
const TRAINER_HEADER = 'x-rstar2-trainer';

/** A request must have arrived by then; its answer may take hours. */
const RECEIVE_MS = 300_000;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/**
 * Serves a sandbox over Code Judge's HTTP protocol: its clients work unchanged.
 *
 * Routes: `POST /run`, `/run/batch`, `/run/long-batch`, `/judge`, `/judge/batch`, `/judge/long-batch`; `GET /ping`,
 * `/status`, `/metrics`. Trainers that share the server take turns. A client that disconnects cancels its calls.
 *
 * @throws TypeError or RangeError for bad options, also when it is bound beyond loopback without a token; SandboxError
 *   when it cannot listen there.
 * @remarks Source: PAPER "Environment service". Differs: a call that waits too long is answered `queue_timeout` at once,
 *   not when its worker would have finished; processes that a program leaves behind are killed and are no failure.
 */
export async function createSandboxServer(options: SandboxServerOptions): Promise<SandboxServer> {
  const settings = parseOptions(serverOptionsSchema, options);
  if (!isLoopback(settings.host) && settings.token === undefined) {
    throw new RangeError(`options.token: expected one for a server that listens on ${settings.host}, got none`);
  }
  const service = new Service(settings);
  const server = createServer((request, response) => void service.handle(request, response));
  server.requestTimeout = RECEIVE_MS;
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const where = `${settings.host}:${settings.port}`;
      reject(new SandboxError(`cannot listen on ${where}: ${cause.message}`, { cause }));
    });
    server.listen(settings.port, settings.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = isIP(settings.host) === 6 ? `[${settings.host}]` : settings.host;
  service.log('info', 'listening', { host: settings.host, port, isolation: settings.sandbox.isolation });
  return {
    url: `http://${host}:${port}`,
    port,
    close: (drainMs = 30_000) => service.close(server, drainMs),
  };
}

type Settings = z.output<typeof serverOptionsSchema>;

interface Route {
  readonly batch: boolean;
  readonly long: boolean;
  readonly judge: boolean;
}

const ROUTES = new Map<string, Route>(
  (['run', 'judge'] as const).flatMap((verb) => {
    const judge = verb === 'judge';
    return [
      [`/${verb}`, { batch: false, long: false, judge }],
      [`/${verb}/batch`, { batch: true, long: false, judge }],
      [`/${verb}/long-batch`, { batch: true, long: true, judge }],
    ];
  }),
);

class Service {
  #queue: FairQueue;
  #judge: JudgeOptions;
  #metrics = new Metrics();
  #requests = this.#metrics.counter('rstar2_http_requests_total', 'HTTP requests by route and status.');
  #calls = this.#metrics.counter('rstar2_sandbox_calls_total', 'Calls by type and what they came to.');
  #runSeconds = this.#metrics.histogram('rstar2_sandbox_run_seconds', 'Time a program ran.', SECONDS);
  #waitSeconds = this.#metrics.histogram('rstar2_sandbox_wait_seconds', 'Time of a call beside its running.', SECONDS);
  #bodies: BodyBudget;
  /** Requests that are not answered yet. */
  #open = new Set<ServerResponse>();
  #draining = false;

  constructor(private readonly settings: Settings) {
    this.#bodies = new BodyBudget(settings.maxBodyBytes, settings.maxPendingBytes);
    this.#queue = new FairQueue(settings.concurrency);
    this.#judge = {
      outputCharacters: settings.outputCharacters,
      limits: settings.limits ?? {},
      ceiling: mergeLimits(settings.limits, settings.ceiling),
      verifyMath: settings.verifyMath,
    };
    this.#metrics.gauge('rstar2_sandbox_queue_depth', 'Calls waiting for their turn.', () => this.#queue.waiting);
    this.#metrics.gauge('rstar2_sandbox_running', 'Calls running.', () => this.#queue.running);
  }

  log(level: LogEntry['level'], event: string, fields: Readonly<Record<string, unknown>> = {}): void {
    this.settings.log({ time: new Date().toISOString(), level, event, ...fields });
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const path = (request.url ?? '/').split('?', 1)[0]!.replace(/(?<=.)\/$/, '');
    response.setHeader('server', SERVER_NAME);
    this.#open.add(response);
    response.on('close', () => this.#open.delete(response));
    if (this.#draining) response.setHeader('connection', 'close');
    response.setHeader('x-rstar2-isolation', encodeURIComponent(JSON.stringify(this.settings.sandbox.isolation)));
    response.on('finish', () => {
      const route = ROUTES.has(path) || GETS.has(path) ? path : 'other';
      this.#requests.add({ route, status: String(response.statusCode) });
      const durationMs = Math.round(performance.now() - started);
      this.log('info', 'request', { method: request.method, path, status: response.statusCode, durationMs });
    });
    try {
      await this.#answer(request, response, path);
    } catch (error) {
      if (response.destroyed || response.headersSent) return;
      if (error instanceof HttpError) {
        sendJson(response, error.status, { detail: error.detail }, error.headers);
        return;
      }
      this.log('error', 'request-failed', { path, error: error instanceof Error ? error.stack : String(error) });
      sendJson(response, 500, { detail: 'internal error' });
    }
  }

  async close(server: Server, drainMs: number): Promise<void> {
    this.#draining = true;
    this.log('info', 'draining', { waiting: this.#queue.waiting, running: this.#queue.running });
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    // Else a client keeps its connection, and we wait for it.
    for (const response of this.#open) if (!response.headersSent) response.setHeader('connection', 'close');
    const timer = setTimeout(() => {
      this.log('warn', 'cut-off', { requests: this.#open.size });
      server.closeAllConnections();
    }, drainMs);
    await closed;
    clearTimeout(timer);
    this.#queue.close(new Error('the server was closed'));
    this.log('info', 'closed');
  }

  async #answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (path === '/ping' && request.method === 'GET') return sendJson(response, 200, 'pong');
    if (this.settings.token !== undefined && !hasToken(request, this.settings.token)) {
      throw new HttpError(401, 'Not authenticated', { 'www-authenticate': 'Bearer' });
    }
    const route = ROUTES.get(path);
    if (route !== undefined) {
      if (request.method !== 'POST') throw new HttpError(405, 'Method Not Allowed', { allow: 'POST' });
      return this.#run(request, response, route);
    }
    if (!GETS.has(path)) throw new HttpError(404, 'Not Found');
    if (request.method !== 'GET') throw new HttpError(405, 'Method Not Allowed', { allow: 'GET' });
    if (path === '/status') return sendJson(response, 200, await this.#status());
    const text = this.#metrics.render(await this.settings.gauges?.().catch(() => []));
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
  }

  async #status(): Promise<JudgeStatus> {
    const { status, concurrency } = this.settings;
    const below = await status?.().catch((error: unknown) => {
      throw new HttpError(503, error instanceof Error ? error.message : String(error), { 'retry-after': '1' });
    });
    const workers = typeof concurrency === 'number' ? concurrency : concurrency();
    return { queue: this.#queue.waiting + (below?.queue ?? 0), num_workers: below?.num_workers ?? workers };
  }

  async #run(request: IncomingMessage, response: ServerResponse, route: Route): Promise<void> {
    if (this.#draining) throw new HttpError(503, 'The server is shutting down', { 'retry-after': '5' });
    const { signal } = whileConnected(response);
    const body = parseJson(await this.#bodies.read(request, response));
    const header = request.headers[TRAINER_HEADER];
    const trainer = (typeof header === 'string' ? header : undefined) ?? request.socket.remoteAddress ?? '';
    const shown = (result: SubmissionResult) => (route.judge ? toJudgeResult(result) : result);
    if (!route.batch) {
      const submission = parsed(submissionSchema.safeParse(body, { reportInput: true }));
      this.#admit(1);
      return sendJson(response, 200, shown(await this.#call(submission, route, trainer, signal)));
    }
    const batch = parsed(batchSchema.safeParse(body, { reportInput: true }));
    this.#admit(batch.submissions.length);
    const results = await Promise.all(batch.submissions.map((one) => this.#call(one, route, trainer, signal)));
    sendJson(response, 200, { sub_id: subIdOf(batch), results: results.map(shown) });
  }

  #admit(calls: number): void {
    const { maxQueued } = this.settings;
    if (calls > maxQueued) throw new HttpError(413, `a batch of ${calls} calls: at most ${maxQueued} may wait`);
    if (this.#queue.waiting + calls > maxQueued) {
      throw new HttpError(503, `${this.#queue.waiting} calls are waiting already`, { 'retry-after': '1' });
    }
  }

  async #call(one: Submission, route: Route, trainer: string, signal: AbortSignal): Promise<SubmissionResult> {
    const queuedAt = performance.now();
    const seconds = () => (performance.now() - queuedAt) / 1000;
    const result = await this.#queue
      .run(() => judgeSubmission(this.settings.sandbox, one, this.#judge, { signal }), {
        signal,
        key: trainer,
        startWithinMs: route.long ? this.settings.longQueueTimeoutMs : this.settings.queueTimeoutMs,
      })
      .catch((error: unknown) => {
        if (signal.aborted) throw error;
        if (error instanceof QueueTimeout) return failed(subIdOf(one), 'queue_timeout', seconds());
        this.log('error', 'call-failed', { error: error instanceof Error ? error.stack : String(error) });
        return failed(subIdOf(one), 'internal_error', seconds());
      });
    this.#calls.add({ type: one.type, outcome: result.run_success ? 'ok' : result.reason || 'failed' });
    if (result.reason === 'queue_timeout') return result;
    this.#runSeconds.observe(result.cost);
    this.#waitSeconds.observe(Math.max(0, seconds() - result.cost));
    return result;
  }
}

const GETS = new Set(['/ping', '/status', '/metrics']);

function parsed<T>(result: z.ZodSafeParseResult<T>): T {
  if (result.success) return result.data;
  throw new HttpError(422, validationDetails(result.error));
}
