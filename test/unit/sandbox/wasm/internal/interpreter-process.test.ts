import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../../../src/sandbox/internal/limits.js';
import { InterpreterProcess } from '../../../../../src/sandbox/wasm/internal/interpreter-process.js';
import type { CallOrder } from '../../../../../src/sandbox/wasm/internal/protocol.js';

const interrupts = mkdtempSync(join(tmpdir(), 'rstar2-interrupts-'));
afterAll(() => rmSync(interrupts, { recursive: true }));

const LIMITS = { ...DEFAULT_LIMITS, wallMs: 60_000, outputBytes: 10, signal: undefined };
const CALL: Omit<CallOrder, 'interruptMs'> = {
  ...{ id: 'a1', code: '', stdin: '', kind: 'only', script: false, deterministic: false },
  ...{ cpuMs: 1, memoryBytes: 1, fileSizeBytes: 1, outputBytes: 10 },
};

/** A process of Node that is ready at once, and runs `program` at its second line. */
function start(program: string, startMs = 60_000): InterpreterProcess {
  const text = `
const { writeSync } = require('node:fs');
let lines = 0;
process.stdin.on('data', (data) => {
  lines += String(data).split('\\n').length - 1;
  if (lines >= 2) { ${program} }
});
writeSync(1, JSON.stringify({ ready: { python: '3', pyodide: '3' } }) + '\\n');`;
  const order = { moduleUrl: '', folder: '', modules: {}, wheels: [], preload: [], contained: true, interrupts };
  return new InterpreterProcess({ command: process.execPath, args: ['-e', text], order, startMs });
}

describe('InterpreterProcess', () => {
  it.each([1, 2])(
    'is ended where its program writes what is no line of ours without end, to descriptor %d',
    async (to) => {
      const interpreter = start(`const waste = '{}\\n'.repeat(20_000); for (;;) writeSync(${to}, waste);`);
      await interpreter.ready;
      expect(await interpreter.run(CALL, LIMITS)).toMatchObject({ alive: false, result: { kind: 'output-limit' } });
      await interpreter.close();
    },
  );

  it('rejects a program that runs when it is closed', async () => {
    const interpreter = start('');
    await interpreter.ready;
    const rejects = expect(interpreter.run(CALL, LIMITS)).rejects.toThrow('the sandbox was closed');
    await interpreter.close();
    await rejects;
  });
});
