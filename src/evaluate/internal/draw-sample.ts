import type { Policy, Rollout, Tokenizer } from '../../base/index.js';
import { scoreRollouts } from '../../reward/index.js';
import { runRollouts } from '../../rollout/index.js';
import { entropyTrace, type EntropyTrace } from '../entropy-trace.js';
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
  const { tokenizer, chatTemplate, tools, maxTurns, maxTokens, topP, entropies, signal } = options;
  const { environment, tracing, retry, turnTimeoutMs, onEvent } = options;
  const [outcome] = await runRollouts(
    [{ groupId: `${dataset}/${id}/${planned.sample}`, prompt, samples: 1, metadata: { groundTruth } }],
    {
      ...{ policy, tokenizer, chatTemplate, tools, maxTurns, maxTokens, topP, entropies, signal },
      ...(retry === undefined ? {} : { retry }),
      ...{ environment, tracing, turnTimeoutMs },
      ...(onEvent && { onEvent }),
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
    ...(entropies ? { trace: writtenTrace(rollout, tokenizer) } : {}),
    ...(options.keepRollouts ? { rollout: withoutTokens(rollout) } : {}),
  };
}

/** Five digits are more than a 32-bit float of logits has to say. */
function writtenTrace(rollout: Rollout, tokenizer: Tokenizer): EntropyTrace {
  const { texts, entropies, classes } = entropyTrace(rollout, rollout.tokens!.entropies!, tokenizer);
  return { texts, entropies: Array.from(entropies, (entropy) => Number(entropy.toPrecision(5))), classes };
}

function withoutTokens({ id, groupId, prompt, turns, finishReason, metadata }: Rollout): Rollout {
  return { id, groupId, prompt, turns, finishReason, ...(metadata === undefined ? {} : { metadata }) };
}
