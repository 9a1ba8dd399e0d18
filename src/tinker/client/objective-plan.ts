import type { LearnerObjective, Objective } from '../../base/index.js';
import { parseOptions, wholeObjective } from '../../base/internal/index.js';
import { objectiveSchema } from '../../objective/index.js';
import { exactPath, isApplicableAtOnce } from './internal/learner/exact-passes.js';
import type { TinkerLossName, TinkerSemantics } from './semantics.js';
import type { z } from 'zod';

/** How the gradient of an objective comes to a server, and why so. */
export interface TinkerObjectivePlan {
  /**
   * One: a loss of the server's means the same, and `forwardBackward` sends it. Two: `forwardBackward` asks for the logprobs, and
   * `optimizerStep` sends ∂loss/∂logprob.
   */
  readonly passes: 1 | 2;
  /** Of the server's: what is sent in the pass that has a gradient. */
  readonly loss: TinkerLossName;
  /** The parameters that the loss gets beside the batch. */
  readonly lossConfig?: { readonly [name: string]: number } | undefined;
  readonly why: string;
}

/**
 * Which way the gradient of an objective takes on a server.
 *
 * One pass where a loss of the server's has the derivative of the objective, whatever the logprobs turn out to be: the score functions
 * as `cross_entropy`, the clipped surrogate as `ppo`, CISPO as `cispo`; the weights of tokens and what the server divides by are
 * multiplied into weights and advantages. A batch whose loss weights are negative takes two passes all the same under `ppo`, which
 * would clip the wrong side.
 *
 * @param semantics - What the server does, as `probeTinkerServer` measured it.
 * @throws CapabilityError where the server applies no gradient exactly; TypeError or RangeError for what is no objective.
 * @example
 * const probe = await probeTinkerServer(client);
 * planTinkerObjective(grpoRoc(), probe.semantics); // { passes: 1, loss: 'ppo', … }
 */
export function planTinkerObjective(objective: LearnerObjective, semantics: TinkerSemantics): TinkerObjectivePlan {
  const two = (why: string): TinkerObjectivePlan => ({ passes: 2, loss: exactPath(semantics).loss, why });
  const { loss, ...rest } = parseOptions(objectiveSchema, wholeObjective(objective), 'objective');
  const beside = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || WEIGHING.includes(name) ? [] : [name],
  );
  if (beside.length > 0) return two(`no loss of the protocol has ${beside.join(' and ')} in it`);
  const same = sameLoss(loss);
  if (same === undefined) return two('no loss of the protocol means the same');
  const reduction = same.loss === 'cross_entropy' ? semantics.crossEntropy : semantics.importanceSampling;
  if (reduction?.batch === 'step')
    return two('the server divides by the sequences of the whole step, which are known when it is taken');
  if (semantics.onePass?.includes(same.loss) !== true || !isApplicableAtOnce(reduction))
    return two(`the server was not found to have a ${same.loss} that means the same and may be left with it`);
  return { passes: 1, ...same, why: `the server has a ${same.loss} that means the same` };
}

/** What an objective says of the weights of tokens, which are multiplied in. */
const WEIGHING: readonly string[] = ['aggregation', 'localWeights'] satisfies (keyof Objective)[];

type SameLoss = Pick<TinkerObjectivePlan, 'loss' | 'lossConfig'>;

/** @returns The protocol's loss with the same derivative. */
function sameLoss(loss: z.output<typeof objectiveSchema>['loss']): SameLoss | undefined {
  const bounds = ({ clipLow, clipHigh }: { readonly clipLow: number; readonly clipHigh: number }) => ({
    lossConfig: { clip_low_threshold: 1 - clipLow, clip_high_threshold: 1 + clipHigh },
  });
  switch (loss.kind) {
    case 'cross-entropy':
    case 'reinforce':
    case 'gpg':
      return { loss: 'cross_entropy' };
    case 'clip':
      if (loss.dualClip !== undefined || loss.delta !== undefined) return undefined;
      return { loss: 'ppo', ...bounds(loss) };
    case 'cispo':
      return { loss: 'cispo', ...bounds(loss) };
    default:
      return undefined;
  }
}
