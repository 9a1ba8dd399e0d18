import { describe, expect, it } from 'vitest';
import type { AnswerPiece, ModelAnswer } from '../../../../../src/gateway/internal/model-answer.js';
import { Refusal } from '../../../../../src/gateway/internal/refusal.js';
import { responses } from '../../../../../src/gateway/internal/dialects/responses.js';
import { piecesOf } from './answer-samples.js';
import { answerOf, doneItems, eventsOf, read, streamed, TOOLS, whole } from './responses-answers.js';

const call = (index: number, name: string, text: string) => ({ id: `call_${index}`, name, arguments: text });
const full = answerOf({
  reasoning: 'Two calls.',
  content: 'Look:',
  calls: [call(0, 'f', '{"a":1}'), call(1, 'team__spawn', '{oops')],
});

describe('a response', () => {
  it('is whole with all that clients read of it', () => {
    const asked = read({ input: '', instructions: 'Go.', metadata: { run: '7' }, max_output_tokens: 9, tools: TOOLS });
    expect(whole(asked, full)).toEqual({
      id: 'resp_a1',
      object: 'response',
      created_at: 1700000000,
      status: 'completed',
      background: false,
      error: null,
      incomplete_details: null,
      instructions: 'Go.',
      max_output_tokens: 9,
      metadata: { run: '7' },
      model: 'policy',
      output: [
        { type: 'reasoning', id: 'rs_a1', summary: [{ type: 'summary_text', text: 'Two calls.' }] },
        {
          type: 'message',
          id: 'msg_a1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Look:', annotations: [], logprobs: [] }],
        },
        {
          type: 'function_call',
          id: 'fc_a1_0',
          call_id: 'call_0',
          name: 'f',
          arguments: '{"a":1}',
          status: 'completed',
        },
        {
          type: 'function_call',
          id: 'fc_a1_1',
          call_id: 'call_1',
          name: 'spawn',
          namespace: 'team',
          arguments: '{oops',
          status: 'completed',
        },
      ],
      parallel_tool_calls: true,
      previous_response_id: null,
      reasoning: { effort: null, summary: null },
      store: true,
      temperature: null,
      text: { format: { type: 'text' } },
      tool_choice: 'auto',
      tools: [],
      top_p: null,
      truncation: 'disabled',
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 4 },
        output_tokens: 6,
        output_tokens_details: { reasoning_tokens: 2 },
        total_tokens: 16,
      },
    });
  });

  it('says that it was cut off, and which item was', () => {
    const cut = answerOf({ content: 'Half', finish: 'length' });
    expect(whole(read({ input: '' }), cut)).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ type: 'message', status: 'incomplete' }],
    });
    const calls = [call(0, 'f', '{}'), call(1, 'f', '{"a')];
    expect(whole(read({ input: '' }), answerOf({ calls, finish: 'length' })).output).toMatchObject([
      { status: 'completed' },
      { status: 'incomplete' },
    ]);
  });

  it('is an empty message where the model said nothing', () => {
    expect(whole(read({ input: '' }), answerOf()).output).toMatchObject([{ type: 'message', content: [{ text: '' }] }]);
    expect(whole(read({ input: '' }), answerOf({ reasoning: 'Hm.' })).output).toMatchObject([{ type: 'reasoning' }]);
  });

  it('names its reasoning for clients that keep the conversation themselves', () => {
    const asked = read({ input: '', include: ['reasoning.encrypted_content'] });
    expect(whole(asked, full).output[0]).toMatchObject({ encrypted_content: 'a1' });
  });

  it('has the logprobs of its tokens where they are asked for', () => {
    const asked = read({ input: '', include: ['message.output_text.logprobs'] });
    const answer = answerOf({
      content: 'é',
      logprobs: [
        { token: 'é', logprob: -0.5 },
        { token: '\ufffd', logprob: -1 },
      ],
    });
    const logprobs = [
      { token: 'é', logprob: -0.5, bytes: [195, 169], top_logprobs: [] },
      { token: '\ufffd', logprob: -1, bytes: [], top_logprobs: [] },
    ];
    expect(whole(asked, answer).output).toMatchObject([{ content: [{ logprobs }] }]);
    const deltas = streamed(asked, answer).filter(({ type }) => type === 'response.output_text.delta');
    expect(deltas.flatMap((delta) => delta['logprobs'])).toEqual(logprobs);
  });

  it('gives a tool with free text its text, and what the model wrote instead as it is', () => {
    const output = (text: string) =>
      whole(read({ input: '', tools: TOOLS }), answerOf({ calls: [call(0, 'patch', text)] })).output;
    const item = { type: 'custom_tool_call', call_id: 'call_0', name: 'patch', status: 'completed' };
    expect(output('{"input": "a\\nb"}')).toEqual([{ ...item, id: 'ctc_a1_0', input: 'a\nb' }]);
    expect(output('{"patch": "a"}')).toEqual([{ ...item, id: 'ctr_a1_0', input: '{"patch": "a"}' }]);
    expect(output('{"input": "a')).toEqual([{ ...item, id: 'ctr_a1_0', input: '{"input": "a' }]);
  });
});

