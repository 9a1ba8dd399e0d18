import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelAnswer } from '../../../../../src/gateway/internal/model-answer.js';
import type { RequestMessage } from '../../../../../src/gateway/model-request.js';
import { Refusal } from '../../../../../src/gateway/internal/refusal.js';
import { objectOf } from '../../../../../src/gateway/internal/json-object.js';
import { messages as dialect } from '../../../../../src/gateway/internal/dialects/messages.js';
import { answerOf, anyAnswer, eventsOf, piecesOf, readBody, streamed } from './answer-samples.js';

const user = { role: 'user', content: 'Hi' };
const body = { max_tokens: 9, messages: [user], stream: true };
const call = readBody(dialect, body);
const eager = readBody(dialect, { ...body, tools: [{ name: 'f', input_schema: {}, eager_input_streaming: true }] });

interface Data {
  readonly type: string;
  readonly index: number;
  readonly message: { readonly content: Block[] };
  readonly content_block: Block;
  readonly delta: {
    readonly type: string;
    readonly text: string;
    readonly thinking: string;
    readonly signature: string;
    readonly partial_json: string;
  };
}

interface Block {
  readonly type: string;
  text: string;
  thinking: string;
  signature: string;
  input: unknown;
}

function dataOf(answer: ModelAnswer, size = 3, read = call): Data[] {
  return streamed(dialect, read, [answer], size).map(({ event, data }) => {
    const value = JSON.parse(data) as Data;
    expect(event).toBe(value.type);
    return value;
  });
}

/** The content of a streamed answer as Anthropic's SDK puts it together: it throws where a call's arguments do not parse. */
function joined(events: readonly Data[]): Block[] {
  let content: Block[] = [];
  let json = '';
  for (const { type, index, message, content_block, delta } of events) {
    const block = content[index]!;
    if (type === 'message_start') content = message.content;
    if (type === 'content_block_start') {
      expect(index).toBe(content.length);
      content.push({ ...content_block });
      json = '';
    }
    if (type === 'content_block_stop' && block.type === 'tool_use') block.input = json === '' ? {} : JSON.parse(json);
    if (type !== 'content_block_delta') continue;
    if (delta.type === 'text_delta') block.text += delta.text;
    if (delta.type === 'thinking_delta') block.thinking += delta.thinking;
    if (delta.type === 'signature_delta') block.signature = delta.signature;
    if (delta.type === 'input_json_delta') json += delta.partial_json;
  }
  return content;
}

/** What a session reads when the message comes back. */
function readBack(content: unknown): RequestMessage {
  return readBody(dialect, { ...body, messages: [user, { role: 'assistant', content }] }).request.messages[1]!;
}

function delivered({ id, content, reasoning, calls }: ModelAnswer): RequestMessage {
  return {
    role: 'assistant',
    content,
    ...(reasoning ? { reasoning, keys: [id] } : {}),
    calls: calls.map((made) => ({ ...made, arguments: JSON.stringify(objectOf(made.arguments) ?? {}) })),
  };
}

describe('an answer of Messages', () => {
  it('comes back as it was delivered whole; arguments that are no object as an empty one', () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const { content } = dialect.whole(call, [answer]) as { content: Block[] };
        expect(readBack(JSON.parse(JSON.stringify(content)))).toEqual(delivered(answer));
      }),
    );
  });

  it('is the same whole and streamed, in whatever pieces', () => {
    fc.assert(
      fc.property(anyAnswer, fc.integer({ min: 1, max: 9 }), (answer, size) => {
        const whole = JSON.parse(JSON.stringify(dialect.whole(call, [answer]))) as { content: Block[] };
        expect(joined(dataOf(answer, size))).toEqual(whole.content);
        expect(readBack(whole.content)).toEqual(delivered(answer));
      }),
    );
  });
});

