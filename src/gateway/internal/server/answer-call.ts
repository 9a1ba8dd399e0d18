import type { ServerResponse } from 'node:http';
import { followSignal, sendJson } from '../../../io/index.js';
import type { AnswerListener, ModelAnswer } from '../model-answer.js';
import type { Dialect, ReadCall } from '../dialects/dialect.js';
import type { Answered, Session } from '../session/session.js';
import { EventStream } from './event-stream.js';
import { refusalOf } from './refusals.js';

/** A request that was read, and whose it is. */
export interface ModelCall {
  readonly dialect: Dialect;
  readonly session: Session;
  readonly read: ReadCall;
  /** Whether its turns are trained on. */
  readonly isTrained: boolean;
  readonly response: ServerResponse;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** Answers one request of a client in its dialect, whole or streamed. @throws Refusal before anything was sent. */
export async function answerCall(call: ModelCall): Promise<void> {
  const { dialect, read, response } = call;
  if (read.stream) return await streamAnswers(call);
  const answered = await askAll(call);
  whenSent(response, answered);
  sendJson(response, 200, dialect.whole(read, answersOf(answered)));
}

async function streamAnswers(call: ModelCall): Promise<void> {
  const { dialect, read, response } = call;
  const writer = dialect.stream(read);
  const events = new EventStream(response);
  try {
    const answered = await askAll(call, {
      listenerOf: (choice) => ({
        start: (start) => events.hold(writer.start(start, choice)),
        piece: (piece) => events.send(writer.piece(piece, choice)),
      }),
      onEnd: (answer, choice) => events.send(writer.end(answer, choice)),
    });
    whenSent(response, answered);
    events.end(writer.close(answersOf(answered)));
  } catch (error) {
    if (events.isOpen) events.end(writer.fail(refusalOf(error)));
    throw error;
  } finally {
    events.release();
  }
}

/** Asks for all answers of a request at once. Where one is refused, the others are broken off. */
async function askAll(
  { session, read: { request }, isTrained, signal }: ModelCall,
  {
    listenerOf,
    onEnd,
  }: {
    readonly listenerOf?: (choice: number) => AnswerListener;
    readonly onEnd?: (answer: ModelAnswer, choice: number) => void;
  } = {},
): Promise<readonly Answered[]> {
  // Followed to the end of the response: a client may go when its answer is drawn, and not sent yet.
  const stop = followSignal(signal);
  const askOne = async (choice: number): Promise<Answered> => {
    const answered = await session.ask(request, { signal: stop.signal, listener: listenerOf?.(choice), isTrained });
    onEnd?.(answered.answer, choice);
    return answered;
  };
  try {
    return await Promise.all(Array.from({ length: request.n }, (_, choice) => askOne(choice)));
  } catch (error) {
    stop.abort(error);
    throw error;
  }
}

/** An answer that did not go out whole is given again to a client that asks again. */
function whenSent(response: ServerResponse, answered: readonly Answered[]): void {
  const { socket } = response.req;
  const settle = () => {
    response.off('finish', settle).off('close', settle);
    // Where a client resets its connection, Node says `finish` too.
    const isSent = response.writableFinished && !socket.destroyed;
    for (const { delivered, left } of answered) (isSent ? delivered : left)();
  };
  if (response.destroyed || socket.destroyed) settle();
  else response.once('finish', settle).once('close', settle);
}

function answersOf(answered: readonly Answered[]): readonly ModelAnswer[] {
  return answered.map(({ answer }) => answer);
}
