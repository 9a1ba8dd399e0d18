import { describe, expect, it } from 'vitest';
import type { TemplateTool } from '../../../../../src/base/index.js';
import type { RequestMessage } from '../../../../../src/gateway/model-request.js';
import { callText } from '../../../rollout/conversation.js';
import { handSession, request, said, take, TOOL, user } from './hand-session.js';

/** Asks once, sends what `back` makes of the answer, and says how many turns the second request went on from. */
async function cameBack(
  text: string,
  back: (answer: Awaited<ReturnType<typeof take>>) => readonly RequestMessage[],
  tools: readonly TemplateTool[] = [TOOL],
) {
  const { session, requests } = handSession((_, __, drawn) => (drawn === 0 ? text : 'Bye.'));
  const first = await take(session, request([user('Hi')], { tools }));
  const second = await take(session, request([user('Hi'), ...back(first)], { tools }));
  return { isMatched: second.usage.cachedTokens > 0, session, requests, second };
}

const call = callText('python', { code: 'x = 1.50', b: { z: 1, a: [2] } });

describe('a request that comes back', () => {
  it.each([
    ['as it was', 'Hello\n there', true],
    ['with other line ends', 'Hello\r\n there', true],
    ['with white space at its end', 'Hello\n there \n', true],
    ['with white space at its start', ' Hello\n there', false],
    ['with other words', 'Hello\n  there', false],
    ['with nothing', '', false],
  ])('%s: is matched: %s', async (_, content, isMatched) => {
    expect((await cameBack('Hello\n there', () => [said(content), user('Go on.')])).isMatched).toBe(isMatched);
  });

  it.each([
    ['written otherwise', '{ "b": {"z": 1, "a": [2.0]}, "code": "x = 1.50" }', {}, true],
    ['with another argument', '{"code":"x = 1.5","b":{"z":1,"a":[2]}}', {}, false],
    ['with an argument more', '{"code":"x = 1.50","b":{"z":1,"a":[2]},"c":null}', {}, false],
    ['with another name', undefined, { name: 'Python' }, false],
    ['with another id', undefined, { id: 'call_1' }, false],
  ])('with its call %s: is matched: %s', async (_, args, other, isMatched) => {
    const came = await cameBack(call, ({ content, calls: [made] }) => {
      const sent = { ...made!, ...(args === undefined ? {} : { arguments: args }), ...other };
      return [said(content, { calls: [sent] }), { role: 'tool', callId: sent.id, content: '7' }];
    });
    expect(came.isMatched).toBe(isMatched);
  });

  it.each([
    ['filled in', '{}', '{"all":false,"at":[{"b":1,"a":2}]}', true],
    ['left out', '{"all":false,"at":[{"a":2,"b":1}]}', '{}', true],
    ['changed', '{}', '{"all":true}', false],
    ['given to an argument that has none', '{}', '{"path":false}', false],
  ])('with a default of its tool %s, %s to %s: is matched: %s', async (_, drawn, sent, isMatched) => {
    const properties = { all: { default: false }, at: { default: [{ a: 2, b: 1 }] }, path: {} };
    const tools = [{ ...TOOL, parameters: { type: 'object', properties } }];
    const text = `<tool_call>{"name": "python", "arguments": ${drawn}}</tool_call>`;
    const back = ({ content, calls: [made] }: Awaited<ReturnType<typeof take>>): readonly RequestMessage[] => [
      said(content, { calls: [{ ...made!, arguments: sent }] }),
      { role: 'tool', callId: made!.id, content: '7' },
    ];
    expect((await cameBack(text, back, tools)).isMatched).toBe(isMatched);
  });

  it('with arguments that are very deep: they are compared as they are written', async () => {
    const deep = `{"code": ${'['.repeat(600)}${']'.repeat(600)}}`;
    const text = `<tool_call>\n{"name": "python", "arguments": ${deep}}\n</tool_call>`;
    const back = (args: (text: string) => string) =>
      cameBack(text, ({ content, calls: [made] }) => [
        said(content, { calls: [{ ...made!, arguments: args(made!.arguments) }] }),
        { role: 'tool', callId: made!.id, content: '7' },
      ]);
    expect((await back((sent) => sent)).isMatched).toBe(true);
    expect((await back((sent) => `${sent} `)).isMatched).toBe(false);
  });

  it.each([
    ['without its thinking', undefined, true],
    ['with its thinking', 'Hm.\n', true],
    ['with other thinking', 'Hm!', false],
    ['with thinking that is empty', '', false],
  ])('%s: is matched: %s', async (_, reasoning, isMatched) => {
    const came = await cameBack('<think>\nHm.\n</think>\n\nHello', () => [
      said('Hello', { reasoning }),
      user('Go on.'),
    ]);
    expect(came.isMatched).toBe(isMatched);
  });

  it('branches where an earlier thinking differs, however much after it is alike', async () => {
    const { session } = handSession((_, __, drawn) => `<think>\n${drawn}\n</think>\n\nHello`);
    const history = [user('Hi'), said('Hello', { reasoning: '0' }), user('Again'), said('Hello', { reasoning: '1' })];
    await take(session, request([user('Hi')]));
    await take(session, request(history.slice(0, 3)));
    const whole = await take(session, request([...history, user('Bye')]));
    const edited = await take(
      session,
      request([history[0]!, said('Hello', { reasoning: '5' }), ...history.slice(2), user('Bye')]),
    );
    expect(whole.usage.cachedTokens).toBeGreaterThan(0);
    expect(edited.usage.cachedTokens).toBe(0);
  });
});

