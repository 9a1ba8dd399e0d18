import { describe, expect, it } from 'vitest';
import { entropyTrace } from '../../../src/evaluate/index.js';
import { createVocabularyTokenizer, runRollouts } from '../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../src/testing/index.js';

const tokenizer = createVocabularyTokenizer(
  ['<tool_call>', '</tool_call>', '<answer>', '</answer>', ' word', '{"name": "f", "arguments": {}}'],
  {
    special: ['<|im_start|>', '<|im_end|>'],
  },
);

describe('entropyTrace', () => {
  it('tells reasoning, code, the reaction to a tool response and the answer apart', async () => {
    const policy = createScriptedPolicy({
      tokenizer,
      script: [
        ' word word<tool_call>{"name": "f", "arguments": {}}</tool_call>',
        ' word word word word<answer> word</answer>',
      ],
    });
    const f = { name: 'f', description: '', parameters: { type: 'object' } };
    const [outcome] = await runRollouts([{ groupId: 'g', prompt: [{ role: 'user', content: 'x' }], samples: 1 }], {
      policy,
      tokenizer,
      maxTokens: 500,
      seed: 1,
      tools: [{ ...f, execute: () => Promise.resolve({ kind: 'ok', text: ' word<answer>' }) }],
    });
    if (outcome?.kind !== 'completed') throw new Error('the machine failed');
    const { tokens } = outcome.rollout;
    const entropies = Float32Array.from(tokens!.ids, (_, t) => (tokens!.responseMask[t] === 0 ? NaN : t));
    const trace = entropyTrace(outcome.rollout, entropies, tokenizer, { reactionTokens: 3 });
    expect(trace.texts.map((text, i) => `${trace.classes[i]}:${text}`)).toEqual([
      'reasoning: word',
      'reasoning: word',
      'code:<tool_call>',
      'code:{"name": "f", "arguments": {}}',
      'code:</tool_call>',
      'reasoning:<|im_end|>',
      'reaction: word',
      'reaction: word',
      'reaction: word',
      'reasoning: word',
      'answer:<answer>',
      'answer: word',
      'answer:</answer>',
      'reasoning:<|im_end|>',
    ]);
    expect(Array.from(trace.entropies).some(Number.isNaN)).toBe(false);
  });

  it('refuses options that it does not know or that are no numbers of tokens', () => {
    const rollout = { tokens: { ids: [1], responseMask: [1] } } as never;
    const trace = (options: object) => entropyTrace(rollout, [0], { decode: () => 'a' }, options);
    expect(() => trace({ reactionToken: 1 })).toThrow(new TypeError('options: unknown option "reactionToken"'));
    expect(() => trace({ reactionTokens: NaN })).toThrow(RangeError);
  });

  it('refuses another number of entropies, and a rollout without tokens', () => {
    const tokens = {
      ids: Int32Array.of(1),
      logprobs: Float32Array.of(0),
      responseMask: Uint8Array.of(1),
      promptLength: 0,
    };
    expect(() => entropyTrace({ tokens }, [1, 2], tokenizer)).toThrow('entropies: expected length 1 (tokens), got 2');
    expect(() => entropyTrace({}, [], tokenizer)).toThrow('rollout.tokens: expected an object, got undefined');
  });
});
