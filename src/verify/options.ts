/**
 * Where answers are looked for, under Math-Verify's names: formulas between delimiters and boxes (`latex`), numbers and
 * arithmetic in plain text (`expr`), letters or words (`string`).
 */
export interface ExtractionTarget {
  readonly type: 'latex' | 'expr' | 'string';
  /** For `latex`: when boxes count; 0 before all else, 50 with final statements, above 50 after them, −1 never. */
  readonly boxedMatchPriority?: number | undefined;
  /** false: only what follows a word such as "answer" counts. Default true. */
  readonly tryExtractWithoutAnchor?: boolean | undefined;
  /** For `string`: what may be found; default A, B, C, D. */
  readonly strings?: readonly string[] | undefined;
  readonly lowercase?: boolean | undefined;
  readonly normalization?: { readonly malformedOperators?: boolean | undefined } | undefined;
}

export interface VerifyMathOptions {
  /** Names of variables matter, and a set is no tuple. Default true. false: variables are matched by their order. */
  readonly strict?: boolean | undefined;
  /**
   * Decimal places to which an approximate decimal must agree with an exact value. Default 6: `0.333333` answers for 1/3,
   * `0.333` does not. Below 6, decimals are rounded to so many places before they are compared.
   */
  readonly floatRounding?: number | undefined;
  /**
   * Whether a solved inequality may answer for a set or interval. Default true. false: only a set for an inequality, as
   * Math-Verify has it by default.
   */
  readonly allowSetRelation?: boolean | undefined;
  /** Whether 1 m answers for 100 cm. Default false. */
  readonly convertUnits?: boolean | undefined;
  /** What `\log` without a base means. Default `ten`. */
  readonly log?: 'ten' | 'natural' | undefined;
  /** Where to look in the response; default everywhere, boxes first. */
  readonly extraction?: readonly ExtractionTarget[] | undefined;
  /** Where to look in the ground truth; default everywhere. */
  readonly goldExtraction?: readonly ExtractionTarget[] | undefined;
  /** Math-Verify's names for options above: `floatRounding`, `allowSetRelation`, `extraction`. */
  readonly precision?: number | undefined;
  readonly allowSetRelationComp?: boolean | undefined;
  readonly predExtraction?: readonly ExtractionTarget[] | undefined;
  /** Accepted for Math-Verify's sake; values are compared to at least 30 digits whatever is asked. */
  readonly numericPrecision?: number | undefined;
  /** Accepted for Math-Verify's sake: one answer is extracted, and text that does not parse is compared as text. */
  readonly fallbackMode?: 'first_match' | 'no_fallback' | undefined;
  readonly extractionMode?: 'first_match' | 'any_match' | undefined;
}
