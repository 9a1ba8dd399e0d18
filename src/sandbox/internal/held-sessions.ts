import { randomBytes } from 'node:crypto';
import type { Sandbox, SandboxCall, SandboxResult, SandboxSession } from '../../base/index.js';
import { giveUpOnAbort } from '../../io/index.js';
import type { Begun } from './remote-session.js';
import { SessionLost } from './session-lost.js';
import { unavailable } from './unavailable.js';

/** Whose cell it is, and who waits for it. */
export interface CellOptions {
  /** Sessions of one owner are out of every other's reach. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** What sessions that are held for others may take. */
export interface HeldSessionsOptions<Options extends CellOptions> {
  readonly sandbox: Sandbox;
  /** Open at once. */
  readonly maxSessions: number;
  /** One that was not used for so long is ended. */
  readonly idleMs: number;
  /** Lets a cell run when its turn comes. */
  readonly inTurn: (work: () => Promise<SandboxResult>, options: Options) => Promise<SandboxResult>;
}

/** Text of its cells that a session may make us keep: an interpreter that was lost is rebuilt from them. */
const MOST_SESSION_CHARACTERS = 16 * 1024 * 1024;
/** … and all sessions together, with the last answer of each. */
const MOST_CHARACTERS = 256 * 1024 * 1024;
const MOST_WAITING = 16;
const ID_BYTES = 24;

interface Held {
  readonly owner: string;
  session: SandboxSession | undefined;
  /** Of the last cell. */
  number: number;
  /** What it came to: one that is asked for again was not heard. */
  answer: Promise<SandboxResult> | undefined;
  last: Promise<unknown>;
  waiting: number;
  /** Characters of all cells, and of the last answer. */
  cells: number;
  answered: number;
  idle: NodeJS.Timeout | undefined;
}

/** Sessions that a server or a worker holds for clients elsewhere, who know them by ids that cannot be guessed. */
export class HeldSessions<Options extends CellOptions = CellOptions> {
  readonly #held = new Map<string, Held>();
  #characters = 0;
  #isClosed = false;

  constructor(private readonly options: HeldSessionsOptions<Options>) {}

  get size(): number {
    return this.#held.size;
  }

  /** The ids of those that are open, by owner. */
  get owned(): ReadonlyMap<string, readonly string[]> {
    const owned = new Map<string, string[]>();
    for (const [id, { owner }] of this.#held) owned.set(owner, [...(owned.get(owner) ?? []), id]);
    return owned;
  }

  /** Opens a session with its first cell. One whose first cell came to nothing is not open. @throws The signal's reason. */
  async begin(call: SandboxCall, options: Options): Promise<Begun<string>> {
    const refusal = this.#refusal();
    if (refusal !== undefined) return { result: refused(refusal, true) };
    const id = randomBytes(ID_BYTES).toString('base64url');
    const held: Held = {
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
    this.#held.set(id, held);
    try {
      held.session = await this.options.sandbox.session!({ signal: options.signal });
      if (!this.#held.has(id)) {
        await held.session.close(); // all were ended meanwhile
        return { result: refused('no more sessions are opened here', true) };
      }
      const result = await this.#run(id, held, 1, call, options);
      if (result.kind !== 'unavailable' && this.#held.has(id)) return { result, place: id };
      await this.end(id, options.owner);
      return { result };
    } catch (error) {
      await this.end(id, options.owner);
      if (options.signal.aborted) throw error;
      return { result: unavailable(error) };
    }
  }

  /**
   * Runs a further cell; what a cell with the same number came to, if it was asked for again.
   *
   * @throws SessionLost when there is no such session of this owner; the signal's reason.
   */
  async next(id: string, number: number, call: SandboxCall, options: Options): Promise<SandboxResult> {
    const held = this.#held.get(id);
    if (held?.owner !== options.owner || held.session === undefined) {
      throw new SessionLost('it was closed, or nobody used it for too long, or whoever held it was started anew');
    }
    if (number === held.number && held.answer !== undefined) return giveUpOnAbort(held.answer, options.signal);
    if (number < held.number) return refused(`cell ${number} was given before cell ${held.number}`, false);
    if (held.waiting >= MOST_WAITING) return refused('too many cells of the session wait', true);
    return this.#run(id, held, number, call, options);
  }

  /** Ends a session, if this owner has it. */
  async end(id: string, owner: string): Promise<void> {
    const held = this.#held.get(id);
    if (held?.owner !== owner) return;
    this.#held.delete(id);
    clearTimeout(held.idle);
    this.#characters -= held.cells + held.answered;
    held.cells = held.answered = 0;
    await held.session?.close().catch(() => {});
  }

  /** Ends all, and opens no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#held].map(([id, { owner }]) => this.end(id, owner)));
  }

  /** @returns Why no session can be opened now. */
  #refusal(): string | undefined {
    const { sandbox, maxSessions } = this.options;
    if (this.#isClosed) return 'no more sessions are opened here';
    if (sandbox.session === undefined) return 'there are no sessions here';
    return this.#held.size < maxSessions ? undefined : `${maxSessions} sessions are open here, as many as may be`;
  }

  async #run(id: string, held: Held, number: number, call: SandboxCall, options: Options): Promise<SandboxResult> {
    const size = call.code.length + (call.stdin?.length ?? 0);
    if (held.cells + size > MOST_SESSION_CHARACTERS) return refused("the session's cells are too long", false);
    if (this.#characters + size > MOST_CHARACTERS) return refused('all sessions together are too large', true);
    held.cells += size;
    this.#characters += size;
    held.number = number;
    held.waiting++;
    clearTimeout(held.idle);
    const turn = held.last.then(() => this.options.inTurn(() => held.session!.run(call, options), options));
    held.last = turn.catch(() => {});
    held.answer = turn.catch(() => refused('the cell was cancelled', false));
    try {
      const result = await turn;
      // Nothing ran: it may be asked for again.
      if (result.kind === 'unavailable' && result.cause.retryable && held.number === number) held.answer = undefined;
      this.#countAnswer(id, held, sizeOf(result));
      return result;
    } finally {
      if (--held.waiting === 0 && this.#held.has(id)) {
        held.idle = setTimeout(() => void this.end(id, held.owner), this.options.idleMs);
        held.idle.unref();
      }
    }
  }

  #countAnswer(id: string, held: Held, size: number): void {
    if (!this.#held.has(id)) return;
    this.#characters += size - held.answered;
    held.answered = size;
  }
}

function sizeOf(result: SandboxResult): number {
  return result.kind === 'unavailable' ? 0 : result.stdout.length + result.stderr.length + (result.value?.length ?? 0);
}

function refused(message: string, retryable: boolean): SandboxResult {
  return { kind: 'unavailable', cause: { source: 'sandbox', message, retryable }, durationMs: 0 };
}
