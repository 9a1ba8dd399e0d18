/** Where to search for an answer. */
export interface AnswerSearch {
  /**
   * When boxes count: before everything else (default), together with final statements (the last one counts), after them, or never.
   */
  readonly boxes?: 'first' | 'with-statements' | 'after-statements' | 'ignored' | undefined;
  /** Formulas between delimiters count. Default true. */
  readonly formulas?: boolean | undefined;
  /** Numbers and expressions without delimiters count. Default true. */
  readonly plain?: boolean | undefined;
  /** Letters of a multiple choice, or words, of which one is the answer. Default: no letters. */
  readonly letters?: readonly string[] | undefined;
  /** Outside boxes, only text after a word such as "answer" counts. Default false. */
  readonly anchored?: boolean | undefined;
  /** The last number or formula counts even if no phrase says that it is the answer. Default false. */
  readonly undeclared?: boolean | undefined;
  /** A formula in `\(…\)` ends with its line. Default false. */
  readonly singleLine?: boolean | undefined;
}

/** Options of `verifyMath`. */
export interface VerifyMathOptions {
  /** Names of variables matter, and a set does not equal a tuple. Default true. false: variables are matched by their order. */
  readonly strict?: boolean | undefined;
  /**
   * Decimal places to which an approximate decimal must agree with an exact value. Default 6: `0.333333` is accepted for 1/3, `0.333` is
   * not. Below 6, decimals are rounded to this number of places before they are compared.
   */
  readonly floatRounding?: number | undefined;
  /** Whether a solved inequality is accepted for a set or interval. Default true. false: only a set for an inequality. */
  readonly allowSetRelation?: boolean | undefined;
  /** Whether 1 m is accepted for 100 cm: units of one dimension are converted exactly. Default true. */
  readonly convertUnits?: boolean | undefined;
  /**
   * Whether 25% is accepted for a ground truth of 25, for data sets that store percentages without the sign. Default false: 25% is a
   * quarter.
   */
  readonly barePercent?: boolean | undefined;
  /**
   * Whether the answer must be evaluated, not the problem in other symbols. Default false: `2^{2024} \bmod 1000` is accepted for 376. true:
   * refuses remainders, divisors, sums, products, determinants, maxima, roundings, and functions that are not in the ground truth;
   * factorials and binomials of more than 20; and intermediate numbers far longer than the ground truth. `\binom{10}{3}`, `5!`, `2^{10}`
   * are accepted, and closed forms if the ground truth is one: `2^{2024}-1`, `\sqrt{2}`, `\frac{\pi}{4}`, `\ln 2`. If the ground truth
   * itself is not evaluated, this option has no effect.
   */
  readonly requireEvaluated?: boolean | undefined;
  /** The base of `\log` without a base. Default `ten`. */
  readonly log?: 'ten' | 'natural' | undefined;
  /** Whether LaTeX without braces is accepted: `\frac12` is a half. Default true. */
  readonly missingBraces?: boolean | undefined;
  /** Where to look in the response; default everywhere, boxes first. */
  readonly search?: AnswerSearch | undefined;
  /** Where to look in the ground truth; default everywhere. */
  readonly groundTruthSearch?: AnswerSearch | undefined;
}
