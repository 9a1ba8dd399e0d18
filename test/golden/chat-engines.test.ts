import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Rollout } from '../../src/index.js';
import { loadTokenizer } from '../../src/rollout/index.js';
import { playChatScenario } from '../recordings/engines/chat-scenario.js';
import { playBack } from '../recordings/engines/play-back.js';

/** Recorded from a real server by test/recordings/engines. */
const recording = fileURLToPath(new URL('../recordings/engines/vllm-chat', import.meta.url));

describe("vLLM's chat endpoint", () => {
  it('was asked what is asked now, and every trace of its text is marked', async () => {
    const { result: outcomes, left } = await playBack(recording, (url) => playChatScenario(url, `${recording}/model`));
    expect(left).toBe(0);
    const tokenizer = await loadTokenizer(`${recording}/model`);
    const rollouts = outcomes.map((outcome) => (outcome as { readonly rollout: Rollout }).rollout);
    for (const { turns, tokens } of rollouts) {
      expect(tokens!.retokenized).toBe(true);
      const generated = tokenizer.decode(tokens!.ids.filter((_, i) => tokens!.responseMask[i] === 1));
      expect(generated.replaceAll('<|im_end|>', '')).toBe(turns.map(({ text }) => text).join(''));
    }
    const [held, free, words] = rollouts;
    const calls = held!.turns.flatMap(({ toolCalls }) => toolCalls);
    expect(held!.finishReason).toBe('max-turns');
    expect(calls.map(({ response }) => response.text)).toEqual(
      calls.map((call) => `picked ${(call.arguments as { readonly number: number }).number}`),
    );
    expect(held!.tokens!.drift).toBeUndefined();
    expect(free!.turns[0]!.toolCalls.map(({ response }) => response.isError)).toContain(true);
    expect(words!.turns).toMatchObject([{ toolCalls: [] }]);
  });
});
