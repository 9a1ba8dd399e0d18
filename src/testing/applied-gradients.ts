import { crossEntropyBatch, type Learner, type Objective, type PackedBatch } from '../base/index.js';
import { aggregationWeights, checkArgument } from '../base/internal/index.js';
import { splitMicroBatches } from '../batch/index.js';
import { policyLoss } from '../objective/index.js';
import { GRADIENT_OBJECTIVES } from './internal/gradient-objectives.js';
import { withLearners, type LearnerUnderTest } from './internal/learner-under-test.js';

/** The error of the gradient that a learner applied. */
export interface AppliedGradientError {
  readonly objective: string;
  /** Largest error of a logprob's change in a small step, as a share of the largest change. */
  readonly error: number;
  /**
   * Relative difference of the reported norm and the norm of the steps; absent if the engine reports no norm. A gradient
   * that is s times too large moves a logprob s times too far, and the norm that follows from that is √s times too large: not s.
   */
  readonly normError?: number;
}

/**
 * Measures whether a learner applies the gradients of the objectives exactly, only through the `Learner` interface.
 *
 * A small step of gradient descent moves logprobs by −rate · K · ∂loss/∂logprob, with a matrix K that is the model's. A step of
 * cross-entropy on one token measures a column of it, and the derivative of an objective is known in closed form
 * (`policyLoss`). So what an objective's step must do is known, and a wrong weight of a token, of a sequence or of a part of the
 * batch shows. A factor that all gradients have alike shows in the norm: K holds the products of the logprobs' gradients, so that
 * the square of an objective's is ∂ᵀK∂, which its engine reports from the weights' side.
 *
 * @param engine - Needs `beta1`, `epsilon` and `weightDecay` among its `optimizerParameters`: far below ε Adam is gradient descent. Some
 *   120 learners are made, one after the other.
 * @returns The error of each of a dozen objectives; Infinity if already the gradient of a single token has no effect.
 * @throws RangeError if no step changes a logprob in the direction of its gradient.
 *
 * @example
 * for (const { objective, error } of await appliedGradientErrors(engine)) console.log(objective, error);
 */
export async function appliedGradientErrors(engine: LearnerUnderTest): Promise<readonly AppliedGradientError[]> {
  checkArgument(engine, 'engine', { factory: 'an object', model: 'an object' });
  const segments = engine.factory.capabilities.segments === true ? SEGMENTS : undefined;
  const packed = (objective?: Objective, logprobs?: Float32Array) => ({
    ...packedBatch(objective, logprobs),
    ...(segments && { segments }),
  });
  const bare = packed();
  const start = await withLearners(engine, 1, (learner) => learner.logprobs(bare));
  const from: Start = { batch: bare, logprobs: start };
  const counted = [...bare.tokens.keys()].filter((t) => bare.responseMask[t] !== 0);
  const columns = new Map<number, Float64Array>();
  let rate = await rateFor(engine, from, oneToken(bare, counted[0]!, 1));
  for (const t of counted)
    columns.set(
      t,
      (await response(rate, (signed) => change(engine, from, signed, oneToken(bare, t, Math.sign(signed))))).perRate,
    );

  const errors: AppliedGradientError[] = [];
  for (const { name, objective, changes } of GRADIENT_OBJECTIVES) {
    const batch: PackedBatch = { ...packed(objective, start), ...changes?.(start) };
    const { gradient } = policyLoss({ ...batch, logprobs: start }, objective);
    const expected = new Float64Array(start.length);
    for (const [t, column] of columns)
      for (let i = 0; i < expected.length; i++) expected[i]! -= gradient[t]! * column[i]!;
    const reach = largest(expected);
    if (reach === 0) {
      errors.push({ objective: name, error: Infinity });
      continue;
    }
    rate = RISE / reach;
    const { perRate: applied, gradientNorm } = await response(rate, (signed) => {
      const lossWeights = batch.lossWeights.map((weight) => Math.sign(signed) * weight);
      return change(engine, from, signed, (learner) => inTwoParts(learner, { ...batch, lossWeights }, objective));
    });
    const norm = Math.sqrt(expected.reduce((sum, value, t) => sum - value * gradient[t]!, 0));
    errors.push({
      objective: name,
      error: largest(expected.map((value, i) => value - applied[i]!)) / reach,
      ...(gradientNorm !== undefined && { normError: Math.abs(gradientNorm / norm - 1) }),
    });
  }
  return errors;
}

/** How far the largest change of a logprob goes: well above rounding, and where a step back takes away what is not linear. */
const RISE = 0.1;
/** ε of the steps, far above every gradient. */
const EPSILON = 1e6;
const PARTS = { maxTokens: 7 };

