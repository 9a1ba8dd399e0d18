import { expect, it } from 'vitest';
import { LearnerError } from '../../../../../../src/base/index.js';
import { DosedModel, type Dose } from '../../../../../../src/tinker/client/internal/learner/dose.js';
import { BigramEngine } from '../../bigram-engine.js';

const PAIR = { token: 1, target: 2 };
const UNIT: Dose = { loss: 'cross_entropy', requests: [[{ value: 1 }]] };

it('takes no more optimizer steps than it may, and sends nothing of a further dose', async () => {
  const engine = new BigramEngine();
  const model = new DosedModel(await engine.createModel({ baseModel: 'bigram' }), { steps: 2 });
  for (let step = 0; step < 2; step++) expect(await model.give(PAIR, UNIT)).toBeGreaterThan(0);
  const applied = { ...engine.applied };
  await expect(model.give(PAIR, UNIT)).rejects.toThrow(LearnerError);
  expect(engine.applied).toEqual(applied);
});