describe('of turns that were delivered alike', () => {
  const twice = async () => {
    const made = handSession(() => 'Yes.');
    const [first, second] = await Promise.all([1, 2].map(() => take(made.session, request([user('Hi')]))));
    return { ...made, first: first!, second: second! };
  };
  const parentOf = ({ session }: Awaited<ReturnType<typeof twice>>) => session.account().drawn.at(-1)!.parent;

  it('the one whose id came back is gone on from', async () => {
    const made = await twice();
    await take(made.session, request([user('Hi'), said('Yes.', { keys: [`msg_${made.second.id}`] }), user('Go on.')]));
    expect(parentOf(made)).toBe(made.second.id);
    expect(made.session.account().ties).toBe(1);
  });

  it('the one that the client names, where no id came back', async () => {
    const made = await twice();
    await take(made.session, request([user('Go on.')], { previousResponseId: made.second.id }));
    expect(parentOf(made)).toBe(made.second.id);
  });

  it('the lowest draw, where nothing says which', async () => {
    const made = await twice();
    await take(made.session, request([user('Hi'), said('Yes.'), user('Go on.')]));
    expect(parentOf(made)).toBe(made.first.id);
    await take(made.session, request([user('Hi'), said('Yes.'), user('Now')]));
    expect(made.session.account()).toMatchObject({ ties: 2, branches: 1, roots: 2 });
  });

  it('ids of calls tell them apart without a tie', async () => {
    const { session } = handSession(() => call);
    const [, second] = await Promise.all([1, 2].map(() => take(session, request([user('Hi')], { tools: [TOOL] }))));
    const result = { role: 'tool', callId: second!.calls[0]!.id, content: '7' } as const;
    await take(session, request([user('Hi'), said('', { calls: second!.calls }), result], { tools: [TOOL] }));
    expect(session.account()).toMatchObject({ ties: 0, branches: 0 });
    expect(session.account().drawn.at(-1)!.parent).toBe(second!.id);
  });
});

describe('a request that names the response that it goes on from', () => {
  it('has the messages of that response before its own, system messages too, and not its instructions', async () => {
    const { session, requests } = handSession((_, __, drawn) => `Answer ${drawn}.`);
    const system = { role: 'system', content: 'Be kind.' } as const;
    const first = await take(session, request([system, user('Hi')], { instructions: 'Be brief.' }));
    await take(session, request([user('Bye')], { previousResponseId: first.id, instructions: 'Be brief.' }));
    await take(session, request([user('Bye')], { previousResponseId: first.id }));
    const read = requests.map(({ conversation }) => conversation!.messages.map(({ content }) => content));
    expect(read).toEqual([
      ['Be brief.\n\nBe kind.', 'Hi'],
      ['Be brief.\n\nBe kind.', 'Hi', 'Answer 0.', 'Bye'],
      ['Be kind.', 'Hi', 'Answer 0.', 'Bye'],
    ]);
    expect(session.account()).toMatchObject({ roots: 2, branches: 0 });
  });

  it('is refused where the response was not stored, which is matched all the same', async () => {
    const { session } = handSession(() => 'Yes.');
    const { id } = await take(session, request([user('Hi')], { store: false }));
    expect(session.lookUp(id)).toBeUndefined();
    await expect(take(session, request([user('Go on.')], { previousResponseId: id }))).rejects.toMatchObject({
      code: 'not-found',
      details: { param: 'previous_response_id' },
    });
    const next = await take(session, request([user('Hi'), said('Yes.'), user('Go on.')]));
    expect(next.usage.cachedTokens).toBeGreaterThan(0);
    expect(session.lookUp(next.id)).toMatchObject({ content: 'Yes.' });
    expect(session.lookUp('0')).toBeUndefined();
  });
});
