import type { CallOptions, SandboxCall, SandboxResult, SandboxSession } from '../../../base/index.js';

/** Runs a cell after those that came before it. */
type RunAfter = (history: readonly string[], call: SandboxCall, signal?: AbortSignal) => Promise<SandboxResult>;

/** A session on a service that keeps no state: every cell is sent with all those before it. */
export class ReplayedSession implements SandboxSession {
  readonly #history: string[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly runAfter: RunAfter) {}

  run(call: SandboxCall, { signal }: CallOptions = {}): Promise<SandboxResult> {
    const turn = this.#last.then(async () => {
      const result = await this.runAfter(this.#history, call, signal);
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
