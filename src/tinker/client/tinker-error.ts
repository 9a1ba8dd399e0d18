import { ExternalError } from '../../base/index.js';

type ExternalErrorOptions = NonNullable<ConstructorParameters<typeof ExternalError>[1]>;

/** What a {@link TinkerError} is made with. */
export interface TinkerErrorOptions extends ExternalErrorOptions {
  readonly status?: number | undefined;
  readonly category?: string | undefined;
  readonly answerLost?: boolean | undefined;
}

/** A Tinker server refused a request, failed at it, or could not be reached; the message has its words. */
export class TinkerError extends ExternalError {
  /** HTTP status of the refusal; undefined where there was no answer, or where the request failed after it was taken. */
  readonly status: number | undefined;
  /** Whose fault it is where the server says so: `user`, `server`, `unknown`. */
  readonly category: string | undefined;
  /**
   * Whether the request may have been carried out though its answer is lost. Where it adds a gradient, making it again may
   * add it twice: go on from the last saved state.
   */
  readonly answerLost: boolean;

  constructor(message: string, options: TinkerErrorOptions = {}) {
    super(message, options);
    this.status = options.status;
    this.category = options.category;
    this.answerLost = options.answerLost ?? false;
  }
}
