import type { AnswerPiece, ModelAnswer } from '../../../../../src/gateway/internal/model-answer.js';
import { Refusal } from '../../../../../src/gateway/internal/refusal.js';
import type { ReadCall } from '../../../../../src/gateway/internal/dialects/dialect.js';
import { responses } from '../../../../../src/gateway/internal/dialects/responses.js';
import type { ResponsesEcho } from '../../../../../src/gateway/internal/dialects/responses-output.js';
import { answerOf as helloOf, eventsOf as sentEventsOf, piecesOf } from './answer-samples.js';

/** Tools of each kind. */
export const TOOLS = [
  { type: 'function', name: 'f', parameters: { type: 'object' } },
  { type: 'namespace', name: 'team', tools: [{ type: 'function', name: 'spawn', parameters: {} }] },
  { type: 'custom', name: 'patch', description: 'Edits files.', format: { type: 'text' } },
];

/** Reads a request with a body. @param answers - Those that can be looked up. */
export function read(body: object, answers: readonly ModelAnswer[] = []): ReadCall<ResponsesEcho> {
  return responses.read({ body, headers: {} }, (id) => answers.find((answer) => answer.id === id));
}

/** @returns The refusal of a request: its code, what it says, and the member to blame; undefined where it is read. */
export function refusalOf(body: unknown, answers: readonly ModelAnswer[] = []): object | undefined {
  try {
    read(body as object, answers);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, message: error.message, param: error.details.param };
  }
  return undefined;
}

/** An answer that says nothing, with changes. */
export function answerOf(changes: Partial<ModelAnswer> = {}): ModelAnswer {
  const finish = (changes.calls ?? []).length > 0 ? 'tool-calls' : 'stop';
  return helloOf({ id: 'a1', content: '', finish, ...changes });
}

export interface ResponseEvent {
  readonly type: string;
  readonly sequence_number: number;
  readonly [member: string]: unknown;
}

/** @returns The events of what a stream wrote. @throws Where a line `event` is not the event's type. */
export function eventsOf(sent: string): ResponseEvent[] {
  return sentEventsOf(sent).map(({ event, data }) => {
    const parsed = JSON.parse(data) as ResponseEvent;
    if (event !== parsed.type) throw new Error(`event ${event} has ${data}`);
    return parsed;
  });
}

/** Streams an answer in pieces. @returns The events. */
export function streamed(
  call: ReadCall<ResponsesEcho>,
  answer: ModelAnswer,
  pieces: readonly AnswerPiece[] = piecesOf(answer, 2),
): ResponseEvent[] {
  const stream = responses.stream(call);
  const sent = [stream.start(answer, 0), ...pieces.map((piece) => stream.piece(piece, 0))];
  return eventsOf([...sent, stream.end(answer, 0), stream.close([answer])].join(''));
}

export interface Item {
  readonly type: string;
  readonly id: string;
  readonly [member: string]: unknown;
}

/** The items of a stream, as clients take them: from the events that end them. */
export function doneItems(events: readonly ResponseEvent[]): Item[] {
  return events.flatMap(({ type, item }) => (type === 'response.output_item.done' ? [item as Item] : []));
}

/** A whole response. */
export function whole(
  call: ReadCall<ResponsesEcho>,
  answer: ModelAnswer,
): { readonly output: readonly Item[]; readonly [member: string]: unknown } {
  return responses.whole(call, [answer]) as ReturnType<typeof whole>;
}
