import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Calls back once, when a request was answered or its client has gone away. Requests that a client sent without waiting
 * for the answers before them have no response of their own on the connection yet, so that its end is heard there.
 */
export function whenOver(request: IncomingMessage, response: ServerResponse, over: () => void): void {
  const { socket } = request;
  const tell = (): void => {
    response.off('close', tell);
    socket.off('close', tell);
    over();
  };
  response.once('close', tell);
  socket.once('close', tell);
}