describe('a stream of Messages', () => {
  const calls = [
    { id: 'c', name: 'f', arguments: '{"a":1}' },
    { id: 'd', name: 'g', arguments: '{"a": oops' },
  ];
  const answer = answerOf({ reasoning: 'Hm.', content: 'Now', calls, finish: 'tool-calls' });

  it('opens each block, fills it, and closes it before the next', () => {
    expect(
      dataOf(answer, 9).map(({ type, index, delta }) => [type, index, delta?.type].filter((x) => x !== undefined)),
    ).toEqual([
      ['message_start'],
      ['content_block_start', 0],
      ['content_block_delta', 0, 'thinking_delta'],
      ['content_block_delta', 0, 'signature_delta'],
      ['content_block_stop', 0],
      ['content_block_start', 1],
      ['content_block_delta', 1, 'text_delta'],
      ['content_block_stop', 1],
      ['content_block_start', 2],
      ['content_block_delta', 2, 'input_json_delta'],
      ['content_block_delta', 2, 'input_json_delta'],
      ['content_block_stop', 2],
      ['content_block_start', 3],
      ['content_block_delta', 3, 'input_json_delta'],
      ['content_block_delta', 3, 'input_json_delta'],
      ['content_block_delta', 3, 'input_json_delta'],
      ['content_block_stop', 3],
      ['message_delta'],
      ['message_stop'],
    ]);
  });

  it('says at its start what was read, at its end why it stopped and what was drawn', () => {
    const events = dataOf(answer);
    expect(events[0]).toMatchObject({
      message: {
        id: 'msg_a1b2',
        type: 'message',
        role: 'assistant',
        model: 'policy',
        content: [],
        stop_reason: null,
        usage: { input_tokens: 10, output_tokens: 0 },
      },
    });
    expect(events.at(-2)).toEqual({
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: {
        input_tokens: 6,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 4,
        output_tokens: 6,
        output_tokens_details: { thinking_tokens: 2 },
      },
    });
  });

  it('sends thinking and text as they are drawn', () => {
    const writer = dialect.stream(call);
    writer.start(answer, 0);
    for (const piece of piecesOf(answerOf({ reasoning: 'Hm. So.', content: 'It is 42.' }), 2))
      expect(writer.piece(piece, 0)).toContain((piece as { text: string }).text);
  });

  it('names a call at once, holds its arguments until they are whole, and lets the client see that they come', () => {
    const deltas = dataOf(answer, 4).filter(({ delta }) => delta?.type === 'input_json_delta');
    expect(deltas.map(({ index, delta }) => [index, delta.partial_json])).toEqual([
      [2, ''],
      [2, ''],
      [2, '{"a":1}'],
      [3, ''],
      [3, ''],
      [3, ''],
      [3, '{}'],
    ]);
  });

  it('sends arguments as they are drawn, whole or not, where a tool asks for that', () => {
    const made = answerOf({ content: '', calls: [{ id: 'c', name: 'f', arguments: '{"a": oops' }] });
    const deltas = dataOf(made, 4, eager).filter(({ delta }) => delta?.type === 'input_json_delta');
    expect(deltas.map(({ delta }) => delta.partial_json)).toEqual(['{"a"', ': oo', 'ps']);
  });

  it('closes a call that has no arguments as an empty object', () => {
    const made = answerOf({ content: '', calls: [{ id: 'c', name: 'f', arguments: '' }] });
    expect(joined(dataOf(made))).toMatchObject([{ type: 'tool_use', id: 'c', name: 'f', input: {} }]);
  });

  it('goes on with text after a call in a block of its own', () => {
    const writer = dialect.stream(call);
    const sent = [
      writer.start(answerOf(), 0),
      writer.piece({ kind: 'content', text: 'a' }, 0),
      writer.piece({ kind: 'call', index: 0, id: 'c', name: 'f' }, 0),
      writer.piece({ kind: 'arguments', index: 0, text: '{}' }, 0),
      writer.piece({ kind: 'content', text: 'b' }, 0),
      writer.end(answerOf({ content: 'ab' }), 0),
    ];
    const content = joined(eventsOf(sent.join('')).map(({ data }) => JSON.parse(data) as Data));
    expect(content.map(({ type }) => type)).toEqual(['text', 'tool_use', 'text']);
    expect(readBack(content)).toMatchObject({ content: 'ab', calls: [{ arguments: '{}' }] });
  });

  it('breaks off with an error that clients throw', () => {
    const refusal = new Refusal('unavailable', 'the engine is gone');
    const [event] = eventsOf(dialect.stream(call).fail(refusal));
    expect(event!.event).toBe('error');
    expect(JSON.parse(event!.data)).toEqual({
      type: 'error',
      error: { type: 'api_error', message: 'the engine is gone' },
    });
  });
});
