import { CapabilityError, crossEntropyBatch, type Learner, type OptimizerParameters } from '../../base/index.js';
import { policyLoss } from '../../objective/index.js';
import { rejection, truth } from './conformance.js';
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
  train,
  twoLearners,
  withLearners,
  type LearnerConformanceCase,
} from './learner-under-test.js';

/** Losses, gradients and optimizer steps. */
export const GRADIENT_CASES: readonly LearnerConformanceCase[] = [
  oneLearner(
    'takes explicit targets with weights of either sign: what is weighed up rises, what is weighed down falls',
    ['targets'],
    async (learner) => {
      const { tokens, offsets } = makeBatch();
      const targets = tokens.map((_, t) => (t + 5) % 16);
      const weights = Float32Array.from(tokens, (_, t) => (t === 3 ? 1 : t === 14 ? -1 : 0));
      const batch = crossEntropyBatch({ tokens, offsets, targets, weights });
      const { loss, logprobs } = await learner.forwardBackward(batch, { kind: 'cross-entropy' });
      const own = await learner.logprobs(crossEntropyBatch({ tokens, offsets, weights }));
      differs(logprobs, own, CLOSE, 'logprobs of the targets and of the tokens themselves');
      same([loss], [logprobs[14]! - logprobs[3]!], CLOSE, 'loss');
      await learner.optimizerStep(STEP);
      const after = await learner.logprobs(batch);
      truth(after[3]! > logprobs[3]!, `logprob of the target weighed 1: ${logprobs[3]}, then ${after[3]}`);
      truth(after[14]! < logprobs[14]!, `logprob of the target weighed −1: ${logprobs[14]}, then ${after[14]}`);
    },
  ),
  twoLearners(
    "takes the step of an objective through its derivatives as cross-entropy's weights",
    [],
    async (direct, through) => {
      const batch = makeBatch();
      await direct.forwardBackward(batch, CLIP);
      const { gradient } = policyLoss({ ...batch, logprobs: await through.logprobs(batch) }, CLIP);
      const weights = gradient.map((derivative) => -derivative);
      await through.forwardBackward(crossEntropyBatch({ ...batch, weights }), { kind: 'cross-entropy' });
      await sameStep(direct, through);
    },
  ),
  twoLearners('accumulates: the parts of a batch give the step of the whole batch', [], async (whole, parts) => {
    await whole.forwardBackward(makeBatch(), CLIP);
    for (const [from, to] of [
      [0, 1],
      [1, 3],
    ] as const)
      await parts.forwardBackward(sequences(makeBatch(), from, to), CLIP);
    await sameStep(whole, parts);
  }),
  oneLearner('clears the gradient with the step, and refuses a step without one', [], async (learner) => {
    const before = await standing(learner);
    await train(learner, 1);
    const after = await movedFrom(before, learner);
    const error = await rejection(learner.optimizerStep(STEP));
    truth(error instanceof Error, `expected an Error, got ${String(error)}`);
    same(await standing(learner), after, CLOSE, 'logprobs after the refused step');
  }),
  twoLearners(
    'refuses a batch that does not fit before any work: what has accumulated stays as it was',
    ['exact'],
    async (learner, undisturbed, engine) => {
      await undisturbed.forwardBackward(makeBatch(), CLIP);
      await learner.forwardBackward(makeBatch(), CLIP);
      const infinite = makeBatch().advantages.with(3, Infinity);
      for (const changes of [
        { advantages: new Float32Array(3) },
        { advantages: infinite },
        { offsets: Int32Array.of(0, 6) },
        { tokens: makeBatch().tokens.with(4, engine.vocabularySize) },
        { tokens: makeBatch().tokens.with(4, -1) },
      ]) {
        const error = await rejection(learner.forwardBackward(makeBatch(changes), CLIP));
        truth(error instanceof RangeError || error instanceof TypeError, `expected a RangeError, got ${String(error)}`);
      }
      await sameStep(learner, undisturbed, 0);
    },
  ),
  twoLearners('forgets the gradient that is discarded', ['exact', 'discard'], async (learner, undisturbed) => {
    await learner.forwardBackward(sequences(makeBatch(), 0, 2), CLIP);
    const lacks =
      "discardGradients: the learner does not have it; learnerConformanceCases(['discard']) leaves this case out";
    truth(learner.discardGradients !== undefined, lacks);
    await learner.discardGradients();
    await learner.forwardBackward(makeBatch(), CLIP);
    await undisturbed.forwardBackward(makeBatch(), CLIP);
    await sameStep(learner, undisturbed, 0);
  }),
  oneLearner(
    'takes the parameters of a single step, and reports the rate',
    ['exact', 'optimizer-parameters'],
    async (learner) => {
      const before = await standing(learner);
      await learner.forwardBackward(makeBatch(), CLIP);
      const still = await learner.optimizerStep({ learningRate: 0 });
      same(await standing(learner), before, 0, 'logprobs after a step at rate 0');
      await learner.forwardBackward(makeBatch(), CLIP);
      const moved = await learner.optimizerStep(STEP);
      differs(await standing(learner), before, CLOSE, 'logprobs after a step');
      same([still.learningRate, moved.learningRate], [0, STEP.learningRate!], 0, 'learningRate');
      same([still.step, moved.step], [1, 2], 0, 'step');
    },
  ),
  {
    name: 'steps by each parameter that it takes, and refuses the others',
    needs: ['optimizer-parameters'],
    run: async (engine) => {
      const plain = { ...STEP, learningRate: 0.05 };
      const stepsWith = (parameters: OptimizerParameters) =>
        withLearners(engine, 1, async (learner) => {
          const before = await standing(learner);
          await train(learner, 3, 0, parameters);
          return { before, after: await standing(learner), has: learner.capabilities.optimizerParameters };
        });
      const { before, after, has } = await stepsWith(plain);
      differs(after, before, CLOSE, 'logprobs after three steps');
      for (const [name, value] of Object.entries(OTHER_PARAMETERS)) {
        const steps = stepsWith({ ...plain, [name]: value });
        if (has.includes(name as keyof OptimizerParameters)) {
          differs((await steps).after, after, CLOSE, `logprobs after three steps with another ${name}`);
        } else {
          const error = await rejection(steps);
          truth(error instanceof CapabilityError, `${name}: expected a CapabilityError, got ${String(error)}`);
        }
      }
    },
  },
  {
    name: 'trains two models interleaved as each alone',
    needs: ['exact'],
    run: async (engine) => {
      const trained = (from: number) =>
        withLearners(engine, 1, async (learner) => {
          const before = await standing(learner);
          await train(learner, 3, from);
          return movedFrom(before, learner);
        });
      const [alone, aloneLater] = [await trained(0), await trained(7)];
      differs(aloneLater, alone, 0, 'logprobs after other steps');
      await withLearners(engine, 2, async (one, other) => {
        for (let step = 0; step < 3; step++) {
          await Promise.all([train(one, 1, step), train(other, 1, 7 + step)]);
        }
        same(await standing(one), alone, 0, 'logprobs of one');
        same(await standing(other), aloneLater, 0, 'logprobs of the other');
      });
    },
  },
];

/** Far from what anyone steps by, so that three steps show it. */
const OTHER_PARAMETERS: Required<OptimizerParameters> = {
  learningRate: 0.2,
  beta1: 0,
  beta2: 0.1,
  epsilon: 1,
  weightDecay: 5,
  maxGradientNorm: 1e-8,
};

/** Both learners take one step on what they have accumulated and stand at the same place. */
async function sameStep(one: Learner, other: Learner, tolerance = CLOSE): Promise<void> {
  const before = await standing(one);
  for (const learner of [one, other]) await learner.optimizerStep(STEP);
  const after = await standing(one);
  differs(after, before, tolerance, 'logprobs after the step');
  same(await standing(other), after, tolerance, 'logprobs after the step');
}
