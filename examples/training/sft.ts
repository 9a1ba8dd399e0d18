import { packRollouts, Random, splitMicroBatches, type Learner, type Rollout, type Seed } from 'rstar2-agent';
import type { MetricRecord } from 'rstar2-agent/report';

/**
 * One step of stage 0: cross-entropy on what the demonstrations' assistant wrote, never on prompts and tool responses.
 *
 * Which demonstrations it takes depends on the seed and the step alone: each epoch is a new shuffle.
 */
export async function sftStep(
  step: number,
  demonstrations: readonly Rollout[],
  learner: Learner,
  {
    seed,
    batchSize,
    maxTokensPerPass,
  }: { readonly seed: Seed; readonly batchSize: number; readonly maxTokensPerPass: number },
): Promise<MetricRecord> {
  const started = performance.now();
  const batch = packRollouts(drawEpochs(demonstrations, step, batchSize, seed), { advantages: 0 });
  let loss = 0;
  for (const part of splitMicroBatches(batch, { maxTokens: maxTokensPerPass })) {
    loss += (await learner.forwardBackward(part, { kind: 'cross-entropy' })).loss;
  }
  const { gradientNorm = null, learningRate } = await learner.optimizerStep();
  const seconds = (performance.now() - started) / 1000;
  return {
    step,
    stage: 'sft',
    loss,
    gradientNorm,
    learningRate,
    tokensPerSecond: batch.tokens.length / seconds,
    seconds,
  };
}

/** @returns The `step`-th batch (from 1) of an endless sequence of shuffled epochs. */
export function drawEpochs<T>(items: readonly T[], step: number, batchSize: number, seed: Seed): T[] {
  return Array.from({ length: batchSize }, (_, i) => {
    const at = (step - 1) * batchSize + i;
    return shuffled(items, `${seed}/epoch-${Math.floor(at / items.length)}`)[at % items.length]!;
  });
}

const shuffles = new WeakMap<readonly unknown[], Map<string, unknown[]>>();

function shuffled<T>(items: readonly T[], seed: string): T[] {
  const known = shuffles.get(items) ?? new Map<string, unknown[]>();
  shuffles.set(items, known);
  const order = (known.get(seed) as T[] | undefined) ?? new Random(seed).shuffle(items);
  known.set(seed, order);
  return order;
}
