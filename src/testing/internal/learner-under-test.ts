import type {
  Learner,
  LearnerFactory,
  LearnerModel,
  Objective,
  OptimizerParameters,
  PackedBatch,
} from '../../base/index.js';
import { truth } from './conformance.js';

/**
 * What not every engine has: `exact` is the same arithmetic every time, bit for bit; without it numbers are compared
 * within 1e-3.
 */
export type LearnerFeature = 'exact' | 'checkpoints' | 'targets' | 'discard' | 'optimizer-parameters';

/** Every feature that a case may need. */
export const LEARNER_FEATURES: readonly LearnerFeature[] = [
  'exact',
  'checkpoints',
  'targets',
  'discard',
  'optimizer-parameters',
];

/** The engine under test. */
export interface LearnerUnderTest {
  readonly factory: LearnerFactory;
  /** What every case trains. Its seed is kept, so that all learners start from the same weights. */
  readonly model: LearnerModel;
  /** Ids below it may be in a batch; at least 16. */
  readonly vocabularySize: number;
  /** Gives a place for `saveCheckpoint` that no other case uses. */
  readonly checkpointLocation: (name: string) => string;
}

/** One thing that every learner does alike. */
export interface LearnerConformanceCase {
  readonly name: string;
  /** What the case needs; an engine without it leaves the case out. */
  readonly needs: readonly LearnerFeature[];
  /** Rejects with an Error that says what was expected and what came. Closes what it opens. */
  readonly run: (engine: LearnerUnderTest) => Promise<void>;
}

/** @returns A case of one learner. */
export function oneLearner(
  name: string,
  needs: readonly LearnerFeature[],
  work: (learner: Learner, engine: LearnerUnderTest) => Promise<void>,
): LearnerConformanceCase {
  return { name, needs, run: (engine) => withLearners(engine, 1, (learner) => work(learner, engine)) };
}

/** @returns A case of two learners that start from the same weights. */
export function twoLearners(
  name: string,
  needs: readonly LearnerFeature[],
  work: (one: Learner, other: Learner, engine: LearnerUnderTest) => Promise<void>,
): LearnerConformanceCase {
  return { name, needs, run: (engine) => withLearners(engine, 2, (one, other) => work(one, other, engine)) };
}

/** How close numbers of an engine must come to those of another way to work them out. */
export const CLOSE = 1e-3;

/** A rate that moves small weights well beyond rounding in one step. */
export const STEP: OptimizerParameters = { learningRate: 0.01 };

export const CLIP: Objective = { loss: { kind: 'clip', clipLow: 0.2, clipHigh: 0.28 } };

/** Three sequences of 6, 5 and 7 tokens; the first two tokens of each are the prompt. No two tokens weigh the same. */
export function makeBatch(changes: Partial<PackedBatch> = {}): PackedBatch {
  const offsets = Int32Array.of(0, 6, 11, 18);
  const tokens = Int32Array.from({ length: 18 }, (_, i) => (7 * i + 3) % 16);
  const inPrompt = (t: number) => [...offsets].some((start) => t === start || t === start + 1);
  const counted = (value: (t: number) => number) => Float32Array.from(tokens, (_, t) => (inPrompt(t) ? 0 : value(t)));
  return {
    tokens,
    offsets,
    rollouts: Int32Array.of(0, 1, 2),
    responseMask: Uint8Array.from(tokens, (_, t) => Number(!inPrompt(t))),
    oldLogprobs: counted((t) => -2.5 - 0.05 * t),
    advantages: counted((t) => (t < 6 ? 1 : t < 11 ? -0.5 : 0.75)),
    lossWeights: counted((t) => (t + 1) / 120),
    temperature: 1,
    ...changes,
  };
}

/** Cuts the sequences [from, to) out of a batch. */
export function sequences(batch: PackedBatch, from: number, to: number): PackedBatch {
  const [start, end] = [batch.offsets[from]!, batch.offsets[to]!];
  return {
    tokens: batch.tokens.slice(start, end),
    offsets: batch.offsets.slice(from, to + 1).map((offset) => offset - start),
    rollouts: batch.rollouts.slice(from, to),
    responseMask: batch.responseMask.slice(start, end),
    oldLogprobs: batch.oldLogprobs.slice(start, end),
    advantages: batch.advantages.slice(start, end),
    lossWeights: batch.lossWeights.slice(start, end),
    temperature: batch.temperature,
  };
}

/** Gives the work a learner of its own, or several that start from the same weights, and closes them. */
export async function withLearners<T>(
  { factory, model }: LearnerUnderTest,
  count: number,
  work: (...learners: Learner[]) => Promise<T>,
): Promise<T> {
  const learners: Learner[] = [];
  try {
    for (let i = 0; i < count; i++) learners.push(await factory.createLearner(model));
    return await work(...learners);
  } finally {
    for (const learner of learners) await learner.close();
  }
}

/** Takes steps on the batch, each a little different from the one before. */
export async function train(learner: Learner, steps: number, from = 0, parameters = STEP): Promise<void> {
  for (let step = from; step < from + steps; step++) {
    const batch = makeBatch();
    const advantages = batch.advantages.map((advantage) => advantage * (1 + 0.1 * step));
    await learner.forwardBackward({ ...batch, advantages }, CLIP);
    await learner.optimizerStep(parameters);
  }
}

/** Where the learner stands: the logprobs of the whole batch. */
export async function standing(learner: Learner): Promise<Float32Array> {
  const batch = makeBatch();
  const logprobs = await learner.logprobs(batch);
  truth(logprobs.length === batch.tokens.length, `logprobs: expected ${batch.tokens.length}, got ${logprobs.length}`);
  return logprobs;
}

/** Where the learner stands, which must not be where it stood before. */
export async function movedFrom(before: ArrayLike<number>, learner: Learner): Promise<Float32Array> {
  const now = await standing(learner);
  differs(now, before, CLOSE, 'logprobs after steps');
  return now;
}

/** @param tolerance - 0 for bit for bit. */
export function same(got: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number, what: string): void {
  truth(got.length === expected.length, `${what}: expected ${expected.length} numbers, got ${got.length}`);
  for (let i = 0; i < got.length; i++) {
    const close = tolerance === 0 ? got[i] === expected[i] : Math.abs(got[i]! - expected[i]!) <= tolerance;
    truth(close, `${what}[${i}]: expected ${expected[i]}, got ${got[i]}`);
  }
}

/** The other way round: some number differs by more than the tolerance. */
export function differs(got: ArrayLike<number>, other: ArrayLike<number>, tolerance: number, what: string): void {
  const most = Array.from(got).reduce((largest, value, i) => Math.max(largest, Math.abs(value - other[i]!)), 0);
  truth(most > tolerance, `${what}: expected a difference above ${tolerance}, got ${most}`);
}
