import { LearnerError } from '../../base/index.js';
import { rejection, truth } from './conformance.js';
import {
  differs,
  movedFrom,
  oneLearner,
  same,
  standing,
  train,
  twoLearners,
  type LearnerConformanceCase,
} from './learner-under-test.js';

/** Saving and going on. */
export const CHECKPOINT_CASES: readonly LearnerConformanceCase[] = [
  twoLearners(
    'goes on from a checkpoint as if it had never stopped',
    ['exact', 'checkpoints'],
    async (uninterrupted, resumed, engine) => {
      const before = await standing(uninterrupted);
      await train(uninterrupted, 3);
      const location = await uninterrupted.saveCheckpoint(engine.checkpointLocation('resume'));
      await train(uninterrupted, 3, 3);
      await movedFrom(before, uninterrupted);
      await train(resumed, 1, 20);
      await resumed.loadCheckpoint(location);
      await train(resumed, 3, 3);
      same(await standing(resumed), await standing(uninterrupted), 0, 'logprobs');
    },
  ),
  twoLearners(
    'takes the weights alone from a checkpoint, with an optimizer that starts anew',
    ['exact', 'checkpoints'],
    async (learner, other, engine) => {
      const before = await standing(learner);
      await train(learner, 3);
      const location = await learner.saveCheckpoint(engine.checkpointLocation('weights'));
      await other.loadCheckpoint(location, { optimizer: false });
      same(await standing(other), await movedFrom(before, learner), 0, 'logprobs');
      await train(other, 1);
      await learner.loadCheckpoint(location, { optimizer: false });
      await train(learner, 1);
      same(await standing(other), await standing(learner), 0, 'logprobs one step later');
      await learner.loadCheckpoint(location);
      await train(learner, 1);
      differs(await standing(other), await standing(learner), 0, 'logprobs one step later with the old optimizer');
    },
  ),
  oneLearner(
    'rejects with a LearnerError for a checkpoint that is not there, and stays where it was',
    ['exact', 'checkpoints'],
    async (learner, engine) => {
      await train(learner, 1);
      const before = await standing(learner);
      const error = await rejection(learner.loadCheckpoint(engine.checkpointLocation('nowhere')));
      truth(error instanceof LearnerError, `expected a LearnerError, got ${String(error)}`);
      same(await standing(learner), before, 0, 'logprobs');
    },
  ),
];
