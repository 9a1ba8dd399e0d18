import { CapabilityError, type LearnerObjective, type Objective } from '../../base/index.js';
import { parseOptions, wholeObjective } from '../../base/internal/index.js';
import { objectiveSchema } from '../../objective/index.js';
import {
  semanticsOf,
  type TinkerLossName,
  type TinkerReduction,
  type TinkerSemantics,
  type TinkerServerName,
} from './semantics.js';
import type { z } from 'zod';

/** How a server computes the gradient of an objective, and why this way. */
export interface TinkerObjectivePlan {
  /**
   * 1: the server has the same loss, and `forwardBackward` sends it. 2: `forwardBackward` asks for the logprobs, and `optimizerStep` sends
   * ∂loss/∂logprob.
   */
  readonly passes: 1 | 2;
  /** The server's loss that computes the gradient. */
  readonly loss: TinkerLossName;
  /** The parameters of the loss. */
  readonly lossConfig?: { readonly [name: string]: number } | undefined;
  readonly why: string;
}

/**
 * Plans how a server computes the gradient of an objective.
 *
 * One pass is enough if a loss of the server has the same derivative as the objective for all logprobs: the score functions
 * as `cross_entropy`, the clipped surrogate as `ppo`, CISPO as `cispo`; the weights of tokens and the server's divisors are multiplied into
 * weights and advantages. A batch with negative loss weights takes two passes with `ppo`, which would clip the wrong side.
 *
 * @param server - How the server computes losses, or the name of a known server.
 * @throws CapabilityError if the server applies no gradient exactly; TypeError or RangeError for an invalid objective.
 * @example
 * planTinkerObjective(grpoRoc(), 'rstar2'); // { passes: 1, loss: 'ppo', … }
 */
export function planTinkerObjective(
  objective: LearnerObjective,
  server: TinkerSemantics | TinkerServerName,
): TinkerObjectivePlan {
  const semantics = semanticsOf(server);
  const two = (why: string): TinkerObjectivePlan => ({ passes: 2, loss: exactPath(semantics).loss, why });
  const { loss, ...rest } = parseOptions(objectiveSchema, wholeObjective(objective), 'objective');
  const beside = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || WEIGHING.includes(name) ? [] : [name],
  );
  if (beside.length > 0) return two(`no loss of the protocol includes ${beside.join(' and ')}`);
  const same = sameLoss(loss);
  if (same === undefined) return two('no loss of the protocol is the same');
  const reduction = same.loss === 'cross_entropy' ? semantics.crossEntropy : semantics.importanceSampling;
  if (reduction?.batch === 'step')
    return two('the server divides by the number of sequences in the whole step, which is known only at its end');
  if (semantics.onePass?.includes(same.loss) !== true || reduction === undefined || !isIndependent(reduction))
    return two(`the server is not known to compute ${same.loss} in the same way`);
  return { passes: 1, ...same, why: `the server computes ${same.loss} in the same way` };
}

/** What an objective says of the weights of tokens, which are multiplied in. */
const WEIGHING: readonly string[] = ['aggregation', 'localWeights'] satisfies (keyof Objective)[];

/** @returns The protocol's loss with the same derivative. */
function sameLoss(
  loss: z.output<typeof objectiveSchema>['loss'],
): Pick<TinkerObjectivePlan, 'loss' | 'lossConfig'> | undefined {
  const bounds = ({ clipLow, clipHigh }: { readonly clipLow: number; readonly clipHigh: number }) => ({
    lossConfig: { clip_low_threshold: 1 - clipLow, clip_high_threshold: 1 + clipHigh },
  });
  switch (loss.kind) {
    case 'cross-entropy':
    case 'reinforce':
    case 'gpg':
      return { loss: 'cross_entropy' };
    case 'clip':
      return loss.dualClip === undefined && loss.delta === undefined ? { loss: 'ppo', ...bounds(loss) } : undefined;
    case 'cispo':
      return { loss: 'cispo', ...bounds(loss) };
    default:
      return undefined;
  }
}

/** A loss of a server's under which a gradient is applied exactly, and how the server reduces it. */
export interface ExactPath {
  readonly loss: TinkerLossName;
  readonly lossConfig?: TinkerObjectivePlan['lossConfig'];
  readonly reduction: TinkerReduction;
}

/**
 * Cross-entropy weighs log π by a constant: its derivative by log π_t is −weights[t], whatever the logprobs are. Importance
 * sampling's is −advantages[t] · ratio, and the ratio is 1 where the logprobs sent are those that the model has. Its advantages are
 * in no divisor, so that it can be exact where the weights of cross-entropy divide themselves away.
 *
 * @throws CapabilityError where the server's losses apply no gradient exactly.
 */
export function exactPath({ crossEntropy, importanceSampling, clipsGradients }: TinkerSemantics): ExactPath {
  if (clipsGradients)
    throw new CapabilityError(
      'losses',
      'capabilities.losses: expected a server that clips gradients only on request, got one that always clips; ' +
        'nothing can be trained exactly on it',
    );
  if (crossEntropy !== undefined && isIndependent(crossEntropy))
    return { loss: 'cross_entropy', reduction: crossEntropy };
  if (importanceSampling !== undefined) return { loss: 'importance_sampling', reduction: importanceSampling };
  throw new CapabilityError(
    'losses',
    'capabilities.losses: expected a server that sums, or whose divisors are known, got one whose cross_entropy and ' +
      'importance_sampling apply gradients in an unknown way; nothing can be trained exactly on it',
  );
}

/** Whether the divisor of a sequence is the same whatever its weights are. */
function isIndependent({ sequence }: TinkerReduction): boolean {
  return sequence === 'none' || sequence === 'length';
}
