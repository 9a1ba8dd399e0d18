import { describe, expect, it } from 'vitest';
import { SandboxError } from '../../../../../src/base/index.js';
import { InterpreterPool } from '../../../../../src/sandbox/wasm/internal/interpreter-pool.js';
import type { InterpreterProcess } from '../../../../../src/sandbox/wasm/internal/interpreter-process.js';

/** A pool of interpreters that are numbers, and which of them were closed. */
function poolOf(options: { readonly concurrency: number; readonly callsPerInterpreter: number }) {
  const started: { broken: boolean; readonly number: number }[] = [];
  const closed: number[] = [];
  const start = () => {
    const number = started.length;
    const close = () => Promise.resolve(void closed.push(number));
    const interpreter = { broken: false, ready: Promise.resolve(), number, close };
    started.push(interpreter);
    return interpreter as unknown as InterpreterProcess;
  };
  const pool = new InterpreterPool({ ...options, start });
  const use = () => pool.use((one) => Promise.resolve((one as unknown as { number: number }).number), {});
  return { pool, use, started, closed };
}

describe('InterpreterPool', () => {
  it('gives each call an interpreter of its own where each may run one, started ahead', async () => {
    const { use, started, closed } = poolOf({ concurrency: 2, callsPerInterpreter: 1 });
    expect(started).toHaveLength(2);
    expect([await use(), await use(), await use()]).toEqual([0, 1, 2]);
    expect(closed).toEqual([0, 1, 2]);
    expect(started.length).toBeLessThanOrEqual(5);
  });

  it('uses an interpreter again until it has run its calls', async () => {
    const { use, closed } = poolOf({ concurrency: 1, callsPerInterpreter: 2 });
    expect([await use(), await use(), await use()]).toEqual([0, 0, 1]);
    expect(closed).toEqual([0]);
  });

  it('uses no interpreter that broke while it was idle', async () => {
    const { use, started } = poolOf({ concurrency: 1, callsPerInterpreter: 9 });
    expect(await use()).toBe(0);
    started[0]!.broken = true;
    expect(await use()).toBe(1);
  });

  it('starts others ahead in place of those that broke while they were idle', async () => {
    const { use, started } = poolOf({ concurrency: 2, callsPerInterpreter: 1 });
    for (const one of started) one.broken = true;
    expect(await use()).toBe(2);
    expect(started.filter(({ broken }) => !broken)).toHaveLength(3);
    expect(await use()).toBe(3);
  });

  it('closes all, and runs no call after that', async () => {
    const { pool, use, closed } = poolOf({ concurrency: 2, callsPerInterpreter: 1 });
    await pool.close();
    expect(closed).toEqual([0, 1]);
    await expect(use()).rejects.toBeInstanceOf(SandboxError);
  });
});
