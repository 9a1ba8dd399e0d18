import { ExternalError } from '../../base/index.js';

/** What a {@link TinkerError} is made with. */
type TinkerErrorOptions = NonNullable<ConstructorParameters<typeof ExternalError>[1]> &
  Partial<Pick<TinkerError, 'status' | 'category' | 'answerLost'>>;

/** A Tinker server refused a request, failed at it, or could not be reached; the message has its words. */
export class TinkerError extends ExternalError {
  /** HTTP status of the refusal; undefined where there was no answer, or where the request failed after it was taken. */
  readonly status: number | undefined;
  /** Cause of the failure, if the server says so: `user`, `server`, `unknown`. */
  readonly category: string | undefined;
  /**
   * Whether the request may have been carried out though its answer is lost. Where it adds a gradient, making it again may
   * add it twice: go on from the last saved state.
   */
  readonly answerLost: boolean;

  constructor(message: string, { status, category, answerLost = false, ...options }: TinkerErrorOptions = {}) {
    super(message, options);
    this.status = status;
    this.category = category;
    this.answerLost = answerLost;
  }
}
