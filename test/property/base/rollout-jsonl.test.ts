import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseRollout,
  stringifyRollout,
  type JsonValue,
  type Rollout,
  type TokenTrace,
} from '../../../src/base/index.js';

/** Any text JSON can hold: lone surrogates too, which a policy's output may be cut at. */
const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) });
// JSON has no negative zero.
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const logprob = fc.float({ noNaN: true, noDefaultInfinity: true, max: 0 }).map((value) => value + 0);

const trace: fc.Arbitrary<TokenTrace> = fc
  .array(fc.tuple(fc.nat({ max: 2 ** 31 - 1 }), logprob, fc.constantFrom(0, 1)))
  .chain((tokens) =>
    fc.record(
      {
        ids: fc.constant(Int32Array.from(tokens, ([id]) => id)),
        logprobs: fc.constant(Float32Array.from(tokens, ([, value]) => value)),
        responseMask: fc.constant(Uint8Array.from(tokens, ([, , mask]) => mask)),
        promptLength: fc.nat({ max: tokens.length }),
        weightVersions: text.map((version) => (tokens.length === 0 ? [] : [{ version, start: 0, end: tokens.length }])),
      },
      { requiredKeys: ['ids', 'logprobs', 'responseMask', 'promptLength'] },
    ),
  );

const toolCall = fc.record({
  id: text,
  name: text,
  arguments: json,
  response: fc.record(
    { text, isError: fc.boolean(), durationMs: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }) },
    { requiredKeys: ['text', 'isError'] },
  ),
});

const path = {
  prompt: fc.array(fc.record({ role: fc.constantFrom('system' as const, 'user', 'assistant', 'tool'), content: text })),
  turns: fc.array(fc.record({ text, toolCalls: fc.array(toolCall) })),
  finishReason: fc.constantFrom('stop' as const, 'length', 'max-turns', 'time-limit'),
  tokens: trace,
};
const agent = fc.record({ id: text, parentId: text }, { requiredKeys: ['id'] });

const rollout: fc.Arbitrary<Rollout> = fc.record(
  {
    id: text,
    groupId: text,
    ...path,
    branches: fc.array(fc.record({ ...path, agent }, { requiredKeys: ['prompt', 'turns', 'finishReason'] }), {
      maxLength: 2,
    }),
    reward: finite,
    metadata: fc.dictionary(text, json),
  },
  { requiredKeys: ['id', 'groupId', 'prompt', 'turns', 'finishReason'] },
);

describe('rollout JSONL', () => {
  it('reads back any rollout exactly as it was written', () => {
    fc.assert(
      fc.property(rollout, (value) => {
        expect(parseRollout(stringifyRollout(value))).toEqual(value);
      }),
    );
  });

  it('writes any rollout on one line', () => {
    fc.assert(
      fc.property(rollout, (value) => {
        expect(stringifyRollout(value)).not.toMatch(/[\r\n]/);
      }),
    );
  });

  it('writes what it read', () => {
    fc.assert(
      fc.property(rollout, (value) => {
        const line = stringifyRollout(value);
        expect(stringifyRollout(parseRollout(line))).toBe(line);
      }),
    );
  });
});
