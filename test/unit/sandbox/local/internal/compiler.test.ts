import { describe, expect, it } from 'vitest';
import type { SandboxResult } from '../../../../../src/base/index.js';
import { mergeLimits } from '../../../../../src/sandbox/internal/limits.js';
import { Compiler } from '../../../../../src/sandbox/local/internal/compiler.js';

const OPTIONS = { limits: mergeLimits() };

const ran = (kind: 'ok' | 'error', stderr = ''): SandboxResult => ({
  kind,
  stdout: 'binary',
  stderr,
  exitCode: kind === 'ok' ? 0 : 1,
  durationMs: 1,
});

/** A compiler whose runs are counted and answered by `answer`. */
function counted(answer: (source: string) => SandboxResult) {
  const runs: string[] = [];
  const compiler = new Compiler((_, source) => {
    runs.push(source);
    return Promise.resolve({ result: answer(source), stdout: Buffer.from(`binary of ${source}`) });
  });
  return { compiler, runs };
}

/** A compiler that never comes to an end by itself, and what became of its runs. */
function endless() {
  const runs: { aborted: boolean }[] = [];
  const compiler = new Compiler(
    (_program, _source, _limits, signal) =>
      new Promise((_resolve, reject) => {
        const run = { aborted: false };
        runs.push(run);
        signal.addEventListener('abort', () => {
          run.aborted = true;
          reject(signal.reason as Error);
        });
      }),
  );
  return { compiler, runs };
}

describe('Compiler', () => {
  it('compiles each distinct source once, also when asked many times at once', async () => {
    const { compiler, runs } = counted(() => ran('ok'));
    const compiled = await Promise.all(['a', 'b', 'a', 'a'].map((source) => compiler.compile(source, OPTIONS)));
    expect(compiled.map((one) => 'binary' in one && String(one.binary))).toEqual([
      'binary of a',
      'binary of b',
      'binary of a',
      'binary of a',
    ]);
    await compiler.compile('b', OPTIONS);
    expect(runs).toEqual(['a', 'b']);
  });

  it('remembers that a source does not compile, and what was said, without the half-made binary', async () => {
    const { compiler, runs } = counted(() => ran('error', 'line 2: no'));
    for (let i = 0; i < 2; i++) {
      expect(await compiler.compile('x', OPTIONS)).toMatchObject({
        failure: { kind: 'error', stdout: '', stderr: 'line 2: no' },
      });
    }
    expect(runs).toHaveLength(1);
  });

  it("tries again after a failure of the machine's", async () => {
    const cause = { source: 'sandbox', message: 'down', retryable: true } as const;
    let down = true;
    const { compiler, runs } = counted(() => (down ? { kind: 'unavailable', cause, durationMs: 0 } : ran('ok')));
    expect(await compiler.compile('x', OPTIONS)).toMatchObject({ failure: { kind: 'unavailable' } });
    down = false;
    expect(await compiler.compile('x', OPTIONS)).toHaveProperty('binary');
    expect(runs).toHaveLength(2);
  });

  it('gives up at the time limit of the call, and ends what nobody waits for', async () => {
    const { compiler, runs } = endless();
    const short = compiler.compile('x', { limits: mergeLimits({ wallMs: 20 }) });
    const longer = compiler.compile('x', { limits: mergeLimits({ wallMs: 60 }) });
    expect(await short).toMatchObject({ failure: { kind: 'timeout' } });
    expect(runs).toEqual([{ aborted: false }]);
    expect(await longer).toMatchObject({ failure: { kind: 'timeout' } });
    expect(runs).toEqual([{ aborted: true }]);
  });

  it("rejects with the signal's reason, and a later call of the same source compiles anew", async () => {
    const { compiler, runs } = endless();
    const abort = new AbortController();
    const pending = compiler.compile('x', { ...OPTIONS, signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    const again = compiler.compile('x', { limits: mergeLimits({ wallMs: 20 }) });
    expect(await again).toMatchObject({ failure: { kind: 'timeout' } });
    expect(runs).toHaveLength(2);
  });

  it('says no more than the call may print', async () => {
    const { compiler } = counted(() => ran('error', 'e'.repeat(1000)));
    const compiled = await compiler.compile('x', { limits: mergeLimits({ outputBytes: 100 }) });
    expect(compiled).toMatchObject({ failure: { kind: 'output-limit', stderr: 'e'.repeat(100) } });
  });

  it('counts what was said of sources that do not compile towards what it keeps', async () => {
    const { compiler, runs } = counted(() => ran('error', 'e'.repeat(100 << 20)));
    for (const source of ['a', 'b', 'c', 'a']) {
      await compiler.compile(source, { limits: mergeLimits({ outputBytes: 1 }) });
    }
    expect(runs).toEqual(['a', 'b', 'c', 'a']);
  });
});
