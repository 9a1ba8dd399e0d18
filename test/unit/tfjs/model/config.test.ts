import { expect, it } from 'vitest';
import { QWEN3_0_6B, decoderConfig } from '../../../../src/tfjs/index.js';

it.each<readonly [changes: object, message: string]>([
  [{ numAttentionHeads: 9 }, 'config.numAttentionHeads: expected a multiple of 8 (numKeyValueHeads), got 9'],
  [{ headDim: 7 }, 'config.headDim: expected a multiple of 2, got 7'],
  [
    {
      ropeScaling: {
        kind: 'llama3',
        factor: 8,
        lowFreqFactor: 4,
        highFreqFactor: 1,
        originalMaxPositionEmbeddings: 8192,
      },
    },
    'config.ropeScaling.highFreqFactor: expected more than 4 (lowFreqFactor), got 1',
  ],
])('says of a shape with %o what was expected and what came', (changes, message) => {
  expect(() => decoderConfig({ ...QWEN3_0_6B, ...changes })).toThrow(new RangeError(message));
});
