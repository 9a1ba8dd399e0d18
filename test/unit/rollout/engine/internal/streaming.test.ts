import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { PolicyError, type GenerateRequest } from '../../../../../src/base/index.js';
import { createEnginePolicy, type EnginePolicyOptions } from '../../../../../src/rollout/index.js';
import { EventReader } from '../../../../../src/rollout/engine/internal/streaming.js';
import { tokenizer } from '../../conversation.js';
import { ENGINES, startEngine, type EngineReaction } from '../../engine-server.js';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  while (open.length > 0) await open.pop()!();
});

const request: GenerateRequest = {
  tokens: Int32Array.of(1, 2, 3),
  sampling: { maxTokens: 500, stopTokens: [9] },
  conversation: { messages: [{ role: 'user', content: 'a' }], tools: [] },
};

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const choice = (value: object) => event({ id: 'r', choices: [{ index: 0, ...value }] });
const END = 'data: [DONE]\n\n';

/** Asks for a turn and notes what is told while it is generated. */
async function ask(reactions: Readonly<Record<string, EngineReaction>>, options: Partial<EnginePolicyOptions> = {}) {
  const server = await startEngine(reactions);
  open.push(() => server.close());
  const policy = await createEnginePolicy({ url: server.url, ...options });
  open.push(() => policy.close!());
  const told: number[][] = [];
  const asked = () => policy.generate(request, { onTokens: (tokens) => told.push([...tokens]) });
  return { server, policy, told, asked };
}

const piece = (ids: readonly number[], more: object = {}) =>
  choice({
    token_ids: ids,
    logprobs: { content: ids.map((id) => ({ token: `token_id:${id}`, logprob: -id / 4 })) },
    finish_reason: null,
    ...more,
  });
const vllm = (stream: Iterable<string>, cut = false): Readonly<Record<string, EngineReaction>> => ({
  ...ENGINES.vllm([]),
  'POST /inference/v1/generate': ({ body }) =>
    Promise.resolve(body['token_ids'] === undefined ? { status: 400 } : { stream, cut }),
});

