import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EventStream } from '../../../../../src/gateway/internal/server/event-stream.js';

const closers: (() => unknown)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of closers.splice(0)) close();
});

/** A response to a client that reads when it is told to. */
async function respond() {
  let respondWith: (response: ServerResponse) => void = () => {};
  const response = new Promise<ServerResponse>((resolve) => (respondWith = resolve));
  const server = createServer((_, response) => respondWith(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  closers.push(() => {
    client.destroy();
    server.close();
  });
  let text = '';
  return {
    response: await response,
    client,
    /** Reads until a text has come. */
    read: async (wanted: string): Promise<string> => {
      for (; !text.includes(wanted); await new Promise((resolve) => setImmediate(resolve)))
        text += String((client.read() as Buffer | null) ?? '');
      return text;
    },
  };
}

describe('EventStream', () => {
  it('sends what is sent in one tick together, before the next', async () => {
    const { response, read } = await respond();
    const write = vi.spyOn(response, 'write');
    const events = new EventStream(response);
    for (const piece of ['a', 'b', 'c']) events.send(piece);
    expect(events.isOpen).toBe(false);
    await Promise.resolve();
    expect(write.mock.calls).toEqual([['abc']]);
    events.end('d');
    expect(await read('0\r\n\r\n')).toMatch(/abc\r\n.*\r\nd/s);
    events.release();
  });

  it('holds the beginning until something follows it', async () => {
    const { response } = await respond();
    const write = vi.spyOn(response, 'write');
    const events = new EventStream(response);
    events.hold('start ');
    await Promise.resolve();
    expect([write.mock.calls, events.isOpen]).toEqual([[], false]);
    events.send('piece');
    await Promise.resolve();
    expect([write.mock.calls, events.isOpen]).toEqual([[['start piece']], true]);
    events.release();
  });

  it('sends nothing more once it is released', async () => {
    const { response } = await respond();
    const write = vi.spyOn(response, 'write');
    const events = new EventStream(response);
    events.send('a');
    events.release();
    await Promise.resolve();
    expect([write.mock.calls, events.isOpen]).toEqual([[], false]);
  });

  it('sends a comment after each silence, so that nobody takes the connection for dead', async () => {
    const { response } = await respond();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const write = vi.spyOn(response, 'write');
    const events = new EventStream(response);
    events.hold('start\n\n');
    vi.advanceTimersByTime(15_000);
    await Promise.resolve();
    expect(write.mock.calls).toEqual([['start\n\n: waiting\n\n']]);
    events.send('piece\n\n');
    await Promise.resolve();
    vi.advanceTimersByTime(15_000);
    await Promise.resolve();
    expect(write.mock.calls).toHaveLength(2);
    vi.advanceTimersByTime(15_000);
    await Promise.resolve();
    expect(write.mock.calls[2]).toEqual([': waiting\n\n']);
    events.release();
    vi.advanceTimersByTime(60_000);
    await Promise.resolve();
    expect(write.mock.calls).toHaveLength(3);
  });

  it('ends the connection of a client that leaves more than 1 MiB unread, and does not catch up', async () => {
    const { response, client } = await respond();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const events = new EventStream(response);
    const fill = async () => {
      while (response.writableLength < 2 * 2 ** 20) {
        events.send('x'.repeat(2 ** 16));
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await fill();
    vi.advanceTimersByTime(9999);
    const drained = new Promise((resolve) => response.once('drain', resolve));
    client.resume();
    await drained;
    client.pause();
    vi.advanceTimersByTime(60_000);
    expect(response.destroyed).toBe(false);
    await fill();
    vi.advanceTimersByTime(10_000);
    expect(response.destroyed).toBe(true);
    events.end('after it');
    events.release();
  });
});
