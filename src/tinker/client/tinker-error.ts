import { ExternalError } from '../../base/index.js';

/** What a {@link TinkerError} is made with. */
type TinkerErrorOptions = NonNullable<ConstructorParameters<typeof ExternalError>[1]> &
  Partial<Pick<TinkerError, 'status' | 'category' | 'answerLost'>>;

/** A Tinker server refused a request, failed, or could not be reached; the message includes the server's message. */
export class TinkerError extends ExternalError {
  /** HTTP status of the refusal; undefined without an answer, or if the request failed after it was accepted. */
  readonly status: number | undefined;
  /** Cause of the failure, if the server says so: `user`, `server`, `unknown`. */
  readonly category: string | undefined;
  /**
   * Whether the request may have run although its answer is lost. A repetition may then add a gradient twice: continue from the last saved
   * state.
   */
  readonly answerLost: boolean;

  constructor(message: string, { status, category, answerLost = false, ...options }: TinkerErrorOptions = {}) {
    super(message, options);
    this.status = status;
    this.category = category;
    this.answerLost = answerLost;
  }
}
