import { describe, expect, it } from 'vitest';
import { runNode } from './node-process.js';

/** Runs statements as a module of the given kind, with `verifyBatch`, `records` and a count of threads at hand. */
async function run(kind: 'esm' | 'cjs', statements: string): Promise<unknown> {
  const get = (name: string) => (kind === 'esm' ? `await import('${name}')` : `require('${name}')`);
  const program = `(async () => {
    const { verifyMath } = ${get('rstar2-agent')};
    const { verifyBatch } = ${get('rstar2-agent/reward')};
    const records = Array.from({ length: 2000 }, (_, k) => ({
      response: 'Adding up, the answer is \\\\boxed{' + k + '}.',
      groundTruth: String(k % 2 === 0 ? k : k + 1),
    }));
    let threads = 0;
    process.on('worker', () => threads++);
    ${statements}
  })();`;
  const type = kind === 'esm' ? 'module' : 'commonjs';
  const { stdout, stderr, exitCode } = await runNode([`--input-type=${type}`, '--eval', program]);
  expect([stderr, exitCode]).toEqual(['', 0]);
  return JSON.parse(stdout);
}

describe('verifyBatch of the built package', () => {
  it.each(['esm', 'cjs'] as const)(
    'grades over worker threads, in order, and ends them (%s)',
    { timeout: 60_000 },
    async (kind) => {
      const found = await run(
        kind,
        `let last;
       const verdicts = await verifyBatch(records, { threads: 3, onProgress: (progress) => (last = progress) });
       const single = records.map(({ response, groundTruth }) => verifyMath(response, groundTruth));
       console.log(JSON.stringify({ threads, last, same: JSON.stringify(verdicts) === JSON.stringify(single) }));`,
      );
      expect(found).toEqual({
        threads: 3,
        last: { completed: 2000, total: 2000, correct: 1000, incorrect: 1000, undecided: 0 },
        same: true,
      });
    },
  );

  it('ends its threads when it is aborted', { timeout: 60_000 }, async () => {
    const found = await run(
      'esm',
      `const controller = new AbortController();
       const many = Array.from({ length: 100 }, () => records).flat();
       const graded = verifyBatch(many, {
         threads: 2,
         signal: controller.signal,
         onProgress: () => controller.abort(new Error('enough')),
       });
       const error = await graded.catch((reason) => reason);
       console.log(JSON.stringify({ threads, message: error.message }));`,
    );
    expect(found).toEqual({ threads: 2, message: 'enough' });
  });
});