describe('a streamed response', () => {
  const types = (answer: ModelAnswer, pieces?: readonly AnswerPiece[]) =>
    streamed(read({ input: '', tools: TOOLS }), answer, pieces).map(({ type }) => type.replace('response.', ''));

  it('adds each item, fills it and ends it, in order', () => {
    const answer = answerOf({ reasoning: 'Hm', content: 'So', calls: [call(0, 'f', '{}')] });
    expect(types(answer)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ]);
  });

  it('counts its events and names the item of each', () => {
    const events = streamed(read({ input: '', tools: TOOLS }), full);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, i) => i));
    const inItems = events.filter(({ item_id }) => item_id !== undefined);
    const ids = ['rs_a1', 'msg_a1', 'fc_a1_0', 'fc_a1_1'];
    expect(
      new Set(inItems.map(({ item_id, output_index }) => `${item_id as string} ${output_index as number}`)),
    ).toEqual(new Set(ids.map((id, i) => `${id} ${i}`)));
  });

  it('sends each piece as it comes', () => {
    const stream = responses.stream(read({ input: '', tools: TOOLS }));
    stream.start(full, 0);
    const deltas = piecesOf(full, 2).map((piece) => eventsOf(stream.piece(piece, 0)).at(-1)?.['delta']);
    expect(deltas).toEqual(piecesOf(full, 2).map((piece) => (piece.kind === 'call' ? undefined : piece.text)));
  });

  it('has in its items and in its last event what the whole response has', () => {
    const asked = read({ input: '', tools: TOOLS, include: ['reasoning.encrypted_content'] });
    for (const answer of [
      full,
      answerOf(),
      answerOf({ content: 'Half', finish: 'length' }),
      answerOf({ calls: [call(0, 'f', '{"a')], finish: 'length' }),
      answerOf({ calls: [call(0, 'patch', '{"input":"a"}'), call(1, 'patch', '"b"'), call(2, 'f', '')] }),
    ]) {
      const events = streamed(asked, answer);
      expect(doneItems(events)).toEqual(whole(asked, answer).output);
      expect(events.at(-1)).toMatchObject({
        type: answer.finish === 'length' ? 'response.incomplete' : 'response.completed',
        response: whole(asked, answer),
      });
    }
  });

  it('sends the text of a tool with free text when it is whole', () => {
    const events = streamed(read({ input: '', tools: TOOLS }), answerOf({ calls: [call(0, 'patch', '"b"')] }));
    expect(events.slice(2, -1)).toMatchObject([
      { type: 'response.output_item.added', item: { id: 'ctr_a1_0', input: '' } },
      { type: 'response.custom_tool_call_input.delta', item_id: 'ctr_a1_0', delta: '"b"' },
      { type: 'response.custom_tool_call_input.done', item_id: 'ctr_a1_0', input: '"b"' },
      { type: 'response.output_item.done', item: { id: 'ctr_a1_0', input: '"b"' } },
    ]);
  });

  it('begins another item for text behind a call, whose items together are the answer', () => {
    const answer = answerOf({ reasoning: 'ab', content: 'cd', calls: [call(0, 'f', '{}')] });
    const reasoning = (text: string): AnswerPiece => ({ kind: 'reasoning', text });
    const content = (text: string): AnswerPiece => ({ kind: 'content', text });
    const calls = piecesOf(answerOf({ calls: answer.calls }), 2);
    const pieces = [reasoning('a'), content('c'), reasoning('b'), ...calls, content('d')];
    const items = doneItems(streamed(read({ input: '' }), answer, pieces));
    expect(items.map(({ id }) => id)).toEqual(['rs_a1', 'msg_a1', 'rs_a1_1', 'fc_a1_0', 'msg_a1_1']);
    const expected = { reasoning: 'ab', content: 'cd', calls: answer.calls };
    expect(read({ input: items }).request.messages).toMatchObject([expected]);
    const references = items.map(({ id }) => ({ type: 'item_reference', id }));
    expect(read({ input: references }, [answer]).request.messages).toMatchObject([expected]);
  });

  it('fails as its clients read it: by a response that failed, or an error before it began', () => {
    const overflow = new Refusal('context-overflow', 'messages: too long', { param: 'messages' });
    const stream = responses.stream(read({ input: '' }));
    expect(eventsOf(stream.fail(overflow))).toMatchObject([
      { type: 'error', code: 'context_length_exceeded', message: 'input: too long', param: 'input' },
    ]);
    stream.start(full, 0);
    expect(eventsOf(stream.fail(overflow))).toMatchObject([
      {
        type: 'response.failed',
        response: { id: 'resp_a1', status: 'failed', error: { code: 'context_length_exceeded' } },
      },
    ]);
  });
});
