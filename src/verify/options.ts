import { z } from 'zod';
import { parseOptions } from '../base/internal/options.js';
import { DEFAULT_SEARCH, type Search } from './extract/find-answer.js';

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
  /** `prime`: grade as the reward of rStar2-Agent's training did, mistakes included; the other options have no effect. */
  readonly compat?: 'prime' | undefined;
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

const target = z.looseObject({
  type: z.enum(['latex', 'expr', 'string', 'strings']).transform((type) => (type === 'strings' ? 'string' : type)),
  boxedMatchPriority: z.number().optional(),
  tryExtractWithoutAnchor: z.boolean().optional(),
  strings: z.array(z.string().max(100)).max(100).optional(),
  lowercase: z.boolean().optional(),
  normalization: z.looseObject({ malformedOperators: z.boolean().optional() }).optional(),
});

const schema = z.strictObject({
  strict: z.boolean().default(true),
  floatRounding: z.number().int().min(0).max(100).optional(),
  allowSetRelation: z.boolean().optional(),
  convertUnits: z.boolean().default(false),
  log: z.enum(['ten', 'natural']).default('ten'),
  extraction: z.array(target).min(1).optional(),
  goldExtraction: z.array(target).min(1).optional(),
  compat: z.literal('prime').optional(),
  precision: z.number().int().min(0).max(100).optional(),
  allowSetRelationComp: z.boolean().optional(),
  predExtraction: z.array(target).min(1).optional(),
  numericPrecision: z.number().optional(),
  fallbackMode: z.enum(['first_match', 'no_fallback']).optional(),
  extractionMode: z.enum(['first_match', 'any_match']).optional(),
});

/** The options of one verification, complete. */
export interface Policy {
  readonly strict: boolean;
  readonly floatRounding: number;
  readonly allowSetRelation: boolean;
  readonly convertUnits: boolean;
  readonly log: 'ten' | 'natural';
  readonly compat: 'prime' | undefined;
  readonly search: Search;
  readonly goldSearch: Search;
  /** `\frac12` is read as a half in the response. */
  readonly malformed: boolean;
}

const DEFAULT_POLICY: Policy = {
  strict: true,
  floatRounding: 6,
  allowSetRelation: true,
  convertUnits: false,
  log: 'ten',
  compat: undefined,
  search: DEFAULT_SEARCH,
  goldSearch: DEFAULT_SEARCH,
  malformed: true,
};

/** @throws TypeError or RangeError for an option that is not one. */
export function readOptions(options: VerifyMathOptions | undefined): Policy {
  if (options === undefined) return DEFAULT_POLICY;
  const parsed = parseOptions(schema, options);
  const targets = parsed.extraction ?? parsed.predExtraction;
  return {
    strict: parsed.strict,
    floatRounding: parsed.floatRounding ?? parsed.precision ?? DEFAULT_POLICY.floatRounding,
    allowSetRelation: parsed.allowSetRelation ?? parsed.allowSetRelationComp ?? DEFAULT_POLICY.allowSetRelation,
    convertUnits: parsed.convertUnits,
    log: parsed.log,
    compat: parsed.compat,
    search: targets === undefined ? DEFAULT_SEARCH : searchFor(targets),
    goldSearch: parsed.goldExtraction === undefined ? DEFAULT_SEARCH : searchFor(parsed.goldExtraction),
    malformed: !(targets?.some((t) => t.type === 'latex' && t.normalization?.malformedOperators === false) ?? false),
  };
}

function searchFor(targets: readonly z.output<typeof target>[]): Search {
  const latex = targets.find((t) => t.type === 'latex');
  const expr = targets.find((t) => t.type === 'expr');
  const strings = targets.find((t) => t.type === 'string');
  return {
    boxes: latex === undefined ? 'ignored' : boxesAt(latex.boxedMatchPriority ?? 50),
    formulas: latex !== undefined,
    plain: expr !== undefined,
    letters: strings === undefined ? [] : (strings.strings ?? ['A', 'B', 'C', 'D']),
    anchored: targets.every((t) => t.tryExtractWithoutAnchor === false),
    singleLine: true,
  };
}

function boxesAt(priority: number): Search['boxes'] {
  if (priority < 0) return 'ignored';
  return priority > 50 ? 'after-statements' : 'with-statements';
}
