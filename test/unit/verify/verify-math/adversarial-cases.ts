import type { CaseRow } from './adversarial/case.js';
import { EXPRESSIONS } from './adversarial/expressions.js';
import { EXTRACTION } from './adversarial/extraction.js';
import { FUNCTIONS } from './adversarial/functions.js';
import { NUMBERS } from './adversarial/numbers.js';
import { OUTPUTS } from './adversarial/outputs.js';
import { STRUCTURES } from './adversarial/structures.js';
import { TRAPS } from './adversarial/traps.js';

/**
 * Verification cases written from what mathematics says and from where graders are known to fail, by someone who had
 * not read the verifier; those of `TRAPS` that had passed for right were found by mutating ground truths.
 */
export const ADVERSARIAL_CASES: { readonly [what: string]: readonly CaseRow[] } = {
  'where the answer is': EXTRACTION,
  numbers: NUMBERS,
  'functions of numbers': FUNCTIONS,
  'several values and relations': STRUCTURES,
  'expressions, units and words': EXPRESSIONS,
  traps: TRAPS,
  'whole outputs': OUTPUTS,
};
