/**
 * Measures policies: samples of problems are generated, judged and measured with confidence intervals, and evaluations are compared; also
 * where a policy is uncertain.
 */
export { analyzeEntropy } from './analyze-entropy.js';
export { clusteredEstimate } from './clustered-estimate.js';
export { compareEvaluations } from './compare-evaluations.js';
export { entropyMarkdown, comparisonMarkdown, evaluationMarkdown } from './evaluation-markdown.js';
export { entropyTrace, type EntropyTrace } from './entropy-trace.js';
export type { Estimate } from './estimate.js';
export { evaluate } from './evaluate.js';
export { PAPER_EVALUATION, type EvaluateOptions, type EvaluationProblem } from './evaluate-options.js';
export { evaluationRecords, type EvaluationRecord, type SampleRecord } from './evaluation-record.js';
export { compareResults, evaluationResults, readEvaluation, type EvaluationResult } from './evaluation-results.js';
export { majorityAtK, type AnswerVotes } from './majority-at-k.js';
export { passAtK } from './pass-at-k.js';
export { readEntropyTraces } from './read-entropy-traces.js';
export { summarizeEvaluation, type EvaluationSummary } from './summarize-evaluation.js';
