import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { Conversation } from '../../../../../src/tfjs/sampler/internal/conversation.js';
import { HostedKvStore } from '../../../../../src/tfjs/sampler/internal/hosted-kv-store.js';
import { RunningRequest } from '../../../../../src/tfjs/sampler/internal/running-request.js';
import { useBackend } from '../../backends.js';
import { SMALL } from '../../shapes.js';

/** What SciPy said: test/recordings/entropy.py. */
const { before } = JSON.parse(
  readFileSync(new URL('../../../../recordings/entropy.json', import.meta.url), 'utf8'),
) as { before: { rollouts: { logits: number[][]; entropies: number[] }[] } };

beforeAll(() => useBackend('cpu'));

describe('RunningRequest', () => {
  it.each([
    [1, 1],
    [0.6, 0.9],
    [0, 1],
  ])(
    "gives SciPy's entropies of the whole distribution at temperature 1, drawn at %d with top-p %d",
    (temperature, topP) => {
      const { logits, entropies } = before.rollouts[0]!;
      const sampling = { temperature, topP, maxTokens: 100, stopTokens: [], entropies: true };
      const conversation = new Conversation(new HostedKvStore(SMALL));
      const settle = { resolve: () => undefined, reject: () => undefined, onToken: () => undefined };
      const request = new RunningRequest(
        conversation,
        { request: { tokens: Int32Array.of(1), sampling }, seed: 'seed', ending: () => false },
        settle,
      );
      for (const row of logits) request.draw(Float32Array.from(row), 1000);
      const given = request.generation('0').entropies!;
      expect(given).toHaveLength(entropies.length);
      entropies.forEach((entropy, t) => expect(given[t]).toBeCloseTo(entropy, 6));
    },
  );
});
