import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openDownload } from '../../../../src/io/index.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const open: (() => void)[] = [];
afterEach(() => {
  while (open.length > 0) open.pop()!();
});

async function serve(handler: Handler): Promise<{ readonly url: string; readonly seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const headers = { 'x-api-key': 'secret' };

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of body) text += new TextDecoder().decode(piece);
  return text;
}

describe('openDownload', () => {
  it('follows a redirect of the same server with the headers', async () => {
    const { url, seen } = await serve(({ url: path }, response) =>
      path === '/a' ? response.writeHead(302, { location: '/b' }).end() : response.end('bytes'),
    );
    const { status, body } = await openDownload(`${url}/a`, { headers });
    expect([status, await textOf(body)]).toEqual([200, 'bytes']);
    expect(seen.map((request) => [request.url, request.headers['x-api-key']])).toEqual([
      ['/a', 'secret'],
      ['/b', 'secret'],
    ]);
  });

  it('sends no headers to another server', async () => {
    const store = await serve((_, response) => response.end('bytes'));
    const { url } = await serve((_, response) =>
      response.writeHead(307, { location: `${store.url}/signed?a=b` }).end(),
    );
    const { body } = await openDownload(url, { headers });
    expect(await textOf(body)).toBe('bytes');
    expect(store.seen.map((request) => [request.url, request.headers['x-api-key']])).toEqual([
      ['/signed?a=b', undefined],
    ]);
  });

  it('follows one redirect, and none to anything but http', async () => {
    const loop = await serve((_, response) => response.writeHead(302, { location: '/again' }).end());
    await expect(openDownload(loop.url)).rejects.toThrow('expected at most one redirect, got a second one');
    const file = await serve((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end());
    await expect(openDownload(file.url)).rejects.toThrow('expected a redirect to http or https, got file:');
  });

  it('gives the status, the words and the wish of a refusal', async () => {
    const { url } = await serve((_, response) => response.writeHead(429, { 'retry-after': '2' }).end('later'));
    const answer = await openDownload(url);
    expect([answer.status, answer.retryAfterMs, await answer.words()]).toEqual([429, 2000, 'later']);
  });

  it('ends with the signal, also in the middle of the body', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200).write('half');
    });
    const controller = new AbortController();
    const { body } = await openDownload(url, { signal: controller.signal });
    const reading = (async () => {
      for await (const piece of body) if (piece.length > 0) controller.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
  });
});
