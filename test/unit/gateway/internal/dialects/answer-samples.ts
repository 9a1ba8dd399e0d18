import fc from 'fast-check';
import type { AnswerPiece, ModelAnswer } from '../../../../../src/gateway/internal/model-answer.js';
import { Refusal } from '../../../../../src/gateway/internal/refusal.js';
import type { Dialect, HttpCall, ReadCall } from '../../../../../src/gateway/internal/dialects/dialect.js';

/** An answer that says hello, with changes. */
export function answerOf(changes: Partial<ModelAnswer> = {}): ModelAnswer {
  return {
    id: 'a1b2',
    created: 1_700_000_000,
    model: 'policy',
    promptTokens: 10,
    reasoning: undefined,
    content: 'Hello.',
    calls: [],
    finish: 'stop',
    usage: { promptTokens: 10, cachedTokens: 4, completionTokens: 6, reasoningTokens: 2 },
    ...changes,
  };
}

const text = fc.string({ unit: 'binary', maxLength: 40 });

/** Answers with thinking, text and calls; some arguments are no object, or no JSON. */
export const anyAnswer: fc.Arbitrary<ModelAnswer> = fc
  .record({
    reasoning: fc.option(text, { nil: undefined }),
    content: text,
    arguments: fc.array(
      fc.oneof(
        fc.json(),
        fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
        text,
      ),
      {
        maxLength: 3,
      },
    ),
  })
  .map(({ reasoning, content, arguments: texts }) =>
    answerOf({
      reasoning,
      content,
      calls: texts.map((args, i) => ({ id: `call_a1b2${i}`, name: `tool_${i}`, arguments: args })),
      finish: texts.length > 0 ? 'tool-calls' : 'stop',
    }),
  );

/** The pieces of an answer, none longer than `size`. */
export function piecesOf({ reasoning = '', content, calls }: ModelAnswer, size: number): AnswerPiece[] {
  return [
    ...cut(reasoning, size).map((part) => ({ kind: 'reasoning', text: part }) as const),
    ...cut(content, size).map((part) => ({ kind: 'content', text: part }) as const),
    ...calls.flatMap(({ id, name, arguments: args }, index): AnswerPiece[] => [
      { kind: 'call', index, id, name },
      ...cut(args, size).map((part) => ({ kind: 'arguments', index, text: part }) as const),
    ]),
  ];
}

function cut(whole: string, size: number): string[] {
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, i) => whole.slice(i * size, (i + 1) * size));
}

/** A server-sent event. */
export interface SentEvent {
  readonly event: string | undefined;
  readonly data: string;
}

/** Streams answers to the end, one after the other. @returns The events. */
export function streamed<T>(
  dialect: Dialect<T>,
  call: ReadCall<T>,
  answers: readonly ModelAnswer[],
  size = 3,
): SentEvent[] {
  const writer = dialect.stream(call);
  const parts: string[] = answers.map((answer, choice) => writer.start(answer, choice));
  for (const [choice, answer] of answers.entries()) {
    for (const piece of piecesOf(answer, size)) parts.push(writer.piece(piece, choice));
    parts.push(writer.end(answer, choice));
  }
  parts.push(writer.close(answers));
  return eventsOf(parts.join(''));
}

/** Reads server-sent events, as clients do. */
export function eventsOf(sent: string): SentEvent[] {
  return sent
    .split('\n\n')
    .filter((lines) => lines !== '')
    .map((lines) => {
      const fields = lines.split('\n').map((line) => /^(event|data): (.*)$/s.exec(line)!.slice(1) as [string, string]);
      return { event: undefined, data: '', ...Object.fromEntries(fields) };
    });
}

/** Reads a body with no headers. */
export function readBody<T>(dialect: Dialect<T>, body: unknown, headers: HttpCall['headers'] = {}): ReadCall<T> {
  return dialect.read({ body, headers }, () => undefined);
}

/** @returns The refusal of a body. @throws Where it is read, and whatever else is thrown. */
export function refusalOf(dialect: Dialect, body: unknown): Refusal {
  try {
    readBody(dialect, body);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('the request was read');
}

/** @returns The value with one of its members, chosen by `at`, put in the place of another. */
export function withWrong(value: unknown, at: number, wrong: unknown): unknown {
  const paths: (readonly (string | number)[])[] = [];
  const walk = (inner: unknown, path: readonly (string | number)[]): void => {
    paths.push(path);
    if (Array.isArray(inner)) for (const [i, entry] of inner.entries()) walk(entry, [...path, i]);
    else if (typeof inner === 'object' && inner !== null)
      for (const [name, entry] of Object.entries(inner)) walk(entry, [...path, name]);
  };
  walk(value, []);
  return put(value, paths[at % paths.length]!, wrong);
}

function put(value: unknown, [name, ...rest]: readonly (string | number)[], wrong: unknown): unknown {
  if (name === undefined) return wrong;
  if (Array.isArray(value)) return value.with(name as number, put(value[name as number], rest, wrong));
  const members = value as Record<string, unknown>;
  return { ...members, [name]: put(members[name], rest, wrong) };
}
