import { afterEach, describe, expect, it } from 'vitest';
import { packRollouts } from '../../../../../src/batch/index.js';
import { PolicyError } from '../../../../../src/base/index.js';
import { createEnginePolicy, runRollouts, type EnginePolicyOptions } from '../../../../../src/rollout/index.js';
import { completed, okTool, prompt, tokenizer } from '../../conversation.js';
import { startEngine, type EngineReaction } from '../../engine-server.js';
import { PUBLISHED, publishedTemplate, tokenizerFor } from '../../published-templates.js';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  while (open.length > 0) await open.pop()!();
});

interface Said {
  readonly content?: string | null;
  readonly calls?: readonly string[];
  readonly finish?: string;
}

/** A server that knows chat alone, as many do: what it says, message by message. */
async function startChat(said: readonly Said[], further: Readonly<Record<string, EngineReaction>> = {}) {
  const left = [...said];
  const server = await startEngine({
    'GET /v1/models': { body: { object: 'list', data: [{ id: 'm', object: 'model' }] } },
    'POST /v1/chat/completions': () => {
      const { content = null, calls, finish } = left.shift()!;
      const message = {
        role: 'assistant',
        content,
        ...(calls && {
          tool_calls: calls.map((text, i) => ({
            id: `call-${i}`,
            type: 'function',
            function: { name: 'python', arguments: text },
          })),
        }),
      };
      const reason = finish ?? (calls ? 'tool_calls' : 'stop');
      return Promise.resolve({ body: { choices: [{ index: 0, message, finish_reason: reason }] } });
    },
    ...further,
  });
  open.push(() => server.close());
  return server;
}

async function setUp(said: readonly Said[], options: Partial<EnginePolicyOptions> = {}) {
  const server = await startChat(said);
  const policy = await createEnginePolicy({ url: server.url, chat: { tokenizer }, ...options });
  open.push(() => policy.close!());
  const rollOut = async (maxTokens = 2000) => {
    const options = { policy, tokenizer, tools: [okTool()], maxTokens, seed: 's', retry: { retries: 0 } };
    return completed((await runRollouts([{ groupId: 'g', prompt, samples: 1 }], options))[0]);
  };
  return { server, policy, rollOut, asked: () => server.asked('/v1/chat/completions') };
}

const CALL = '{"code":"6 * 7"}';

