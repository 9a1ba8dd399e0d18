/** Why a request is not answered: each dialect writes it in its own form. */
export type RefusalCode =
  /** 400: the request is malformed, or asks what is not supported. */
  | 'invalid-request'
  /** 400: the conversation is longer than the model reads. Harnesses shorten it then. */
  | 'context-overflow'
  /** 401 */
  | 'unauthorized'
  /** 404: an unknown path, session or response. */
  | 'not-found'
  /** 413 */
  | 'too-large'
  /** 429: too many requests at once. With `retryAfterSeconds`. */
  | 'busy'
  /** 403: a limit of the session is reached, or it has ended: asking again does not help. */
  | 'session-over'
  /** 503: the engine failed; clients ask again. */
  | 'unavailable'
  /** 500: a bug. */
  | 'internal';

/** What a dialect may say beside the message. */
export interface RefusalDetails {
  /** The member of the request that is to blame. */
  readonly param?: string;
  readonly retryAfterSeconds?: number;
  /** Of a `context-overflow`. Clients look for the words of their service, so each dialect writes its own. */
  readonly contextOverflow?: { readonly limitTokens: number; readonly requestTokens: number };
  readonly cause?: unknown;
}

/** A request that is not answered. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly details: RefusalDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Refusal';
  }
}

/** A request beyond the most that a session may have under way. */
export function busyRefusal(maxConcurrent: number): Refusal {
  return new Refusal('busy', `the session already has ${maxConcurrent} running requests`, { retryAfterSeconds: 1 });
}
