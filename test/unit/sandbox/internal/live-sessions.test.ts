import { mkdtempSync, chmodSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox, SandboxResult, SandboxSession } from '../../../../src/base/index.js';
import { createLocalSandbox } from '../../../../src/sandbox/index.js';

type Ran = Exclude<SandboxResult, { kind: 'unavailable' }>;

describe('a session', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createLocalSandbox({ concurrency: 2, maxSessions: 2 });
  });
  afterAll(() => sandbox.close());

  const open = (): Promise<SandboxSession> => sandbox.session!();
  async function run(session: SandboxSession, code: string, limits = {}): Promise<Ran> {
    const result = await session.run({ code, limits });
    if (result.kind === 'unavailable') throw new Error(result.cause.message);
    return result;
  }

  it('keeps variables, imports and files from one cell to the next', async () => {
    const session = await open();
    await run(session, 'import math\nx = 3\nopen("f", "w").write("kept")');
    expect(await run(session, 'print(open("f").read())\nmath.factorial(x)')).toMatchObject({
      kind: 'ok',
      stdout: 'kept\n',
      value: '6',
    });
    await session.close();
  });

  it('shows an error of a cell at its own lines and goes on', async () => {
    const session = await open();
    await run(session, 'def f():\n    return 1 / 0');
    const failed = await run(session, 'y = 1\nf()');
    expect(failed).toMatchObject({ kind: 'error', exitCode: 1 });
    expect(failed.stderr.split('\n').filter((line) => line.includes('File'))).toEqual([
      '  File "<cell 2>", line 2, in <module>',
      '  File "<cell 1>", line 2, in f',
    ]);
    expect(failed.stderr).toContain('return 1 / 0');
    expect(await run(session, 'y')).toMatchObject({ value: '1' });
    await session.close();
  });

  it('interrupts a cell at its time limit and keeps what it had', async () => {
    const session = await open();
    await run(session, 'kept = 7');
    const late = await run(session, 'print("on")\nwhile True: pass', { wallMs: 200 });
    expect(late).toMatchObject({ kind: 'timeout', stdout: 'on\n' });
    expect(await run(session, 'kept')).toMatchObject({ value: '7' });
    await session.close();
  });

  it('replays what had run when the interpreter is lost, and not the cell that lost it', async () => {
    const session = await open();
    await run(session, 'import os\ntimes = []\ntimes.append(1)\nprint("seen once")');
    expect(await run(session, 'times.append(2)\nos._exit(3)')).toMatchObject({ kind: 'error', exitCode: 3 });
    expect(await run(session, 'times')).toMatchObject({ stdout: '', value: '[1]' });
    await session.close();
  });

  describe('whose cells do something else when they are run again', () => {
    let folder: string;
    let flag: string;
    let flagged: Sandbox;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'flag-'));
      chmodSync(folder, 0o755);
      flag = join(folder, 'flag');
      flagged = await createLocalSandbox({ concurrency: 1, readOnlyPaths: [folder], limits: { wallMs: 3000 } });
    });
    afterAll(async () => {
      await flagged.close();
      rmSync(folder, { recursive: true });
    });

    /** A session that has run a cell, and has lost its interpreter. */
    async function lost(code: string, limits = {}): Promise<SandboxSession> {
      rmSync(flag, { force: true });
      const session = await flagged.session!();
      expect((await run(session, code, limits)).kind).toBe('ok');
      expect((await run(session, 'import os\nos._exit(3)')).kind).toBe('error');
      writeFileSync(flag, '');
      return session;
    }
    const whenFlagged = (action: string) => `import os, time\nkept = 5\nwhile os.path.exists('${flag}'): ${action}`;

    it('is killed, not unavailable, where one of them ends the interpreter, and begins anew', async () => {
      const session = await lost(whenFlagged('os._exit(0)'));
      expect((await session.run({ code: '1' })).kind).toBe('killed');
      const next = await run(session, '"kept" in globals()');
      expect(next).toMatchObject({ kind: 'ok', value: 'False' });
      expect(await run(session, 'kept = 6\nkept')).toMatchObject({ kind: 'ok', value: '6' });
      await session.close();
    });

    it('is timed out where they take longer than a cell may, and begins anew', async () => {
      const session = await lost(whenFlagged('time.sleep(0.01)'), { wallMs: 3_000_000 });
      expect((await session.run({ code: '1' })).kind).toBe('timeout');
      expect(await run(session, '"kept" in globals()')).toMatchObject({ value: 'False' });
      await session.close();
    });

    it('is cancelled while they run, and has them all at the next cell', async () => {
      const session = await lost(whenFlagged('time.sleep(0.01)'), { wallMs: 3_000_000 });
      const abort = new AbortController();
      const pending = session.run({ code: '1', limits: { wallMs: 3_000_000 } }, { signal: abort.signal });
      setTimeout(() => abort.abort(new Error('enough')), 500);
      await expect(pending).rejects.toThrow('enough');
      rmSync(flag);
      expect(await run(session, 'kept')).toMatchObject({ kind: 'ok', value: '5' });
      await session.close();
    });

    it('has what one that timed out had done', async () => {
      rmSync(flag, { force: true });
      const session = await flagged.session!();
      for (const name of ['a', 'b']) expect((await run(session, `${name} = 1\nwhile True: pass`)).kind).toBe('timeout');
      await run(session, 'import os\nos._exit(3)');
      expect(await run(session, 'a + b')).toMatchObject({ kind: 'ok', value: '2' });
      await session.close();
    });
  });

  it('is lost and rebuilt when it had to make room for others', async () => {
    const sessions = await Promise.all([open(), open(), open()]);
    for (const [i, session] of sessions.entries()) await run(session, `me = ${i}`);
    for (const [i, session] of sessions.entries()) expect(await run(session, 'me')).toMatchObject({ value: `${i}` });
    await Promise.all(sessions.map((session) => session.close()));
  });

  it('is ended when nobody has used it for a while, and rebuilt when somebody does', async () => {
    const impatient = await createLocalSandbox({ concurrency: 1, sessionIdleMs: 150 });
    const session = await impatient.session!();
    const value = async (code: string) => {
      const result = await session.run({ code });
      return result.kind === 'ok' ? result.value : result.kind;
    };
    const drawn = await value('import random\nkept = 5\nr = random.random()\nr');
    // A replay draws anew, so that it shows.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await value('r')).not.toBe(drawn);
    expect(await value('kept')).toBe('5');
    await impatient.close();
  });

  it('has the limits of a call in each cell', async () => {
    const session = await open();
    expect(await run(session, 'x = bytearray(400 << 20)', { memoryBytes: 200 << 20 })).toMatchObject({
      kind: 'memory',
    });
    expect(await run(session, 'while True: print("x" * 99)', { outputBytes: 1000 })).toMatchObject({
      kind: 'output-limit',
    });
    expect(await run(session, 'while True: pass', { cpuMs: 200 })).toMatchObject({ kind: 'timeout' });
    await session.close();
  });

  it('reads standard input in each cell and runs its cells in order', async () => {
    const session = await open();
    const results = await Promise.all(
      ['a', 'b', 'c'].map((text) => session.run({ code: 'input()', stdin: `${text}\n` })),
    );
    expect(results.map((result) => result.kind === 'ok' && result.value)).toEqual(["'a'", "'b'", "'c'"]);
    await session.close();
  });

  it('does not let a cell run on between calls', async () => {
    const session = await open();
    await run(
      session,
      'import threading, time\nn = 0\ndef count():\n    global n\n    while True:\n        n += 1\n        time.sleep(0.001)\n' +
        'threading.Thread(target=count, daemon=True).start()',
    );
    const before = Number((await run(session, 'n')).value);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const after = Number((await run(session, 'n')).value);
    expect(after - before).toBeLessThan(100);
    await session.close();
  });

  it('ends a cell that prints a fake end of its own output no earlier than it ends', async () => {
    const session = await open();
    const code = 'import os, time\nos.write(1, os.urandom(16))\ntime.sleep(0.2)\nprint("after")';
    const { stdout } = await run(session, code);
    expect(stdout.endsWith('after\n')).toBe(true);
    await session.close();
  });

  it('rejects with the reason when a cell is aborted', async () => {
    const session = await open();
    const abort = new AbortController();
    const pending = session.run({ code: 'while True: pass' }, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error('enough')), 100);
    await expect(pending).rejects.toThrow('enough');
    expect(await run(session, '1')).toMatchObject({ value: '1' });
    await session.close();
  });

  it('answers unavailable after it was closed', async () => {
    const session = await open();
    await session.close();
    expect(await session.run({ code: '1' })).toMatchObject({ kind: 'unavailable' });
  });

  it.each([
    ['in memory', 'kept = b"x" * (100 << 20)', 150 << 20],
    ['in files', 'open("kept", "wb").write(bytes(40 << 20))', 75 << 20],
  ])('is ended, the one unused for longest first, when sessions hold too much %s', async (_, hold, bytes) => {
    const small = await createLocalSandbox({ concurrency: 1, sessionMemoryBytes: bytes });
    const value = async (session: SandboxSession, code: string) => {
      const result = await session.run({ code });
      return result.kind === 'ok' ? result.value : result.kind;
    };
    const [first, second] = await Promise.all([small.session!(), small.session!()]);
    // A replay draws anew, so that it shows.
    const fill = `import random\n${hold}\nr = random.random()\nr`;
    const [one, two] = [await value(first, fill), await value(second, fill)];
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await value(first, 'r')).not.toBe(one);
    expect(two).not.toBe(one);
    await small.close();
  });
});
