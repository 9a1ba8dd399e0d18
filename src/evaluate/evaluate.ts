import type { Policy } from '../base/index.js';
import { argumentError, checkArgument, parseOptions, requireEntropies } from '../base/internal/index.js';
import { followSignal, writeFileWhole } from '../io/index.js';
import {
  evaluateOptionsSchema,
  problemsSchema,
  type EvaluateOptions,
  type EvaluationProblem,
} from './evaluate-options.js';
import { analyzeEntropy, type EntropyAnalysis } from './analyze-entropy.js';
import { evaluationMarkdown } from './evaluation-markdown.js';
import { evaluationResults, type EvaluationResult } from './evaluation-results.js';
import { drawSample, nameOf, planSamples, sampleKey, type PlannedSample } from './internal/sample-plan.js';
import { openSampleStore } from './internal/sample-store.js';
import type { SampleRecord } from './evaluation-record.js';

/** The result of an evaluation. */
export interface Evaluation {
  /** In the order in which they were planned. */
  readonly records: readonly SampleRecord[];
  /** One for each data set and temperature. */
  readonly results: readonly EvaluationResult[];
  /** Where the policy was uncertain, over all records with a trace; only with `entropies`. */
  readonly entropy?: EntropyAnalysis | undefined;
}

/**
 * Evaluates a policy: samples of every problem, at every temperature and seed, judged and measured.
 *
 * With `out` each sample is written as soon as it ends. A restarted evaluation keeps finished samples, drops a truncated last line, and
 * gives the same result as an uninterrupted run if the policy uses its seed.
 *
 * Sample i of a problem always uses the random stream `${seed}/${dataset}/${problem}/${i}`.
 *
 * @throws TypeError or RangeError (rejecting, before any work) for bad options, two problems of one name, or an `out` with samples of
 *   other settings; DatasetError for an `out` that cannot be read; what `runRollouts` throws.
 * @example
 * const prompt = [{ role: 'user', content: 'What is 6 times 7?' }] as const;
 * const problems = [{ id: 'product', prompt, groundTruth: '42' }];
 * await evaluate(policy, problems, { ...PAPER_EVALUATION, tokenizer, out: 'evaluations/paper' });
 */
export async function evaluate(
  policy: Policy,
  problems: readonly EvaluationProblem[],
  options: EvaluateOptions,
): Promise<Evaluation> {
  checkArgument(policy, 'policy', { generate: 'a function' });
  checkArgument(options, 'options', {
    tokenizer: { encode: 'a function', decode: 'a function', tokenId: 'a function' },
  });
  const asked = parseOptions(problemsSchema, problems, 'problems');
  const settings = parseOptions(evaluateOptionsSchema, options);
  requireEntropies(settings.entropies, policy);
  const plan = planSamples(asked, settings);
  checkNames(plan);
  const store = openSampleStore(settings, asked);
  const there = new Set(store.records.map(sampleKey));
  const missing = plan.filter((sample) => !there.has(sampleKey(nameOf(sample))));
  const stop = followSignal(settings.signal);
  let completed = plan.length - missing.length;
  const work = async (): Promise<void> => {
    for (let next = missing.shift(); next !== undefined; next = missing.shift()) {
      stop.signal.throwIfAborted();
      const record = await drawSample(policy, next, { ...settings, signal: stop.signal });
      store.add(record);
      settings.onProgress({ completed: ++completed, total: plan.length, record });
    }
  };
  const workers = Array.from({ length: Math.min(settings.concurrency, missing.length) }, () =>
    work().catch((error: unknown) => {
      // One failure ends the evaluation, and with it the other workers.
      stop.abort(error);
    }),
  );
  await Promise.all(workers);
  stop.release();
  store.close();
  if (stop.signal.aborted) throw stop.signal.reason as Error;
  const byKey = new Map(store.records.map((record) => [sampleKey(record), record]));
  const records = plan.flatMap((sample) => byKey.get(sampleKey(nameOf(sample))) ?? []);
  const results = evaluationResults(records, settings.measure);
  const entropy = settings.entropies ? analyzeEntropy(records.flatMap(({ trace }) => trace ?? [])) : undefined;
  if (settings.out !== undefined) {
    writeFileWhole(`${settings.out}/summary.json`, `${JSON.stringify(results, null, 2)}\n`);
    writeFileWhole(`${settings.out}/report.md`, evaluationMarkdown(results, entropy));
  }
  return { records, results, ...(entropy === undefined ? {} : { entropy }) };
}

/** @throws RangeError for two samples of one name. */
function checkNames(plan: readonly PlannedSample[]): void {
  const seen = new Set<string>();
  for (const sample of plan) {
    const key = sampleKey(nameOf(sample));
    const { dataset, id } = sample.problem;
    if (seen.has(key))
      throw argumentError(
        RangeError,
        'problems, options.temperatures, options.seeds',
        `expected each once, got a sample of ${JSON.stringify(id)} in ${JSON.stringify(dataset)} twice`,
      );
    seen.add(key);
  }
}
