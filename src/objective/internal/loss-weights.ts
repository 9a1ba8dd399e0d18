import type { Aggregation, Objective, TokenLayout } from '../../base/index.js';
import { aggregationSchema, aggregationWeights, parseOptions } from '../../base/internal/index.js';

/** The fields of a batch that determine the weights of its token losses. */
interface WeighedTokens {
  readonly lossWeights?: ArrayLike<number> | undefined;
  readonly aggregation?: Aggregation | undefined;
}

/** The fields of an objective that determine them. */
type Weighing = Pick<Objective, 'aggregation' | 'localWeights'>;

/**
 * @throws RangeError if the batch's `lossWeights` were made by another aggregation than the objective's. They would silently replace the
 *   objective's own.
 */
export function checkAggregation(
  { lossWeights, aggregation: packed }: WeighedTokens,
  { aggregation, localWeights }: Weighing,
): void {
  if (lossWeights === undefined || packed === undefined || aggregation === undefined || localWeights) return;
  if (describe(aggregation) !== describe(packed))
    throw new RangeError(
      `objective.aggregation: expected ${describe(packed)}, with which the batch's lossWeights were computed, got ${describe(aggregation)}; ` +
        'pack with packRollouts(rollouts, { objective, … }), or leave lossWeights out',
    );
}

/**
 * @returns The weight of each token's loss: the batch's `lossWeights` if it has them, else weights by the aggregation; shape [N]. Values
 *   outside the mask have no meaning.
 * @throws RangeError as `checkAggregation` does.
 */
export function lossWeightsOf(batch: TokenLayout & WeighedTokens, objective: Weighing): ArrayLike<number> {
  checkAggregation(batch, objective);
  const { lossWeights, aggregation: packed } = batch;
  if (lossWeights !== undefined && !objective.localWeights) return lossWeights;
  return aggregationWeights(batch, objective.aggregation ?? packed ?? 'token-mean');
}

/** @returns An aggregation as text, such as `seq-mean-token-sum (scale 0.05)`. Equal aggregations have equal texts. */
function describe(aggregation: Aggregation): string {
  const { kind, ...rest } = parseOptions(aggregationSchema, aggregation, 'aggregation');
  const settings = Object.entries(rest).filter(
    ([name, value]) => value !== undefined && !(name === 'scale' && value === 1),
  );
  if (settings.length === 0) return kind;
  return `${kind} (${settings
    .map(([name, value]) => `${name} ${String(value)}`)
    .sort()
    .join(', ')})`;
}
