import type { FailureCause } from '../../../base/index.js';
import type { EqualRequests } from './equal-requests.js';

/** What broke a session: its rollout is not trained on as if it were whole. */
export class SessionFailures {
  /** Requests by their conversations: those that the infrastructure broke are failures until an equal one is answered. */
  readonly #requests = new Set<EqualRequests>();
  /** By the names of models that other servers answer. */
  readonly #forwarded = new Map<string, FailureCause>();
  #own: FailureCause | undefined;

  /** The first one. Requests come before what the agent says: it throws where a request of its own is broken. */
  get first(): FailureCause | undefined {
    for (const { failure } of this.#requests) if (failure !== undefined) return failure;
    const [forwarded] = this.#forwarded.values();
    return forwarded ?? this.#own;
  }

  watch(requests: EqualRequests): void {
    this.#requests.add(requests);
  }

  /** Records that the agent itself could not go on. The first cause counts: what is thrown later follows from it. */
  fail(cause: FailureCause): void {
    this.#own ??= cause;
  }

  /** Records how another server answered the last request for a model. @param failure - Undefined for an answer. */
  noteForwarded(model: string, failure: string | undefined): void {
    if (failure === undefined) this.#forwarded.delete(model);
    else this.#forwarded.set(model, { source: 'environment', message: failure, retryable: true });
  }
}
