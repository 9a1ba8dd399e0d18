import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { errorMessage } from '../../../base/internal/index.js';
import {
  ByteBudget,
  HttpError,
  HttpRequests,
  isLoopback,
  parseJsonBody,
  refuseForeignPages,
  RequestBodies,
  requireJson,
  requireKey,
  sendJson,
  whileConnected,
} from '../../../io/index.js';
import {
  batchSchema,
  subIdOf,
  submissionSchema,
  toJudgeResult,
  type JudgeStatus,
  type SubmissionResult,
} from '../../internal/code-judge-protocol.js';
import { SESSION_CLOSE_PATH, SESSION_RUN_PATH, SESSIONS_HEADER } from '../../internal/session-protocol.js';
import type { ServerSettings } from '../options.js';
import { requireShallow } from './json-shape.js';
import { timestamped, type Log } from '../../internal/log.js';
import { Metrics } from './metrics.js';
import { SessionRoutes } from './session-routes.js';
import { SubmissionQueue } from './submission-queue.js';
import type { QueuedCall } from './submission-queue.js';
import { checked } from './validation-details.js';

/** Tells our clients that they may ask for more than Code Judge offers. */
const SERVER_NAME = 'rstar2-agent';

/** The header by which trainers that share a server are distinguished; by address where it is missing. */
const TRAINER_HEADER = 'x-rstar2-trainer';

/** Most JSON values, lists and objects included, in the body of one call. */
const MOST_VALUES = 1024;
/** The same for a batch: so many more for each call that may wait. A call with every option has 16. */
const MOST_VALUES_EACH = 16;

interface Route {
  readonly isBatch: boolean;
  readonly isLong: boolean;
  readonly isJudge: boolean;
}

const ROUTES = new Map<string, Route>(
  (['run', 'judge'] as const).flatMap((verb) => {
    const isJudge = verb === 'judge';
    return [
      [`/${verb}`, { isBatch: false, isLong: false, isJudge }],
      [`/${verb}/batch`, { isBatch: true, isLong: false, isJudge }],
      [`/${verb}/long-batch`, { isBatch: true, isLong: true, isJudge }],
    ];
  }),
);
const SESSION_ROUTES = new Set([SESSION_RUN_PATH, SESSION_CLOSE_PATH]);
const GETS = new Set(['/ping', '/status', '/metrics']);

