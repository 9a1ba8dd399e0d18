import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { hubFetch } from '../../../../../src/io/hub/internal/hub-fetch.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** @returns A server's address, and what it is told by whoever asks. */
async function listener(): Promise<{ readonly url: string; readonly told: (string | undefined)[] }> {
  const told: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    told.push(request.headers.authorization);
    response.end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, told };
}

it('tells the token to the hub, and to nobody whom the hub names', async () => {
  const [hub, other] = [await listener(), await listener()];
  const ask = hubFetch(hub.url, { signal: undefined, files: true });
  const init = { headers: { Authorization: 'Bearer secret', Range: 'bytes=0-0' } };
  await ask(`${hub.url}/api`, init);
  await ask(new URL('/store', other.url), init);
  expect(hub.told).toEqual(['Bearer secret']);
  expect(other.told).toEqual([undefined]);
});
