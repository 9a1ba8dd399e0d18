/** Where an answer is looked for. */
export interface AnswerSearch {
  /**
   * When boxes count: before all else (default), with final statements (the later one wins), after them, or not at all.
   */
  readonly boxes?: 'first' | 'with-statements' | 'after-statements' | 'ignored' | undefined;
  /** Formulas between delimiters count. Default true. */
  readonly formulas?: boolean | undefined;
  /** Numbers and expressions without delimiters count. Default true. */
  readonly plain?: boolean | undefined;
  /** Letters of a multiple choice, or words, of which one is the answer. Default: no letters. */
  readonly letters?: readonly string[] | undefined;
  /** Outside boxes only what a word such as "answer" announces counts. Default false. */
  readonly anchored?: boolean | undefined;
  /** The last number or formula counts even where no phrase says that it is the answer. Default false. */
  readonly undeclared?: boolean | undefined;
  /** A formula in `\(…\)` ends with its line. Default false. */
  readonly singleLine?: boolean | undefined;
}

/** Options of `verifyMath`. */
export interface VerifyMathOptions {
  /** Names of variables matter, and a set is no tuple. Default true. false: variables are matched by their order. */
  readonly strict?: boolean | undefined;
  /**
   * Decimal places to which an approximate decimal must agree with an exact value. Default 6: `0.333333` answers for 1/3,
   * `0.333` does not. Below 6, decimals are rounded to so many places before they are compared.
   */
  readonly floatRounding?: number | undefined;
  /** Whether a solved inequality may answer for a set or interval. Default true. false: only a set for an inequality. */
  readonly allowSetRelation?: boolean | undefined;
  /** Whether 1 m answers for 100 cm: units of one dimension are converted exactly. Default true. */
  readonly convertUnits?: boolean | undefined;
  /**
   * Whether 25% answers for a ground truth of 25, as data sets need that store percentages without their sign. Default
   * false: 25% is a quarter.
   */
  readonly barePercent?: boolean | undefined;
  /**
   * Whether the answer has to be a value, and not the problem in other symbols. Default false: `2^{2024} \bmod 1000` answers
   * for 376. true: remainders, divisors, sums, products, determinants, maxima, roundings, and functions that the ground truth
   * has none of do not pass, nor do factorials and binomials of more than 20, or numbers far longer than the ground truth
   * on the way to it. `\binom{10}{3}`, `5!`, `2^{10}` pass, and closed forms where the ground truth is one:
   * `2^{2024}-1`, `\sqrt{2}`, `\frac{\pi}{4}`, `\ln 2`. A ground truth that is not evaluated itself asks for nothing.
   */
  readonly requireEvaluated?: boolean | undefined;
  /** What `\log` without a base means. Default `ten`. */
  readonly log?: 'ten' | 'natural' | undefined;
  /** LaTeX that lacks its braces is read as it was meant: `\frac12` is a half. Default true. */
  readonly missingBraces?: boolean | undefined;
  /** Where to look in the response; default everywhere, boxes first. */
  readonly search?: AnswerSearch | undefined;
  /** Where to look in the ground truth; default everywhere. */
  readonly groundTruthSearch?: AnswerSearch | undefined;
}
