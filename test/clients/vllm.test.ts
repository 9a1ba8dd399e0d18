import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { playBack } from '../recordings/engines/play-back.js';
import { playEngineScenario } from './engine-scenario.js';

/** Recorded from a real server by test/recordings/engines. */
const recording = fileURLToPath(new URL('../recordings/engines/vllm-gateway', import.meta.url));

/** What the server itself logged of a request: `output` where it was not streamed. */
interface Logged {
  readonly prompt: readonly number[];
  readonly output?: readonly number[];
}

/** What the server answered to each request, whole or in pieces. */
function answersOf(exchanges: readonly { readonly path: string; readonly status: number; readonly answer: string }[]) {
  return exchanges
    .filter(({ path, status }) => path === '/inference/v1/generate' && status === 200)
    .map(({ answer }) => {
      const events = answer.startsWith('data: ')
        ? [...answer.matchAll(/^data: (\{.*)$/gm)].map(([, text]) => text!)
        : [answer];
      const choices = events.flatMap((text) => (JSON.parse(text) as { choices: Choice[] }).choices);
      return {
        tokens: choices.flatMap(({ token_ids }) => token_ids ?? []),
        logprobs: choices.flatMap(({ logprobs }) =>
          (logprobs?.content ?? []).map(({ logprob }) => Math.fround(logprob)),
        ),
      };
    });
}

interface Choice {
  readonly token_ids?: readonly number[];
  readonly logprobs?: { readonly content: readonly { readonly logprob: number }[] } | null;
}

const read = (file: string) => JSON.parse(readFileSync(`${recording}/${file}`, 'utf8')) as unknown;

describe('clients of a gateway before vLLM', () => {
  it('have every turn recorded with the ids that the server logged, and the logprobs that it gave', async () => {
    const { result, left } = await playBack(recording, (url) => playEngineScenario(url, `${recording}/model`));
    expect(left).toBe(0);
    const logged = read('server-log.json') as readonly Logged[];
    const answers = answersOf((read('exchanges.json') as { exchanges: [] }).exchanges);
    expect(answers).toHaveLength(logged.length);
    const traces = [result.rollout, ...result.rollout.branches!].map(({ tokens }) => tokens!);
    for (const [i, { prompt, output }] of logged.entries()) {
      const { tokens, logprobs } = answers[i]!;
      if (output !== undefined) expect(tokens).toEqual(output);
      const found = traces.filter(
        ({ ids, responseMask, logprobs: own }) =>
          [...prompt, ...tokens].every((token, at) => ids[at] === token) &&
          logprobs.every(
            (logprob, at) => responseMask[prompt.length + at] === 1 && own[prompt.length + at] === logprob,
          ),
      );
      expect(found).toHaveLength(1);
    }
    const trained = traces.flatMap(({ responseMask }) => [...responseMask.filter((mask) => mask === 1)]);
    expect(trained).toHaveLength(answers.reduce((sum, { tokens }) => sum + tokens.length, 0));
    expect(traces.every(({ retokenized, drift }) => retokenized === undefined && drift === undefined)).toBe(true);
  });

  it('get the call that they force, JSON of their schema, and a turn that ends at their text', async () => {
    const { result } = await playBack(recording, (url) => playEngineScenario(url, `${recording}/model`));
    for (const text of [result.call, result.json])
      expect([6, 7]).toContain((JSON.parse(text) as { readonly number: number }).number);
    expect(result.texts[4]).not.toContain('e');
    expect(result.texts.every((text) => text !== '')).toBe(true);
  });
});
