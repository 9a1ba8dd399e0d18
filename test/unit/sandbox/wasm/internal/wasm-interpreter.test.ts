import { describe, expect, it } from 'vitest';
import { SandboxError } from '../../../../../src/base/index.js';
import { DEFAULT_LIMITS } from '../../../../../src/sandbox/internal/limits.js';
import type { CallOrder } from '../../../../../src/sandbox/wasm/internal/protocol.js';
import { WasmInterpreter } from '../../../../../src/sandbox/wasm/internal/wasm-interpreter.js';

const LONG_MS = 60_000;
const ORDER: Omit<CallOrder, 'interruptMs'> = {
  ...{ id: 'a1', code: '', stdin: '', kind: 'cell', script: false, deterministic: false },
  ...{ cpuMs: 1, memoryBytes: 1, fileSizeBytes: 1, outputBytes: 10 },
};
const LIMITS = { ...DEFAULT_LIMITS, wallMs: LONG_MS, outputBytes: 10, signal: undefined };
const END = { exitCode: 0, value: null, outOfMemory: false, alive: true };

/** An interpreter that does what the test says. */
class Scripted extends WasmInterpreter {
  readonly sent: CallOrder[] = [];
  readonly interrupted: string[] = [];
  ends = 0;
  bytes = 0;

  constructor(
    private readonly listens = true,
    startMs = LONG_MS,
  ) {
    super(startMs);
  }

  says(line: unknown): void {
    this.onLine(line);
  }

  breaks(reason: string): void {
    this.fail(reason);
  }

  protected override send(order: CallOrder): void {
    this.sent.push(order);
  }

  protected override end(): Promise<void> {
    if (this.ends++ === 0) this.gone(null, 'it is gone');
    return Promise.resolve();
  }

  protected override interrupt(id: string): boolean {
    if (this.listens) this.interrupted.push(id);
    return this.listens;
  }

  protected override usedBytes(): number {
    return this.bytes;
  }
}

describe('WasmInterpreter', () => {
  it('is ready when it says so, and fails when it says why it does not start', async () => {
    const good = new Scripted();
    good.says({ ready: { python: '3.14.0', pyodide: '314' } });
    expect(await good.ready).toEqual({ python: '3.14.0', pyodide: '314' });
    const bad = new Scripted();
    bad.says({ failed: 'no memory' });
    await expect(bad.ready).rejects.toThrow('wasm interpreter: no memory');
    expect([bad.broken, bad.ends > 0]).toEqual([true, true]);
  });

  it('is ended when it does not start in time', async () => {
    await expect(new Scripted(true, 1).ready).rejects.toThrow('did not start in time');
  });

  it('takes output and the end of the program that runs, and nothing of another', async () => {
    const interpreter = new Scripted();
    const outcome = interpreter.run(ORDER, LIMITS);
    for (const line of [{ id: 'b', to: 1, text: 'no' }, 'text', null, { id: 'a1', to: 1, text: 'yes' }])
      interpreter.says(line);
    interpreter.says({ id: 'b', ...END });
    interpreter.says({ id: 'a1', ...END, value: '4' });
    expect(await outcome).toMatchObject({ alive: true, result: { kind: 'ok', stdout: 'yes', value: '4' } });
    expect(interpreter.sent).toEqual([{ ...ORDER, interruptMs: LONG_MS }]);
  });

  it.each([
    { id: 'a1', ...END, value: { toString: 1 } },
    { id: 'a1', ...END, exitCode: 1.5 },
    { id: 'a1', to: 1, text: { toString: 1 } },
  ])('is ended when its program writes what looks like a line of its call: %j', async (line) => {
    const interpreter = new Scripted();
    const outcome = interpreter.run(ORDER, LIMITS);
    interpreter.says(line);
    expect(await outcome).toMatchObject({ alive: false, result: { kind: 'killed', exitCode: null } });
  });

  it('says once that it is ready; what says so later, or that it failed, is its program', async () => {
    const interpreter = new Scripted();
    interpreter.says({ ready: { python: '3.14.0', pyodide: '314' } });
    const outcome = interpreter.run(ORDER, LIMITS);
    interpreter.says({ failed: 'no memory' });
    interpreter.says({ ready: {} });
    interpreter.says({ id: 'a1', ...END, value: '4' });
    expect(await outcome).toMatchObject({ alive: true, result: { kind: 'ok', value: '4' } });
    expect(interpreter.broken).toBe(false);
  });

  it('reads what it said in time before it is ended, where its caller was busy for longer than the limit', async () => {
    const interpreter = new Scripted();
    const outcome = interpreter.run({ ...ORDER, kind: 'only' }, { ...LIMITS, wallMs: 1 });
    setImmediate(() => interpreter.says({ id: 'a1', ...END, value: '4' }));
    for (const end = performance.now() + 5; performance.now() < end;);
    expect(await outcome).toMatchObject({ alive: true, result: { kind: 'ok', value: '4' } });
  });

  it('rejects the program that runs when it is closed', async () => {
    const interpreter = new Scripted();
    const outcome = interpreter.run(ORDER, LIMITS);
    const closed = interpreter.close();
    await expect(outcome).rejects.toBeInstanceOf(SandboxError);
    await closed;
  });

  it('is ended at the limit of output, which is kept up to the limit', async () => {
    const interpreter = new Scripted();
    const outcome = interpreter.run(ORDER, LIMITS);
    interpreter.says({ id: 'a1', to: 2, text: 'é'.repeat(6) });
    expect(await outcome).toMatchObject({ alive: false, result: { kind: 'output-limit', stderr: 'é'.repeat(5) } });
    expect(interpreter.broken).toBe(true);
    await expect(interpreter.run(ORDER, LIMITS)).rejects.toBeInstanceOf(SandboxError);
  });

  it('is ended when its memory is beyond the limit', async () => {
    const interpreter = new Scripted();
    const outcome = interpreter.run(ORDER, { ...LIMITS, memoryBytes: 0, fileSizeBytes: 0 });
    interpreter.bytes = 1 << 30;
    expect(await outcome).toMatchObject({ alive: false, result: { kind: 'memory' } });
  });

  it.each([
    { listens: true, interrupted: ['a1'], ends: 0 },
    { listens: false, interrupted: [], ends: 1 },
  ])('is interrupted by an abort where it listens, and ended where not: %j', async ({ listens, interrupted, ends }) => {
    const interpreter = new Scripted(listens);
    const abort = new AbortController();
    const outcome = interpreter.run(ORDER, { ...LIMITS, signal: abort.signal });
    abort.abort();
    expect([interpreter.interrupted, Math.min(interpreter.ends, 1)]).toEqual([interrupted, ends]);
    if (listens) interpreter.says({ id: 'a1', ...END, exitCode: 1, interrupted: 'cancelled' });
    expect(await outcome).toMatchObject({ stopped: 'cancelled', alive: listens });
  });

  it('ends the program that runs when it breaks', async () => {
    const interpreter = new Scripted();
    const outcome = interpreter.run(ORDER, LIMITS);
    interpreter.breaks('its worker failed');
    expect(await outcome).toMatchObject({ alive: false, result: { kind: 'killed', exitCode: null } });
  });
});
