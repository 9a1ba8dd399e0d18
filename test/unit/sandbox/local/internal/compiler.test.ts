import { describe, expect, it } from 'vitest';
import type { SandboxResult } from '../../../../../src/base/index.js';
import { Compiler } from '../../../../../src/sandbox/local/internal/compiler.js';

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

describe('Compiler', () => {
  it('compiles each distinct source once, also when asked many times at once', async () => {
    const { compiler, runs } = counted(() => ran('ok'));
    const compiled = await Promise.all(['a', 'b', 'a', 'a'].map((source) => compiler.compile(source)));
    expect(compiled.map((one) => 'binary' in one && String(one.binary))).toEqual([
      'binary of a',
      'binary of b',
      'binary of a',
      'binary of a',
    ]);
    await compiler.compile('b');
    expect(runs).toEqual(['a', 'b']);
  });

  it('remembers that a source does not compile, and what was said, without the half-made binary', async () => {
    const { compiler, runs } = counted(() => ran('error', 'line 2: no'));
    for (let i = 0; i < 2; i++) {
      expect(await compiler.compile('x')).toMatchObject({
        failure: { kind: 'error', stdout: '', stderr: 'line 2: no' },
      });
    }
    expect(runs).toHaveLength(1);
  });

  it("tries again after a failure of the machine's", async () => {
    const cause = { source: 'sandbox', message: 'down', retryable: true } as const;
    let down = true;
    const { compiler, runs } = counted(() => (down ? { kind: 'unavailable', cause, durationMs: 0 } : ran('ok')));
    expect(await compiler.compile('x')).toMatchObject({ failure: { kind: 'unavailable' } });
    down = false;
    expect(await compiler.compile('x')).toHaveProperty('binary');
    expect(runs).toHaveLength(2);
  });
});
