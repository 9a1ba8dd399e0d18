import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageEntry } from '../../../../src/io/internal/package-entry.js';
import { packageEntry as inBrowser } from '../../../../src/io/internal/package-entry.browser.js';
import { startWorkerThread } from '../../../../src/reward/internal/threads/thread.js';

describe('packageEntry', () => {
  it.each(['reward-thread.js', 'calculator-process.js', 'sandbox-python'] as const)(
    'finds %s in the sources',
    (name) => {
      const { path, execArgv } = packageEntry(name);
      expect(path).toContain('/src/');
      expect(existsSync(path)).toBe(true);
      expect(execArgv).toEqual(['--import', 'tsx']);
    },
  );

  it('lets a thread run from the sources', async () => {
    const thread = await startWorkerThread({ grader: 'math', options: {} });
    const verdicts = await thread!.grade([{ response: '\\boxed{4}', groundTruth: '4' }]);
    await thread!.close();
    expect(verdicts.map(({ kind }) => kind)).toEqual(['correct']);
  });

  it('says in a browser where it would run', () => {
    expect(() => inBrowser('reward-thread.js')).toThrow('runs in Node, Bun and Deno, not in a browser');
  });
});
