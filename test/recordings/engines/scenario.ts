import type { GenerateRequest, Generation } from '../../../src/base/index.js';
import { createEnginePolicy, type EnginePolicyOptions } from '../../../src/rollout/index.js';

/** What the policy does at an engine while it is recorded, and again while the recording is played back. */
export const PROMPTS = [
  [1, 5, 9, 13, 40, 41, 42],
  [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47],
];

export const turn = (tokens: readonly number[], seed: number): GenerateRequest => ({
  tokens: Int32Array.from(tokens),
  sampling: { temperature: 1, maxTokens: 12, stopTokens: [60], seed },
  sessionId: 'conversation',
});

/** What was drawn, by what drew it. */
export type Drawn = Record<'base' | 'adapter' | 'completions', Generation[]>;

/**
 * Turns of the base model, then of an adapter, then of the base model over completions.
 *
 * @param adapter - A folder in PEFT's format.
 */
export async function playScenario(options: EnginePolicyOptions, adapter: string): Promise<Drawn> {
  const policy = await createEnginePolicy(options);
  const draw = async (from: Pick<typeof policy, 'generate'>): Promise<Generation[]> => {
    const drawn: Generation[] = [];
    for (const [index, prompt] of PROMPTS.entries()) drawn.push(await from.generate(turn(prompt, index)));
    return drawn;
  };
  const base = await draw(policy);
  await policy.useAdapter({ name: 'step-1', path: adapter });
  const adapted = await draw(policy);
  await policy.pause();
  await policy.resume();
  await policy.close!();
  const plain = await createEnginePolicy({ ...options, protocol: 'completions' });
  const completions = await draw(plain);
  await plain.close!();
  return { base, adapter: adapted, completions };
}
