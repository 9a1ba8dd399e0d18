import { CapabilityError, type Learner, type LearnerCapabilities, type Objective } from '../../base/index.js';
import { policyLoss } from '../../objective/index.js';
import { equal, rejection, truth } from './conformance.js';
import {
  CLIP,
  CLOSE,
  differs,
  makeBatch,
  movedFrom,
  oneLearner,
  same,
  sequences,
  standing,
  STEP,
  twoLearners,
  type LearnerConformanceCase,
} from './learner-under-test.js';

/** What the loss of a batch is made of: the batch's arrays, its temperature, the terms of an objective. */
export const OBJECTIVE_CASES: readonly LearnerConformanceCase[] = [
  oneLearner(
    'gives the logprobs of counted tokens, and 0 elsewhere, from forward passes with and without a gradient',
    [],
    async (learner) => {
      const batch = makeBatch();
      const logprobs = await standing(learner);
      logprobs.forEach((logprob, t) =>
        truth(batch.responseMask[t] === 0 ? logprob === 0 : logprob < 0, `logprobs[${t}]: got ${logprob}`),
      );
      const report = await learner.forwardBackward(batch, CLIP);
      same(report.logprobs, logprobs, CLOSE, 'report.logprobs');
    },
  ),
  oneLearner(
    'works the loss out from weights, advantages and old logprobs, by the numbers of the objective',
    [],
    async (learner) => {
      const logprobs = await standing(learner);
      const narrow: Objective = { loss: { kind: 'clip', clipLow: 0.01, clipHigh: 0.01 } };
      const uniform = { lossWeights: makeBatch().responseMask.map((counts) => counts / 4) };
      for (const [changes, objective] of [
        [{}, CLIP],
        [{}, narrow],
        [{ lossWeights: Float32Array.from(uniform.lossWeights) }, CLIP],
        [{ advantages: makeBatch().advantages.map((advantage) => -2 * advantage) }, CLIP],
        [{ oldLogprobs: logprobs }, CLIP],
      ] as const) {
        const batch = makeBatch(changes);
        const { loss } = await learner.forwardBackward(batch, objective);
        same([loss], [policyLoss({ ...batch, logprobs }, objective).loss], CLOSE, 'loss');
      }
    },
  ),
  oneLearner('keeps the sequences of a batch apart', [], async (learner) => {
    const together = await standing(learner);
    for (const i of [0, 1, 2]) {
      const alone = sequences(makeBatch(), i, i + 1);
      const logprobs = await learner.logprobs(alone);
      truth(
        alone.responseMask.every((counts, t) => counts === 0 || logprobs[t]! < 0),
        `sequence ${i}: no logprobs`,
      );
      const start = makeBatch().offsets[i]!;
      same(logprobs, together.subarray(start, start + alone.tokens.length), CLOSE, `logprobs of sequence ${i}`);
    }
  }),
  oneLearner('keeps the paths of a rollout apart, and takes its loss over all of them', [], async (learner) => {
    // The last sequence is two paths, of three tokens and of four.
    const segments = Int32Array.of(0, 6, 11, 14, 18);
    const whole = makeBatch({ segments });
    const uncounted = <A extends Uint8Array | Float32Array>(values: A) => values.with(14, 0) as A;
    const batch = {
      ...whole,
      responseMask: uncounted(whole.responseMask),
      oldLogprobs: uncounted(whole.oldLogprobs),
      lossWeights: uncounted(whole.lossWeights),
    };
    await where(
      'segments',
      learner,
      () => learner.logprobs(batch),
      async (logprobs) => {
        const alone = sequences({ ...batch, offsets: segments }, 3, 4);
        truth(
          alone.responseMask.every((counts, t) => counts === 0 || logprobs[14 + t]! < 0),
          'second path: no logprobs',
        );
        same(logprobs.subarray(14), await learner.logprobs(alone), CLOSE, 'logprobs of the second path');
        for (const kind of ['clip', 'gspo', 'reinforce'] as const) {
          if (!learner.capabilities.losses.includes(kind)) continue;
          const { loss } = await learner.forwardBackward(batch, { kind });
          same([loss], [policyLoss({ ...batch, logprobs }, { loss: { kind } }).loss], CLOSE, `loss of ${kind}`);
        }
      },
    );
  }),
  twoLearners('adds a KL term where it has one', [], async (with_, without) => {
    const objective: Objective = { ...CLIP, kl: { coefficient: 4 } };
    const batch = makeBatch({ referenceLogprobs: makeBatch().oldLogprobs.map((logprob) => 2 * logprob) });
    await where(
      'kl',
      with_,
      () => with_.forwardBackward(batch, objective),
      async (report) => {
        const logprobs = await standing(with_);
        same([report.loss], [policyLoss({ ...batch, logprobs }, objective).loss], CLOSE, 'loss');
        await without.forwardBackward(batch, CLIP);
        await otherSteps(with_, without);
      },
    );
  }),
  twoLearners('adds an entropy bonus where it has one', [], async (with_, without) => {
    const objective: Objective = { ...CLIP, entropy: { coefficient: 4 } };
    await where(
      'entropies',
      with_,
      () => with_.forwardBackward(makeBatch(), objective),
      async ({ loss }) => {
        const { loss: bare } = await without.forwardBackward(makeBatch(), CLIP);
        truth(loss < bare - CLOSE, `loss: expected it below the ${bare} of no bonus, got ${loss}`);
        await otherSteps(with_, without);
      },
    );
  }),
  oneLearner('divides logits by the temperature of the batch where it can', [], async (learner) => {
    const hot = makeBatch({ temperature: 1e6 });
    await where(
      'temperature',
      learner,
      () => learner.logprobs(hot),
      async (logprobs) => {
        // So hot that every token is as likely as any other.
        const [one, ...others] = logprobs.filter((_, t) => hot.responseMask[t] === 1);
        truth(one !== undefined && one < 0, `logprobs: expected one below 0, got ${one}`);
        same(
          others,
          others.map(() => one),
          CLOSE,
          'logprobs at temperature 1,000,000',
        );
        differs(await standing(learner), logprobs, CLOSE, 'logprobs at temperature 1');
        const report = await learner.forwardBackward(hot, CLIP);
        same(report.logprobs, logprobs, CLOSE, 'report.logprobs');
      },
    );
  }),
];

/** Uses a capability; a learner without it must refuse. */
async function where<T>(
  capability: keyof LearnerCapabilities,
  { capabilities }: Learner,
  ask: () => Promise<T>,
  look: (answer: T) => Promise<void>,
): Promise<void> {
  if (capabilities[capability]) return look(await ask());
  const error = await rejection(ask());
  truth(error instanceof CapabilityError, `${capability}: expected a CapabilityError, got ${String(error)}`);
  equal({ capability: error.capability }, { capability });
}

/** The steps of two learners that stood at the same place end at different places. */
async function otherSteps(one: Learner, other: Learner): Promise<void> {
  const before = await standing(one);
  same(await standing(other), before, CLOSE, 'logprobs before the steps');
  for (const learner of [one, other]) await learner.optimizerStep(STEP);
  differs(await movedFrom(before, one), await movedFrom(before, other), CLOSE, 'logprobs after the steps');
}
