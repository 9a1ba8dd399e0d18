import { z } from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import type { VerifyMathOptions } from '../options.js';
import { DEFAULT_SEARCH, type Search } from './extract/find-answer.js';

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
  precision: z.number().int().min(0).max(100).optional(),
  allowSetRelationComp: z.boolean().optional(),
  predExtraction: z.array(target).min(1).optional(),
  numericPrecision: z.number().optional(),
  fallbackMode: z.enum(['first_match', 'no_fallback']).optional(),
  extractionMode: z.enum(['first_match', 'any_match']).optional(),
});

/** The options of one verification, complete. */
export interface Grading {
  readonly strict: boolean;
  readonly floatRounding: number;
  readonly allowSetRelation: boolean;
  readonly convertUnits: boolean;
  readonly log: 'ten' | 'natural';
  readonly search: Search;
  readonly goldSearch: Search;
  /** `\frac12` is read as a half in the response. */
  readonly malformed: boolean;
}

const DEFAULT_GRADING: Grading = {
  strict: true,
  floatRounding: 6,
  allowSetRelation: true,
  convertUnits: false,
  log: 'ten',
  search: DEFAULT_SEARCH,
  goldSearch: DEFAULT_SEARCH,
  malformed: true,
};

/** @throws TypeError or RangeError for an option that is not one. */
export function readOptions(options: VerifyMathOptions | undefined): Grading {
  if (options === undefined) return DEFAULT_GRADING;
  const parsed = parseOptions(schema, options);
  const targets = parsed.extraction ?? parsed.predExtraction;
  return {
    strict: parsed.strict,
    floatRounding: parsed.floatRounding ?? parsed.precision ?? DEFAULT_GRADING.floatRounding,
    allowSetRelation: parsed.allowSetRelation ?? parsed.allowSetRelationComp ?? DEFAULT_GRADING.allowSetRelation,
    convertUnits: parsed.convertUnits,
    log: parsed.log,
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
