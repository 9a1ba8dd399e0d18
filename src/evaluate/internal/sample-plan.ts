import type { ResolvedProblem, ResolvedEvaluateOptions } from '../evaluate-options.js';
import { type SampleRecord, evaluationRecords } from '../evaluation-record.js';
import type { Policy, Rollout, Tokenizer } from '../../base/index.js';
import { makeOutcomeOption, scoreAgents } from '../../gateway/internal/index.js';
import { scoreRollouts } from '../../reward/index.js';
import { runRollouts } from '../../rollout/index.js';
import { entropyTraceOfPaths, type EntropyTrace } from '../entropy-trace.js';

/** One sample to draw. */
export interface PlannedSample {
  readonly problem: ResolvedProblem;
  readonly temperature: number;
  readonly seed: number;
  readonly sample: number;
}

/** What tells samples apart. */
type SampleName = Pick<SampleRecord, 'dataset' | 'problem' | 'temperature' | 'seed' | 'sample'>;

/** Names a sample; equal names, equal samples. */
export function sampleKey({ dataset, problem, temperature, seed, sample }: SampleName): string {
  return JSON.stringify([dataset, problem, temperature, seed, sample]);
}

/** What a record says of the sample that it is of. */
export function nameOf({ problem, temperature, seed, sample }: PlannedSample): SampleName {
  return { dataset: problem.dataset, problem: problem.id, temperature, seed, sample };
}

/** Every sample, sample by sample through all problems, so that an evaluation cut short has seen all of them. */
export function planSamples(
  problems: readonly ResolvedProblem[],
  { temperatures, seeds, samples }: Readonly<Record<'temperatures' | 'seeds', readonly number[]>> & { samples: number },
): PlannedSample[] {
  return temperatures.flatMap((temperature) =>
    seeds.flatMap((seed) =>
      Array.from({ length: samples }, (_, sample) => sample).flatMap((sample) =>
        problems.map((problem) => ({ problem, temperature, seed, sample })),
      ),
    ),
  );
}

/** Draws one sample and judges it. */
export async function drawSample(
  policy: Policy,
  planned: PlannedSample,
  options: ResolvedEvaluateOptions,
): Promise<SampleRecord> {
  const { id, dataset, prompt, groundTruth, metadata } = planned.problem;
  const { tokenizer, chatTemplate, tools, maxTurns, maxTokens, topP, entropies, signal } = options;
  const { agent, agentSettings, environment, tracing, retry, turnTimeoutMs, onEvent } = options;
  const [outcome] = await runRollouts(
    [{ groupId: `${dataset}/${id}/${planned.sample}`, prompt, samples: 1, metadata: { ...metadata, groundTruth } }],
    {
      ...{ policy, tokenizer, chatTemplate, tools, maxTurns, maxTokens, topP, entropies, signal },
      ...(retry === undefined ? {} : { retry }),
      ...{ environment, tracing, turnTimeoutMs },
      ...makeOutcomeOption({ agent, agentSettings }),
      ...(onEvent && { onEvent }),
      temperature: planned.temperature,
      seed: planned.seed,
    },
  );
  const name = nameOf(planned);
  if (outcome?.kind !== 'completed')
    return { ...name, correct: 'unavailable', reason: outcome?.cause.message ?? 'the rollout has no outcome' };
  const rollout = { ...outcome.rollout, groupId: id };
  const score = (judged: readonly Rollout[]) => scoreRollouts(judged, options.reward, { signal });
  const [reward] = await (agent === undefined ? score([rollout]) : scoreAgents([rollout], score));
  const [record] = evaluationRecords([rollout], [reward!]);
  return {
    ...name,
    ...record!,
    ...(reward!.kind === 'undecided' ? { reason: reward!.reason } : {}),
    ...(entropies ? { trace: writtenTrace(rollout, tokenizer) } : {}),
    ...(options.keepRollouts ? { rollout: withoutTokens(rollout) } : {}),
  };
}

/** Five digits are more than a 32-bit float of logits has to say. */
function writtenTrace(rollout: Rollout, tokenizer: Tokenizer): EntropyTrace {
  const { texts, entropies, classes } = entropyTraceOfPaths(rollout, tokenizer)!;
  return { texts, entropies: Array.from(entropies, (entropy) => Number(entropy.toPrecision(5))), classes };
}

function withoutTokens({
  id,
  groupId,
  prompt,
  turns,
  finishReason,
  branches,
  agentError,
  refusedRequests,
  metadata,
}: Rollout): Rollout {
  return {
    ...{ id, groupId, prompt, turns, finishReason },
    ...(branches && {
      branches: branches.map(({ agent, ...branch }) => ({
        ...{ prompt: branch.prompt, turns: branch.turns, finishReason: branch.finishReason },
        ...(agent && { agent }),
      })),
    }),
    ...(agentError === undefined ? {} : { agentError }),
    ...(refusedRequests === undefined ? {} : { refusedRequests }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}
