import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ByteBudget } from '../../../../src/io/http/byte-budget.js';
import { RequestBodies } from '../../../../src/io/http/request-bodies.js';

const arriving = (headers: Record<string, string> = {}) =>
  Object.assign(new EventEmitter(), { headers, socket: new EventEmitter() });
const MAX = 1024 * 1024;

/** What reads bodies under a budget of so many bytes. */
function reader(maxBytes: number, timeoutMs?: number) {
  const budget = new ByteBudget({ maxBytes, status: 503 });
  const bodies = new RequestBodies(budget, timeoutMs);
  const reading = (inflate?: () => Transform) => {
    const [request, response] = [arriving(), new EventEmitter()];
    const options = { maxBytes: MAX, inflate };
    const body = bodies.read(request as unknown as IncomingMessage, response as ServerResponse, options);
    body.catch(() => {});
    const send = (bytes: number | Buffer) =>
      request.emit('data', typeof bytes === 'number' ? Buffer.alloc(bytes) : bytes);
    return { request, response, body, send };
  };
  return { budget, reading };
}

describe('the bodies of requests', () => {
  afterEach(() => void vi.useRealTimers());

  it('keep none of the pieces in which they come, however small these are', async () => {
    const { request, body, send } = reader(MAX).reading();
    const pieces = Array.from({ length: 5000 }, (_, i) => Buffer.from([i % 251]));
    const expected = Buffer.concat(pieces);
    for (const piece of pieces) {
      send(piece);
      // Whoever kept the piece finds this in it.
      piece.fill(255);
    }
    request.emit('end');
    expect((await body).equals(expected)).toBe(true);
  });

  it('count with the room that they take, until they are answered', async () => {
    const { budget, reading } = reader(3000);
    const first = reading();
    first.send(1025);
    expect(budget.reserved).toBe(2048);
    const second = reading();
    second.send(1025);
    await expect(second.body).rejects.toMatchObject({ status: 503 });
    first.request.emit('end');
    expect(await first.body).toHaveLength(1025);
    first.response.emit('close');
    expect(budget.reserved).toBe(0);
  });

  it('that are small come in however much the others take', async () => {
    const { budget, reading } = reader(2048);
    reading().send(2000);
    const small = reading();
    small.send(1000);
    small.request.emit('end');
    expect(await small.body).toHaveLength(1000);
    expect(budget.reserved).toBe(2048);
  });

  it('are let go of when they are refused', async () => {
    const { budget, reading } = reader(4096);
    const large = reading();
    large.send(4000);
    large.send(MAX);
    await expect(large.body).rejects.toMatchObject({ status: 413 });
    expect([large.request.listenerCount('data'), budget.reserved]).toEqual([0, 0]);
    const beyond = reading();
    beyond.send(5000);
    await expect(beyond.body).rejects.toMatchObject({ status: 413 });
  });

  it('count as they are inflated, and no more than may be is inflated', async () => {
    const { budget, reading } = reader(300_000);
    const compressed = async (bytes: number) => {
      const one = reading(createGunzip);
      one.send(gzipSync(Buffer.alloc(bytes)));
      one.request.emit('end');
      await one.body;
      return one;
    };
    const first = await compressed(200_000);
    expect(await first.body).toHaveLength(200_000);
    expect(budget.reserved).toBe(2 ** 18);
    await expect(compressed(200_000)).rejects.toMatchObject({ status: 503 });
    expect(budget.reserved).toBe(2 ** 18);
    first.response.emit('close');
    expect(budget.reserved).toBe(0);
    await expect(compressed(900_000)).rejects.toMatchObject({ status: 413 });
    expect(budget.reserved).toBe(0);
  });

  it.each(['socket', 'response'] as const)(
    'are not read on, and take nothing, when their client leaves while they are inflated: the %s says so',
    async (which) => {
      const { budget, reading } = reader(MAX);
      const leave = () => (which === 'socket' ? leaving.request.socket : leaving.response).emit('close');
      let pieces = 0;
      const inflate = () =>
        new Transform({
          transform(_bytes, _encoding, done) {
            for (const piece of [1, 2, 3]) this.push(Buffer.alloc(20_000 * piece));
            done();
          },
        }).on('data', () => ++pieces === 2 && leave());
      const leaving = reading(inflate);
      leaving.send(2000);
      const waiting = reading(createGunzip);
      waiting.send(gzipSync(Buffer.alloc(90_000)));
      for (const { request } of [leaving, waiting]) request.emit('end');
      waiting.response.emit('close');
      await expect(leaving.body).rejects.toThrow('the request ended before');
      await expect(waiting.body).rejects.toThrow('the request ended before');
      expect(budget.reserved).toBe(0);
    },
  );

  it('that cannot be inflated are refused', async () => {
    const { budget, reading } = reader(MAX);
    for (const bytes of [Buffer.from('not compressed'), gzipSync(Buffer.alloc(90_000)).subarray(0, 50)]) {
      const { body, request, send } = reading(createGunzip);
      send(bytes);
      request.emit('end');
      await expect(body).rejects.toMatchObject({ status: 400 });
    }
    expect(budget.reserved).toBe(0);
  });

  it('that come too slowly are refused in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { budget, reading } = reader(MAX, 60_000);
    const slow = reading();
    for (let second = 0; second < 60; second++) {
      slow.send(5000);
      vi.advanceTimersByTime(1000);
    }
    await expect(slow.body).rejects.toMatchObject({ status: 408 });
    expect(budget.reserved).toBe(0);
  });

  it('that are slow give way to others, the oldest first, and only where there is no room', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { reading } = reader(5 * 2048, 60_000);
    const slow = [1, 2, 3, 4, 5].map(() => {
      const one = reading();
      one.send(2000);
      vi.advanceTimersByTime(1);
      return one;
    });
    const early = reading();
    early.send(2000);
    await expect(early.body).rejects.toMatchObject({ status: 503 });
    vi.advanceTimersByTime(6000);
    const next = reading();
    next.send(2000);
    next.request.emit('end');
    expect(await next.body).toHaveLength(2000);
    await expect(slow[0]!.body).rejects.toMatchObject({ status: 408 });
    slow[1]!.request.emit('end');
    expect(await slow[1]!.body).toHaveLength(2000);
  });
});
