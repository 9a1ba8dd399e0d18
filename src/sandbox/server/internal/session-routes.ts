import type { SandboxCall, SandboxResult } from '../../../base/index.js';
import { withinCeiling, mergeLimits } from '../../internal/limits.js';
import { checkCell } from '../../internal/check-cell.js';
import { QueueTimeout } from '../../internal/fair-queue.js';
import { OpenSessions } from '../../internal/open-sessions.js';
import { SessionLost } from '../../internal/unavailable.js';
import { SESSION_LOST_STATUS, sessionCloseSchema, sessionRunSchema } from '../../internal/session-protocol.js';
import type { SessionAnswer } from '../../internal/session-protocol.js';
import type { ServerSettings } from '../options.js';
import { HttpError } from '../../../io/index.js';
import { cut } from './judge-submission.js';
import type { Metrics } from './metrics.js';
import type { QueuedCall, SubmissionQueue } from './submission-queue.js';
import { checked } from './validation-details.js';

/** All callers of a server have the same token, so knowing a session's id is what gives access to it. */
const OWNER = '';

/** The sessions of a server's clients. */
export class SessionRoutes {
  readonly #sessions: OpenSessions<QueuedCall & { readonly owner: string }>;

  constructor(
    private readonly settings: ServerSettings,
    private readonly queue: SubmissionQueue,
    metrics: Metrics,
  ) {
    const { sandbox, maxSessions, sessionIdleMs } = settings;
    this.#sessions = new OpenSessions({
      sandbox,
      maxSessions,
      idleMs: sessionIdleMs,
      inSlot: (work, queued) => this.#inSlot(work, queued),
    });
    metrics.gauge('rstar2_sandbox_sessions', 'Sessions that are open.', () => this.#sessions.size);
  }

  /** Runs a cell. Ends the session if its client disconnected before it received the id. */
  async run(body: unknown, queued: QueuedCall): Promise<SessionAnswer> {
    const { session_id, number, call } = checked(sessionRunSchema.safeParse(body, { reportInput: true }));
    const cell = this.#limited(checkedCell(call));
    this.queue.admit(1);
    const options = { ...queued, owner: OWNER };
    if (session_id !== undefined && session_id !== null) {
      const result = await this.#sessions.next(session_id, number, cell, options).catch(asRefusal);
      return { session_id, result: this.#shown(result) };
    }
    const { result, place } = await this.#sessions.begin(cell, options);
    if (place === undefined) return { result: this.#shown(result) };
    const end = () => void this.#sessions.end(place, OWNER);
    if (queued.signal.aborted) end();
    else queued.signal.addEventListener('abort', end, { once: true });
    return { session_id: place, result: this.#shown(result) };
  }

  async end(body: unknown): Promise<void> {
    const { session_id } = checked(sessionCloseSchema.safeParse(body, { reportInput: true }));
    await this.#sessions.end(session_id, OWNER);
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }

  #inSlot(work: () => Promise<SandboxResult>, queued: QueuedCall): Promise<SandboxResult> {
    return this.queue.inSlot(work, queued).catch((error: unknown) => {
      if (!(error instanceof QueueTimeout)) throw error;
      const cause = { source: 'sandbox', message: error.message, retryable: true } as const;
      return { kind: 'unavailable', cause, durationMs: 0 };
    });
  }

  /** Lowers a cell's limits to those that a submission may ask for. */
  #limited(call: SandboxCall): SandboxCall {
    const { limits, ceiling } = this.settings;
    const all = { ...limits, ...withinCeiling(call.limits ?? {}, mergeLimits(limits, ceiling)) };
    return Object.keys(all).length === 0 ? call : { ...call, limits: all };
  }

  #shown(result: SandboxResult): SandboxResult {
    if (result.kind === 'unavailable') return result;
    const { outputCharacters } = this.settings;
    const { stdout, stderr } = result;
    return { ...result, stdout: cut(stdout, outputCharacters), stderr: cut(stderr, outputCharacters) };
  }
}

function checkedCell(call: unknown): SandboxCall {
  try {
    return checkCell(call as SandboxCall);
  } catch (error) {
    const msg = (error as Error).message.slice(0, 500);
    throw new HttpError(422, [{ type: 'value_error', loc: ['body', 'call'], msg }]);
  }
}

function asRefusal(error: unknown): never {
  if (error instanceof SessionLost) throw new HttpError(SESSION_LOST_STATUS, error.message);
  throw error;
}
