import { describe, expect, it } from 'vitest';
import { verifyMath } from '../../../src/verify/index.js';
import { verifyBatch } from '../../../src/reward/index.js';
import type { VerifyBatchOptions, VerifyProgress, VerifyRecord } from '../../../src/reward/index.js';
import { gradeRecords } from '../../../src/reward/internal/graders.js';
import type { StartThread } from '../../../src/reward/internal/threads/thread.js';
import { verifyBatchOn } from '../../../src/reward/verify-batch.js';

const records: VerifyRecord[] = Array.from({ length: 300 }, (_, k) => ({
  response: `\\boxed{${k}}`,
  groundTruth: k % 3 === 0 ? String(k) : k % 3 === 1 ? String(k + 1) : '',
}));
const expected = records.map(({ response, groundTruth }) => verifyMath(response, groundTruth));

/** Threads that grade where they stand, and die over whatever holds one of these words. */
function fakeThreads(deadly: readonly string[] = []) {
  const log = { started: 0, closed: 0, chunks: [] as number[] };
  const start: StartThread = (shared) => {
    log.started++;
    return Promise.resolve({
      grade: async (chunk) => {
        await Promise.resolve();
        log.chunks.push(chunk.length);
        if (chunk.some(({ response }) => deadly.some((word) => response.includes(word))))
          throw new Error('out of memory');
        return gradeRecords(chunk, shared);
      },
      close: () => {
        log.closed++;
        return Promise.resolve();
      },
    });
  };
  return { log, start };
}

