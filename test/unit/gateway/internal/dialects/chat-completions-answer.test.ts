import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelAnswer } from '../../../../../src/gateway/internal/model-answer.js';
import type { RequestMessage } from '../../../../../src/gateway/model-request.js';
import { Refusal } from '../../../../../src/gateway/internal/refusal.js';
import { chatCompletions } from '../../../../../src/gateway/internal/dialects/chat-completions.js';
import { answerOf, anyAnswer, eventsOf, readBody, streamed } from './answer-samples.js';

const user = { role: 'user', content: 'Hi' };
const call = readBody(chatCompletions, { messages: [user] });

interface Message {
  readonly role: string;
  readonly content?: string | null;
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
  readonly tool_calls?: readonly ToolCall[];
}

interface ToolCall {
  readonly index: number;
  readonly id: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

interface Body {
  readonly id: string;
  readonly object: string;
  readonly choices: readonly {
    readonly index: number;
    readonly message: Message;
    readonly delta: Message;
    readonly logprobs: unknown;
    readonly finish_reason: string | null;
  }[];
  readonly usage?: unknown;
}

const whole = (answers: readonly ModelAnswer[]) => chatCompletions.whole(call, answers) as Body;

function chunksOf(answers: readonly ModelAnswer[], { size = 3, includeUsage = false } = {}): Body[] {
  const body = { messages: [user], stream: true, stream_options: { include_usage: includeUsage } };
  const events = streamed(chatCompletions, readBody(chatCompletions, body), answers, size);
  expect(events.at(-1)).toEqual({ event: undefined, data: '[DONE]' });
  return events.slice(0, -1).map(({ data }) => JSON.parse(data) as Body);
}

/**
 * A streamed answer as a client puts it together: text and arguments are joined.
 *
 * @param joins - The client joins the thinking too (AI SDK); npm openai keeps the last delta of what it does not know.
 */
function joined(chunks: readonly Body[], joins: boolean): object {
  const message: Record<string, unknown> = {};
  const calls: { id: string; type: string; function: { name: string; arguments: string } }[] = [];
  for (const { delta } of chunks.flatMap(({ choices }) => choices)) {
    const { content, tool_calls = [], role, ...rest } = delta;
    if (role) message['role'] = role;
    if (content) message['content'] = ((message['content'] as string | undefined) ?? '') + content;
    for (const [name, text] of Object.entries(rest as Record<string, string | null>))
      if (!joins) message[name] = text;
      else if (text !== null) message[name] = ((message[name] as string | undefined) ?? '') + text;
    for (const { index, id, type, function: called } of tool_calls)
      if (calls[index] === undefined) calls[index] = { id, type, function: { ...called } };
      else calls[index].function.arguments += called.arguments;
  }
  return { ...message, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
}

/** What a session reads when the message comes back. */
function readBack(message: object): RequestMessage {
  return readBody(chatCompletions, { messages: [user, message] }).request.messages[1]!;
}

function delivered({ content, reasoning, calls }: ModelAnswer): RequestMessage {
  return { role: 'assistant', content, ...(reasoning ? { reasoning } : {}), calls };
}

describe('an answer of Chat Completions', () => {
  it('is a message with its text, thinking and calls', () => {
    const calls = [{ id: 'c', name: 'f', arguments: '{"a": oops' }];
    const { choices, usage, ...head } = whole([
      answerOf({ reasoning: 'Hm.', content: '', calls, finish: 'tool-calls' }),
    ]);
    expect(head).toEqual({ id: 'chatcmpl-a1b2', object: 'chat.completion', created: 1_700_000_000, model: 'policy' });
    expect(choices).toEqual([
      {
        index: 0,
        message: {
          role: 'assistant',
          content: null,
          refusal: null,
          reasoning_content: 'Hm.',
          reasoning: 'Hm.',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a": oops' } }],
        },
        logprobs: null,
        finish_reason: 'tool_calls',
      },
    ]);
    expect(usage).toEqual({
      prompt_tokens: 10,
      completion_tokens: 6,
      total_tokens: 16,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    });
  });

  it('says why it ended', () => {
    const reasons = (['stop', 'length', 'tool-calls'] as const).map(
      (finish) => whole([answerOf({ finish })]).choices[0]!.finish_reason,
    );
    expect(reasons).toEqual(['stop', 'length', 'tool_calls']);
  });

  it('has a choice for each of n, and counts the prompt once', () => {
    const { choices, usage } = whole([answerOf(), answerOf({ id: 'c3', content: 'Bye.' })]);
    expect(choices.map(({ index, message }) => [index, message.content])).toEqual([
      [0, 'Hello.'],
      [1, 'Bye.'],
    ]);
    expect(usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 12, total_tokens: 22 });
  });

  it('has the logprobs of its tokens, with the bytes where they are known', () => {
    const logprobs = [
      { token: 'é', logprob: -0.5 },
      { token: '\ufffd', logprob: -1 },
    ];
    const content = [
      { token: 'é', logprob: -0.5, bytes: [195, 169], top_logprobs: [] },
      { token: '\ufffd', logprob: -1, bytes: null, top_logprobs: [] },
    ];
    expect(whole([answerOf({ logprobs })]).choices[0]!.logprobs).toEqual({ content, refusal: null });
    expect(chunksOf([answerOf({ logprobs })]).at(-1)!.choices[0]!.logprobs).toEqual({ content, refusal: null });
  });

  it('comes back as it was delivered whole', () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        expect(readBack(whole([answer]).choices[0]!.message)).toEqual(delivered(answer));
      }),
    );
  });

  it('comes back as it was streamed, in whatever pieces, with its whole thinking or none', () => {
    fc.assert(
      fc.property(anyAnswer, fc.integer({ min: 1, max: 9 }), (answer, size) => {
        const chunks = chunksOf([answer], { size });
        expect(readBack(joined(chunks, true))).toEqual(delivered(answer));
        expect(readBack(joined(chunks, false))).toEqual(delivered({ ...answer, reasoning: undefined }));
      }),
    );
  });
});

