import { CAPABILITY_CASES } from './internal/learner-capability-cases.js';
import { CHECKPOINT_CASES } from './internal/learner-checkpoint-cases.js';
import { GRADIENT_CASES } from './internal/learner-gradient-cases.js';
import { SNAPSHOT_CASES } from './internal/learner-snapshot-cases.js';
import type { LearnerConformanceCase, LearnerFeature, LearnerUnderTest } from './internal/learner-under-test.js';

export type { LearnerConformanceCase, LearnerFeature, LearnerUnderTest };

/**
 * The contract of the `Learner` seam as cases for any test runner.
 *
 * @param without - What the engine under test does not have.
 * @example
 * for (const { name, run } of learnerConformanceCases()) it(name, () => run(engine));
 */
export function learnerConformanceCases(without: readonly LearnerFeature[] = []): readonly LearnerConformanceCase[] {
  return CASES.filter(({ needs }) => !needs.some((feature) => without.includes(feature)));
}

const CASES: readonly LearnerConformanceCase[] = [
  ...GRADIENT_CASES,
  ...SNAPSHOT_CASES,
  ...CHECKPOINT_CASES,
  ...CAPABILITY_CASES,
];
