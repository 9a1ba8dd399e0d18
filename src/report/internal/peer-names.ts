import type { MetricRecord } from '../../base/index.js';
import { metricKey, metricScope } from '../metric-catalogue.js';

type NameTable = Readonly<Record<StageKind, Readonly<Record<string, string>>>>;

type StageKind = 'rl' | 'sft' | 'held-out';

/**
 * What other trainers call our metrics.
 *
 * Source: verl, `trainer/ppo/metric_utils.py`, `ray_trainer.py`, `core_algos.py`, `workers/utils/losses.py`, `trainer/sft_trainer.py`;
 * TRL, `trainer/grpo_trainer.py`, `sft_trainer.py`. Read in November 2026. A name stands here only where both count the same.
 */
const PEERS: Readonly<Record<'verl' | 'trl', NameTable>> = {
  verl: {
    rl: {
      reward: 'critic/score/mean',
      responseLength: 'response_length/mean',
      truncation: 'response_length/clip_ratio',
      toolCalls: 'tool_call_counts/mean',
      loss: 'actor/pg_loss',
      entropy: 'actor/entropy',
      kl: 'actor/ppo_kl',
      clipFraction: 'actor/pg_clipfrac',
      gradientNorm: 'actor/grad_norm',
      referenceKl: 'actor/kl_loss',
      learningRate: 'actor/lr',
      rolloutSeconds: 'timing_s/gen',
      updateSeconds: 'timing_s/update_actor',
      seconds: 'timing_s/step',
    },
    sft: { loss: 'train/loss', gradientNorm: 'train/grad_norm', learningRate: 'train/lr' },
    // A record does not say of which data set or of how many samples it is.
    'held-out': { passAt1: 'val-core/unknown/acc/mean@1', loss: 'val/loss', seconds: 'timing_s/testing' },
  },
  trl: {
    rl: {
      reward: 'reward',
      responseLength: 'completions/mean_length',
      truncation: 'completions/clipped_ratio',
      toolCalls: 'tools/call_frequency',
      failedCalls: 'tools/failure_frequency',
      rejected: 'frac_reward_zero_std',
      loss: 'loss',
      entropy: 'entropy',
      clipFraction: 'clip_ratio/region_mean',
      gradientNorm: 'grad_norm',
      // Its `kl` is that from the reference; it has none from the sampling policy.
      referenceKl: 'kl',
      learningRate: 'learning_rate',
      seconds: 'step_time',
    },
    sft: { loss: 'loss', entropy: 'entropy', gradientNorm: 'grad_norm', learningRate: 'learning_rate' },
    'held-out': {
      passAt1: 'eval_reward',
      responseLength: 'eval_completions/mean_length',
      truncation: 'eval_completions/clipped_ratio',
      toolCalls: 'eval_tools/call_frequency',
      failedCalls: 'eval_tools/failure_frequency',
      entropy: 'eval_entropy',
      loss: 'eval_loss',
    },
  },
};

/** @returns What another trainer calls a metric of a record; undefined where it has no such thing. */
export function peerName(peer: 'verl' | 'trl', record: MetricRecord, name: string): string | undefined {
  const names = PEERS[peer][stageKind(record, name)];
  const key = metricKey(name) ?? name;
  return Object.hasOwn(names, key) ? names[key] : undefined;
}

/** A training stage whose name begins with `sft` is supervised; any other is reinforcement learning. */
function stageKind(record: MetricRecord, name: string): StageKind {
  if (metricScope(record, name) === 'held-out') return 'held-out';
  return /^sft/i.test(record.stage) ? 'sft' : 'rl';
}
