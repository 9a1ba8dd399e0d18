import { checkAdvantages } from './advantages.js';
import { checkMathVerifyCase } from './math-verify-cases.js';
import type { GoldenFile } from './record.js';
import { checkPolicyLosses } from './policy-losses.js';
import { checkPrimeGrade } from './prime-grade.js';
import { checkRejectEqual } from './reject-equal.js';
import { checkRocRlinf } from './roc-rlinf.js';
import { checkRoc } from './roc.js';
import { checkRolloutCorrection } from './rollout-correction.js';
import { checkTrlLosses } from './trl-losses.js';
import { checkVoidTurns } from './void-turns.js';

/**
 * Which check reads which golden file, by file name without `.jsonl`.
 *
 * To cover a file: write `test/golden/NAME.ts` that exports a `GoldenCheck` (one record in, the difference or undefined
 * out; see `compare.ts` for tolerances and for records that expect an error), import it here and add
 * `{ kind: 'covered', check }`, with a `share` below 1 only where stated and `counts` where some records do not count. `npm run test:goldens` runs it; `GOLDENS_DIR` reads other records of the same files.
 */
export const GOLDEN_FILES: { readonly [name: string]: GoldenFile } = {
  roc: { kind: 'covered', check: checkRoc },
  roc_rlinf: { kind: 'covered', check: checkRocRlinf },
  reject_equal: { kind: 'covered', check: checkRejectEqual },
  advantages: { kind: 'covered', check: checkAdvantages },
  advantages_verl_0_10: { kind: 'covered', check: checkAdvantages },
  policy_losses: { kind: 'covered', check: checkPolicyLosses('0.8.0.dev') },
  policy_losses_verl_0_10: { kind: 'covered', check: checkPolicyLosses('0.10.0.dev') },
  rollout_correction: { kind: 'covered', check: checkRolloutCorrection('0.8.0.dev') },
  rollout_correction_verl_0_10: { kind: 'covered', check: checkRolloutCorrection('0.10.0.dev') },
  policy_losses_trl_1: { kind: 'covered', check: checkTrlLosses },
  void_turns_simpletir: { kind: 'covered', check: checkVoidTurns },
  prime_grade: { kind: 'covered', check: checkPrimeGrade, share: 0.98 },
  math_verify_cases: {
    kind: 'covered',
    check: checkMathVerifyCase,
    share: 0.99,
    // Commented out in the suite: its authors' wishes, not its labels.
    counts: (record) => record['disabled'] !== true,
  },
};
