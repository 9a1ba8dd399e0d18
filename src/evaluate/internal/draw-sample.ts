import type { Policy, Rollout } from '../../base/index.js';
import { scoreRollouts } from '../../reward/index.js';
import { runRollouts } from '../../rollout/index.js';
import type { ResolvedEvaluateOptions } from '../evaluate-options.js';
import { evaluationRecords } from '../evaluation-record.js';
import type { SampleRecord } from '../sample-record.js';
import { nameOf, type PlannedSample } from './sample-plan.js';

/** Draws one sample and judges it. */
export async function drawSample(
  policy: Policy,
  planned: PlannedSample,
  options: ResolvedEvaluateOptions,
): Promise<SampleRecord> {
  const { id, dataset, prompt, groundTruth } = planned.problem;
  const { tokenizer, chatTemplate, tools, maxTurns, maxTokens, topP, retry, turnTimeoutMs, signal } = options;
  const [outcome] = await runRollouts(
    [{ groupId: `${dataset}/${id}/${planned.sample}`, prompt, samples: 1, metadata: { groundTruth } }],
    {
      ...{ policy, tokenizer, chatTemplate, tools, maxTurns, maxTokens, topP, signal },
      ...(retry === undefined ? {} : { retry }),
      ...(turnTimeoutMs === undefined ? {} : { turnTimeoutMs }),
      temperature: planned.temperature,
      seed: planned.seed,
    },
  );
  const name = nameOf(planned);
  if (outcome?.kind !== 'completed')
    return { ...name, correct: 'unavailable', reason: outcome?.cause.message ?? 'there is no outcome' };
  const rollout = { ...outcome.rollout, groupId: id };
  const [reward] = await scoreRollouts([rollout], options.reward, { signal });
  const [record] = evaluationRecords([rollout], [reward!]);
  return {
    ...name,
    ...record!,
    ...(reward!.kind === 'undecided' ? { reason: reward!.reason } : {}),
    ...(options.keepRollouts ? { rollout: withoutTokens(rollout) } : {}),
  };
}

function withoutTokens({ id, groupId, prompt, turns, finishReason, metadata }: Rollout): Rollout {
  return { id, groupId, prompt, turns, finishReason, ...(metadata === undefined ? {} : { metadata }) };
}
