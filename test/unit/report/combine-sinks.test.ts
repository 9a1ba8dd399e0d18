import { describe, expect, it } from 'vitest';
import type { MetricRecord, MetricSink } from '../../../src/base/index.js';
import { combineSinks } from '../../../src/report/index.js';

const record = (step: number): MetricRecord => ({ step, stage: 'rl' });

/** A sink that notes what it takes. */
function noting(append: (step: number) => void | Promise<void> = () => undefined) {
  const taken: (number | 'closed')[] = [];
  const sink: MetricSink = {
    append(...records) {
      taken.push(...records.map(({ step }) => step));
      return append(records[0]!.step);
    },
    close: () => void taken.push('closed'),
  };
  return { taken, sink };
}

describe('combineSinks', () => {
  it('gives every sink every record, in order, and closes all', async () => {
    const [kept, forwarded] = [noting(), noting()];
    const sink = combineSinks([kept.sink], [forwarded.sink]);
    expect(sink.append(record(1), record(2))).toBeUndefined();
    expect(sink.append(record(3))).toBeUndefined();
    await sink.close();
    expect(kept.taken).toEqual([1, 2, 3, 'closed']);
    expect(forwarded.taken).toEqual([1, 2, 3, 'closed']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no space left');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no space left'))],
  ])('goes on without a forwarding sink that %s, and says so once', async (_, fail) => {
    const failing = noting((step) => (step === 2 ? fail() : undefined));
    const [kept, other] = [noting(), noting()];
    const said: string[] = [];
    const sink = combineSinks([kept.sink], [failing.sink, other.sink], { onFailure: (message) => said.push(message) });
    for (const step of [1, 2, 3, 4]) {
      await sink.append(record(step));
      await Promise.resolve();
    }
    await sink.close();
    expect(said).toEqual(['the sink forward[0] failed and gets no more metrics: no space left']);
    expect(failing.taken).toEqual([1, 2, 'closed']);
    expect(kept.taken).toEqual([1, 2, 3, 4, 'closed']);
    expect(other.taken).toEqual([1, 2, 3, 4, 'closed']);
  });

  it('does not wait for a slow forwarding sink before close', async () => {
    let arrive: () => void = () => undefined;
    const slow = noting(() => new Promise<void>((resolve) => (arrive = resolve)));
    const sink = combineSinks([], [slow.sink]);
    expect(sink.append(record(1))).toBeUndefined();
    let closed = false;
    const closing = Promise.resolve(sink.close()).then(() => (closed = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toBe(false);
    arrive();
    await closing;
    expect(slow.taken).toEqual([1, 'closed']);
  });

  it('fails where a sink that keeps fails, and waits for one that takes its time', async () => {
    const failing = noting(() => Promise.reject(new Error('disk full')));
    await expect(combineSinks([failing.sink]).append(record(1))).rejects.toThrow('disk full');
    const broken = noting(() => {
      throw new Error('disk gone');
    });
    expect(() => combineSinks([broken.sink]).append(record(1))).toThrow('disk gone');
  });

  it('closes every sink although one cannot be closed', async () => {
    const broken: MetricSink = { append: () => undefined, close: () => Promise.reject(new Error('disk full')) };
    const [kept, said] = [noting(), [] as string[]];
    await expect(combineSinks([broken, kept.sink]).close()).rejects.toThrow('disk full');
    expect(kept.taken).toEqual(['closed']);
    await combineSinks([kept.sink], [broken], { onFailure: (message) => said.push(message) }).close();
    expect(said).toHaveLength(1);
  });

  it('refuses what is no sink', () => {
    expect(() => combineSinks({} as never)).toThrow('keep: expected an array, got an object');
    expect(() => combineSinks([], [{ append: 1 } as never])).toThrow('forward[0].append: expected a function, got 1');
  });
});
