import type { Generation } from '../../../src/base/index.js';
import { createEnginePolicy, type EnginePolicy } from '../../../src/rollout/index.js';
import { PROMPTS, turn } from './scenario.js';

/** What an SGLang server drew, and how it refused. */
export interface SglangPlay {
  /** With the weights that were loaded from disk as `step-1`. */
  readonly base: readonly Generation[];
  /** Turns that were under way while the engine was paused and loaded `step-2`, the same weights. */
  readonly paused: readonly Generation[];
  /** Turns that were under way at `pause('abort')`. */
  readonly aborted: readonly PromiseSettledResult<Generation>[];
  readonly adapter: readonly Generation[];
  readonly completions: readonly Generation[];
  readonly completionsAdapter: readonly Generation[];
  /** Weights and an adapter that are not there, and a prompt that is too long. */
  readonly refused: readonly PromiseSettledResult<unknown>[];
}

/**
 * What a policy does at an SGLang server while it is recorded, and again while the recording is played back.
 *
 * @param folder - Has `adapter`, and beside it is the model that vLLM's recording has.
 * @param drawSome - Resolves when the turns that just began have some tokens.
 */
export async function playSglang(url: string, folder: string, drawSome: () => Promise<void>): Promise<SglangPlay> {
  const path = `${folder}/../vllm/model`;
  const adapterPath = `${folder}/adapter`;
  const policy = await createEnginePolicy({ url });
  await policy.useWeights({ path, version: 'step-1' });
  const base = await draw(policy);

  const waiting = Promise.all(longTurns(policy, 10));
  await drawSome();
  await policy.pause();
  await policy.useWeights({ path, version: 'step-2' });
  await policy.resume();
  const paused = await waiting;

  const cut = Promise.allSettled(longTurns(policy, 20));
  await drawSome();
  await policy.pause('abort');
  await policy.resume();
  const aborted = await cut;

  await policy.useAdapter({ name: 'adapter-1', path: adapterPath });
  const adapter = await draw(policy);
  await policy.close!();

  const plain = await createEnginePolicy({ url, protocol: 'completions', contextLength: 1000 });
  const completions = await draw(plain);
  await plain.useAdapter({ name: 'adapter-2', path: adapterPath });
  const completionsAdapter = await draw(plain);
  const refused: PromiseSettledResult<unknown>[] = [];
  for (const ask of [
    () => plain.useWeights({ path: '/nowhere', version: 'step-3' }),
    () => plain.useAdapter({ name: 'adapter-3', path: '/nowhere' }),
    () => plain.generate(turn(Array.from({ length: 200 }, () => 1), 0)),
  ])
    refused.push(...(await Promise.allSettled([ask()])));
  await plain.close!();
  return { base, paused, aborted, adapter, completions, completionsAdapter, refused };
}

async function draw(policy: EnginePolicy): Promise<Generation[]> {
  const drawn: Generation[] = [];
  for (const [index, prompt] of PROMPTS.entries()) drawn.push(await policy.generate(turn(prompt, index)));
  return drawn;
}

/** Three turns that begin at once; each may end early by its stop token. */
function longTurns(policy: EnginePolicy, seed: number): Promise<Generation>[] {
  return [0, 1, 2].map((index) => {
    const { sampling, ...request } = turn(PROMPTS[0]!, seed + index);
    return policy.generate({ ...request, sampling: { ...sampling, maxTokens: 100 } });
  });
}
