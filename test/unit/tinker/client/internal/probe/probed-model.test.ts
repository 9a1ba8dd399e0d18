import { expect, it } from 'vitest';
import { LearnerError } from '../../../../../../src/base/index.js';
import { ProbedModel, UNIT } from '../../../../../../src/tinker/client/internal/probe/probed-model.js';
import { BigramEngine } from '../../bigram-engine.js';

const PAIR = { token: 1, target: 2 };

it('takes no more optimizer steps than it may, and sends nothing of a further one', async () => {
  const engine = new BigramEngine();
  const model = new ProbedModel(await engine.createModel({ baseModel: 'bigram' }), 2, {});
  for (let step = 0; step < 2; step++) expect(await model.take(PAIR, UNIT)).toBeGreaterThan(0);
  const applied = { ...engine.applied };
  await expect(model.take(PAIR, UNIT)).rejects.toThrow(LearnerError);
  expect(engine.applied).toEqual(applied);
});
