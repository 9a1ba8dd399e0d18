import { CapabilityError, type Learner, type LearnerCapabilities } from '../../base/index.js';
import { policyLoss } from '../../objective/index.js';
import { equal, rejection, rejects, truth } from './conformance.js';
import {
  CLIP,
  CLOSE,
  makeBatch,
  oneLearner,
  same,
  standing,
  type LearnerConformanceCase,
  type LearnerUnderTest,
} from './learner-under-test.js';

/** What is asked of a learner that lacks a capability. */
const BEYOND: {
  readonly [Name in keyof LearnerCapabilities]?: (learner: Learner, engine: LearnerUnderTest) => Promise<unknown>;
} = {
  kl: (learner) => {
    const batch = makeBatch();
    const objective = { ...CLIP, kl: { coefficient: 0.1 } };
    return learner.forwardBackward({ ...batch, referenceLogprobs: batch.oldLogprobs }, objective);
  },
  entropies: (learner) => learner.forwardBackward(makeBatch(), { ...CLIP, entropy: { coefficient: 0.01 } }),
  targets: (learner) => learner.forwardBackward(makeBatch({ targets: makeBatch().tokens }), CLIP),
  segments: (learner) => learner.forwardBackward(makeBatch({ segments: makeBatch().offsets }), CLIP),
  temperature: (learner) => learner.forwardBackward(makeBatch({ temperature: 0.5 }), CLIP),
  reference: (learner) => learner.logprobs(makeBatch(), { weights: 'reference' }),
  lora: (_learner, { factory, model }) => factory.createLearner({ ...model, lora: { rank: 2 } }),
};

/** What a learner says that it can do, and what it does when it is asked for more. */
export const CAPABILITY_CASES: readonly LearnerConformanceCase[] = [
  oneLearner(
    'refuses what is beyond its capabilities with a CapabilityError, before any work',
    [],
    async (learner, engine) => {
      const { capabilities } = learner;
      for (const [name, ask] of Object.entries(BEYOND)) {
        if (capabilities[name as keyof LearnerCapabilities] !== false) continue;
        const error = await rejection(ask(learner, engine));
        truth(error instanceof CapabilityError, `${name}: expected a CapabilityError, got ${String(error)}`);
        equal({ capability: error.capability }, { capability: name });
      }
      // Had any of it been worked out, there would be a gradient to apply.
      await rejection(learner.optimizerStep());
    },
  ),
  oneLearner('has the losses that it names, and refuses others', [], async (learner) => {
    const error = await rejection(learner.forwardBackward(makeBatch(), { kind: 'no such loss' as 'clip' }));
    truth(error instanceof CapabilityError, `expected a CapabilityError, got ${String(error)}`);
    const logprobs = await standing(learner);
    truth(learner.capabilities.losses.length > 0, 'capabilities.losses: expected at least one');
    for (const kind of learner.capabilities.losses) {
      const { loss } = await learner.forwardBackward(makeBatch(), { kind });
      same([loss], [policyLoss({ ...makeBatch(), logprobs }, { loss: { kind } }).loss], CLOSE, `loss of ${kind}`);
    }
  }),
  {
    name: 'refuses a base model that it does not list',
    needs: [],
    run: async ({ factory, model }) => {
      truth(factory.baseModels.includes(model.baseModel), `baseModels: expected ${model.baseModel} among them`);
      await rejection(factory.createLearner({ ...model, baseModel: 'no such model' }));
    },
  },
  oneLearner("rejects with an aborted signal's reason and does nothing", ['exact'], async (learner) => {
    const before = await standing(learner);
    const reason = new Error('enough');
    const options = { signal: AbortSignal.abort(reason) };
    await rejects(learner.forwardBackward(makeBatch(), CLIP, options), reason);
    await rejects(learner.logprobs(makeBatch(), options), reason);
    await rejects(learner.policy(options), reason);
    await rejection(learner.optimizerStep());
    await learner.forwardBackward(makeBatch(), CLIP);
    await rejects(learner.optimizerStep({}, options), reason);
    same(await standing(learner), before, 0, 'logprobs');
  }),
];
