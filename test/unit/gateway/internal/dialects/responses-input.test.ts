import { describe, expect, it } from 'vitest';
import { answerOf, read, refusalOf } from './responses-answers.js';

const messagesOf = (...input: readonly object[]) => read({ input }).request.messages;

describe('the items of a request', () => {
  it('are messages of every role, as texts or as parts', () => {
    expect(
      messagesOf(
        { role: 'developer', content: 'Be brief.' },
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'a' },
            { type: 'input_text', text: 'b' },
          ],
        },
        { role: 'assistant', content: 'c', phase: 'final_answer' },
        { role: 'system', content: [{ type: 'input_text', text: 'd' }] },
        { type: 'message', role: 'assistant', id: 'msg_x', content: [{ type: 'refusal', refusal: 'No.' }] },
      ),
    ).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'ab' },
      { role: 'assistant', content: 'c', calls: [] },
      { role: 'system', content: 'd' },
      { role: 'assistant', content: 'No.', keys: ['msg_x'] },
    ]);
  });

  it('of one answer are one message', () => {
    expect(
      messagesOf(
        { type: 'reasoning', id: 'rs_a1', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'a1' },
        { type: 'message', id: 'msg_a1', role: 'assistant', content: [{ type: 'output_text', text: 'Look.' }] },
        { type: 'function_call', id: 'fc_a1_0', call_id: 'c0', name: 'f', arguments: '{}' },
        { type: 'function_call', call_id: 'c1', name: 'spawn', namespace: 'team', arguments: '{oops' },
        { type: 'custom_tool_call', call_id: 'c2', name: 'patch', input: 'a"b' },
        { type: 'function_call_output', call_id: 'c0', output: 'x' },
        { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: 'y' }] },
        { type: 'custom_tool_call_output', call_id: 'c2', output: 'z' },
      ),
    ).toEqual([
      {
        role: 'assistant',
        reasoning: 'Hm.',
        content: 'Look.',
        calls: [
          { id: 'c0', name: 'f', arguments: '{}' },
          { id: 'c1', name: 'team__spawn', arguments: '{oops' },
          { id: 'c2', name: 'patch', arguments: '{"input":"a\\"b"}' },
        ],
        keys: ['rs_a1', 'msg_a1', 'fc_a1_0'],
      },
      { role: 'tool', callId: 'c0', content: 'x' },
      { role: 'tool', callId: 'c1', content: 'y' },
      { role: 'tool', callId: 'c2', content: 'z' },
    ]);
  });

  it('of one answer are one message where each call stands beside its result', () => {
    expect(
      messagesOf(
        { type: 'function_call', id: 'fc_a1_0', call_id: 'c0', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c0', output: 'x' },
        { type: 'function_call', id: 'fc_a1_1', call_id: 'c1', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'y' },
        { type: 'function_call', id: 'fc_a2_0', call_id: 'c2', name: 'f', arguments: '{}' },
      ),
    ).toMatchObject([
      { role: 'assistant', calls: [{ id: 'c0' }, { id: 'c1' }] },
      { role: 'tool', callId: 'c0' },
      { role: 'tool', callId: 'c1' },
      { role: 'assistant', calls: [{ id: 'c2' }] },
    ]);
  });

  it('of other services are told apart by their order: every item has an id of its own there', () => {
    expect(
      messagesOf(
        { type: 'reasoning', id: 'rs_0b1', summary: [] },
        { role: 'assistant', id: 'msg_0b2', content: 'One' },
        { role: 'assistant', id: 'msg_0b3', content: 'Two' },
      ),
    ).toMatchObject([
      { content: 'One', reasoning: undefined, keys: ['rs_0b1', 'msg_0b2'] },
      { content: 'Two', keys: ['msg_0b3'] },
    ]);
  });

  it('give the reasoning itself where there is both that and a summary', () => {
    const item = { type: 'reasoning', id: 'rs_a1', summary: [{ type: 'summary_text', text: 'Short' }] };
    expect(messagesOf({ ...item, content: [{ type: 'reasoning_text', text: 'Long' }] })).toMatchObject([
      { reasoning: 'Long' },
    ]);
    expect(messagesOf({ ...item, content: null })).toMatchObject([{ reasoning: 'Short' }]);
  });

  it('are named by what is encrypted, where the client took their ids away', () => {
    expect(messagesOf({ type: 'reasoning', summary: [], encrypted_content: 'a1' })).toMatchObject([
      { keys: ['rs_a1'] },
    ]);
  });

  it('may refer to items of answers that are stored', () => {
    const answer = answerOf({
      reasoning: 'Hm.',
      content: 'Look.',
      calls: [{ id: 'c0', name: 'f', arguments: '{"a":1}' }],
    });
    const input = ['rs_a1', 'msg_a1', 'fc_a1_0'].map((id) => ({ type: 'item_reference', id }));
    expect(read({ input }, [answer]).request.messages).toEqual([
      {
        role: 'assistant',
        reasoning: 'Hm.',
        content: 'Look.',
        calls: answer.calls,
        keys: ['rs_a1', 'msg_a1', 'fc_a1_0'],
      },
    ]);
  });

  it.each(['msg_a2', 'constructor_a1', 'fc_a1_1', 'fc_a1', 'resp_a1', 'a1', ''])(
    'are not found where nothing has such an id: %j',
    (id) => {
      expect(
        refusalOf({ input: [{ type: 'item_reference', id }] }, [
          answerOf({ content: 'x', calls: [{ id: 'c0', name: 'f', arguments: '{}' }] }),
        ]),
      ).toMatchObject({
        code: 'not-found',
        param: 'input[0].id',
      });
    },
  );

  it.each([
    [{ role: 'tool', content: 'a' }, 'input[0].role'],
    [{ content: 'a' }, 'input[0].role'],
    [{ role: 'user' }, 'input[0].content'],
    [{ role: 'user', content: [{ type: 'input_image', image_url: 'data:…' }] }, 'input[0].content[0].type'],
    [{ role: 'user', content: [{ type: 'input_file', file_id: 'a' }] }, 'input[0].content[0].type'],
    [{ role: 'user', content: [{ type: 'input_text' }] }, 'input[0].content[0].text'],
    [{ role: 'user', content: ['a'] }, 'input[0].content[0]'],
    [{ role: 'user', content: 'a', id: 5 }, 'input[0].id'],
    [{ type: 'function_call', name: 'f', arguments: '{}' }, 'input[0].call_id'],
    [{ type: 'function_call', call_id: 'c', name: 'f', arguments: {} }, 'input[0].arguments'],
    [{ type: 'custom_tool_call', call_id: 'c', name: 'f' }, 'input[0].input'],
    [{ type: 'function_call_output', call_id: 'c', output: { a: 1 } }, 'input[0].output'],
    [{ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image' }] }, 'input[0].output[0].type'],
    [{ type: 'reasoning', summary: [{ type: 'summary_text' }] }, 'input[0].summary[0].text'],
    [{ type: 'item_reference' }, 'input[0].id'],
    [{ type: 'local_shell_call', call_id: 'c' }, 'input[0].type'],
    [{ type: 'computer_call', call_id: 'c' }, 'input[0].type'],
    [{ type: 'web_search_call', id: 'ws_1' }, 'input[0].type'],
    [{ type: 'compaction', encrypted_content: 'a' }, 'input[0].type'],
    [{ type: 5 }, 'input[0].type'],
  ])('are refused by the name of what is wrong: %j', (item, param) => {
    expect(refusalOf({ input: [item] })).toMatchObject({ code: 'invalid-request', param });
  });
});
