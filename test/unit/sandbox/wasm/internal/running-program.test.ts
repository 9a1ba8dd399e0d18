import { describe, expect, it } from 'vitest';
import { RunningProgram } from '../../../../../src/sandbox/wasm/internal/running-program.js';

const END = { exitCode: 0, value: '4', outOfMemory: false, alive: true };

describe('RunningProgram', () => {
  it('is not late where it ended by itself, although the clock of a busy caller says so', async () => {
    const program = new RunningProgram('a1', 10, false, () => {});
    program.stopped = 'timeout';
    program.end(END);
    expect(await program.outcome).toMatchObject({ stopped: undefined, result: { kind: 'ok', value: '4' } });
  });

  it('is late where it was interrupted for that', async () => {
    const program = new RunningProgram('a1', 10, true, () => {});
    program.stopped = 'timeout';
    program.end({ ...END, interrupted: 'wall' });
    expect(await program.outcome).toMatchObject({ stopped: 'timeout', result: { kind: 'timeout' } });
  });

  it('has no result where it is given up, and is over then', async () => {
    let ends = 0;
    const program = new RunningProgram('a1', 10, false, () => ends++);
    program.reject(new Error('closed'));
    await expect(program.outcome).rejects.toThrow('closed');
    expect(ends).toBe(1);
  });
});
