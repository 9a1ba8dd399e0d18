import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SandboxError, type Sandbox, type SandboxResult } from '../../../../src/base/index.js';
import { createLocalSandbox } from '../../../../src/sandbox/index.js';

type Ran = Exclude<SandboxResult, { kind: 'unavailable' }>;

describe('createLocalSandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createLocalSandbox({ concurrency: 2 });
  });
  afterAll(() => sandbox.close());

  async function run(code: string, more: Partial<Parameters<Sandbox['run']>[0]> = {}): Promise<Ran> {
    const result = await sandbox.run({ code, ...more });
    if (result.kind === 'unavailable') throw new Error(result.cause.message);
    return result;
  }

  it('shows the value of a last expression as a notebook does', async () => {
    expect(await run('x = 20\nx + 1')).toMatchObject({ kind: 'ok', value: '21', stdout: '', exitCode: 0 });
    expect(await run('"a"')).toMatchObject({ value: "'a'" });
    expect(await run('print(3)')).not.toHaveProperty('value');
    expect(await run('3;')).not.toHaveProperty('value');
  });

  it('gives standard input to the program, and its end where there is none', async () => {
    expect(await run('print(input()[::-1])', { stdin: 'abc\n' })).toMatchObject({ stdout: 'cba\n' });
    const empty = await run('input()');
    expect(empty.kind).toBe('error');
    expect(empty.stderr).toContain('EOFError');
  });

  it("shows a traceback with the program's own frames and line numbers", async () => {
    const { kind, stderr, exitCode } = await run('def f(n):\n    return 1 / n\n\nf(0)');
    expect({ kind, exitCode }).toEqual({ kind: 'error', exitCode: 1 });
    expect(stderr.split('\n').filter((line) => line.includes('File'))).toEqual([
      '  File "<cell>", line 4, in <module>',
      '  File "<cell>", line 2, in f',
    ]);
    expect(stderr).toContain('ZeroDivisionError: division by zero');
  });

  it('reports a syntax error at its line', async () => {
    const { kind, stderr } = await run('x = 1\nif x\n');
    expect(kind).toBe('error');
    expect(stderr).toContain('File "<cell>", line 2');
    expect(stderr).toContain('SyntaxError');
    expect(stderr).not.toContain('rstar2');
  });

  it('tells exit codes and signals apart', async () => {
    expect(await run('import sys; sys.exit(3)')).toMatchObject({ kind: 'error', exitCode: 3 });
    expect(await run('import os; os._exit(0)')).toMatchObject({ kind: 'ok', exitCode: 0 });
    expect(await run('import os; os.kill(os.getpid(), 9)')).toMatchObject({ kind: 'killed', exitCode: null });
  });

  it('stops a program at its time limit and keeps what it had printed', async () => {
    const result = await run('print("before")\nwhile True: pass', { limits: { wallMs: 300 } });
    expect(result).toMatchObject({ kind: 'timeout', stdout: 'before\n' });
  });

  it('does not call a program late because our own thread was busy when it ended', async () => {
    for (let i = 0; i < 3; i++) {
      const pending = run('import time\ntime.sleep(0.05)\n7', { limits: { wallMs: 300 } });
      await new Promise((resolve) => setTimeout(resolve, 20));
      const until = performance.now() + 500;
      while (performance.now() < until);
      expect(await pending).toMatchObject({ kind: 'ok', value: '7' });
    }
  });

  it('numbers processes anew for every call where a server takes one', async () => {
    const single = await createLocalSandbox({ concurrency: 1, callsPerServer: 1 });
    const code = 'import os, subprocess\nfor _ in range(5): subprocess.run(["true"])\nprint(os.getpid())';
    const ids = [await single.run({ code }), await single.run({ code })];
    // Without a pid namespace of its own a server has the machine's numbers, in whatever order.
    if (single.isolation.level === 'full') expect(ids[0]).toHaveProperty('stdout', (ids[1] as Ran).stdout);
    await single.close();
  });

  it('stops a program that ignores signals', async () => {
    const code = 'import signal, time\nfor s in (1, 2, 14, 15, 64): signal.signal(s, signal.SIG_IGN)\ntime.sleep(60)';
    expect((await run(code, { limits: { wallMs: 300 } })).kind).toBe('timeout');
  });

  it('leaves signals as they are in any Python program, so that a process pool ends its workers', async () => {
    const code = `
import signal
changed = {s.name for s in signal.valid_signals() if isinstance(s, signal.Signals) and signal.getsignal(s) not in (0, 1)}
changed - {'SIGINT', 'SIGRTMAX'}`;
    expect(await run(code)).toMatchObject({ kind: 'ok', value: 'set()' });
  });

  it('ends a program that takes more memory than it may', async () => {
    const { kind, stderr } = await run('x = bytearray(4 << 30)');
    expect(kind).toBe('memory');
    expect(stderr).toContain('MemoryError');
  });

  it('ends a program at its output cap while it prints, and gives what fits', async () => {
    const result = await run('while True: print("x" * 1000)', { limits: { outputBytes: 5000 } });
    expect(result.kind).toBe('output-limit');
    expect(result.stdout).toHaveLength(5000);
  });

  it('gives every program an empty directory of its own', async () => {
    const look = 'import os\nprint(os.listdir("."), os.listxattr("."), oct(os.stat(".").st_mode))';
    const before = (await run(look)).stdout;
    expect(before).toContain('[] []');
    await run('open("mine", "w").write("secret")');
    await run('import os\nos.makedirs("a/b")\nos.chmod(".", 0o700)');
    await run('import os\ntry: os.setxattr(".", "user.left", b"x")\nexcept OSError: pass');
    for (let i = 0; i < 4; i++) expect((await run(look)).stdout).toBe(before);
  });

  it('gives what a program printed, in each of its streams, whenever it printed it', async () => {
    const code = `
import sys, time
for _ in range(3):
    print('o' * 40_000, flush=True)
    print('e' * 40_000, file=sys.stderr, flush=True)
    time.sleep(0.02)
'v' * 100_000`;
    const result = await run(code);
    expect([result.kind, result.stdout.length, result.stderr.length, result.value?.length]).toEqual([
      'ok',
      120_003,
      120_003,
      100_002,
    ]);
    expect(await run('1')).toMatchObject({ stdout: '', stderr: '', value: '1' });
  });

  it('has the names of an interactive interpreter', async () => {
    expect(await run('exit(3)')).toMatchObject({ kind: 'error', exitCode: 3 });
    expect(await run('quit()')).toMatchObject({ kind: 'ok' });
    expect((await run('help(len)')).stdout).toContain('number of items');
    expect((await run('import sys\nsys.path[0] == "" and len(sys.path) > 2')).value).toBe('True');
  });

  it("gives a program nothing of the caller's environment", async () => {
    process.env['RSTAR2_CANARY'] = 'sings';
    try {
      const fresh = await createLocalSandbox({ concurrency: 1 });
      const result = await fresh.run({ code: 'import os\n"RSTAR2_CANARY" in os.environ' });
      await fresh.close();
      expect(result).toMatchObject({ kind: 'ok', value: 'False' });
    } finally {
      delete process.env['RSTAR2_CANARY'];
    }
  });

  it('leaves no process behind when the program ends', async () => {
    const code = 'import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(60)\n';
    expect(await run(code)).toMatchObject({ kind: 'ok' });
    const { stdout } = await run('import os\nprint([p for p in os.listdir("/proc") if p.isdigit() and int(p) > 1])');
    expect(JSON.parse(stdout.replaceAll("'", '"'))).toHaveLength(1);
  });

  it('answers a batch in the order of its calls', async () => {
    const seen: number[] = [];
    const calls = [3, 1, 2].map((n) => ({ code: `import time\ntime.sleep(${n} / 20)\n${n}` }));
    const results = await sandbox.runBatch(calls, { onResult: (_, index) => seen.push(index) });
    expect(results.map((result) => (result.kind === 'ok' ? result.value : result.kind))).toEqual(['3', '1', '2']);
    expect(seen.sort()).toEqual([0, 1, 2]);
  });

  it('rejects with the reason when a call is aborted, and runs the next one', async () => {
    const abort = new AbortController();
    const pending = sandbox.run({ code: 'while True: pass' }, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error('enough')), 50);
    await expect(pending).rejects.toThrow('enough');
    expect((await run('1')).value).toBe('1');
  });

  it('repeats itself when it is asked to be deterministic', async () => {
    const code = 'import random\nprint(random.random(), hash("a"))';
    const [first, second] = [await run(code, { deterministic: true }), await run(code, { deterministic: true })];
    expect(first.stdout).toBe(second.stdout);
    expect((await run(code)).stdout).not.toBe(first.stdout);
  });

  it.each(['Bun', 'Deno'])('refuses to start under %s, and says what to do instead', async (runtime) => {
    vi.stubGlobal(runtime, {});
    await expect(createLocalSandbox()).rejects.toThrow(new RegExp(`this is ${runtime}: .*sandbox serve`));
    vi.unstubAllGlobals();
  });

  it('refuses a malformed call at the door', async () => {
    await expect(sandbox.run({ code: 1 as never })).rejects.toThrow(TypeError);
    await expect(sandbox.run({ code: '', limits: { wallMs: -1 } })).rejects.toThrow('call.limits.wallMs');
  });

  it('that is never closed lets its process end and leaves nothing behind', async () => {
    const script =
      `import { createLocalSandbox } from ${JSON.stringify(join(import.meta.dirname, '../../../../src/sandbox/index.js'))};\n` +
      'const sandbox = await createLocalSandbox({ concurrency: 1 });\n' +
      'const result = await sandbox.run({ code: "7" });\nconsole.log(result.value);';
    const folder = mkdtempSync(join(tmpdir(), 'rstar2-forgotten-'));
    writeFileSync(join(folder, 'main.mts'), script);
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', join(folder, 'main.mts')], {
      env: { ...process.env, TMPDIR: folder },
      timeout: 60_000,
    });
    const left = readdirSync(folder).filter((name) => name.startsWith('rstar2-'));
    rmSync(folder, { recursive: true });
    expect({ stdout, left }).toEqual({ stdout: '7\n', left: [] });
  }, 90_000);

  it('answers unavailable after it was closed, never with an error of the program', async () => {
    const closed = await createLocalSandbox({ concurrency: 1 });
    await closed.close();
    expect(await closed.run({ code: '1' })).toMatchObject({ kind: 'unavailable' });
    await expect(closed.session!()).rejects.toThrow(new SandboxError('the sandbox was closed'));
  });
});
