import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packRollouts } from 'rstar2-agent';
import { loadChatTemplate, loadTokenizer, runRollouts } from 'rstar2-agent/rollout';
import { createTfjsLearner, loadModel, selectBackend, type Decoder } from 'rstar2-agent/tfjs';
import { writeTinyModel } from './fixtures/tiny-model.js';

let folder: string;
let model: Decoder;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'padded-'));
  await writeTinyModel(folder, []);
  await selectBackend({ backend: 'wasm' });
  model = await loadModel(folder);
});
afterAll(() => {
  model.dispose();
  rmSync(folder, { recursive: true });
});

it('trains on what a model draws beyond the end of its tokenizer', async () => {
  const [tokenizer, chatTemplate] = [await loadTokenizer(folder), await loadChatTemplate(folder)];
  const isBeyond = (id: number) => id >= tokenizer.vocabularySize;
  const learner = createTfjsLearner({ model });
  const policy = await learner.policy();
  const task = { groupId: 'a', prompt: [{ role: 'user' as const, content: '6 times 7?' }], samples: 4 };
  const outcomes = await runRollouts([task], { policy, tokenizer, chatTemplate, maxTokens: 48, seed: 'padded' });
  const rollouts = outcomes.filter((outcome) => outcome.kind === 'completed').map(({ rollout }) => rollout);
  expect(rollouts).toHaveLength(4);

  const traces = rollouts.map(({ tokens }) => tokens!);
  const beyond = traces.filter(({ ids }) => ids.some(isBeyond));
  expect(beyond.length).toBeGreaterThan(0);
  for (const { turns, tokens } of rollouts) {
    const known = tokens!.ids.slice(tokens!.promptLength).filter((id) => !isBeyond(id));
    expect(turns[0]!.text).toBe(tokenizer.decode(known).replace(/<\|im_end\|>$/, ''));
  }

  const batch = packRollouts(rollouts, { advantages: [1, -1, 1, -1] });
  const logprobs = await learner.logprobs(batch);
  for (const [t, counted] of batch.responseMask.entries())
    if (counted === 1) expect(logprobs[t]).toBeCloseTo(batch.oldLogprobs[t]!, 4);
  await learner.forwardBackward(batch, { kind: 'clip' });
  expect((await learner.optimizerStep()).gradientNorm).toBeGreaterThan(0);

  // As the next turn's context has them.
  const again = { tokens: beyond[0]!.ids, sampling: { maxTokens: 1, stopTokens: [] } };
  expect((await policy.generate(again)).tokens).toHaveLength(1);
  await policy.close();
});
