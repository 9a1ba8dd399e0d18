/** How good a policy is: samples of problems drawn, judged and measured, with intervals, and compared; where a policy is uncertain. */
export {
  analyzeEntropy,
  type EntropyAnalysis,
  type EntropyOptions,
  type TokenGroup,
  type WordEntropy,
} from './analyze-entropy.js';
export { clusteredEstimate } from './clustered-estimate.js';
export { compareEvaluations, type Difference, type EvaluationComparison } from './compare-evaluations.js';
export { entropyMarkdown } from './entropy-markdown.js';
export { entropyTrace, type EntropyTrace, type EntropyTraceOptions, type TokenClass } from './entropy-trace.js';
export type { Estimate, Interval, IntervalOptions } from './estimate.js';
export { evaluate, type Evaluation } from './evaluate.js';
export {
  PAPER_EVALUATION,
  type EvaluateOptions,
  type EvaluationProblem,
  type EvaluationProgress,
} from './evaluate-options.js';
export { comparisonMarkdown, evaluationMarkdown } from './evaluation-markdown.js';
export { evaluationRecords, type EvaluationRecord } from './evaluation-record.js';
export {
  compareResults,
  evaluationResults,
  settingsApart,
  readEvaluation,
  type EvaluationResult,
  type ResultComparison,
  type SettingApart,
} from './evaluation-results.js';
export type { ClusterTotal } from './internal/statistic.js';
export { majorityAtK, type AnswerVotes } from './majority-at-k.js';
export { passAtK } from './pass-at-k.js';
export { readEntropyTraces, type ReadEntropyTracesOptions } from './read-entropy-traces.js';
export type { SampleRecord } from './sample-record.js';
export { summarizeEvaluation, type EvaluationSummary, type MeasureOptions } from './summarize-evaluation.js';
