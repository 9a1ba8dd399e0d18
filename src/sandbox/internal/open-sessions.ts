import { randomBytes } from 'node:crypto';
import type { Sandbox, SandboxCall, SandboxResult, SandboxSession } from '../../base/index.js';
import { giveUpOnAbort } from '../../io/index.js';
import type { Begun } from './remote-session.js';
import { SessionLost, unavailable } from './unavailable.js';

/** The owner of a cell, and the signal of its caller. */
export interface CellOptions {
  /** Only the owner of a session can use it. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** Limits of clients' sessions. */
export interface OpenSessionsOptions<Options extends CellOptions> {
  readonly sandbox: Sandbox;
  /** Most sessions open at once. */
  readonly maxSessions: number;
  /** A session that is idle for so long is ended. */
  readonly idleMs: number;
  /** Runs a cell when a slot is free. */
  readonly inSlot: (work: () => Promise<SandboxResult>, options: Options) => Promise<SandboxResult>;
}

/** Most characters of a session's cells, which are kept to restore a lost interpreter. */
const MOST_SESSION_CHARACTERS = 16 * 1024 * 1024;
/** The same for all sessions together, with the last result of each. */
const MOST_CHARACTERS = 256 * 1024 * 1024;
const MOST_WAITING = 16;
const ID_BYTES = 24;

interface OpenSession {
  readonly owner: string;
  session: SandboxSession | undefined;
  /** The number of the last cell. */
  number: number;
  /** Its result, for a client that asks again because the first response was lost. */
  answer: Promise<SandboxResult> | undefined;
  last: Promise<unknown>;
  waiting: number;
  /** Characters of all cells, and of the last answer. */
  cells: number;
  answered: number;
  idle: NodeJS.Timeout | undefined;
}

/** The sessions that a server or a worker keeps for remote clients, under ids that cannot be guessed. */
export class OpenSessions<Options extends CellOptions = CellOptions> {
  readonly #open = new Map<string, OpenSession>();
  #characters = 0;
  #isClosed = false;

  constructor(private readonly options: OpenSessionsOptions<Options>) {}

  get size(): number {
    return this.#open.size;
  }

  /** The ids of open sessions, by owner. */
  get owned(): ReadonlyMap<string, readonly string[]> {
    const owned = new Map<string, string[]>();
    for (const [id, { owner }] of this.#open) owned.set(owner, [...(owned.get(owner) ?? []), id]);
    return owned;
  }

  /** Opens a session with its first cell. If that cell is `unavailable`, no session is kept. @throws The signal's reason. */
  async begin(call: SandboxCall, options: Options): Promise<Begun<string>> {
    const refusal = this.#refusal();
    if (refusal !== undefined) return { result: refused(refusal, true) };
    const id = randomBytes(ID_BYTES).toString('base64url');
    const known: OpenSession = {
      owner: options.owner,
      session: undefined,
      number: 0,
      answer: undefined,
      last: Promise.resolve(),
      waiting: 0,
      cells: 0,
      answered: 0,
      idle: undefined,
    };
    this.#open.set(id, known);
    try {
      known.session = await this.options.sandbox.session!({ signal: options.signal });
      if (!this.#open.has(id)) {
        await known.session.close(); // all were ended meanwhile
        return { result: refused('the server opens no more sessions', true) };
      }
      const result = await this.#run(id, known, 1, call, options);
      if (result.kind !== 'unavailable' && this.#open.has(id)) return { result, place: id };
      await this.end(id, options.owner);
      return { result };
    } catch (error) {
      await this.end(id, options.owner);
      if (options.signal.aborted) throw error;
      return { result: unavailable(error) };
    }
  }

  /**
   * Runs a further cell. A repeated request for the same number gets the first result.
   *
   * @throws SessionLost when there is no such session of this owner; the signal's reason.
   */
  async next(id: string, number: number, call: SandboxCall, options: Options): Promise<SandboxResult> {
    const known = this.#open.get(id);
    if (known?.owner !== options.owner || known.session === undefined) {
      throw new SessionLost('it was closed, idle for too long, or its server was restarted');
    }
    if (number === known.number && known.answer !== undefined) return giveUpOnAbort(known.answer, options.signal);
    if (number < known.number) return refused(`cell ${number} came after cell ${known.number}`, false);
    if (known.waiting >= MOST_WAITING) return refused('too many cells of the session wait', true);
    return this.#run(id, known, number, call, options);
  }

  /** Ends a session, if this owner has it. */
  async end(id: string, owner: string): Promise<void> {
    const known = this.#open.get(id);
    if (known?.owner !== owner) return;
    this.#open.delete(id);
    clearTimeout(known.idle);
    this.#characters -= known.cells + known.answered;
    known.cells = known.answered = 0;
    await known.session?.close().catch(() => {});
  }

  /** Ends all, and opens no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#open].map(([id, { owner }]) => this.end(id, owner)));
  }

  /** @returns Why no session can be opened now. */
  #refusal(): string | undefined {
    const { sandbox, maxSessions } = this.options;
    if (this.#isClosed) return 'the server opens no more sessions';
    if (sandbox.session === undefined) return 'this server has no sessions';
    return this.#open.size < maxSessions ? undefined : `${maxSessions} sessions are open, the maximum`;
  }

  async #run(
    id: string,
    known: OpenSession,
    number: number,
    call: SandboxCall,
    options: Options,
  ): Promise<SandboxResult> {
    const size = call.code.length + (call.stdin?.length ?? 0);
    if (known.cells + size > MOST_SESSION_CHARACTERS) return refused("the session's cells are too long", false);
    if (this.#characters + size > MOST_CHARACTERS) return refused('all sessions together are too large', true);
    known.cells += size;
    this.#characters += size;
    known.number = number;
    known.waiting++;
    clearTimeout(known.idle);
    const ran = known.last.then(() => this.options.inSlot(() => known.session!.run(call, options), options));
    known.last = ran.catch(() => {});
    known.answer = ran.catch(() => refused('the cell was cancelled', false));
    try {
      const result = await ran;
      // Nothing ran, so the cell may be sent again.
      if (result.kind === 'unavailable' && result.cause.retryable && known.number === number) known.answer = undefined;
      this.#countAnswer(id, known, sizeOf(result));
      return result;
    } finally {
      if (--known.waiting === 0 && this.#open.has(id)) {
        known.idle = setTimeout(() => void this.end(id, known.owner), this.options.idleMs);
        known.idle.unref();
      }
    }
  }

  #countAnswer(id: string, known: OpenSession, size: number): void {
    if (!this.#open.has(id)) return;
    this.#characters += size - known.answered;
    known.answered = size;
  }
}

function sizeOf(result: SandboxResult): number {
  return result.kind === 'unavailable' ? 0 : result.stdout.length + result.stderr.length + (result.value?.length ?? 0);
}

function refused(message: string, retryable: boolean): SandboxResult {
  return { kind: 'unavailable', cause: { source: 'sandbox', message, retryable }, durationMs: 0 };
}
