/** How good a policy is: samples of problems measured, with intervals, and compared. */
export { clusteredEstimate } from './clustered-estimate.js';
export { compareEvaluations, type Difference, type EvaluationComparison } from './compare-evaluations.js';
export type { Estimate, Interval, IntervalOptions } from './estimate.js';
export { evaluationRecords, type EvaluationRecord } from './evaluation-record.js';
export type { MeasureName } from './internal/measures.js';
export type { ClusterTotal } from './internal/statistic.js';
export { majorityAtK, type AnswerVotes } from './majority-at-k.js';
export { passAtK } from './pass-at-k.js';
export { summarizeEvaluation, type EvaluationSummary, type MeasureOptions } from './summarize-evaluation.js';
