import { describe, expect, it } from 'vitest';
import type { Rollout } from '../../../src/base/index.js';
import { rocDownsample } from '../../../src/downsample/index.js';
import { assertRocInvariants } from '../../../src/testing/fast-check.js';
import type { RocSampler } from '../../../src/testing/index.js';
import { checkRocInvariants, ROC_INVARIANTS, type RocInvariant } from '../../../src/testing/roc-invariants.js';
import type { RocRequest } from '../../../src/testing/roc-invariants.js';

const ours: RocSampler = (rollouts, request) => rocDownsample(rollouts, request).kept;

/** Small batches shrink fast. */
const SMALL = { maxGroups: 3, maxRollouts: 15, maxTurns: 1, maxToolCallsPerTurn: 1 };

/** Samplers that each break one invariant. */
const BROKEN: { readonly [Name in RocInvariant]: RocSampler } = {
  'input-order': (rollouts, request) => ours(rollouts, request).toReversed(),
  'group-size': (rollouts, request) => ours(rollouts, { ...request, keep: request.keep + 1 }),
  quotas: (rollouts, request) =>
    ours(rollouts, { ...request, minimumNegatives: request.keep - request.minimumPositives }),
  minimums: (rollouts, request) => ours(rollouts, { ...request, minimumNegatives: 0, minimumPositives: 0 }),
  'world-size': (rollouts, request) => {
    const kept = ours(rollouts, { ...request, worldSize: 1 });
    return kept.slice(0, kept.length - (kept.length % request.worldSize));
  },
  determinism: (() => {
    let calls = 0;
    return (rollouts, request) => ours(rollouts, { ...request, seed: String(calls++) });
  })(),
  purity: (rollouts, request) => {
    const kept = ours(rollouts, request);
    (rollouts as Rollout[]).forEach((rollout, i, all) => (all[i] = { ...rollout, reward: 0 }));
    return kept;
  },
  'group-order': (rollouts, request) => ours(rollouts, { ...request, seed: rollouts[0]?.id ?? '' }),
  'group-independence': (rollouts, request) => {
    const groups = new Set(rollouts.map((rollout) => rollout.groupId)).size;
    return ours(rollouts, { ...request, seed: `${request.seed}/${groups}` });
  },
  'non-finite-rewards': (rollouts, request) =>
    ours(
      rollouts.map((rollout) => (Number.isFinite(rollout.reward) ? rollout : { ...rollout, reward: 0 })),
      request,
    ),
};

describe('assertRocInvariants', () => {
  it('accepts a sampler that holds them', () => {
    expect(() => assertRocInvariants(ours, { runs: 20, seed: 1 })).not.toThrow();
  });

  const names = Object.keys(ROC_INVARIANTS) as RocInvariant[];
  for (const name of names) {
    it(`finds a sampler that breaks ${name}, and shows the batch and the seed`, () => {
      const except = names.filter((other) => other !== name);
      const assertion = () => assertRocInvariants(BROKEN[name], { runs: 1000, seed: 1, except, batches: SMALL });
      expect(assertion).toThrow(/Counterexample/);
      expect(assertion).toThrow(new RegExp(`Got error: ${name}: `));
      expect(assertion).toThrow(/seed: 1/);
    });
  }

  it('leaves out what a sampler does not claim', () => {
    const assertion = () => assertRocInvariants(BROKEN.quotas, { runs: 50, seed: 1, except: ['quotas'] });
    expect(assertion).not.toThrow();
  });
});

describe('checkRocInvariants', () => {
  it('says which invariant one answer breaks, and where', () => {
    const rollouts = [0, 1, 2].map((i): Rollout => ({
      id: `r${i}`,
      groupId: 'g',
      prompt: [],
      turns: [{ text: '', toolCalls: [] }],
      finishReason: 'stop',
      reward: 1,
    }));
    const request: RocRequest = { keep: 2, seed: 's', minimumPositives: 0, minimumNegatives: 0, worldSize: 1 };
    expect(() => checkRocInvariants(() => [0], rollouts, request)).toThrow(
      'group-size: group "g" of 3: expected 2 kept, got 1',
    );
    expect(() => checkRocInvariants(() => [1, 3], rollouts, request)).toThrow(
      'input-order: 3 is no index of the input',
    );
  });
});
