import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { BodyBudget } from '../../../src/io/body-budget.js';

const arriving = (headers: Record<string, string> = {}) =>
  Object.assign(new EventEmitter(), { headers, socket: new EventEmitter() });
const MAX = 1024 * 1024;

function reading(budget: BodyBudget) {
  const [request, response] = [arriving(), new EventEmitter()];
  const body = budget.read(request as unknown as IncomingMessage, response as ServerResponse, MAX);
  body.catch(() => {});
  return { request, response, body };
}

describe('what the bodies of requests may hold', () => {
  it('keeps none of the pieces in which a body comes, however small they are', async () => {
    const { request, body } = reading(new BodyBudget(MAX));
    const pieces = Array.from({ length: 5000 }, (_, i) => Buffer.from([i % 251]));
    const expected = Buffer.concat(pieces);
    for (const piece of pieces) {
      request.emit('data', piece);
      // Whoever kept the piece finds this in it.
      piece.fill(255);
    }
    request.emit('end');
    expect((await body).equals(expected)).toBe(true);
  });

  it('counts the room that a body takes, until it is answered', async () => {
    const budget = new BodyBudget(3000);
    const first = reading(budget);
    first.request.emit('data', Buffer.alloc(1025));
    const second = reading(budget);
    second.request.emit('data', Buffer.alloc(1));
    await expect(second.body).rejects.toMatchObject({ status: 503 });
    first.request.emit('end');
    expect(await first.body).toHaveLength(1025);
    first.response.emit('close');
    const third = reading(budget);
    third.request.emit('data', Buffer.alloc(1500));
    third.request.emit('end');
    expect(await third.body).toHaveLength(1500);
  });

  it('lets go of a body that is refused', async () => {
    const budget = new BodyBudget(4096);
    const large = reading(budget);
    large.request.emit('data', Buffer.alloc(4000));
    large.request.emit('data', Buffer.alloc(MAX));
    await expect(large.body).rejects.toMatchObject({ status: 413 });
    expect(large.request.listenerCount('data')).toBe(0);
    const next = reading(budget);
    next.request.emit('data', Buffer.alloc(4000));
    next.request.emit('end');
    expect(await next.body).toHaveLength(4000);
  });
});