describe('a server that only speaks chat text', () => {
  it('is found by asking, and asked with messages and tools as they are', async () => {
    const { policy, rollOut, asked } = await setUp([{ content: 'So:', calls: [CALL] }, { content: 'It is 42.' }]);
    expect(policy).toMatchObject({ engine: 'other', protocol: 'chat', model: 'm', contextLength: undefined });
    const { turns, finishReason } = await rollOut();
    expect(finishReason).toBe('stop');
    expect(turns.map(({ text }) => text)).toEqual([
      `So:\n<tool_call>\n{"name": "python", "arguments": ${CALL}}\n</tool_call>`,
      'It is 42.',
    ]);
    expect(turns[0]!.toolCalls).toMatchObject([
      { name: 'python', arguments: { code: '6 * 7' }, response: { text: '42' } },
    ]);
    const [first, second] = asked();
    expect(first).toEqual({
      model: 'm',
      messages: prompt,
      tools: [
        {
          type: 'function',
          function: { name: 'python', description: 'Runs Python.', parameters: { type: 'object' } },
        },
      ],
      max_tokens: 2000,
      temperature: 1,
      top_p: 1,
      seed: expect.any(Number) as number,
      stream: false,
    });
    const called = { id: '000000000', type: 'function', function: { name: 'python', arguments: CALL } };
    expect(second!['messages']).toEqual([
      ...prompt,
      { role: 'assistant', content: 'So:', tool_calls: [called] },
      { role: 'tool', content: '42', tool_call_id: '000000000', name: 'python' },
    ]);
  });

  it('gives rollouts that are marked, which packing refuses unless asked', async () => {
    const { rollOut } = await setUp([{ calls: [CALL] }, { content: '42' }]);
    const rollout = await rollOut();
    const { ids, logprobs, responseMask, retokenized } = rollout.tokens!;
    expect(retokenized).toBe(true);
    expect(logprobs.every((logprob) => logprob === 0)).toBe(true);
    const generated = tokenizer.decode(ids.filter((_, i) => responseMask[i] === 1));
    expect(generated).toBe(`<tool_call>\n{"name": "python", "arguments": ${CALL}}\n</tool_call><|im_end|>42<|im_end|>`);
    const pack = (allowRetokenized: boolean) => packRollouts([rollout], { advantages: [1], allowRetokenized });
    expect(() => pack(false)).toThrow('tokens encoded from text (retokenized); options.allowRetokenized takes them');
    expect(pack(true).tokens).toHaveLength(ids.length);
  });

  it('is not taken unless it is asked for, and the refusal says how', async () => {
    const server = await startChat([]);
    await expect(createEnginePolicy({ url: server.url })).rejects.toThrow(
      new PolicyError(
        `options.chat: expected a tokenizer, because the server at ${server.url} returns no token ids (completion: HTTP 404: {"detail":"Not Found"}), so its rollouts are marked as retokenized; got undefined`,
      ),
    );
  });

  it('is one whose completions come without token ids', async () => {
    const completion = { choices: [{ index: 0, text: 'Hi', finish_reason: 'length', logprobs: null }] };
    const server = await startChat([], { 'POST /v1/completions': { body: completion } });
    const policy = await createEnginePolicy({ url: server.url, chat: { tokenizer } });
    open.push(() => policy.close!());
    expect(policy.protocol).toBe('chat');
  });

  it.each(['messages', 'model', 'temperature', 'stream'])('refuses %s among the further members', async (name) => {
    const parameters = { [name]: 1 };
    await expect(createEnginePolicy({ url: 'http://127.0.0.1:9', chat: { tokenizer, parameters } })).rejects.toThrow(
      'options.chat.parameters: expected no field that the policy sets itself',
    );
  });

  it('is not taken for one because it was busy', async () => {
    const server = await startChat([], { 'POST /v1/completions': { status: 503, body: 'busy' } });
    await expect(createEnginePolicy({ url: server.url, chat: { tokenizer } })).rejects.toMatchObject({
      message: 'completion: HTTP 503: "busy"',
      retryable: true,
    });
  });

  it('has calls that do not parse answered with the error, and is told of them in a form that it takes', async () => {
    const { rollOut, asked } = await setUp([{ calls: ['print(1)'] }, { content: '42' }]);
    const { turns } = await rollOut();
    expect(turns[0]!.toolCalls).toMatchObject([{ name: '', response: { isError: true } }]);
    const [, second] = asked();
    expect(second!['messages']).toMatchObject([
      {},
      { role: 'assistant', tool_calls: [{ function: { name: 'invalid', arguments: '{}' } }] },
      { role: 'tool', content: expect.stringMatching(/^ToolCallError/) as string },
    ]);
  });

  it('may leave calls in its text: they are read there', async () => {
    const text = '<tool_call>\n{"name": "python", "arguments": {"code": "1"}}\n</tool_call>';
    const { rollOut, asked } = await setUp([{ content: text }, { content: '42' }]);
    expect((await rollOut()).turns[0]).toMatchObject({ text, toolCalls: [{ name: 'python' }] });
    expect(asked()[1]!['messages']).toMatchObject([{}, { content: '', tool_calls: [{}] }, { role: 'tool' }]);
  });

  it('may be cut off: the half call in the message is not made', async () => {
    const { rollOut } = await setUp([{ content: 'So', calls: ['{"code": "pri'], finish: 'length' }]);
    expect(await rollOut()).toMatchObject({ finishReason: 'length', turns: [{ text: 'So', toolCalls: [] }] });
  });

  it('may say more tokens than the budget, whose text is cut', async () => {
    const { rollOut } = await setUp([{ content: 'a'.repeat(50) }]);
    expect(await rollOut(20)).toMatchObject({ finishReason: 'length', turns: [{ text: 'a'.repeat(20) }] });
  });

  it('may say very much', async () => {
    const { rollOut } = await setUp([{ content: 'a'.repeat(200_000) }]);
    const { tokens, finishReason } = await rollOut(300_000);
    expect([tokens!.ids.length - tokens!.promptLength, finishReason]).toEqual([200_001, 'stop']);
  });

  // Harmony's turns have one call each, and end with it.
  const known = PUBLISHED.filter((name) => name !== 'gpt-oss');
  it.each(known)('may have the template of %s: its calls are made, and the trace is in its words', async (name) => {
    const chatTemplate = { ...(await publishedTemplate(name)), showsTools: true };
    const tokenizer = await tokenizerFor(chatTemplate);
    const { policy, asked } = await setUp([{ calls: [CALL, CALL] }, { calls: ['no JSON'] }, { content: '42' }], {
      chat: { tokenizer, chatTemplate },
    });
    const options = { policy, tokenizer, chatTemplate, tools: [okTool()], maxTokens: 5000, seed: 1 };
    const { turns, tokens } = completed((await runRollouts([{ groupId: 'g', prompt, samples: 1 }], options))[0]);
    expect(turns.map(({ toolCalls }) => toolCalls.map(({ response }) => response.isError))).toEqual([
      [false, false],
      [true],
      [],
    ]);
    expect(asked().map(({ messages }) => (messages as { role: string }[]).map(({ role }) => role).join())).toEqual([
      'user',
      'user,assistant,tool,tool',
      'user,assistant,tool,tool,assistant,tool',
    ]);
    const text = tokenizer.decode(tokens!.ids);
    for (const turn of turns) expect(text).toContain(turn.text);
    expect(tokens!.retokenized).toBe(true);
  });

  it('is sent the further members that its caller names', async () => {
    const { rollOut, asked } = await setUp([{ content: '42' }], {
      chat: { tokenizer, parameters: { top_k: -1, chat_template_kwargs: { enable_thinking: false } } },
    });
    await rollOut();
    expect(asked()[0]).toMatchObject({ top_k: -1, chat_template_kwargs: { enable_thinking: false } });
  });

  it('cannot be asked with tokens alone', async () => {
    const { policy } = await setUp([]);
    const request = { tokens: Int32Array.of(1), sampling: { maxTokens: 5, stopTokens: [] } };
    await expect(policy.generate(request)).rejects.toThrow(
      new TypeError('request.conversation: expected messages, because the server takes no tokens, got undefined'),
    );
  });

  it.each([
    [{ choices: [] }, 'completion: choices: expected at least 1, got an array of 0', true],
    [
      { choices: [{ finish_reason: 'content_filter', message: { content: null } }] },
      'completion: the server ended it with "content_filter"',
      false,
    ],
    [
      { choices: [{ finish_reason: 'stop', message: { content: null } }] },
      'completion: message: expected a content or tool calls, got a content of null and no calls',
      true,
    ],
  ])('answers with %j: that is refused', async (body, message, retryable) => {
    const server = await startChat([], { 'POST /v1/chat/completions': { body } });
    const policy = await createEnginePolicy({ url: server.url, chat: { tokenizer } });
    open.push(() => policy.close!());
    const request = {
      tokens: Int32Array.of(1),
      sampling: { maxTokens: 5, stopTokens: [] },
      conversation: { messages: prompt, tools: [] },
    };
    await expect(policy.generate(request)).rejects.toThrow(new PolicyError(message, { retryable }));
  });
});
