import { describe, expect, it } from 'vitest';
import { DatasetError, parseRollout, stringifyRollout, type Rollout } from '../../../src/base/index.js';

const rollout: Rollout = {
  id: 'g/0',
  groupId: 'g',
  prompt: [{ role: 'user', content: 'What is 6 * 7?' }],
  turns: [
    {
      text: '<tool_call>…</tool_call>',
      toolCalls: [
        {
          id: 'g/0/0/0',
          name: 'python',
          arguments: { code: 'print(6 * 7)' },
          response: { text: '42', isError: false, durationMs: 3 },
        },
      ],
    },
  ],
  finishReason: 'stop',
  tokens: {
    ids: Int32Array.of(1, 2, 3),
    logprobs: Float32Array.of(0, -0.1, -2.5),
    entropies: Float32Array.of(0, 0.3, 1.7),
    responseMask: Uint8Array.of(0, 1, 1),
    promptLength: 1,
    weightVersions: [
      { version: 'step-3', start: 1, end: 2 },
      { version: 'step-4', start: 2, end: 3 },
    ],
  },
  reward: 1,
  metadata: { truth: 42 },
};

type Plain = Record<string, unknown> & { tokens: Record<string, unknown>; turns: Record<string, unknown>[] };

/** The record with one thing changed, as a line. */
function line(change: (record: Plain) => void): string {
  const record = JSON.parse(stringifyRollout(rollout)) as Plain;
  change(record);
  return JSON.stringify(record);
}

describe('rollout JSONL', () => {
  it('writes one line and reads it back unchanged, typed arrays included', () => {
    const written = stringifyRollout(rollout);
    expect(written).not.toContain('\n');
    expect(parseRollout(written)).toEqual(rollout);
  });

  it('reads a rollout that has only what it must have', () => {
    const bare: Rollout = { id: '', groupId: '', prompt: [], turns: [], finishReason: 'length' };
    expect(parseRollout(stringifyRollout(bare))).toEqual(bare);
  });

  it('keeps what a policy wrote, a key named __proto__ and deep nesting included', () => {
    const args = JSON.parse(`{"__proto__": 1, "a": ${'['.repeat(1000)}${']'.repeat(1000)}}`) as { a: [] };
    const [turn] = rollout.turns;
    const odd = { ...rollout, turns: [{ ...turn!, toolCalls: [{ ...turn!.toolCalls[0]!, arguments: args }] }] };
    const read = parseRollout(stringifyRollout(odd));
    expect(JSON.stringify(read.turns[0]!.toolCalls[0]!.arguments)).toBe(JSON.stringify(args));
  });

  it.each([
    [{ ...rollout, reward: NaN }, 'rollout "g/0": reward: expected a finite number, got NaN'],
    [
      { ...rollout, tokens: { ...rollout.tokens!, logprobs: Float32Array.of(0, -Infinity, 0) } },
      'rollout "g/0": tokens.logprobs.1: expected a finite number, got -Infinity',
    ],
    [
      { ...rollout, tokens: { ...rollout.tokens!, entropies: Float32Array.of(0, 0, NaN) } },
      'rollout "g/0": tokens.entropies.2: expected a finite number, got NaN',
    ],
  ])('refuses to write a number that JSON cannot hold', (bad, message) => {
    expect(() => stringifyRollout(bad)).toThrow(new RangeError(message));
  });

  it.each<[string, string, string]>([
    ['text', '{"id": ', 'x.jsonl:3: not JSON'],
    ['another type', '3', 'x.jsonl:3: record: '],
    ['no id', line((record) => delete record['id']), 'x.jsonl:3: id: '],
    ['an unknown field', line((record) => (record['extra'] = 1)), 'x.jsonl:3: record: '],
    [
      'an unknown role',
      line((record) => (record['prompt'] = [{ role: 'robot', content: '' }])),
      'x.jsonl:3: prompt.0.role: ',
    ],
    ['an unknown end', line((record) => (record['finishReason'] = 'tired')), 'x.jsonl:3: finishReason: '],
    [
      'a call without arguments',
      line((record) => (record.turns[0]!['toolCalls'] = [{ id: '', name: '', response: { text: '', isError: true } }])),
      'x.jsonl:3: turns.0.toolCalls.0.arguments: ',
    ],
    ['a fractional id', line((record) => (record.tokens['ids'] = [1.5, 2, 3])), 'x.jsonl:3: tokens.ids.0: '],
    ['a negative id', line((record) => (record.tokens['ids'] = [-1, 2, 3])), 'x.jsonl:3: tokens.ids.0: '],
    [
      'another mask',
      line((record) => (record.tokens['responseMask'] = [0, 1, 2])),
      'x.jsonl:3: tokens.responseMask.2: ',
    ],
    ['a null logprob', line((record) => (record.tokens['logprobs'] = [0, null, 0])), 'x.jsonl:3: tokens.logprobs.1: '],
    [
      'arrays of other lengths',
      line((record) => (record.tokens['logprobs'] = [0])),
      'x.jsonl:3: tokens: expected ids, logprobs, responseMask and entropies of equal length',
    ],
    [
      'too long a prompt',
      line((record) => (record.tokens['promptLength'] = 4)),
      'x.jsonl:3: tokens: expected promptLength to be at most the number of tokens',
    ],
    [
      'spans of weights that overlap',
      line((record) => {
        const span = (start: number) => ({ version: 'v', start, end: 3 });
        record.tokens['weightVersions'] = [span(1), span(2)];
      }),
      'x.jsonl:3: tokens: expected weightVersions to be ascending spans of the tokens, without overlap',
    ],
    ['metadata that is a list', line((record) => (record['metadata'] = [])), 'x.jsonl:3: metadata: expected an object'],
  ])('refuses a line with %s, naming the field', (_name, text, message) => {
    let error: unknown;
    try {
      parseRollout(text, 'x.jsonl:3');
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(DatasetError);
    expect((error as Error).message.startsWith(message)).toBe(true);
    expect((error as Error).cause).toBeInstanceOf(Error);
  });
});
