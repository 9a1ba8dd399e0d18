import type { Rollout } from '../../../base/index.js';
import { maskedCount } from '../../../base/internal/index.js';
import type { SampledGroup, GroupBatch } from '../../../rollout/internal/index.js';
import { REJECTION_CAUSES } from '../dynamic-sampling.js';
import type { SampledRollouts } from '../sampled-rollouts.js';
import { stalenessMetrics } from './staleness-metrics.js';

interface SampledStep {
  readonly step: number;
  readonly promptsPerStep: number;
  /** The step that each version of the weights is of, in asynchronous sampling. */
  readonly stepOf: ReadonlyMap<string, number> | undefined;
}

/** @returns What a step learns from, and the metrics of sampling it. */
export function collectRollouts(
  { groups, accepted }: GroupBatch,
  { step, promptsPerStep, stepOf }: SampledStep,
): SampledRollouts {
  const rejections = groups.flatMap((group) => group.rollouts.map(() => causeOf(group)));
  const taken = groups.filter((group) => causeOf(group) === undefined).flatMap(({ rollouts }) => rollouts);
  const rejected = groups.filter((group) => causeOf(group) !== undefined);
  const failed = groups.flatMap((group) => group.failed);
  const cut = failed.filter(({ cause }) => cause.source === 'cancelled');
  const cutTokens = sum(cut.map(({ generatedTokens = 0 }) => generatedTokens));
  const metrics = {
    'train/num_gen_batches': Math.ceil(groups.length / promptsPerStep),
    'sampling/prompts': groups.length,
    'sampling/accepted_groups': accepted,
    'sampling/rejected_groups': rejected.length,
    ...Object.fromEntries(
      REJECTION_CAUSES.map((cause) => [
        `sampling/rejected_groups/${cause}`,
        rejected.filter((group) => causeOf(group) === cause).length,
      ]),
    ),
    'sampling/failed_rollouts': failed.length - cut.length,
    'sampling/cut_rollouts': cut.length,
    'sampling/cut_tokens': cutTokens,
    'sampling/discarded_tokens':
      sum(failed.map(({ generatedTokens = 0 }) => generatedTokens)) +
      sum(rejected.flatMap(({ rollouts }) => rollouts.map(generatedTokens))),
    ...(stepOf && stalenessMetrics(taken, step, stepOf)),
  };
  return { rollouts: groups.flatMap(({ rollouts }) => rollouts), rejections, metrics };
}

function causeOf({ verdict }: SampledGroup): string | undefined {
  return verdict.kind === 'rejected' ? verdict.cause : undefined;
}

function generatedTokens({ tokens }: Rollout): number {
  return tokens === undefined ? 0 : maskedCount(tokens.responseMask);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
