import { crossEntropyBatch, type Learner } from '../../base/index.js';
import { policyLoss } from '../../objective/index.js';
import { rejection, truth } from './conformance.js';
import {
  CLIP,
  differs,
  makeBatch,
  same,
  sequences,
  standing,
  STEP,
  train,
  withLearners,
  type LearnerConformanceCase,
} from './learner-under-test.js';

const CLOSE = 1e-3;

/** Losses, gradients and optimizer steps. */
export const GRADIENT_CASES: readonly LearnerConformanceCase[] = [
  {
    name: 'gives the logprobs of counted tokens, and 0 elsewhere, from forward passes with and without a gradient',
    needs: [],
    run: (engine) =>
      withLearners(engine, 1, async (learner) => {
        const batch = makeBatch();
        const logprobs = await learner.logprobs(batch);
        logprobs.forEach((logprob, t) =>
          truth(batch.responseMask[t] === 0 ? logprob === 0 : logprob < 0, `logprobs[${t}]: got ${logprob}`),
        );
        const report = await learner.forwardBackward(batch, CLIP);
        same(report.logprobs, logprobs, CLOSE, 'report.logprobs');
        const { loss } = policyLoss({ ...batch, logprobs }, CLIP);
        same([report.loss], [loss], CLOSE, 'report.loss');
      }),
  },
  {
    name: 'takes explicit targets with weights of either sign: what is weighed up rises, what is weighed down falls',
    needs: ['targets'],
    run: (engine) =>
      withLearners(engine, 1, async (learner) => {
        const { tokens, offsets } = makeBatch();
        const targets = tokens.map((_, t) => (t + 5) % 16);
        const weights = Float32Array.from(tokens, (_, t) => (t === 3 ? 1 : t === 14 ? -1 : 0));
        const batch = crossEntropyBatch({ tokens, offsets, targets, weights });
        const { loss, logprobs } = await learner.forwardBackward(batch, { kind: 'cross-entropy' });
        same([loss], [logprobs[14]! - logprobs[3]!], CLOSE, 'loss');
        await learner.optimizerStep(STEP);
        const after = await learner.logprobs(batch);
        truth(after[3]! > logprobs[3]!, `logprob of the target weighed 1: ${logprobs[3]}, then ${after[3]}`);
        truth(after[14]! < logprobs[14]!, `logprob of the target weighed −1: ${logprobs[14]}, then ${after[14]}`);
      }),
  },
  {
    name: "takes the step of an objective through its derivatives as cross-entropy's weights",
    needs: [],
    run: (engine) =>
      withLearners(engine, 2, async (direct, through) => {
        const batch = makeBatch();
        await direct.forwardBackward(batch, CLIP);
        const { gradient } = policyLoss({ ...batch, logprobs: await through.logprobs(batch) }, CLIP);
        const weights = gradient.map((slope) => -slope);
        await through.forwardBackward(crossEntropyBatch({ ...batch, weights }), { kind: 'cross-entropy' });
        await sameStep(direct, through);
      }),
  },
  {
    name: 'accumulates: the parts of a batch come to the step of the whole',
    needs: [],
    run: (engine) =>
      withLearners(engine, 2, async (whole, parts) => {
        await whole.forwardBackward(makeBatch(), CLIP);
        for (const [from, to] of [
          [0, 1],
          [1, 3],
        ] as const)
          await parts.forwardBackward(sequences(makeBatch(), from, to), CLIP);
        await sameStep(whole, parts);
      }),
  },
  {
    name: 'clears the gradient with the step, and refuses a step without one',
    needs: [],
    run: (engine) =>
      withLearners(engine, 1, async (learner) => {
        await train(learner, 1);
        const error = await rejection(learner.optimizerStep(STEP));
        truth(error instanceof Error, `expected an Error, got ${String(error)}`);
      }),
  },
  {
    name: 'refuses a batch that does not fit before any work: what has accumulated stays as it was',
    needs: ['exact'],
    run: (engine) =>
      withLearners(engine, 2, async (learner, undisturbed) => {
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
          truth(
            error instanceof RangeError || error instanceof TypeError,
            `expected a RangeError, got ${String(error)}`,
          );
        }
        await sameStep(learner, undisturbed, 0);
      }),
  },
  {
    name: 'forgets the gradient that is discarded',
    needs: ['exact', 'discard'],
    run: (engine) =>
      withLearners(engine, 2, async (learner, undisturbed) => {
        await learner.forwardBackward(sequences(makeBatch(), 0, 2), CLIP);
        await learner.discardGradients!();
        await learner.forwardBackward(makeBatch(), CLIP);
        await undisturbed.forwardBackward(makeBatch(), CLIP);
        await sameStep(learner, undisturbed, 0);
      }),
  },
  {
    name: 'takes the parameters of a single step, and reports the rate',
    needs: ['exact', 'optimizer-parameters'],
    run: (engine) =>
      withLearners(engine, 1, async (learner) => {
        const before = await standing(learner);
        await learner.forwardBackward(makeBatch(), CLIP);
        const still = await learner.optimizerStep({ learningRate: 0 });
        same(await standing(learner), before, 0, 'logprobs after a step at rate 0');
        await learner.forwardBackward(makeBatch(), CLIP);
        const moved = await learner.optimizerStep(STEP);
        differs(await standing(learner), before, CLOSE, 'logprobs after a step');
        same([still.learningRate, moved.learningRate], [0, STEP.learningRate!], 0, 'learningRate');
        same([still.step, moved.step], [1, 2], 0, 'step');
      }),
  },
  {
    name: 'trains two models interleaved as each alone',
    needs: ['exact'],
    run: async (engine) => {
      const alone = await withLearners(engine, 1, async (learner) => {
        await train(learner, 3);
        return standing(learner);
      });
      const aloneLater = await withLearners(engine, 1, async (learner) => {
        await train(learner, 3, 7);
        return standing(learner);
      });
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

/** Both learners take one step on what they have accumulated and stand at the same place. */
async function sameStep(one: Learner, other: Learner, tolerance = CLOSE): Promise<void> {
  const before = await standing(one);
  for (const learner of [one, other]) await learner.optimizerStep(STEP);
  const after = await standing(one);
  differs(after, before, tolerance, 'logprobs after the step');
  same(await standing(other), after, tolerance, 'logprobs after the step');
}
