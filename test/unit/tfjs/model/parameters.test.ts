import { expect, it } from 'vitest';
import { LearnerError } from '../../../../src/base/index.js';
import { createDecoder, QWEN3_0_6B } from '../../../../src/tfjs/index.js';

it('says what comes before a model where there is no backend yet', () => {
  expect(() => createDecoder(QWEN3_0_6B, { seed: 1 })).toThrow(
    new LearnerError('there is no tensor backend yet: await selectBackend() before a model is made'),
  );
});
