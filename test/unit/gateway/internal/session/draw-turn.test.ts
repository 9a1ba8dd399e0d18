import { describe, expect, it } from 'vitest';
import { completed, tokenizer } from '../../../rollout/conversation.js';
import { collecting, handSession, request, said, take, TOOL, user } from './hand-session.js';

const call = (code: string) => `<tool_call>{"name": "python", "arguments": {"code": "${code}"}}</tool_call>`;
const tools = [TOOL];

describe('a turn that was cut off', () => {
  const text = call('1') + call('22');
  const most = tokenizer.encode(text.slice(0, text.indexOf('22') + 1)).length;

  it('has the calls that its client saw begin, and they are not made', async () => {
    const { session } = handSession(() => text);
    const listener = collecting();
    const { finish, calls } = await take(session, request([user('Hi')], { tools, maxTokens: most }), { listener });
    expect(finish).toBe('length');
    expect(calls.map((one) => one.arguments)).toEqual(['{"code": "1"}', '{"code": "2']);
    const streamed = listener.pieces.flatMap((piece) =>
      piece.kind === 'arguments' ? [[piece.index, piece.text]] : [],
    );
    expect(calls.map((_, i) => streamed.flatMap(([index, part]) => (index === i ? [part] : [])).join(''))).toEqual(
      calls.map((one) => one.arguments),
    );
    expect(completed(await session.close())).toMatchObject({ finishReason: 'length', turns: [{ toolCalls: [] }] });
  });

  it('goes on where its client makes a whole one of them anyway', async () => {
    const { session, requests } = handSession((_, __, drawn) => (drawn === 0 ? text : 'Done.'));
    const { content, calls } = await take(session, request([user('Hi')], { tools, maxTokens: most }));
    const result = { role: 'tool', callId: calls[0]!.id, content: '7' } as const;
    await take(session, request([user('Hi'), said(content, { calls }), result], { tools }));
    expect(tokenizer.decode(requests[1]!.tokens)).toContain('7');
    const { turns, branches } = completed(await session.close());
    expect(branches).toBeUndefined();
    expect(turns.map(({ toolCalls }) => toolCalls.map(({ response }) => response.text))).toEqual([['7'], []]);
  });
});
