import { describe, expect, it } from 'vitest';
import { probabilityDifference } from '../../../../../src/objective/internal/rollout-correction/probability-difference.js';

const layout = { offsets: Int32Array.of(0, 3, 5), responseMask: Uint8Array.of(0, 1, 1, 0, 1) };
const logprobs = (...probabilities: number[]) => Float64Array.from(probabilities, (p) => Math.log(p));

describe('probabilityDifference', () => {
  it('measures counted tokens alone, under the names of verl', () => {
    const metrics = probabilityDifference({
      ...layout,
      trainLogprobs: logprobs(0.9, 0.5, 0.2, 0.9, 0.8),
      rolloutLogprobs: logprobs(0.1, 0.4, 0.2, 0.1, 0.6),
    });
    // |differences| 0.1, 0, 0.2; torch.corrcoef of (0.5, 0.2, 0.8) and (0.4, 0.2, 0.6) is 1.
    expect(metrics['training/rollout_probs_diff_max']).toBeCloseTo(0.2, 12);
    expect(metrics['training/rollout_probs_diff_mean']).toBeCloseTo(0.1, 12);
    expect(metrics['training/rollout_probs_diff_std']).toBeCloseTo(0.1, 12);
    expect(metrics['training/rollout_actor_probs_pearson_corr']).toBeCloseTo(1, 12);
  });

  it('says nothing of a batch without counted tokens, and of a correlation that there is not', () => {
    const same = logprobs(0.5, 0.5, 0.5, 0.5, 0.5);
    const input = { ...layout, trainLogprobs: same, rolloutLogprobs: same };
    expect(probabilityDifference({ ...input, responseMask: new Uint8Array(5) })).toEqual({});
    expect(Object.keys(probabilityDifference(input))).not.toContain('training/rollout_actor_probs_pearson_corr');
  });
});