describe('a stream of Chat Completions', () => {
  const calls = [{ id: 'c', name: 'f', arguments: '{"a":1}' }];

  it('begins with the role, names a call before its arguments, ends with the reason', () => {
    const chunks = chunksOf([answerOf({ content: 'Now', calls, finish: 'tool-calls' })], { size: 4 });
    expect(chunks.map(({ choices }) => [choices[0]!.delta, choices[0]!.finish_reason])).toEqual([
      [{ role: 'assistant' }, null],
      [{ content: 'Now' }, null],
      [{ tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '' } }] }, null],
      [{ tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] }, null],
      [{ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }, null],
      [{}, 'tool_calls'],
    ]);
    expect(new Set(chunks.map(({ id, object }) => `${id} ${object}`))).toEqual(
      new Set(['chatcmpl-a1b2 chat.completion.chunk']),
    );
  });

  it('has the usage at its end where that is asked for, and no member for it elsewhere', () => {
    const chunks = chunksOf([answerOf()], { includeUsage: true });
    expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 16 } });
    expect(chunksOf([answerOf()]).every((chunk) => !('usage' in chunk))).toBe(true);
  });

  it('has the choices of n under one id', () => {
    const chunks = chunksOf([answerOf({ id: 'one' }), answerOf({ id: 'two', content: 'Bye.' })]);
    expect(new Set(chunks.map(({ id }) => id))).toEqual(new Set(['chatcmpl-one']));
    const texts = [0, 1].map((choice) =>
      chunks
        .flatMap(({ choices }) => choices)
        .filter(({ index }) => index === choice)
        .map(({ delta }) => delta.content ?? '')
        .join(''),
    );
    expect(texts).toEqual(['Hello.', 'Bye.']);
  });

  it('breaks off with an error that clients throw', () => {
    const refusal = new Refusal('unavailable', 'the engine is gone');
    const writer = chatCompletions.stream(call);
    const sent = writer.start(answerOf(), 0) + writer.fail(refusal);
    expect(JSON.parse(eventsOf(sent).at(-1)!.data)).toEqual(chatCompletions.refuse(refusal).body);
  });
});
