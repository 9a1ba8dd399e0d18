import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { limitedFetch } from '../../../../../../src/rollout/tools/internal/mcp/limited-fetch.js';

const started: { close(): unknown }[] = [];

afterEach(async () => {
  for (const open of started.splice(0)) await open.close();
});

/** @returns The URL of a server that answers so. */
async function answering(status: number, ...pieces: string[]): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status);
    for (const piece of pieces) response.write(piece);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  started.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const limited = limitedFetch(1000);
const tooLarge = /more than 1000 bytes/;
const event = `data: ${'x'.repeat(900)}`;

describe('limitedFetch', () => {
  it.each([
    ['POST', 200],
    ['POST', 500],
    ['GET', 500],
    ['DELETE', 200],
  ])('cuts what answers a %s with status %i', async (method, status) => {
    const url = await answering(status, 'x'.repeat(1001));
    await expect((await limited(url, { method })).text()).rejects.toThrow(tooLarge);
  });

  it.each(['\n\n', '\r\r', '\r\n\r\n'])('lets a stream go on whose events end in %j', async (end) => {
    const sent = (event + end).repeat(5);
    const url = await answering(200, sent);
    expect(await (await limited(url, { method: 'GET' })).text()).toBe(sent);
  });

  it.each(['\n', '\r\n'])('cuts a stream of one event, of lines that end in %j', async (end) => {
    const url = await answering(200, ...Array<string>(3).fill(event + end));
    await expect((await limited(url, { method: 'GET' })).text()).rejects.toThrow(tooLarge);
  });
});
