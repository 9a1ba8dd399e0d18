import { expect, it } from 'vitest';
import { createDecoder, QWEN3_0_6B } from '../../../../src/tfjs/index.js';

it('says what comes before a model where there is no backend yet', () => {
  expect(() => createDecoder(QWEN3_0_6B, { seed: 1 })).toThrow(
    new TypeError('model: expected a tensor backend, got none yet; await selectBackend() before you create a model'),
  );
});
