import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LossReport, PackedBatch } from '../../../../../../src/base/index.js';
import { ByteBudget } from '../../../../../../src/io/index.js';
import { forwardAnswer } from '../../../../../../src/tinker/server/internal/answer.js';
import { BatchThreadError } from '../../../../../../src/tinker/server/internal/batches/batch-thread.js';
import {
  BATCH_WORK,
  batchWork,
  type BatchWork,
} from '../../../../../../src/tinker/server/internal/batches/batch-work.js';
import { Batches } from '../../../../../../src/tinker/server/internal/batches/batches.js';
import {
  RemoteObjects,
  ServedObjects,
  type ObjectAnswer,
  type ObjectCall,
} from '../../../../../../src/tinker/server/internal/thread/remote-objects.js';
import { datum, floats, gradientBody } from '../../served.js';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** What a thread of large batches is, without the thread: all goes by messages. */
function line() {
  const { port1, port2 } = new MessageChannel();
  ends.push(() => port1.close());
  const [served, remoteLearners] = [new ServedObjects(), new RemoteObjects(port2)];
  served.add(batchWork((learner) => remoteLearners.use(learner)));
  port2.on('message', (message: ObjectCall | ObjectAnswer) => {
    if (message.kind === 'call') void served.answer(message, port2);
    else remoteLearners.receive(message);
  });
  const [learners, remote] = [new ServedObjects(), new RemoteObjects(port1)];
  port1.on('message', (message: ObjectCall | ObjectAnswer) => {
    if (message.kind === 'call') void learners.answer(message, port1);
    else remote.receive(message);
  });
  return { line: { learners, work: remote.use<BatchWork>(BATCH_WORK) } };
}

/** A learner whose logprobs follow from the tokens, and which writes down the gradients that it is given. */
function scripted() {
  const gradients: number[][] = [];
  const logprobs = ({ tokens }: PackedBatch) => Promise.resolve(Float32Array.from(tokens, (id) => -id / 7));
  const forwardBackward = async (batch: PackedBatch): Promise<LossReport> => {
    gradients.push([...batch.lossWeights]);
    return { logprobs: await logprobs(batch) } as LossReport;
  };
  return { gradients, learner: { capabilities: {} as never, logprobs, forwardBackward } };
}

const LIMITS = { maxDatums: 10_000, maxTokens: 1e6, maxTokensPerPass: 1400 };
const rows = Array.from({ length: 700 }, (_, i) =>
  datum([1, 2, 3, (i % 30) + 1], { logprobs: floats(-1, -1, -i / 700), advantages: floats(1, -1, 0.5) }),
);
const callOf = (body: object) => ({
  body: Buffer.from(JSON.stringify(body)),
  contentType: 'application/json',
  place: undefined,
});

describe('batches', () => {
  it('are the same, bit for bit, where another thread works on them', async () => {
    const results = await Promise.all(
      [new Batches(), new Batches(line())].map(async (batches) => {
        const { gradients, learner } = scripted();
        const batch = await batches.read(callOf(gradientBody('model', 3, rows, 'importance_sampling')));
        const { modelId, sequenceId, fingerprint, bytes } = batch;
        const answer = forwardAnswer(await batch.run(learner, LIMITS));
        const text = Buffer.from(await batches.textOf(answer)).toString();
        return { modelId, sequenceId, fingerprint, bytes, text, gradients };
      }),
    );
    expect(results[0]!.gradients).toHaveLength(2);
    expect(results[1]).toEqual(results[0]);
  });

  it('are read by another thread where they are large, and by this one where they are small', async () => {
    const there = line();
    const read = vi.spyOn(there.line.work, 'readBatch');
    const batches = new Batches(there);
    const [small, large] = [rows.slice(0, 10), rows].map((data) => callOf(gradientBody('model', 3, data)));
    await batches.read(small!);
    expect(read).not.toHaveBeenCalled();
    await batches.read(large!);
    expect(read).toHaveBeenCalledOnce();
    // It was moved, and which request it is was noted.
    expect([large!.body.length, large!.place]).toEqual([
      0,
      expect.objectContaining({ modelId: 'model', sequenceId: 3 }),
    ]);
  });

  it('are counted while another thread reads them, and their answers are written one at a time', async () => {
    const there = line();
    const memory = new ByteBudget({ maxBytes: 1e9, status: 429 });
    const batches = new Batches(there, memory);
    const call = callOf(gradientBody('model', 3, rows, 'importance_sampling'));
    const { length } = call.body;
    const reading = batches.read(call);
    expect(memory.reserved).toBe(length);
    const batch = await reading;
    expect(memory.reserved).toBe(0);
    const answer = forwardAnswer(await batch.run(scripted().learner, LIMITS));
    const written = vi.spyOn(there.line.work, 'writeJson');
    const texts = [0, 1, 2].map(() => batches.textOf({ ...answer, bytes: 1e6 }));
    await Promise.resolve();
    expect(written).toHaveBeenCalledTimes(1);
    expect(await Promise.all(texts)).toHaveLength(3);
    expect(written).toHaveBeenCalledTimes(3);
  });

  it('fail as they do here: refusals have a status and a place, and what the learner throws is thrown', async () => {
    const batches = new Batches(line());
    const bad = callOf({ ...gradientBody('model', 3, rows), other: 1 });
    await expect(batches.read(bad)).rejects.toMatchObject({ status: 400 });
    expect(bad.place).toEqual({ modelId: 'model', sequenceId: 3 });
    const { learner } = scripted();
    const run = async (used: typeof learner, loss?: string) =>
      (await batches.read(callOf(gradientBody('model', 3, rows, loss)))).run(used, LIMITS);
    await expect(run(learner, 'none')).rejects.toThrow('loss_fn: expected one of');
    const lost = { ...learner, forwardBackward: () => Promise.reject(new RangeError('too large')) };
    await expect(run(lost, 'importance_sampling')).rejects.toThrow(new RangeError('too large'));
  });

  it('leave no part of a gradient where the other thread ends', async () => {
    const there = line();
    const batches = new Batches(there);
    const batch = await batches.read(callOf(gradientBody('model', 3, rows)));
    vi.spyOn(there.line.work, 'run').mockRejectedValue(new BatchThreadError('it has ended'));
    const discardGradients = vi.fn(() => Promise.resolve());
    const running = batch.run({ ...scripted().learner, discardGradients }, LIMITS);
    await expect(running).rejects.toThrow('it has ended');
    expect(discardGradients).toHaveBeenCalledOnce();
  });
});
