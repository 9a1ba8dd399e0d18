import { describe, expect, it } from 'vitest';
import { trlObjective, type TrlGrpoConfig } from '../../../../src/compat/index.js';

const layout = { offsets: [0, 2, 4], responseMask: [1, 1, 1, 0] };

describe('trlObjective', () => {
  it("has TRL's defaults: DAPO's loss without a KL term", () => {
    expect(trlObjective({}, layout)).toEqual({
      loss: { kind: 'clip', clipLow: 0.2, clipHigh: 0.2, logRatioLimit: Infinity },
      aggregation: { kind: 'token-mean' },
    });
  });

  it.each<[string, TrlGrpoConfig, ErrorConstructor, string]>([
    [
      'an option that no loss reads',
      { epsilon_hi: 0.3 } as TrlGrpoConfig,
      TypeError,
      'config: unknown option "epsilon_hi"',
    ],
    [
      'sequences whose ratio corrects a KL of tokens',
      { importance_sampling_level: 'sequence', beta: 0.1 },
      RangeError,
      'config.importance_sampling_level: expected "token" with use_bias_correction_kl, got "sequence"',
    ],
    [
      'two-sided clips of sequences',
      { importance_sampling_level: 'sequence', delta: 2 },
      RangeError,
      'config.importance_sampling_level: expected "token" with delta, got "sequence"',
    ],
    [
      'CISPO of sequences',
      { importance_sampling_level: 'sequence', loss_type: 'cispo', epsilon_high: 2 },
      RangeError,
      'config.importance_sampling_level: expected "token" with cispo, got "sequence"',
    ],
    [
      'a largest ratio below 1',
      { loss_type: 'cispo' },
      RangeError,
      'config.epsilon_high: expected at least 1 with cispo, got 0.2',
    ],
  ])('refuses %s', (_, config, ErrorType, message) => {
    expect(() => trlObjective(config, layout)).toThrow(new ErrorType(message));
  });
});
