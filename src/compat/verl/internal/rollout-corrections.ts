import type { TokenLayout } from '../../../base/index.js';
import { argumentError, countedPositions } from '../../../base/internal/index.js';
import {
  CountedSequences,
  checkBounds,
  meanWeight,
  measureOffPolicy,
  measureWeights,
  parseCriteria,
  parseWeightOptions,
  ratiosOf,
  rejectTokens,
  truncate,
} from '../../../objective/compat.js';
import type {
  ImportanceWeightOptions,
  ImportanceWeights,
  LogRatioInput,
  OffPolicyInput,
  RejectionOptions,
  RejectionResult,
} from '../../../objective/index.js';
import { VERL_COUNT_EPSILON, type VerlVersion } from '../version.js';

/** verl adds 1e-8 to a count of tokens before it divides. */
class VerlSequences extends CountedSequences {
  override shrinkage(count: number): number {
    return count / (count + VERL_COUNT_EPSILON);
  }
}

/** @returns All sequences, which verl's metrics are over: one without a counted token has ratio 1 and weight 0. */
function allSequences(layout: TokenLayout): CountedSequences {
  return new VerlSequences(countedPositions(layout));
}

/** @returns The sequences with a counted token, which verl's normalization and statistics are over. */
function countedSequences(layout: TokenLayout): CountedSequences {
  return new VerlSequences(countedPositions(layout).filter((tokens) => tokens.length > 0));
}

/**
 * verl's corrections, composed of our pieces: a batch without counted tokens is an error. In 0.8.0.dev the metrics describe the
 * ratios, not the weights cut off, and a lower bound above the upper rejects everything.
 */
export function correctionsOf(version: VerlVersion) {
  const isOld = version === '0.8.0.dev';
  return {
    importanceWeights(input: LogRatioInput, options: ImportanceWeightOptions): ImportanceWeights {
      const parsed = parseWeightOptions(options);
      refuseEmptyBatch(input);
      const sequences = allSequences(input);
      const ratios = ratiosOf(input, sequences, parsed);
      const weights = truncate(ratios, parsed);
      const described = isOld
        ? { weights: ratios, least: parsed.lower ?? 1 / parsed.threshold }
        : { weights, least: 0 };
      const metrics = measureWeights({ ...input, ratios, ...described }, sequences, parsed);
      if (!parsed.normalize) return { weights, metrics };
      const factor = meanWeight(weights, countedSequences(input), parsed);
      return {
        weights: weights.map((weight) => weight / factor),
        metrics: { ...metrics, rollout_is_batch_norm_factor: factor },
      };
    },
    rejectRollouts(input: LogRatioInput, options: RejectionOptions): RejectionResult {
      const criteria = parseCriteria(options);
      if (!isOld) checkBounds(criteria);
      refuseEmptyBatch(input);
      return rejectTokens(input, criteria, countedSequences(input), allSequences(input));
    },
    offPolicyMetrics: (input: OffPolicyInput) => measureOffPolicy(input, allSequences(input)),
  };
}

/** @throws RangeError for a batch without counted tokens. */
export function refuseEmptyBatch({ responseMask }: TokenLayout): void {
  if (!Array.from(responseMask).some((bit) => bit !== 0))
    throw argumentError(RangeError, 'input.responseMask', 'expected at least one counted token, got none');
}
