/** Work that was not worth its cost: the answer is too large, too deep or too slow to judge. Caught inside this room. */
export class LimitReached extends Error {
  constructor(readonly limit: string) {
    super(`too much work: ${limit}`);
    this.name = 'LimitReached';
  }
}

/**
 * Counts the steps of one verification and ends it when they run out.
 *
 * A step is a fraction of a microsecond of work on a small number; work on large integers costs more steps. A count, not a
 * clock: the same input always gets the same verdict.
 */
export class Budget {
  #left: number;

  constructor(steps = DEFAULT_STEPS) {
    this.#left = steps;
  }

  /** @throws LimitReached when the steps are used up. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new LimitReached('the step budget ran out');
  }

  get left(): number {
    return this.#left;
  }
}

export const DEFAULT_STEPS = 62_000;
/**
 * The part of `DEFAULT_STEPS` that is reserved for the question whether the ground truth can be judged, which is asked after
 * a comparison without a result. It is a third of the steps of a comparison, which evaluates both sides more than once.
 */
export const RESERVED_STEPS = 16_000;

/** Limits of the input; each is far above the needs of an answer. */
export const LIMITS = {
  /** Characters of one answer. */
  answerLength: 6_000,
  /** Characters of a response that are searched, from the end. */
  responseLength: 400_000,
  tokens: 3_000,
  depth: 60,
  /** Bits of an exact integer; larger ones are compared modulo primes. */
  integerBits: 24_000,
} as const;
