import type { AnswerPiece, ModelAnswer } from '../../../../../src/gateway/exchange.js';
import type { ReadCall } from '../../../../../src/gateway/internal/dialects/dialect.js';
import { responses } from '../../../../../src/gateway/internal/dialects/responses.js';

/** What a response is to have asked for in these tests: tools of each kind. */
export const TOOLS = [
  { type: 'function', name: 'f', parameters: { type: 'object' } },
  { type: 'namespace', name: 'team', tools: [{ type: 'function', name: 'spawn', parameters: {} }] },
  { type: 'custom', name: 'patch', description: 'Edits files.', format: { type: 'text' } },
];

/** Reads a request with a body; answers of these ids can be looked up. */
export function read(body: object, answers: readonly ModelAnswer[] = []) {
  return responses.read({ body, headers: {} }, (id) => answers.find((answer) => answer.id === id));
}

/** @returns The refusal of a request: its code, and the member to blame. */
export function refusalOf(body: unknown, answers: readonly ModelAnswer[] = []): unknown {
  try {
    read(body as object, answers);
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: { param?: string } };
    return { code, message, param: details.param };
  }
  return undefined;
}

export function answerOf(changes: Partial<ModelAnswer> = {}): ModelAnswer {
  return {
    id: 'a1',
    created: 1700000000,
    model: 'policy',
    promptTokens: 10,
    reasoning: undefined,
    content: '',
    calls: [],
    finish: (changes.calls ?? []).length > 0 ? 'tool-calls' : 'stop',
    usage: { promptTokens: 10, cachedTokens: 4, completionTokens: 6, reasoningTokens: 2 },
    ...changes,
  };
}

export type ResponseEvent = {
  readonly type: string;
  readonly sequence_number: number;
  readonly [member: string]: unknown;
};

/** @returns The events of what a stream wrote. */
export function eventsOf(wire: string): ResponseEvent[] {
  return wire
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const [name, data] = event.split('\n');
      const parsed = JSON.parse(data!.slice('data: '.length)) as ResponseEvent;
      if (name !== `event: ${parsed.type}`) throw new Error(`${name} has ${data}`);
      return parsed;
    });
}

/** The pieces of an answer, its texts cut into pieces of such a length. */
export function piecesOf({ reasoning, content, calls }: ModelAnswer, length = 2): AnswerPiece[] {
  const cut = (text: string) => text.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];
  return [
    ...cut(reasoning ?? '').map((text) => ({ kind: 'reasoning' as const, text })),
    ...cut(content).map((text) => ({ kind: 'content' as const, text })),
    ...calls.flatMap(({ id, name, arguments: text }, index) => [
      { kind: 'call' as const, index, id, name },
      ...cut(text).map((piece) => ({ kind: 'arguments' as const, index, text: piece })),
    ]),
  ];
}

/** Streams an answer. @returns The events. */
export function streamed(call: ReadCall, answer: ModelAnswer, pieces: readonly AnswerPiece[] = piecesOf(answer)) {
  const stream = responses.stream(call as never);
  const wire = [stream.start(answer, 0), ...pieces.map((piece) => stream.piece(piece, 0))];
  return eventsOf([...wire, stream.end(answer, 0), stream.close([answer])].join(''));
}

/** The items of a stream, as clients take them: from the events that end them. */
export function doneItems(events: readonly ResponseEvent[]): Item[] {
  return events.flatMap(({ type, item }) => (type === 'response.output_item.done' ? [item as Item] : []));
}

export interface Item {
  readonly type: string;
  readonly id: string;
  readonly call_id?: string;
  readonly [member: string]: unknown;
}

/** A whole response. */
export function whole(call: ReadCall, answer: ModelAnswer) {
  return responses.whole(call as never, [answer]) as {
    readonly output: readonly Item[];
    readonly [member: string]: unknown;
  };
}
