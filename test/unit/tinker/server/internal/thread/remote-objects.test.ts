import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CapabilityError, LearnerError } from '../../../../../../src/base/index.js';
import {
  move,
  RemoteObjects,
  ServedObjects,
  type ObjectAnswer,
  type ObjectCall,
} from '../../../../../../src/tinker/server/internal/thread/remote-objects.js';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** An object, and its stand-in at the other end of a line. */
function served<T extends object>(object: T) {
  const { port1, port2 } = new MessageChannel();
  ends.push(() => port1.close());
  const [here, there] = [new ServedObjects(), new RemoteObjects(port2)];
  port1.on('message', (call: ObjectCall) => void here.answer(call, port1));
  port2.on('message', (answer: ObjectAnswer) => there.receive(answer));
  const sent = here.add(object);
  return { here, there, sent, standIn: there.use<T>(sent) };
}

describe('an object of another thread', () => {
  it('has the values and methods of its own, and no others', async () => {
    const { standIn } = served({
      names: ['small'],
      sum: (numbers: Float32Array) => Promise.resolve(numbers.reduce((total, one) => total + one, 0)),
    });
    expect(standIn.names).toEqual(['small']);
    expect(await standIn.sum(Float32Array.of(1, 2, 3))).toBe(6);
    expect(Object.keys(standIn).sort()).toEqual(['names', 'sum']);
  });

  it('gives others, which are kept until they are closed', async () => {
    const close = vi.fn(() => Promise.resolve());
    const make = (name: string) => Promise.resolve({ name, greet: () => Promise.resolve(`I am ${name}`), close });
    const { here, standIn } = served({ make });
    const [one, other] = [await standIn.make('one'), await standIn.make('other')];
    expect([one.name, await one.greet(), await other.greet()]).toEqual(['one', 'I am one', 'I am other']);
    await one.close();
    expect(close).toHaveBeenCalledTimes(1);
    await expect(one.greet()).rejects.toThrow();
    await here.close();
    expect(close).toHaveBeenCalledTimes(2);
  });

  it.each([
    new RangeError('too much'),
    new TypeError('not that'),
    new LearnerError('lost', { retryable: true, cause: new Error('reset') }),
    new CapabilityError('kl', 'no KL here'),
    Object.assign(new Error('taken'), { code: 'EADDRINUSE' }),
  ])('fails as it fails there: %s', async (error) => {
    const { standIn } = served({ fail: () => Promise.reject(error) });
    const failure: unknown = await standIn.fail().catch((caught: unknown) => caught);
    expect(failure).toStrictEqual(error);
    expect(failure).toBeInstanceOf(error.constructor);
    const { retryable, code, capability } = error as Partial<CapabilityError> & { readonly code?: string };
    expect({ ...(failure as object) }).toMatchObject(
      JSON.parse(JSON.stringify({ retryable, code, capability })) as object,
    );
  });

  it('fails too where its answer cannot be sent', async () => {
    const { standIn } = served({ give: () => Promise.resolve({ inner: { deep: () => {} } }) });
    await expect(standIn.give()).rejects.toThrow('could not be cloned');
  });

  it('closes what is made for a thread that is gone', async () => {
    const close = vi.fn(() => Promise.resolve());
    let give!: (made: object) => void;
    const { here, standIn } = served({ make: () => new Promise<object>((resolve) => (give = resolve)) });
    void standIn.make();
    await expect.poll(() => give).toBeDefined();
    await here.close();
    give({ close });
    await expect.poll(() => close).toHaveBeenCalledOnce();
  });

  it('gets bytes that are moved without a copy: they are gone here', async () => {
    const kept = Uint8Array.of(1, 2);
    const given = move(Uint8Array.of(3, 4));
    const { standIn } = served({
      add: (one: Uint8Array, other: Uint8Array) => Promise.resolve({ sum: move(Uint8Array.of(...one, ...other)) }),
    });
    expect(await standIn.add(kept, given)).toEqual({ sum: Uint8Array.of(1, 2, 3, 4) });
    expect([kept.length, given.length]).toEqual([2, 0]);
  });

  it('fails its calls when its thread is gone, and when it was taken back', async () => {
    const { here, there, sent, standIn } = served({ wait: () => new Promise<void>(() => {}) });
    const waiting = standIn.wait();
    there.fail(new LearnerError('its thread has ended'));
    await expect(waiting).rejects.toThrow('its thread has ended');
    here.remove(sent);
    await expect(standIn.wait()).rejects.toThrow('it was closed');
  });
});
