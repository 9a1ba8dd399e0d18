import { describe, expect, it } from 'vitest';
import type { LearnerObjective } from '../../../../src/base/index.js';
import { grpo, grpoRoc, gspo } from '../../../../src/objective/index.js';
import { semanticsOf, type TinkerSemantics } from '../../../../src/tinker/client/semantics.js';
import { planTinkerObjective } from '../../../../src/tinker/index.js';

const SUMS = semanticsOf('rstar2');
const MEAN_OF_STEP = { sequence: 'length', batch: 'step' } as const;

describe('planTinkerObjective', () => {
  it.each<[string, LearnerObjective, object]>([
    [
      'the clipped surrogate as ppo',
      grpoRoc(),
      { loss: 'ppo', lossConfig: { clip_low_threshold: 0.8, clip_high_threshold: 1.28 } },
    ],
    [
      'CISPO as cispo',
      { kind: 'cispo' },
      { loss: 'cispo', lossConfig: { clip_low_threshold: 0, clip_high_threshold: 1.28 } },
    ],
    ['score functions as cross_entropy', { kind: 'reinforce' }, { loss: 'cross_entropy' }],
  ])('takes %s, in one pass', (_, objective, expected) => {
    expect(planTinkerObjective(objective, 'rstar2')).toMatchObject({ passes: 1, ...expected });
  });

  it.each<[string, LearnerObjective, TinkerSemantics, RegExp]>([
    ['a KL term', grpo(), SUMS, /no loss of the protocol includes kl/],
    [
      'a mask of what is off-policy',
      { loss: { kind: 'clip' }, offPolicyMask: { threshold: 0.5 } },
      SUMS,
      /includes offPolicyMask/,
    ],
    ['a dual clip', { kind: 'clip', dualClip: 3 }, SUMS, /no loss of the protocol is the same/],
    ['a loss that the protocol has not', gspo(), SUMS, /no loss of the protocol is the same/],
    [
      'a mean over the step',
      { kind: 'clip' },
      { ...SUMS, importanceSampling: MEAN_OF_STEP },
      /sequences in the whole step/,
    ],
    [
      'a loss that was found to be another',
      { kind: 'clip' },
      { ...SUMS, onePass: ['cispo'] },
      /not known to compute ppo/,
    ],
    ['what was not measured', { kind: 'cispo' }, { ...SUMS, onePass: undefined }, /not known to compute cispo/],
  ])('takes two passes for %s, and says why', (_, objective, semantics, why) => {
    const plan = planTinkerObjective(objective, semantics);
    expect(plan).toMatchObject({ passes: 2, loss: 'cross_entropy' });
    expect(plan.why).toMatch(why);
  });
});