describe('verifyBatch', () => {
  it('gives the verdicts of verifyMath in the order of the records', async () => {
    expect(await verifyBatch(records)).toEqual(expected);
    expect(await verifyBatch(records, { threads: 0 })).toEqual(expected);
    expect(await verifyBatch([])).toEqual([]);
  });

  it.each([1, 2, 5, 40])('gives the same over %i threads, and ends each of them', async (threads) => {
    const { log, start } = fakeThreads();
    expect(await verifyBatchOn(start, records, { threads })).toEqual(expected);
    expect(log.started).toBe(Math.min(threads, 5));
    expect(log.closed).toBe(log.started);
    expect(log.chunks.reduce((sum, length) => sum + length, 0)).toBe(records.length);
  });

  it('grades in the calling thread where threads are missing or do not start', async () => {
    expect(await verifyBatchOn(() => undefined, records, { threads: 4 })).toEqual(expected);
    expect(await verifyBatchOn(() => Promise.reject(new Error('no')), records, { threads: 4 })).toEqual(expected);
  });

  it('starts no thread for a batch that is done sooner', async () => {
    const { log, start } = fakeThreads();
    await verifyBatchOn(start, records.slice(0, 100), {});
    expect(log.started).toBe(0);
  });

  it("puts a record's own options on top of the batch's", async () => {
    const third = { response: '\\boxed{0.33}', groundTruth: '1/3' };
    const kinds = async (threads: number) =>
      (
        await verifyBatchOn(fakeThreads().start, [third, { ...third, options: { floatRounding: 3 } }], {
          threads,
          options: { floatRounding: 2 },
        })
      ).map(({ kind }) => kind);
    expect(await kinds(0)).toEqual(['correct', 'incorrect']);
    expect(await kinds(1)).toEqual(['correct', 'incorrect']);
  });

  it('counts every verdict as it comes', async () => {
    const seen: VerifyProgress[] = [];
    await verifyBatch(records, { threads: 0, onProgress: (progress) => seen.push(progress) });
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.at(-1)).toEqual({ completed: 300, total: 300, correct: 100, incorrect: 100, undecided: 100 });
    for (const { completed, correct, incorrect, undecided } of seen) {
      expect(correct + incorrect + undecided).toBe(completed);
    }
    expect(seen.map(({ completed }) => completed)).toEqual(
      seen.map(({ completed }) => completed).sort((a, b) => a - b),
    );
  });

  it('leaves only the record undecided over which threads die', async () => {
    const { log, start } = fakeThreads(['{77}']);
    const verdicts = await verifyBatchOn(start, records, { threads: 2 });
    expect(verdicts[77]).toEqual({
      kind: 'undecided',
      reason: 'the thread that graded it crashed',
      cause: { source: 'reward', message: 'out of memory', retryable: false },
    });
    expect(verdicts.filter((_, k) => k !== 77)).toEqual(expected.filter((_, k) => k !== 77));
    expect(log.started).toBeGreaterThan(2);
  });

  it('lets no record cost another its verdict: what a response breaks, what a ground truth breaks', async () => {
    const breaking = ['\\begin{vmatrix}\\end{vmatrix}', 'f(x)=\\begin{cases}\\end{cases}', '\ud800', '('.repeat(9_000)];
    const mixed = breaking.flatMap((text) => [
      { response: `\\boxed{${text}}`, groundTruth: '7' },
      { response: '\\boxed{7}', groundTruth: text },
      { response: '\\boxed{7}', groundTruth: '7' },
    ]);
    for (const threads of [0, 1]) {
      const kinds = (await verifyBatchOn(fakeThreads().start, mixed, { threads })).map(({ kind }) => kind);
      expect(kinds.filter((_, k) => k % 3 === 0)).toEqual(breaking.map(() => 'incorrect'));
      expect(kinds.filter((_, k) => k % 3 === 1)).not.toContain('correct');
      expect(kinds.filter((_, k) => k % 3 === 2)).toEqual(breaking.map(() => 'correct'));
    }
  });

  it('leaves only the record undecided over which a grader fails', () => {
    const failing = { groundTruth: '7', get response(): string { throw new Error('a fault of ours') } }; // prettier-ignore
    const verdicts = gradeRecords([records[0]!, failing, records[1]!], { grader: 'math' });
    expect(verdicts.map(({ kind }) => kind)).toEqual(['correct', 'undecided', 'incorrect']);
    expect(verdicts[1]).toMatchObject({ cause: { source: 'reward', message: 'a fault of ours' } });
  });

  it('rejects with the reason of its signal, before or while it works', async () => {
    const reason = new Error('enough');
    await expect(verifyBatch(records, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    for (const threads of [0, 2]) {
      const controller = new AbortController();
      const { log, start } = fakeThreads();
      let calls = 0;
      const onProgress = (): void => {
        calls++;
        controller.abort(reason);
      };
      await expect(verifyBatchOn(start, records, { threads, signal: controller.signal, onProgress })).rejects.toBe(
        reason,
      );
      expect(calls).toBeLessThan(5);
      expect(log.closed).toBe(log.started);
    }
  });

  it('ends with what its progress callback throws', async () => {
    const broken = new Error('the display is gone');
    const onProgress = (): void => {
      throw broken;
    };
    for (const threads of [0, 2]) {
      const { log, start } = fakeThreads();
      await expect(verifyBatchOn(start, records, { threads, onProgress })).rejects.toBe(broken);
      expect(log.closed).toBe(log.started);
    }
  });

  it.each([
    [[{ response: 3, groundTruth: '3' }], {}, TypeError, 'records[0].response: expected a string, got number'],
    [[null], {}, TypeError, 'records[0]: expected an object, got null'],
    [{}, {}, TypeError, 'records: expected an array, got object'],
    [
      [records[0], { response: '', groundTruth: '', options: { floatRounding: -1 } }],
      {},
      RangeError,
      'records[1].options.floatRounding: expected at least 0, got -1',
    ],
    [records, { threads: 1.5 }, RangeError, 'options.threads: expected an integer, got 1.5'],
    [records, { workers: 2 }, TypeError, 'options: unknown option "workers"'],
    [records, { options: { tolerance: 2 } }, TypeError, 'options: unknown option "tolerance"'],
  ])('refuses records and options that are none, before any work', async (bad, options, kind, message) => {
    const { log, start } = fakeThreads();
    const graded = verifyBatchOn(start, bad as VerifyRecord[], options as VerifyBatchOptions);
    await expect(graded).rejects.toThrow(kind);
    await expect(graded).rejects.toThrow(message);
    expect(log.started).toBe(0);
  });
});
