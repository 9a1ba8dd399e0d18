import { casesWithout } from './internal/conformance.js';
import { CAPABILITY_CASES } from './internal/learner-capability-cases.js';
import { CHECKPOINT_CASES } from './internal/learner-checkpoint-cases.js';
import { GRADIENT_CASES } from './internal/learner-gradient-cases.js';
import { SNAPSHOT_CASES } from './internal/learner-snapshot-cases.js';
import { OBJECTIVE_CASES } from './internal/learner-objective-cases.js';
import {
  LEARNER_FEATURES,
  type LearnerConformanceCase,
  type LearnerFeature,
  type LearnerUnderTest,
} from './internal/learner-under-test.js';

export type { LearnerConformanceCase, LearnerFeature, LearnerUnderTest };

/**
 * The contract of the `Learner` interface as test cases for any test runner.
 *
 * @param without - Features that the engine under test does not have.
 * @throws RangeError for an unknown feature; the message lists all features.
 * @example
 * for (const { name, run } of learnerConformanceCases()) it(name, () => run(engine));
 */
export function learnerConformanceCases(without: readonly LearnerFeature[] = []): readonly LearnerConformanceCase[] {
  return casesWithout(CASES, LEARNER_FEATURES, without);
}

const CASES: readonly LearnerConformanceCase[] = [
  ...OBJECTIVE_CASES,
  ...GRADIENT_CASES,
  ...SNAPSHOT_CASES,
  ...CHECKPOINT_CASES,
  ...CAPABILITY_CASES,
];
