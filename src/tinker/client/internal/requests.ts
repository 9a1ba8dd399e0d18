import { limitConcurrency } from '../../../io/index.js';
import { TinkerError } from '../tinker-error.js';

/**
 * What is known of one request, however often it is handed in: once bytes of it went out it may have been carried out, and its
 * answer is lost with whatever goes wrong, until the server has refused it or found fault with it.
 */
export class RequestLife {
  #mayBeDone = false;
  #mayBeKnown = false;

  /** @param onSend - Called right before bytes go out, each time. */
  constructor(private readonly onSend: () => void = () => {}) {}

  /** Whether the server may have carried it out. */
  get mayBeDone(): boolean {
    return this.#mayBeDone;
  }

  /** Whether the server may know its sequence id: it was not only asked to come again, or never reached. */
  get mayBeKnown(): boolean {
    return this.#mayBeKnown;
  }

  /** Hands it in once. @throws What `send` throws. */
  async handIn<T>(send: () => Promise<T>): Promise<T> {
    this.onSend();
    const before = [this.#mayBeDone, this.#mayBeKnown] as const;
    this.#mayBeDone = this.#mayBeKnown = true;
    try {
      return await send();
    } catch (error) {
      if (isRefusal(error)) {
        this.#mayBeDone = before[0];
        // Asked to come again, or never sent, it left no trace.
        if (error.status === undefined || error.status === 429) this.#mayBeKnown = before[1];
      }
      throw error;
    }
  }

  /** @returns The error to report where the request ended in this one. */
  ended(error: unknown): unknown {
    if (!(error instanceof TinkerError)) return error;
    if (error.category === 'user') this.#mayBeDone = false;
    return restated(error, { answerLost: error.answerLost || this.#mayBeDone });
  }
}

/** @returns The error itself, where it says so already; else one like it that does. */
export function restated(
  error: TinkerError,
  { message = error.message, answerLost }: { readonly message?: string; readonly answerLost: boolean },
): TinkerError {
  if (error.message === message && error.answerLost === answerLost) return error;
  const { status, category, retryable, retryAfterMs } = error;
  const cause = error.cause ?? error;
  return new TinkerError(message, { status, category, retryable, retryAfterMs, answerLost, cause });
}

/** What systems say of a connection that could not be had. */
const NO_CONNECTION: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Whether a request that was handed in was definitely not taken: it was refused, or there was never a connection. */
function isRefusal(error: unknown): error is TinkerError {
  if (!(error instanceof TinkerError)) return false;
  const { status, cause } = error;
  if (status === undefined) return NO_CONNECTION.includes((cause as { readonly code?: unknown } | undefined)?.code);
  return status >= 400 && status < 500 && status !== 408;
}

/** A request of a model, before it is handed in and after. */
export interface QueuedRequest {
  readonly life: RequestLife;
  /** Hands it in when it is its turn; again under the same sequence id. */
  handIn<T>(submit: (sequenceId: number) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/**
 * The requests of one model: handed in one after the other, that is their order, and numbered as their bytes go out. One that was
 * aborted before, or given up while it was only asked to come again, leaves no hole, for which servers would wait.
 */
export class RequestQueue {
  readonly #turn = limitConcurrency(1);
  #last = 0;

  add(): QueuedRequest {
    let sequenceId: number | undefined;
    const life = new RequestLife(() => (sequenceId ??= ++this.#last));
    const giveBack = () => {
      if (life.mayBeKnown || sequenceId !== this.#last) return;
      this.#last--;
      sequenceId = undefined;
    };
    return {
      life,
      handIn: (submit, signal) => this.#turn(() => submit(sequenceId ?? this.#last + 1).finally(giveBack), signal),
    };
  }
}
