import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TAGS, type JsonValue } from '../../../src/base/index.js';
import { TOOL_CALL_ERRORS, parseToolCalls } from '../../../src/base/index.js';

/** Text made of the fragments that tool calls are made of, in any order. */
const fragments = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<tool_call>',
        '</tool_call>',
        '{',
        '}',
        '"',
        '\\',
        '\n',
        '"name"',
        ':',
        '"python"',
        '"arguments"',
        ',',
      ),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''));

const argument = fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<JsonValue>);
const name = fc.string({ minLength: 1 });
/** Text between calls: anything without the tags themselves. */
const prose = fc.string().map((text) => text.replaceAll('<', ''));

describe('parseToolCalls', () => {
  it('reads back every call that was written, whatever its arguments hold', () => {
    const calls = fc.array(fc.record({ name, arguments: argument, before: prose }), { maxLength: 5 });
    fc.assert(
      fc.property(calls, (written) => {
        const text = written
          .map(
            (call) =>
              `${call.before}${TAGS.toolCallStart}\n${JSON.stringify({ name: call.name, arguments: call.arguments })}\n${TAGS.toolCallEnd}`,
          )
          .join('');
        // Numbers that JavaScript writes otherwise than Python are there as text, too.
        const parsed = parseToolCalls(text).map((call) => ({ ...call, argumentsText: undefined }));
        expect(parsed).toEqual(
          written.map((call) => ({
            kind: 'call',
            name: call.name,
            arguments: JSON.parse(JSON.stringify(call.arguments)) as unknown,
          })),
        );
      }),
    );
  });

  it('reads back code that holds the tags of the protocol', () => {
    const code = fc
      .array(fc.oneof(fc.constantFrom(...Object.values(TAGS), '"', '\\', '\n'), fc.string()))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(code, (text) => {
        const call = JSON.stringify({ name: 'python', arguments: { code: text } });
        expect(parseToolCalls(`${TAGS.toolCallStart}${call}${TAGS.toolCallEnd}`)).toEqual([
          { kind: 'call', name: 'python', arguments: { code: text } },
        ]);
      }),
    );
  });

  it('answers any text: something for every block, and only known errors', () => {
    const errors = new Set<string>(Object.values(TOOL_CALL_ERRORS));
    fc.assert(
      fc.property(fragments, (text) => {
        const parsed = parseToolCalls(text);
        expect(parsed.length > 0).toBe(text.includes(TAGS.toolCallStart));
        expect(parsed.length).toBeLessThan(text.split(TAGS.toolCallStart).length);
        for (const call of parsed) {
          if (call.kind === 'invalid') expect(errors).toContain(call.error);
          else expect(call.name).not.toBe('');
        }
      }),
    );
  });

  it('finds a well-formed call after any text that has no open one', () => {
    fc.assert(
      fc.property(fragments, (before) => {
        const closed = before.replaceAll(TAGS.toolCallStart, '');
        const call = `${TAGS.toolCallStart}{"name": "f", "arguments": {}}${TAGS.toolCallEnd}`;
        expect(parseToolCalls(closed + call)).toEqual([{ kind: 'call', name: 'f', arguments: {} }]);
      }),
    );
  });
});
