import * as z from 'zod/mini';
import { parseOptions } from '../../base/internal/index.js';
import type { AnswerSearch, VerifyMathOptions } from '../options.js';
import { DEFAULT_SEARCH, type Search } from './extract/find-answer.js';

const searchSchema = z.strictObject({
  boxes: z.optional(z.enum(['first', 'with-statements', 'after-statements', 'ignored'])),
  formulas: z.optional(z.boolean()),
  plain: z.optional(z.boolean()),
  letters: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100))),
  anchored: z.optional(z.boolean()),
  singleLine: z.optional(z.boolean()),
});

const schema = z.strictObject({
  strict: z._default(z.boolean(), true),
  floatRounding: z._default(z.int().check(z.minimum(0), z.maximum(100)), 6),
  allowSetRelation: z._default(z.boolean(), true),
  convertUnits: z._default(z.boolean(), false),
  log: z._default(z.enum(['ten', 'natural']), 'ten'),
  missingBraces: z._default(z.boolean(), true),
  search: z.optional(searchSchema),
  goldSearch: z.optional(searchSchema),
});

/** The options of one verification, complete. */
export interface Grading {
  readonly strict: boolean;
  readonly floatRounding: number;
  readonly allowSetRelation: boolean;
  readonly convertUnits: boolean;
  readonly log: 'ten' | 'natural';
  readonly missingBraces: boolean;
  readonly search: Search;
  readonly goldSearch: Search;
}

const DEFAULT_GRADING = complete({});

/** @throws TypeError or RangeError for an option that is not one. */
export function readOptions(options: VerifyMathOptions | undefined): Grading {
  return options === undefined ? DEFAULT_GRADING : complete(options);
}

function complete(options: VerifyMathOptions): Grading {
  const { search, goldSearch, ...rest } = parseOptions(schema, options);
  return { ...rest, search: completeSearch(search), goldSearch: completeSearch(goldSearch) };
}

function completeSearch(search: AnswerSearch | undefined): Search {
  if (search === undefined) return DEFAULT_SEARCH;
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_SEARCH, ...(Object.fromEntries(given) as Partial<Search>) };
}
