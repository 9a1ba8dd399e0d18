import type { CallOptions, SandboxCall, SandboxResult, SandboxSession } from '../../base/index.js';
import { SandboxError } from '../../base/index.js';
import { giveUpOnAbort } from '../../io/index.js';
import { checkCell } from './check-cell.js';
import { SessionLost, unavailable } from './unavailable.js';

/** The result of a first cell, and the address of its session. */
export interface Begun<Place> {
  readonly result: SandboxResult;
  /** Absent if no session was started. */
  readonly place?: Place | undefined;
}

/** Sends a session's cells to the process of its interpreter. Each method rejects with the signal's reason when aborted. */
export interface SessionWire<Place> {
  /** Starts an interpreter with its first cell. */
  begin(call: SandboxCall, signal: AbortSignal): Promise<Begun<Place>>;
  /**
   * Runs a further cell.
   *
   * @param number - Of the cell: one that arrives twice is run once.
   * @throws SessionLost when the interpreter is gone.
   */
  next(place: Place, number: number, call: SandboxCall, signal: AbortSignal): Promise<SandboxResult>;
  /** Ends the interpreter, if its process can be reached. Never rejects. */
  end(place: Place): Promise<void>;
}

/**
 * A session whose interpreter lives elsewhere. The first cell starts it, so that an unused session costs nothing, and an infrastructure error
 * is the result of that cell. Once the interpreter is lost, every further cell is `unavailable`: no cell runs in a state that its caller does
 * not know.
 */
export class RemoteSession<Place> implements SandboxSession {
  #place: Place | undefined;
  #number = 1;
  #last: Promise<unknown> = Promise.resolve();
  #ended: SandboxError | undefined;
  readonly #closing = new AbortController();

  constructor(
    private readonly wire: SessionWire<Place>,
    private readonly onClose: (session: RemoteSession<Place>) => void = () => {},
  ) {}

  /** Cells run one after another, in the order they were given. */
  async run(call: SandboxCall, { signal }: CallOptions = {}): Promise<SandboxResult> {
    checkCell(call);
    signal?.throwIfAborted();
    const turn = this.#last.then(() => this.#runCell(call, signal));
    this.#last = turn.catch(() => {});
    return giveUpOnAbort(turn, signal);
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#ended = new SandboxError('the session was closed');
    this.#closing.abort(this.#ended);
    await this.#last;
    if (this.#place !== undefined) await this.wire.end(this.#place);
    this.onClose(this);
  }

  async #runCell(call: SandboxCall, outer: AbortSignal | undefined): Promise<SandboxResult> {
    outer?.throwIfAborted();
    const { signal: closing } = this.#closing;
    const signal = outer === undefined ? closing : AbortSignal.any([outer, closing]);
    const startedAt = performance.now();
    try {
      if (this.#ended !== undefined) throw this.#ended;
      if (this.#place !== undefined) return await this.wire.next(this.#place, ++this.#number, call, signal);
      const { result, place } = await this.wire.begin(call, signal);
      this.#place = place;
      return result;
    } catch (error) {
      if (error instanceof SessionLost) this.#ended ??= error;
      return unavailable(error, performance.now() - startedAt);
    }
  }
}

/** Opens a session. Rejects with the error that `open` throws, or with the signal's reason. */
export function openSession(open: () => SandboxSession, { signal }: CallOptions): Promise<SandboxSession> {
  return new Promise((resolve) => {
    signal?.throwIfAborted();
    resolve(open());
  });
}
