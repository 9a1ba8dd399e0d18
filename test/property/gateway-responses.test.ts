import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelAnswer } from '../../src/gateway/internal/model-answer.js';
import type { RequestMessage } from '../../src/gateway/model-request.js';
import { normalForm, normalText } from '../../src/gateway/internal/session/normal-form.js';
import { piecesOf } from '../unit/gateway/internal/dialects/answer-samples.js';
import {
  answerOf,
  doneItems,
  read,
  streamed,
  TOOLS,
  whole,
  type Item,
} from '../unit/gateway/internal/dialects/responses-answers.js';

/** What sessions compare of a message where no tool has defaults. */
const formOf = (message: RequestMessage) => normalForm(message, new Map());

const asked = read({ input: '', tools: TOOLS, include: ['reasoning.encrypted_content'] });
const text = fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constant('a\r\nb \n'));
const json = fc.oneof(
  fc.object({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
  fc.string({ unit: 'grapheme' }).map((input) => JSON.stringify({ input })),
  fc.constantFrom('{oops', '', '[1]', '{"input": 5}', '{ "input" : "a" , "b": 1 }'),
);

/** What a model may have answered, several times in a conversation. */
const conversation = fc.array(
  fc.record({
    reasoning: fc.option(text, { nil: undefined }),
    content: text,
    calls: fc.array(fc.record({ name: fc.constantFrom('f', 'team__spawn', 'patch'), text: json }), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);

function answersOf(
  turns: readonly (typeof conversation extends fc.Arbitrary<(infer T)[]> ? T : never)[],
): ModelAnswer[] {
  return turns.map(({ reasoning, content, calls }, i) =>
    answerOf({
      id: `a${i}`,
      reasoning,
      content,
      calls: calls.map(({ name, text: written }, index) => ({ id: `call_${i}_${index}`, name, arguments: written })),
    }),
  );
}

/** A way in which a client gives back what was delivered. */
type Way = (items: readonly Item[]) => readonly object[];
const reference = ({ id }: Item) => ({ type: 'item_reference', id });
const withoutId = (item: Item) => ({ ...item, id: undefined, status: undefined });
const easy = (item: Item) =>
  item.type === 'message'
    ? { role: 'assistant', content: (item['content'] as { text: string }[]).map((part) => part.text).join('') }
    : item;
const WAYS: Readonly<Record<string, Way>> = {
  'every item as it came (openai, Codex)': (items) => items,
  'a reference for every item': (items) => items.map(reference),
  'references, and calls without ids (AI SDK)': (items) =>
    items.map((item) => (item.type === 'function_call' ? withoutId(item) : reference(item))),
  'items without ids, texts as messages (AI SDK that stores nothing)': (items) =>
    items.map((item) => (item.id.startsWith('ctr_') ? item : withoutId(easy(item) as Item))),
  'reasoning left out': (items) => items.filter(({ type }) => type !== 'reasoning').map(easy),
};

function check(answers: readonly ModelAnswer[], itemsOf: (answer: ModelAnswer) => readonly Item[], way: Way): void {
  const input: object[] = [{ role: 'user', content: 'Go' }];
  const expected: RequestMessage[] = [{ role: 'user', content: 'Go' }];
  for (const answer of answers) {
    input.push(...way(itemsOf(answer)));
    const { content, reasoning, calls } = answer;
    expected.push({ role: 'assistant', content, reasoning, calls });
    for (const { id } of calls) {
      input.push({ type: 'function_call_output', call_id: id, output: 'done' });
      expected.push({ role: 'tool', callId: id, content: 'done' });
    }
    if (calls.length > 0) continue;
    input.push({ role: 'user', content: 'More' });
    expected.push({ role: 'user', content: 'More' });
  }
  const { messages } = read({ input }, answers).request;
  expect(messages.map(formOf)).toEqual(expected.map(formOf));
  for (const [i, message] of messages.entries()) {
    if (message.role !== 'assistant' || message.reasoning === undefined) continue;
    const delivered = expected[i] as typeof message;
    expect(normalText(message.reasoning)).toBe(normalText(delivered.reasoning ?? ''));
  }
}

describe.each(Object.entries(WAYS))('an answer that comes back: %s', (name, way) => {
  // Reasoning alone is left out with its answer.
  const says = ({ content, calls }: ModelAnswer) => name !== 'reasoning left out' || content !== '' || calls.length > 0;

  it('is read as it was delivered whole', () => {
    fc.assert(
      fc.property(conversation, (turns) => {
        check(answersOf(turns).filter(says), (answer) => whole(asked, answer).output, way);
      }),
    );
  });

  it('is read as it was streamed, in whatever pieces', () => {
    fc.assert(
      fc.property(conversation, fc.integer({ min: 1, max: 5 }), (turns, length) => {
        const items = (answer: ModelAnswer) => doneItems(streamed(asked, answer, piecesOf(answer, length)));
        check(answersOf(turns).filter(says), items, way);
      }),
    );
  });
});

describe('an answer that is gone on from', () => {
  it('is named by its response', () => {
    const { id } = whole(asked, answerOf());
    expect(read({ input: 'More', previous_response_id: id }).request).toMatchObject({
      previousResponseId: 'a1',
      messages: [{ role: 'user', content: 'More' }],
    });
  });
});
