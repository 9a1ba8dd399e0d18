import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BatchThread } from '../../../../../../src/tinker/server/internal/batches/batch-thread.js';
import { datum, gradientBody } from '../../served.js';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0)) await end();
});

const body = (sequences = 1) => {
  const data = Array.from({ length: sequences }, () => datum([1, 2, 3]));
  return Buffer.from(JSON.stringify(gradientBody('model', 3, data)));
};

describe('the thread of large batches', () => {
  it('fails what it works on when it dies, and is started anew for the next', async () => {
    const started = vi.spyOn(Worker.prototype, 'postMessage');
    const thread = new BatchThread();
    ends.push(() => thread.close());
    const read = (sequences = 1) => thread.line.work.readBatch(body(sequences), 'application/json');
    expect(await read()).toMatchObject({ kind: 'read', modelId: 'model', sequenceId: 3 });
    const [worker] = started.mock.contexts as Worker[];
    const lost = read(100_000); // longer than it takes to end the thread
    const isLost = expect(lost).rejects.toThrow('the thread of large batches has ended: exit code 1');
    await worker!.terminate();
    await isLost;
    expect(await read()).toMatchObject({ kind: 'read' });
  });
});
