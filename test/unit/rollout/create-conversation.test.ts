import { describe, expect, it } from 'vitest';
import { PolicyError } from '../../../src/base/index.js';
import { createConversation } from '../../../src/rollout/index.js';
import { QWEN_CHAT, type ConversationOptions } from '../../../src/rollout/internal/index.js';
import { createScriptedPolicy, type ScriptedPolicyOptions } from '../../../src/testing/scripted-policy.js';
import { callText, okTool, scriptedTool, tokenizer } from './conversation.js';

const CALL = callText('python', { code: '6 * 7' });

function setUp(script: ScriptedPolicyOptions['script'], options: Partial<ConversationOptions> = {}) {
  const policy = createScriptedPolicy({ tokenizer, script });
  const tool = okTool();
  const conversation = createConversation({
    ...{ policy, tokenizer, tools: [tool], maxTokens: 500, seed: 's', retry: { retries: 0 } },
    ...options,
  });
  const read = () => tokenizer.decode(policy.requests.at(-1)!.tokens);
  return { conversation, policy, tool, read };
}

const message = (role: string, text: string) => `<|im_start|>${role}\n${text}<|im_end|>\n`;

describe('a conversation', () => {
  it('goes on from what was sampled, calls and their answers included', async () => {
    const prompt = [{ role: 'system' as const, content: 'Be brief.' }];
    const { conversation, read } = setUp([CALL, 'It is 42.', 'Yes.'], { prompt });
    expect([conversation.messages, conversation.tokens]).toEqual([prompt, undefined]);
    expect(await conversation.send('What is 6 * 7?')).toMatchObject({
      kind: 'completed',
      finishReason: 'stop',
      turns: [{ text: CALL }, { text: 'It is 42.' }],
    });
    expect(await conversation.send('Sure?')).toMatchObject({ turns: [{ text: 'Yes.' }] });
    const before =
      message('system', 'Be brief.') +
      message('user', 'What is 6 * 7?') +
      message('assistant', CALL) +
      message('user', '<tool_response>\n42\n</tool_response>') +
      message('assistant', 'It is 42.') +
      message('user', 'Sure?');
    expect(read()).toBe(`${before}<|im_start|>assistant\n`);
    expect(tokenizer.decode(conversation.tokens!.ids)).toBe(`${before}<|im_start|>assistant\nYes.<|im_end|>`);
    expect(conversation.messages.map(({ role, content }) => [role, content])).toEqual([
      ['system', 'Be brief.'],
      ['user', 'What is 6 * 7?'],
      ['assistant', ''],
      ['tool', '42'],
      ['assistant', 'It is 42.'],
      ['user', 'Sure?'],
      ['assistant', 'Yes.'],
    ]);
  });

  it.each([
    [5, '5'],
    [undefined, 'undefined'],
    [{ role: 'user', content: 'Hi' }, 'an object'],
  ])('refuses %j as a message', async (content, got) => {
    const { conversation, policy } = setUp(['Yes.']);
    const sent = conversation.send(content as unknown as string);
    await expect(sent).rejects.toThrow(new TypeError(`content: expected a string, got ${got}`));
    expect(policy.requests).toEqual([]);
  });

  it('tells the policy of what no turn had read when the turns ran out', async () => {
    const { conversation, read } = setUp([CALL, 'It is 42.'], { maxTurns: 1 });
    expect(await conversation.send('6 * 7?')).toMatchObject({ finishReason: 'max-turns' });
    expect(conversation.messages.at(-1)).toMatchObject({ role: 'tool', content: '42' });
    await conversation.send('And?');
    expect(read()).toContain('<tool_response>\n42\n</tool_response><|im_end|>\n<|im_start|>user\nAnd?<|im_end|>');
  });

  it('gives every reply the same budget, and goes on after one that was cut off', async () => {
    const { conversation, read } = setUp(['123456', 'abcdef'], { maxTokens: 4 });
    expect(await conversation.send('a')).toMatchObject({ finishReason: 'length', turns: [{ text: '1234' }] });
    expect(await conversation.send('b')).toMatchObject({ finishReason: 'length', turns: [{ text: 'abcd' }] });
    expect(read()).toBe(
      `${message('user', 'a')}${message('assistant', '1234')}${message('user', 'b')}<|im_start|>assistant\n`,
    );
  });

  it('makes no calls of a reply that was cut off, and tells the next one of none', async () => {
    const { conversation, tool } = setUp([`${CALL}, so`, 'Well.'], { maxTokens: CALL.length - 40 });
    expect(await conversation.send('a')).toMatchObject({ finishReason: 'length' });
    await conversation.send('b');
    expect([tool.calls, conversation.messages.map(({ role }) => role)]).toEqual([
      [],
      ['user', 'assistant', 'user', 'assistant'],
    ]);
  });

  it('stays as it was where the engine failed', async () => {
    let isBroken = false;
    const { conversation, read } = setUp(({ turn }) => {
      if (isBroken) throw new PolicyError('no server');
      return `answer ${turn}`;
    });
    await conversation.send('a');
    const before = conversation.messages;
    isBroken = true;
    expect(await conversation.send('b')).toEqual({
      kind: 'failed',
      turns: [],
      cause: { source: 'policy', message: 'no server', retryable: false },
    });
    expect(conversation.messages).toEqual(before);
    isBroken = false;
    await conversation.send('c');
    expect(read()).toBe(
      `${message('user', 'a')}${message('assistant', 'answer 0')}${message('user', 'c')}<|im_start|>assistant\n`,
    );
  });

  it('stays as it was where a reply is aborted in a tool, whose session is ended', async () => {
    const controller = new AbortController();
    const tool = scriptedTool(() => {
      controller.abort(new Error('enough'));
      return new Promise(() => undefined);
    });
    const { conversation, policy } = setUp([CALL, 'It is 42.'], { tools: [tool] });
    await expect(conversation.send('a', { signal: controller.signal })).rejects.toThrow('enough');
    expect([conversation.messages, tool.released.length, policy.endedSessions]).toEqual([[], 1, []]);
    expect(await conversation.send('b')).toMatchObject({ turns: [{ text: 'It is 42.' }] });
  });

  it('refuses what the model cannot read, and stays as it was', async () => {
    const { conversation } = setUp(['yes', 'no'], { chatTemplate: { ...QWEN_CHAT, contextLength: 100 } });
    await expect(conversation.send('a'.repeat(100))).rejects.toThrow(
      "fewer tokens than the model's context (100), got",
    );
    await conversation.send('a');
    await expect(conversation.send('a'.repeat(100))).rejects.toThrow("fewer tokens than the model's context (100)");
    expect(await conversation.send('b')).toMatchObject({ turns: [{ text: 'no' }] });
  });

  it('takes one message at a time, and none when it is closed', async () => {
    const { conversation, policy, tool } = setUp(() => new Promise(() => undefined));
    const underWay = conversation.send('a');
    await expect(conversation.send('b')).rejects.toThrow('expected the previous message to be answered first');
    await conversation.close();
    await expect(underWay).rejects.toThrow('the conversation was closed');
    await expect(conversation.send('c')).rejects.toThrow('got a closed one');
    expect([policy.endedSessions.length, new Set(tool.released)]).toEqual([1, new Set(policy.endedSessions)]);
  });

  it('draws every turn from a stream of its own', async () => {
    const { conversation, policy } = setUp(['a', 'b']);
    await conversation.send('1');
    await conversation.send('2');
    expect(policy.requests.map(({ sampling }) => sampling.seed)).toEqual(['s/0', 's/1']);
  });

  it.each([
    [{ maxTokens: 0 }, 'options.maxTokens: '],
    [{ prompt: [{ role: 'nobody', content: '' }] }, 'options.prompt.0.role: '],
    [{ onProgress: () => undefined }, 'onProgress'],
  ])('refuses %o', (options, text) => {
    expect(() => setUp([], options as object)).toThrow(text);
  });
});
