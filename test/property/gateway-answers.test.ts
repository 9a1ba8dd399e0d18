import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParsedToolCall } from '../../src/base/index.js';
import type { AnswerPiece } from '../../src/gateway/internal/model-answer.js';
import { AnswerReader, readAnswer } from '../../src/gateway/internal/session/answer-reader.js';
import { QWEN_CHAT, turnMarks } from '../../src/rollout/internal/index.js';
import { THINKING } from '../../src/rollout/tool-calls/internal/index.js';
import { TOOL_CALL_FORMATS } from '../../src/rollout/tool-calls/tool-call-formats.js';

const tools = ['f', 'g'].map((name) => ({
  name,
  description: '',
  parameters: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string' } } },
}));

const argumentTexts = [
  '{}',
  '{"a": 1}',
  '{"b": "x"}',
  '{"a":-2,"b":"say \\"}\\" and \\\\"}',
  '{"b": "</tool_call> [TOOL_CALLS] </function> <tool_call>"}',
  '{"c": {"d": [1.0, [], {}]}, "b": "é"}',
];
const brokenTexts = ['{"a": oops}', '{"a": 1', '"{}"', '', '{"a": 1}}', '{"a": 1} {', '[1]'];
const words = ['So. ', ' ', '\n', '\n\n', '{', '}', '"', '<', '"name": "f"', ']', '[', ';', 'é', '{"a', '`', 'x'];
const marks = ['<think>', '</think>', '<thinking>', '</thinking>', '<tool_call>', '</tool_call>', '<think'];

/** Turns of a format: calls as models write them, whole, cut and broken, with words and marks between them. */
function turns(format: (typeof TOOL_CALL_FORMATS)[number]): fc.Arbitrary<string> {
  const call = fc.record({
    name: fc.constantFrom('f', 'g', 'h'),
    arguments: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...argumentTexts) }, fc.constantFrom(...brokenTexts)),
  });
  const written = fc.array(call, { minLength: 1, maxLength: 3 }).map((calls) => format.write!('', calls));
  const cutWritten = fc.tuple(written, fc.nat(), fc.nat()).map(([text, a, b]) => {
    const [from, to] = [a % (text.length + 1), b % (text.length + 1)];
    return text.slice(Math.min(from, to), Math.max(from, to));
  });
  const replaced = fc
    .tuple(written, fc.nat(), fc.constantFrom(...words, ...marks))
    .map(([text, at, piece]) => text.slice(0, at % (text.length + 1)) + piece + text.slice(at % (text.length + 1)));
  const part = fc.oneof(
    { weight: 4, arbitrary: written },
    { weight: 2, arbitrary: cutWritten },
    { weight: 2, arbitrary: replaced },
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 2, arbitrary: fc.constantFrom(...marks, ...(format.marks ?? [])) },
  );
  return fc.array(part, { maxLength: 7 }).map((parts) => parts.join(''));
}

/** An answer put together from its pieces, which must come as clients need them. */
function joined(pieces: readonly AnswerPiece[]) {
  const answer = { reasoning: '', content: '', calls: [] as { id: string; name: string; arguments: string }[] };
  for (const piece of pieces)
    if (piece.kind === 'call') {
      expect(piece.index).toBe(answer.calls.length);
      answer.calls.push({ id: piece.id, name: piece.name, arguments: '' });
    } else if (piece.kind === 'arguments') {
      expect(piece.index).toBe(answer.calls.length - 1);
      answer.calls[piece.index]!.arguments += piece.text;
    } else answer[piece.kind] += piece.text;
  return answer;
}

/** What a turn says after the thinking at its start. */
function speechOf(text: string, thinkingEnd: string | undefined): string {
  const words = text.trimStart();
  const [open, close] =
    thinkingEnd === undefined ? (THINKING.marks.find(([mark]) => words.startsWith(mark)) ?? []) : ['', thinkingEnd];
  if (close === undefined) return text;
  const [, ...speech] = (thinkingEnd === undefined ? words.slice(open!.length) : text).split(close);
  return speech.join(close);
}

const made = (calls: readonly ParsedToolCall[]) =>
  calls.flatMap((call) => (call.kind === 'call' ? [[call.name, call.arguments]] : []));

describe.each(TOOL_CALL_FORMATS.map((format) => [format.name, format] as const))(
  'answers in the format %s',
  (_, format) => {
    const own = turnMarks({ ...QWEN_CHAT, toolCallFormat: format });
    const options = { marks: own, tools, idOf: (index: number) => `call_${index}` };

    it('are the same in whatever pieces they come, and say what the format reads', () => {
      fc.assert(
        fc.property(
          turns(format),
          fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
          fc.boolean(),
          fc.boolean(),
          (text, sizes, isOpened, isCut) => {
            const thinkingEnd = isOpened ? '</think>' : undefined;
            const reader = new AnswerReader({ ...options, thinkingEnd });
            const pieces: AnswerPiece[] = [];
            for (let at = 0; at < text.length;)
              pieces.push(...reader.add(text.slice(at, (at += sizes.next().value as number))));
            const end = reader.end(isCut);
            const whole = readAnswer(text, isCut, { ...options, thinkingEnd });
            expect(end.read).toEqual(whole);
            const { reasoning = '', content, calls } = whole;
            expect(joined([...pieces, ...end.pieces])).toEqual({ reasoning, content, calls });
            expect(whole.parsed.calls).toHaveLength(calls.length);
            for (const [i, call] of whole.parsed.calls.entries())
              if (call.kind === 'call') {
                expect(calls[i]!.name).toBe(call.name);
                expect(JSON.parse(calls[i]!.arguments)).toEqual(call.arguments);
              } else expect(call.raw.endsWith(calls[i]!.arguments.trimEnd())).toBe(true);
            if (isCut) return;
            const read = own.read(speechOf(text, thinkingEnd), tools).calls;
            expect(made(whole.parsed.calls)).toEqual(made(read));
            expect(whole.parsed.calls.length + whole.nameless.length).toBe(read.length);
          },
        ),
        { numRuns: Number(process.env['GATEWAY_ANSWERS'] ?? 300) },
      );
    });
  },
);
