import type { CallOptions, SandboxCall, SandboxResult, SandboxSession } from '../../../base/index.js';
import { giveUpOnAbort } from '../../../io/index.js';
import { checkCell } from '../../internal/check-cell.js';

/** Runs a cell after those that came before it. */
type RunAfter = (history: readonly string[], call: SandboxCall, signal?: AbortSignal) => Promise<SandboxResult>;

/** A session on a service that keeps no state: every cell is sent with all those before it. */
export class ReplayedSession implements SandboxSession {
  readonly #history: string[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(private readonly runAfter: RunAfter) {}

  async run(call: SandboxCall, { signal }: CallOptions = {}): Promise<SandboxResult> {
    checkCell(call);
    signal?.throwIfAborted();
    const turn = this.#last.then(async () => {
      if (this.#isClosed) return CLOSED;
      const result = await this.runAfter(this.#history, call, signal);
      if (result.kind === 'ok' || result.kind === 'error') this.#history.push(call.code);
      return result;
    });
    this.#last = turn.catch(() => {});
    return giveUpOnAbort(turn, signal);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }
}

const CLOSED: SandboxResult = {
  kind: 'unavailable',
  cause: { source: 'sandbox', message: 'the session was closed', retryable: false },
  durationMs: 0,
};
