import * as z from 'zod';
import { parseOptions } from '../base/internal/index.js';
import type { AnswerSearch, VerifyMathOptions } from '../verify/index.js';

/** Math-Verify's `LatexExtractionConfig`, `ExprExtractionConfig` or `StringExtractionConfig`, in camel case. */
export interface MathVerifyExtraction {
  readonly type: 'latex' | 'expr' | 'string' | 'strings';
  /** Of `latex`: 50 and below, boxes count with final statements; above 50 after them; −1 never. Default 50. */
  readonly boxedMatchPriority?: number | undefined;
  /** false: only what follows a word such as "answer" counts. Default true. */
  readonly tryExtractWithoutAnchor?: boolean | undefined;
  /** Of `string`: what may be found; default A, B, C, D. */
  readonly strings?: readonly string[] | undefined;
  /** Of `string`. Has no effect: letters are found in either case. */
  readonly lowercase?: boolean | undefined;
  /** Of `latex`. Only `malformedOperators` has an effect; the other normalizations are always on. */
  readonly normalization?:
    { readonly malformedOperators?: boolean | undefined; readonly [name: string]: unknown } | undefined;
}

/** Options of Math-Verify's `parse`, `verify` and `math_metric` under their names in camel case. */
export interface MathVerifyOptions {
  /** Default 6. */
  readonly floatRounding?: number | undefined;
  /** Another name of `floatRounding`. */
  readonly precision?: number | undefined;
  /** Has no effect: values are compared to at least 30 digits. */
  readonly numericPrecision?: number | undefined;
  /** Default true. */
  readonly strict?: boolean | undefined;
  /** Default false. */
  readonly allowSetRelationComp?: boolean | undefined;
  /** Default `latex` and `expr`, for both sides. */
  readonly predExtraction?: readonly MathVerifyExtraction[] | undefined;
  readonly goldExtraction?: readonly MathVerifyExtraction[] | undefined;
  /** Has no effect: text that does not parse is compared as text. */
  readonly fallbackMode?: 'first_match' | 'no_fallback' | undefined;
  /** Has no effect: one answer is extracted. */
  readonly extractionMode?: 'first_match' | 'any_match' | undefined;
}

const extraction = z.strictObject({
  type: z.enum(['latex', 'expr', 'string', 'strings']),
  boxedMatchPriority: z.number().default(50),
  tryExtractWithoutAnchor: z.boolean().default(true),
  strings: z.array(z.string().max(100)).max(100).default(['A', 'B', 'C', 'D']),
  lowercase: z.boolean().optional(),
  normalization: z.looseObject({ malformedOperators: z.boolean().optional() }).optional(),
});

type Extraction = z.output<typeof extraction>;

const extractions = z
  .array(extraction)
  .min(1)
  .prefault([{ type: 'latex' }, { type: 'expr' }]);

const schema = z.strictObject({
  floatRounding: z.int().min(0).max(100).optional(),
  precision: z.int().min(0).max(100).optional(),
  numericPrecision: z.number().optional(),
  strict: z.boolean().default(true),
  allowSetRelationComp: z.boolean().default(false),
  predExtraction: extractions,
  goldExtraction: extractions,
  fallbackMode: z.enum(['first_match', 'no_fallback']).optional(),
  extractionMode: z.enum(['first_match', 'any_match']).optional(),
});

/**
 * Converts options of Math-Verify to options of `verifyMath` that look for answers in the same places and are equally strict. Omitted
 * options have Math-Verify's defaults. Answers are still compared by this library.
 *
 * @returns Options for `verifyMath`, `verifyBatch` and `mathReward`.
 * @throws TypeError or RangeError for an option that Math-Verify does not have.
 * @remarks Source: huggingface/Math-Verify 0.8.
 * @example
 * verifyMath(response, groundTruth, fromMathVerify({ predExtraction: [{ type: 'expr' }] })).kind; // 'correct'
 */
export function fromMathVerify(options: MathVerifyOptions = {}): VerifyMathOptions {
  const parsed = parseOptions(schema, options);
  const { predExtraction, goldExtraction } = parsed;
  return {
    strict: parsed.strict,
    floatRounding: parsed.floatRounding ?? parsed.precision ?? 6,
    convertUnits: false,
    allowSetRelation: parsed.allowSetRelationComp,
    missingBraces: predExtraction.every(({ normalization }) => normalization?.malformedOperators !== false),
    search: searchFor(predExtraction),
    groundTruthSearch: searchFor(goldExtraction),
  };
}

function searchFor(extractions: readonly Extraction[]): AnswerSearch {
  const latex = extractions.find(({ type }) => type === 'latex');
  const letters = extractions.find(({ type }) => type === 'string' || type === 'strings');
  return {
    boxes: latex === undefined ? 'ignored' : boxesAt(latex.boxedMatchPriority),
    formulas: latex !== undefined,
    plain: extractions.some(({ type }) => type === 'expr'),
    letters: letters?.strings ?? [],
    anchored: extractions.every(({ tryExtractWithoutAnchor }) => !tryExtractWithoutAnchor),
    undeclared: true,
    singleLine: true,
  };
}

function boxesAt(priority: number): AnswerSearch['boxes'] {
  if (priority < 0) return 'ignored';
  return priority > 50 ? 'after-statements' : 'with-statements';
}
