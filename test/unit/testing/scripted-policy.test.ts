import { describe, expect, it } from 'vitest';
import type { GenerateRequest } from '../../../src/base/index.js';
import { createVocabularyTokenizer } from '../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../src/testing/scripted-policy.js';

const tokenizer = createVocabularyTokenizer([], { special: ['<|im_end|>'] });
const ask = (sessionId?: string, maxTokens = 100): GenerateRequest => ({
  tokens: tokenizer.encode('context'),
  sampling: { maxTokens, stopTokens: [256] },
  ...(sessionId === undefined ? {} : { sessionId }),
});

describe('createScriptedPolicy', () => {
  it('refuses an option that nobody knows, and a script that is none', () => {
    const refuses = (options: object, error: Error) =>
      expect(() => createScriptedPolicy({ tokenizer, script: [], ...options })).toThrow(error);
    refuses({ logprobs: -1 }, new TypeError('options: unknown option "logprobs"'));
    refuses({ script: undefined }, new TypeError('options.script: expected array or function, got undefined'));
    refuses({ tokenizer: {} }, new TypeError('options.tokenizer.encode: expected function, got undefined'));
  });

  it('plays its texts turn by turn, for each session from the start', async () => {
    const policy = createScriptedPolicy({ tokenizer, script: ['one', 'two'] });
    const said: string[] = [];
    for (const session of ['a', 'b', 'a']) said.push(tokenizer.decode((await policy.generate(ask(session))).tokens));
    expect(said).toEqual(['one<|im_end|>', 'one<|im_end|>', 'two<|im_end|>']);
    await expect(policy.generate(ask('a'))).rejects.toThrow('script: expected at least 3 turns, got 2');
  });

  it('starts over once a session was ended, and always without one', async () => {
    const policy = createScriptedPolicy({ tokenizer, script: ['one', 'two'] });
    await policy.generate(ask('a'));
    policy.endSession!('a');
    expect(tokenizer.decode((await policy.generate(ask('a'))).tokens)).toBe('one<|im_end|>');
    for (let i = 0; i < 2; i++) expect(tokenizer.decode((await policy.generate(ask())).tokens)).toBe('one<|im_end|>');
    expect(policy.endedSessions).toEqual(['a']);
  });

  it('cuts a text at the budget', async () => {
    const policy = createScriptedPolicy({ tokenizer, script: ['four'], logprob: -2, weightVersion: 'v' });
    expect(await policy.generate(ask('a', 3))).toEqual({
      tokens: tokenizer.encode('fou'),
      logprobs: Float32Array.of(-2, -2, -2),
      finishReason: 'length',
      weightVersions: [{ version: 'v', start: 0, end: 3 }],
    });
    expect((await policy.generate(ask('b', 5))).finishReason).toBe('stop');
  });

  it('tells a script where it stands, and plays a refused turn again', async () => {
    let refuse = true;
    const policy = createScriptedPolicy({
      tokenizer,
      script: ({ context, turn }) => {
        if (refuse) throw new Error('refused');
        return `${context} ${turn}`;
      },
    });
    await expect(policy.generate(ask('a'))).rejects.toThrow('refused');
    refuse = false;
    expect(tokenizer.decode((await policy.generate(ask('a'))).tokens)).toBe('context 0<|im_end|>');
    expect(policy.requests).toHaveLength(2);
  });

  it('ends a text in the token that ends a stop text, where it was made to', async () => {
    const policy = createScriptedPolicy({ tokenizer, script: ['one two'], capabilities: { stopTexts: true } });
    const request = { ...ask('a'), constraint: { stopTexts: ['xx', 'e t'] } };
    const { tokens, finishReason } = await policy.generate(request);
    expect([tokenizer.decode(tokens), finishReason]).toEqual(['one t', 'stop']);
  });

  it('refuses a constraint that it was not made for, and to play a text of another form', async () => {
    const forms = [{ begin: 'f(', schema: {}, end: ')' }];
    const request = (formAfter?: string) => ({
      ...ask('a'),
      constraint: { forms, ...(formAfter === undefined ? {} : { formAfter }) },
    });
    await expect(createScriptedPolicy({ tokenizer, script: ['f({})'] }).generate(request())).rejects.toThrow(
      new TypeError('request.constraint.forms: this policy does not support it'),
    );
    const policy = (line: string) => createScriptedPolicy({ tokenizer, script: [line], capabilities: { forms: true } });
    await policy('f({"a": 1})').generate(request());
    await policy('Hm.</think>f({})').generate(request('</think>'));
    for (const line of ['f()', 'f({)', 'Hm. f({})'])
      await expect(policy(line).generate(request())).rejects.toThrow('script: expected a turn of a form');
    await expect(policy('f({})').generate(request('</think>'))).rejects.toThrow('script: expected a turn of a form');
  });

  it('honours the signal', async () => {
    const policy = createScriptedPolicy({ tokenizer, script: ['one'] });
    const reason = new Error('enough');
    await expect(policy.generate(ask('a'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
