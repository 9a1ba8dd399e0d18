import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listenHttp } from '../../../../src/io/index.js';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

async function listening(server: Server, maxConnections: number) {
  ends.push(
    () => void server.close(),
    () => server.closeAllConnections(),
  );
  return listenHttp(server, {
    ...{ host: '127.0.0.1', port: 0, maxConnections },
    handle: (request, response) => Promise.resolve(void request.resume().once('end', () => response.end('done'))),
  });
}

/** A connection, once the server has answered a request on it. */
async function asked(port: number): Promise<{ readonly socket: Socket; readonly answer: string }> {
  const socket = connect(port, '127.0.0.1');
  ends.push(() => socket.destroy());
  socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\n\r\nbody');
  let answer = '';
  await new Promise<void>((resolve) =>
    socket.on('data', (bytes) => {
      answer += bytes.toString();
      if (/\r\n\r\n./.test(answer)) resolve();
    }),
  );
  return { socket, answer };
}

describe('an HTTP server', () => {
  it('tells connections beyond its limit so, until one of the others is closed', async () => {
    const { port } = await listening(createServer(), 2);
    const first = await asked(port);
    expect([first, await asked(port)].map(({ answer }) => answer.split('\r\n')[0])).toEqual(
      Array(2).fill('HTTP/1.1 200 OK'),
    );
    const { socket, answer } = await asked(port);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer.toLowerCase()).toContain('retry-after: 1\r\n');
    expect(answer).toContain('too many connections are open');
    if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
    first.socket.destroy();
    await expect.poll(async () => (await asked(port)).answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('keeps a place for as many that come at once', async () => {
    const server = createServer();
    const listen = vi.spyOn(server, 'listen');
    await listening(server, 3000);
    expect(listen).toHaveBeenCalledWith(expect.objectContaining({ backlog: 3000 }), expect.anything());
  });
});
