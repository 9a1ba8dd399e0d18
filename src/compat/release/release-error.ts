/** Thrown where the public release fails: an assertion that does not hold, a division by an empty batch. */
export class ReleaseError extends RangeError {
  override readonly name = 'ReleaseError';

  /** @param pythonType - The exception that the release raises in the same place. */
  constructor(
    readonly pythonType: 'AssertionError' | 'ZeroDivisionError',
    message: string,
  ) {
    super(message);
  }
}