describe('a turn that comes piece by piece', () => {
  it("is told as vLLM's token endpoint draws it, and is the same turn in the end", async () => {
    const versions = [{ version: 'v1', start: 0, end: 3 }];
    const stream = [piece([5]), piece([6, 9], { finish_reason: 'stop', weight_versions: versions }), END];
    const { server, policy, told, asked } = await ask(vllm(stream));
    expect(policy.streams).toBe(true);
    expect(await asked()).toEqual({
      tokens: Int32Array.of(5, 6, 9),
      logprobs: Float32Array.of(-1.25, -1.5, -2.25),
      finishReason: 'stop',
      weightVersions: versions,
    });
    expect(told).toEqual([[5], [6, 9]]);
    expect(server.asked('/inference/v1/generate').at(-1)).toMatchObject({ stream: true });
  });

  it('names the adapter that drew the tokens', async () => {
    const stream = [piece([5]), piece([9], { finish_reason: 'stop' }), END];
    const server = await startEngine({ ...vllm(stream), 'POST /v1/load_lora_adapter': { body: 'loaded' } });
    const policy = await createEnginePolicy({ url: server.url });
    try {
      await policy.useAdapter({ name: 'step-1', path: '/adapters/1' });
      const versions: (string | undefined)[] = [];
      const { weightVersions } = await policy.generate(
        { tokens: Int32Array.of(1), sampling: { maxTokens: 8, stopTokens: [9] } },
        { onTokens: (_tokens, _logprobs, version) => versions.push(version) },
      );
      expect(versions).toEqual(['step-1', 'step-1']);
      expect(weightVersions).toEqual([{ version: 'step-1', start: 0, end: 2 }]);
    } finally {
      await policy.close!();
      await server.close();
    }
  });

  const labelled = (label: string, logprob: number | null) =>
    piece([6], { logprobs: { content: [{ token: label, logprob }] }, finish_reason: null });
  it.each([
    ['a label of another token', labelled('token_id:7', -1), 'token 1 is 6, its logprob that of token 7'],
    ['a logprob that cannot be', labelled('token_id:6', 3), 'generation.logprobs[1]: expected at most 0'],
    ['a null logprob', labelled('token_id:6', null), 'logprob 1: expected a number, got null'],
  ])('is refused for %s', async (_name, wrong, message) => {
    const { asked } = await ask(vllm([piece([5]), wrong, piece([9], { finish_reason: 'stop' }), END]));
    await expect(asked()).rejects.toThrow(message);
  });

  it('is told over completions, whose last event only counts', async () => {
    const cut = (ids: readonly number[], more: object = {}) =>
      choice({
        token_ids: ids,
        logprobs: { tokens: ids.map((id) => `token_id:${id}`), token_logprobs: ids.map((id) => -id / 4) },
        finish_reason: null,
        ...more,
      });
    const usage = event({ choices: [], usage: { completion_tokens: 2 } });
    const stream = [cut([5], { prompt_token_ids: [1, 2, 3] }), cut([6], { finish_reason: 'length' }), usage, END];
    const { told, asked } = await ask(
      { ...ENGINES.vllm([]), 'POST /v1/completions': { stream } },
      { protocol: 'completions' },
    );
    expect(await asked()).toEqual({
      tokens: Int32Array.of(5, 6),
      logprobs: Float32Array.of(-1.25, -1.5),
      finishReason: 'length',
    });
    expect(told).toEqual([[5], [6]]);
  });

  const overChat = (stream: Iterable<string>) =>
    ask(
      {
        'GET /v1/models': { body: { data: [{ id: 'm' }] } },
        'POST /v1/chat/completions': { stream },
      },
      { chat: { tokenizer }, protocol: 'chat' },
    );
  const says = (content: string) => choice({ delta: { content }, finish_reason: null });

  it('is told as its words over chat, and its calls are put together', async () => {
    const call = (index: number, part: object) => choice({ delta: { tool_calls: [{ index, function: part }] } });
    const { told, asked } = await overChat([
      choice({ delta: { role: 'assistant', content: '' } }),
      ...[says('So <|im_'), says('end|>:')],
      call(0, { name: 'python', arguments: '' }),
      ...['{"code":', '"1"}'].map((text) => call(0, { arguments: text })),
      ...[call(1, { name: 'python', arguments: '{}' }), choice({ delta: {}, finish_reason: 'tool_calls' }), END],
    ]);
    const { tokens, finishReason, retokenized } = await asked();
    const written = [`{"name": "python", "arguments": {"code":"1"}}`, `{"name": "python", "arguments": {}}`];
    expect([tokenizer.decode(tokens.slice(0, -1)), tokens.at(-1), finishReason, retokenized]).toEqual([
      `So <|im_end|>:\n${written.map((text) => `<tool_call>\n${text}\n</tool_call>`).join('\n')}`,
      9,
      'stop',
      true,
    ]);
    expect(told.map((ids) => tokenizer.decode(ids))).toEqual(['So <|im_', 'end|>:']);
    expect(told.flat()).not.toContain(tokenizer.tokenId('<|im_end|>'));
  });

  it('is refused over chat where nothing is said', async () => {
    const nothing = choice({ delta: { role: 'assistant', content: null } });
    const { asked } = await overChat([nothing, choice({ delta: {}, finish_reason: 'stop' }), END]);
    await expect(asked()).rejects.toThrow(
      'completion: message: expected a content or tool calls, got a content of null',
    );
  });

  it('comes whole from a server that does not stream', async () => {
    const message = { role: 'assistant', content: 'Hello' };
    const { told, asked } = await ask(
      {
        'GET /v1/models': { body: { data: [{ id: 'm' }] } },
        'POST /v1/chat/completions': { body: { choices: [{ message, finish_reason: 'stop' }] } },
      },
      { chat: { tokenizer }, protocol: 'chat' },
    );
    expect([tokenizer.decode((await asked()).tokens.slice(0, -1)), told]).toEqual(['Hello', []]);
  });

  it('comes whole over an endpoint that is not asked to stream', async () => {
    const { policy, told, asked } = await ask(ENGINES.sglang([5, 9]));
    expect([policy.streams, (await asked()).tokens, told]).toEqual([false, Int32Array.of(5, 9), []]);
  });

  const failure = (code: number) => event({ error: { message: 'out of memory', code } });

  it.each([
    ['ends without a reason', [piece([5]), END], { message: /without a finish reason/, retryable: true }],
    ['is broken by the server', [piece([5]), failure(500), END], { message: /HTTP 500: .*memory/, retryable: true }],
    ['is refused late', [failure(400), END], { message: /HTTP 400: .*memory/, retryable: false }],
    ['holds what is no event', ['data: {"choices"\n\n', END], { message: /without a finish reason|choices/ }],
  ])('fails where the stream %s', async (_what, stream, expected) => {
    const { asked } = await ask(vllm(stream));
    const error = await asked().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PolicyError);
    const { message, ...rest } = expected as { readonly message: RegExp; readonly retryable?: boolean };
    expect([(error as PolicyError).message, error]).toEqual([
      expect.stringMatching(message),
      expect.objectContaining(rest),
    ]);
  });

  it('fails, to be asked again, where the connection breaks', async () => {
    const { told, asked } = await ask(vllm([piece([5])], true));
    await expect(asked()).rejects.toMatchObject({ name: 'PolicyError', retryable: true });
    expect(told.length).toBeLessThanOrEqual(1);
  });

  it('is not waited for where whoever is told has thrown', async () => {
    const { policy } = await ask(vllm([piece([5]), piece([9], { finish_reason: 'stop' }), END]));
    const onTokens = () => {
      throw new TypeError('my mistake');
    };
    await expect(policy.generate(request, { onTokens })).rejects.toThrow(new TypeError('my mistake'));
  });
});

describe('EventReader', () => {
  it('reads the same events wherever the text is cut', () => {
    const text = `: ping\r\nevent: x\r\n${event({ a: 'ü\n' }).replaceAll('\n', '\r\n')}${event([1])}data:2\n\n${END}`;
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const ends = [...cuts, text.length].sort((a, b) => a - b);
        const reader = new EventReader();
        const added = ends.flatMap((end, i) => reader.add(text.slice(ends[i - 1] ?? 0, end)));
        expect([added, reader.events]).toEqual([
          [{ a: 'ü\n' }, [1], 2],
          [{ a: 'ü\n' }, [1], 2],
        ]);
      }),
    );
  });
});
