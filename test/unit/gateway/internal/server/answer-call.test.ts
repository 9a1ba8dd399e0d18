import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { chatCompletions } from '../../../../../src/gateway/internal/dialects/chat-completions.js';
import { answerCall } from '../../../../../src/gateway/internal/server/answer-call.js';
import { handSession, request, user } from '../session/hand-session.js';

/** A response that is sent when the test says so. */
function slowResponse() {
  const socket = { destroyed: false };
  const response = Object.assign(new EventEmitter(), {
    req: { socket },
    setHeader: () => response,
    writeHead: () => response,
    end: () => response,
    writableFinished: false,
    destroyed: false,
  });
  return { socket, response: response as unknown as ServerResponse & EventEmitter };
}

function finish(response: EventEmitter): void {
  Object.assign(response, { writableFinished: true }).emit('finish');
}

async function answered() {
  const { session } = handSession(() => 'It is 42.');
  const { socket, response } = slowResponse();
  const client = new AbortController();
  const read = { request: request([user('What is 6 * 7?')]), stream: false };
  await answerCall({
    ...{ dialect: chatCompletions, session, isTrained: true, response, signal: client.signal },
    read: read as never,
  });
  const state = () => session.account().drawn.map(({ state }) => state);
  return { session, socket, response, client, state };
}

describe('a whole answer', () => {
  it('is delivered once it is sent', async () => {
    const { session, response, state } = await answered();
    expect(state()).toEqual(['open']);
    finish(response);
    expect(state()).toEqual(['delivered']);
    expect((await session.close()).kind).toBe('completed');
  });

  it('is left by a client that goes while it is sent, and is not trained on', async () => {
    const { session, client, state } = await answered();
    client.abort(new Error('gone'));
    expect(state()).toEqual(['left']);
    expect((await session.close()).kind).toBe('failed');
  });

  it('is left by a client whose connection is reset at its end', async () => {
    const { socket, response, state } = await answered();
    socket.destroyed = true;
    finish(response);
    expect(state()).toEqual(['left']);
  });

  it('is left by a client whose connection closes before it is sent', async () => {
    const { session, response, state } = await answered();
    response.emit('close');
    expect(state()).toEqual(['left']);
    expect((await session.close()).kind).toBe('failed');
  });
});