/** Answers requests: finds the route, checks who calls, and refuses bad requests. */
export class Service {
  readonly log: Log;
  readonly #metrics = new Metrics();
  readonly #counted = this.#metrics.counter('rstar2_http_requests_total', 'HTTP requests by route and status.');
  readonly #submissions: SubmissionQueue;
  /** Absent if the sandbox has no sessions. */
  readonly #sessions: SessionRoutes | undefined;
  readonly #bodies: RequestBodies;
  readonly #requests = new HttpRequests({
    answer: (request, response) => this.#tellAndAnswer(request, response),
    refusalOf: (error) => this.#refusalOf(error),
  });
  #isDraining = false;

  constructor(private readonly settings: ServerSettings) {
    this.log = timestamped(settings.log);
    this.#bodies = new RequestBodies(new ByteBudget({ maxBytes: settings.maxPendingBytes, status: 503 }));
    this.#submissions = new SubmissionQueue(settings, this.log, this.#metrics);
    const hasSessions = settings.sandbox.session !== undefined;
    this.#sessions = hasSessions ? new SessionRoutes(settings, this.#submissions, this.#metrics) : undefined;
  }

  /** Answers one request; never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#requests.handle(request, response);
  }

  async close(server: Server, drainMs: number): Promise<void> {
    this.#isDraining = true;
    this.log('info', 'draining', { waiting: this.#submissions.waiting, running: this.#submissions.running });
    await this.#requests.close(server, drainMs, () =>
      this.log('warn', 'cut-off', { requests: this.#requests.underWay }),
    );
    this.#submissions.close();
    await this.#sessions?.close();
    this.log('info', 'closed');
  }

  async #tellAndAnswer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const path = (request.url ?? '/').split('?', 1)[0]!.replace(/(?<=.)\/$/, '');
    response.on('finish', () => {
      const route = ROUTES.has(path) || SESSION_ROUTES.has(path) || GETS.has(path) ? path : 'other';
      this.#counted({ route, status: String(response.statusCode) });
      const durationMs = Math.round(performance.now() - started);
      this.log('info', 'request', { method: request.method, path, status: response.statusCode, durationMs });
    });
    response.setHeader('server', SERVER_NAME);
    // A client that sent `Expect: 100-continue` and is refused sends no body: close the connection.
    const isAsking = request.headers.expect !== undefined;
    if (this.#isDraining || isAsking) response.setHeader('connection', 'close');
    response.setHeader('x-rstar2-isolation', encodeURIComponent(JSON.stringify(this.settings.sandbox.isolation)));
    if (this.#sessions !== undefined) response.setHeader(SESSIONS_HEADER, '1');
    await this.#answer(request, response, path);
  }

  #refusalOf(error: unknown): HttpError {
    if (error instanceof HttpError) return error;
    this.log('error', 'request-failed', { error: error instanceof Error ? error.stack : String(error) });
    return new HttpError(500, 'internal error');
  }

  async #answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { token, host } = this.settings;
    // A client with the token is no web page, so any host name is accepted.
    refuseForeignPages(request, { isLoopbackOnly: token === undefined && isLoopback(host) });
    if (path === '/ping' && request.method === 'GET') return sendJson(response, 200, 'pong');
    if (token !== undefined) requireKey(request, token);
    const route = ROUTES.get(path);
    const sessions = SESSION_ROUTES.has(path) ? this.#sessions : undefined;
    if (route !== undefined || sessions !== undefined) {
      if (request.method !== 'POST') throw new HttpError(405, 'Method Not Allowed', { allow: 'POST' });
      requireJson(request);
      if (this.#isDraining) throw new HttpError(503, 'The server is shutting down', { 'retry-after': '5' });
      const turn = turnOf(request, response, route?.isLong ?? true);
      const body = await this.#bodyOf(request, response, route?.isBatch ?? false);
      if (route !== undefined) return this.#run(response, body, turn, route);
      if (path === SESSION_RUN_PATH) return sendJson(response, 200, await sessions!.run(body, turn));
      await sessions!.end(body);
      return sendJson(response, 200, {});
    }
    if (!GETS.has(path)) throw new HttpError(404, 'Not Found');
    if (request.method !== 'GET') throw new HttpError(405, 'Method Not Allowed', { allow: 'GET' });
    if (path === '/status') return sendJson(response, 200, await this.#status());
    const text = this.#metrics.render(await this.settings.gauges?.().catch(() => []));
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
  }

  /** A single call has few values and at most half the bytes of a batch, so that reading it does not delay others. */
  async #bodyOf(request: IncomingMessage, response: ServerResponse, isBatch: boolean): Promise<unknown> {
    const { maxBodyBytes, maxQueued } = this.settings;
    const most = isBatch ? maxBodyBytes : Math.ceil(maxBodyBytes / 2);
    const body = await this.#bodies.read(request, response, { maxBytes: most });
    requireShallow(body, { inAll: MOST_VALUES + (isBatch ? MOST_VALUES_EACH * maxQueued : 0), each: MOST_VALUES });
    return parseJsonBody(body);
  }

  async #status(): Promise<JudgeStatus> {
    const { status, concurrency } = this.settings;
    const below = await status?.().catch((error: unknown) => {
      throw new HttpError(503, errorMessage(error), { 'retry-after': '1' });
    });
    const workers = typeof concurrency === 'number' ? concurrency : concurrency();
    return { queue: this.#submissions.waiting + (below?.queue ?? 0), num_workers: below?.num_workers ?? workers };
  }

  async #run(response: ServerResponse, body: unknown, turn: QueuedCall, route: Route): Promise<void> {
    const shown = (result: SubmissionResult) => (route.isJudge ? toJudgeResult(result) : result);
    if (!route.isBatch) {
      const submission = checked(submissionSchema.safeParse(body, { reportInput: true }));
      this.#submissions.admit(1);
      return sendJson(response, 200, shown(await this.#submissions.run(submission, turn)));
    }
    // Before each call is checked.
    this.#submissions.admit(lengthOf(body));
    const batch = checked(batchSchema.safeParse(body, { reportInput: true }));
    const results = await Promise.all(batch.submissions.map((one) => this.#submissions.run(one, turn)));
    sendJson(response, 200, { sub_id: subIdOf(batch), results: results.map(shown) });
  }
}

/** @returns The number of calls in a batch that was not checked yet. */
function lengthOf(batch: unknown): number {
  const submissions = (batch as { submissions?: unknown } | null)?.submissions;
  return Array.isArray(submissions) ? submissions.length : 0;
}

/** @returns The queue's options for a request: its trainer's name, and a signal that is aborted when its client disconnects. */
function turnOf(request: IncomingMessage, response: ServerResponse, isLong: boolean): QueuedCall {
  const header = request.headers[TRAINER_HEADER];
  const trainer = (typeof header === 'string' ? header : undefined) ?? request.socket.remoteAddress ?? '';
  return { trainer, isLong, signal: whileConnected(request, response) };
}
