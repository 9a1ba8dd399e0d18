import type { Aggregation, Objective, TokenLayout } from '../../base/index.js';
import { aggregationSchema, aggregationWeights, parseOptions } from '../../base/internal/index.js';

/** What a batch says of the weights of its token losses. */
interface WeighedTokens {
  readonly lossWeights?: ArrayLike<number> | undefined;
  readonly aggregation?: Aggregation | undefined;
}

/** What an objective says of them. */
type Weighing = Pick<Objective, 'aggregation' | 'localWeights'>;

/**
 * @throws RangeError where batch and objective both say how token losses become one number and do not agree: the batch's
 *   weights would silently stand for the objective's.
 */
export function checkAggregation(
  { lossWeights, aggregation: packed }: WeighedTokens,
  { aggregation, localWeights }: Weighing,
): void {
  if (lossWeights === undefined || packed === undefined || aggregation === undefined || localWeights) return;
  if (describe(aggregation) !== describe(packed))
    throw new RangeError(
      `objective.aggregation: expected ${describe(packed)}, by which the batch's lossWeights were made, got ${describe(aggregation)}; ` +
        'pack with packRollouts(rollouts, { objective, … }), or leave lossWeights out',
    );
}

/**
 * The weight of each token's loss: the batch's own where it brings them, worked out here otherwise.
 *
 * @returns Shape [N]; anything outside the mask.
 * @throws RangeError as `checkAggregation` does.
 */
export function lossWeightsOf(batch: TokenLayout & WeighedTokens, objective: Weighing): ArrayLike<number> {
  checkAggregation(batch, objective);
  const { lossWeights, aggregation: packed } = batch;
  if (lossWeights !== undefined && !objective.localWeights) return lossWeights;
  return aggregationWeights(batch, objective.aggregation ?? packed ?? 'token-mean');
}

/** @returns `token-mean`, or `seq-mean-token-sum (scale 0.05)`: the same text for what is the same aggregation. */
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
