/** The answer is longer than allowed; reading stopped. */
export class AnswerTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`an answer of more than ${maxBytes} bytes`);
    this.name = 'AnswerTooLargeError';
  }
}

/** Counts an answer's bytes as they come. */
export class AnswerLimit {
  #bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** @throws AnswerTooLargeError once there are too many. */
  take(piece: Uint8Array): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.maxBytes) throw new AnswerTooLargeError(this.maxBytes);
  }
}