type Gather = (learner: Learner) => Promise<unknown>;

/** The last sequence of `packedBatch` as one of two paths. */
const SEGMENTS = Int32Array.of(0, 6, 10, 13, 15);

/** Three sequences of 6, 4 and 5 tokens, of which 4, 1 and 2 are counted; without logprobs, what is known before any are. */
function packedBatch(
  objective: Objective = { loss: { kind: 'cross-entropy' } },
  logprobs: Float32Array = new Float32Array(15),
): PackedBatch {
  const offsets = Int32Array.of(0, 6, 10, 15);
  const responseMask = Uint8Array.of(0, 0, 1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1);
  const where = (values: (t: number) => number) =>
    Float32Array.from(responseMask, (counts, t) => (counts === 0 ? 0 : values(t)));
  return {
    tokens: Int32Array.from(responseMask, (_, t) => 1 + ((7 * t + 3) % 15)),
    offsets,
    rollouts: Int32Array.of(0, 1, 2),
    responseMask,
    // Ratios on both sides of 1, some of them beyond every clip.
    oldLogprobs: where((t) => logprobs[t]! + [0.05, -0.6, 0.15, -0.1][t % 4]!),
    advantages: where((t) => (t < 6 ? 1 : t < 10 ? -0.7 : 0.4)),
    lossWeights: Float32Array.from(
      aggregationWeights({ offsets, responseMask }, objective.aggregation ?? 'token-mean'),
    ),
    temperature: 1,
  };
}

const oneToken =
  ({ tokens, offsets, segments }: PackedBatch, token: number, weight: number): Gather =>
  (learner) => {
    const weights = new Float32Array(tokens.length);
    weights[token] = weight;
    const batch = crossEntropyBatch({ tokens, offsets, segments, weights });
    return learner.forwardBackward(batch, { kind: 'cross-entropy' });
  };

/** Gradients accumulate over parts of unequal size. */
async function inTwoParts(learner: Learner, batch: PackedBatch, objective: Objective): Promise<void> {
  for (const part of splitMicroBatches(batch, PARTS)) await learner.forwardBackward(part, objective);
}

/** Where every learner starts. */
interface Start {
  readonly batch: PackedBatch;
  readonly logprobs: Float32Array;
}

/** What a step did. */
interface Change {
  /** How far each logprob moved, shape [N]. */
  readonly moved: Float64Array;
  /** Of the gradient, as the engine reports it. */
  readonly gradientNorm: number | undefined;
}

/** @returns The changes of logprobs by the gathered gradient and one step at |rate|. */
async function change(engine: LearnerUnderTest, start: Start, rate: number, gather: Gather): Promise<Change> {
  return withLearners(engine, 1, async (learner) => {
    await gather(learner);
    const step = { learningRate: Math.abs(rate) * EPSILON, beta1: 0, epsilon: EPSILON, weightDecay: 0 };
    const { gradientNorm } = await learner.optimizerStep(step);
    const after = await learner.logprobs(start.batch);
    return { moved: Float64Array.from(after, (logprob, t) => logprob - start.logprobs[t]!), gradientNorm };
  });
}

/** @returns A rate by which the step shows. */
async function rateFor(engine: LearnerUnderTest, start: Start, gather: Gather): Promise<number> {
  let rate = 1e-3;
  for (let tries = 0; tries < 8; tries++) {
    const rise = largest((await change(engine, start, rate, gather)).moved);
    if (rise > RISE / 3 && rise < 3 * RISE) return rate * (RISE / rise);
    rate *= rise > 0 ? Math.min(100, RISE / rise) : 100;
  }
  throw new RangeError('engine: expected an optimizer step that changes a logprob; no learning rate did');
}

/**
 * @param changeAt - What a step of a rate does; of a negative one, the step of the opposite gradient.
 * @returns The change by the rate where it is linear: steps both ways take even orders away, steps of three lengths the third and the fifth.
 */
async function response(
  rate: number,
  changeAt: (signed: number) => Promise<Change>,
): Promise<{ readonly perRate: Float64Array; readonly gradientNorm: number | undefined }> {
  const oneWay = async (length: number) => {
    const [{ moved: up, gradientNorm }, { moved: down }] = [await changeAt(length), await changeAt(-length)];
    return { moved: up.map((value, t) => (value - down[t]!) / 2), gradientNorm };
  };
  const [one, two, three] = [await oneWay(rate), await oneWay(2 * rate), await oneWay(3 * rate)];
  return {
    perRate: one.moved.map((value, t) => (45 * value - 9 * two.moved[t]! + three.moved[t]!) / 30 / rate),
    gradientNorm: one.gradientNorm,
  };
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
