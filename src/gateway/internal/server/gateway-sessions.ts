import type { FailureCause, RolloutOutcome } from '../../../base/index.js';
import { argumentError, errorMessage, parseOptions } from '../../../base/internal/index.js';
import { withTimeLimit } from '../../../io/index.js';
import { Refusal } from '../refusal.js';
import { gatewaySessionSchema, type GatewaySessionOptions, type GatewaySettings } from '../../gateway-options.js';
import { Session } from '../session/session.js';
import { OpenSession, type OpenSessions } from './open-sessions.js';

/** How long the outcome of a session can be asked for again: an answer may be lost on its way. */
const KEPT_MS = 60_000;

/** How long a session that the gateway ends waits for `onOutcome`. */
const REPORT_MS = 30_000;

/** A session of a gateway, until its outcome is forgotten. */
export interface KeptSession {
  readonly id: string;
  readonly reachable: OpenSession;
  /** Whether it was opened over HTTP: it ends by itself then when nothing is asked any more. */
  readonly isRemote: boolean;
  outcome: Promise<RolloutOutcome> | undefined;
  /** Ends once the outcome is reported. */
  ending: Promise<RolloutOutcome> | undefined;
  /** When its outcome had been reported; undefined before. */
  endedMs: number | undefined;
}

/** The sessions of a gateway: opened, ended once, reported once. */
export class GatewaySessions {
  readonly #kept = new Map<string, KeptSession>();
  #isClosed = false;

  constructor(
    private readonly settings: GatewaySettings,
    private readonly reachable: OpenSessions,
  ) {}

  /** How many have not ended. */
  get openCount(): number {
    return this.#open().length;
  }

  /**
   * @throws TypeError, RangeError for bad options, and for an id that is taken; Refusal where there are too many sessions, and after
   *   the gateway was closed.
   */
  open(given: GatewaySessionOptions, { isRemote }: Pick<KeptSession, 'isRemote'>): KeptSession {
    if (this.#isClosed) throw new Refusal('unavailable', 'the gateway was closed');
    const plan = parseOptions(gatewaySessionSchema, given, 'session');
    const { id = globalThis.crypto.randomUUID() } = plan;
    if (this.#kept.has(id))
      throw argumentError(RangeError, 'session.id', `expected an id that no session has, got ${JSON.stringify(id)}`);
    const { maxSessions } = this.settings;
    if (isRemote && this.#open().filter((kept) => kept.isRemote).length >= maxSessions)
      throw new Refusal('busy', `${maxSessions} sessions are open`, { retryAfterSeconds: 5 });
    const reachable = this.#openSession(id, plan);
    this.reachable.add(reachable);
    const kept: KeptSession = { id, reachable, isRemote, outcome: undefined, ending: undefined, endedMs: undefined };
    this.#kept.set(id, kept);
    return kept;
  }

  /** @throws Refusal `not-found` for a session that was never open or whose outcome is forgotten. */
  get(id: string): KeptSession {
    const kept = this.#kept.get(id);
    if (kept === undefined) throw new Refusal('not-found', `there is no session ${JSON.stringify(id.slice(0, 256))}`);
    return kept;
  }

  /**
   * Ends a session and reports its outcome; a session that has ended gives its outcome again.
   *
   * @throws What `onOutcome` throws; the outcome is reported again then by the next call.
   */
  async end(kept: KeptSession, result: { readonly reward?: number | undefined } = {}): Promise<RolloutOutcome> {
    const { reward } = result;
    if (reward !== undefined && !Number.isFinite(reward))
      throw argumentError(RangeError, 'result.reward', `expected a finite number, got ${String(reward)}`);
    kept.ending ??= this.#finish(kept, result).catch((error: unknown) => {
      kept.ending = undefined;
      throw error;
    });
    return await kept.ending;
  }

  /** Ends sessions that were opened over HTTP and of which nothing was heard for too long, and forgets those that ended long ago. */
  async sweep(): Promise<void> {
    const { sessionIdleMs } = this.settings;
    const now = performance.now();
    const idle: FailureCause = {
      source: 'agent',
      message: `no request for ${sessionIdleMs / 60_000} minutes, and the session was not ended`,
      retryable: false,
    };
    for (const kept of this.#kept.values()) {
      const { reachable, isRemote, endedMs } = kept;
      if (endedMs !== undefined) {
        if (now - endedMs >= KEPT_MS) this.#kept.delete(kept.id);
      } else if (isRemote && reachable.underWay === 0 && now - reachable.usedMs >= sessionIdleMs)
        await this.#giveUp(kept, idle);
    }
  }

  /** Ends all sessions; none can be opened any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const cause: FailureCause = { source: 'cancelled', message: 'the gateway was closed', retryable: false };
    await Promise.all(this.#open().map((kept) => this.#giveUp(kept, cause)));
  }

  #open(): KeptSession[] {
    return [...this.#kept.values()].filter(({ endedMs }) => endedMs === undefined);
  }

  #openSession(id: string, plan: Omit<GatewaySessionOptions, 'id'>): OpenSession {
    const { limits, models, isToolError, normalize, seed: ownSeed, ...options } = this.settings;
    const { groupId, metadata, sampling = {} } = plan;
    const seed = String(plan.seed ?? `${ownSeed}/${id}`);
    const {
      maxTurns = 200,
      maxTokens = options.chatTemplate.contextLength ?? 32_768,
      maxGeneratedTokens,
      timeLimitMs,
      maxConcurrent = 32,
    } = { ...limits, ...plan.limits };
    const { temperature = options.temperature, topP = options.topP } = sampling;
    const session = new Session(
      {
        ...{ id, groupId, seed, maxTurns, maxTokens, maxGeneratedTokens, timeLimitMs, metadata },
        sessionId: `${globalThis.crypto.randomUUID()}/${id}`,
      },
      {
        options: { ...options, temperature, topP, maxTurns, maxTokens, seed, tools: [] },
        ...{ isToolError, normalize, maxConcurrent },
        now: Date.now,
      },
    );
    return new OpenSession({ name: id, session, models, maxConcurrent });
  }

  async #finish(kept: KeptSession, result: { readonly reward?: number | undefined }): Promise<RolloutOutcome> {
    this.reachable.remove(kept.reachable);
    const outcome = await (kept.outcome ??= kept.reachable.entry.session.close({ reward: result.reward }));
    await this.settings.onOutcome?.(outcome, kept.reachable.account());
    kept.endedMs = performance.now();
    // Who has the session itself has its outcome too.
    if (!kept.isRemote) this.#kept.delete(kept.id);
    return outcome;
  }

  async #giveUp(kept: KeptSession, cause: FailureCause): Promise<void> {
    if (kept.outcome === undefined) kept.reachable.entry.session.fail(cause);
    try {
      await withTimeLimit(() => this.end(kept), undefined, REPORT_MS);
    } catch (error) {
      this.settings.log({
        level: 'error',
        message: `session ${kept.id}: its outcome could not be reported: ${errorMessage(error)}`,
      });
    }
  }
}
