import type { Sandbox } from '../../base/index.js';
import { equal, rejects, show, truth } from './conformance.js';
import { ran, type SandboxConformanceCase, type SandboxFeature } from './sandbox-under-test.js';

/** What programs do in a sandbox. */
export const PROGRAM_CASES: readonly SandboxConformanceCase[] = [
  check('runs a program and gives what it printed', async (sandbox) => {
    const result = await ran(sandbox, { code: 'print("out")\nimport sys\nprint("err", file=sys.stderr)' });
    equal(result, { kind: 'ok', stdout: 'out\n', stderr: 'err\n', exitCode: 0 });
    truth(result.durationMs >= 0, `durationMs: expected at least 0, got ${result.durationMs}`);
  }),
  check('gives the value of a last expression apart from the output', async (sandbox) => {
    equal(await ran(sandbox, { code: 'print("a")\n[1, "b"]' }), { kind: 'ok', stdout: 'a\n', value: "[1, 'b']" });
    truth((await ran(sandbox, { code: 'x = 1' })).value === undefined, 'value: expected none for a statement');
    truth((await ran(sandbox, { code: 'None' })).value === undefined, 'value: expected none for None');
  }),
  check('does not evaluate for a value in script mode', async (sandbox) => {
    const result = await ran(sandbox, { code: 'print("a")\n1 + 1', mode: 'script' });
    equal(result, { kind: 'ok', stdout: 'a\n' });
    truth(result.value === undefined, `value: expected none, got ${show(result.value)}`);
  }),
  check('gives standard input, and its end where there is none', async (sandbox) => {
    equal(await ran(sandbox, { code: 'print(input()[::-1])', stdin: 'αβγ\n' }), { stdout: 'γβα\n' });
    const result = await ran(sandbox, { code: 'input()' });
    truth(result.kind === 'error' && result.stderr.includes('EOFError'), `expected EOFError, got ${show(result)}`);
  }),
  check('shows a traceback with the lines of the program alone', async (sandbox) => {
    const { kind, stderr } = await ran(sandbox, { code: 'def f():\n    return 1 / 0\n\nf()' });
    const places = stderr.split('\n').filter((line) => line.trimStart().startsWith('File '));
    equal(
      { kind, places: places.map((line) => line.trim()) },
      { kind: 'error', places: ['File "<cell>", line 4, in <module>', 'File "<cell>", line 2, in f'] },
    );
    truth(stderr.includes('ZeroDivisionError'), `stderr: expected ZeroDivisionError, got ${stderr}`);
  }),
  check('reports a syntax error as an error of the program', async (sandbox) => {
    const { kind, stderr } = await ran(sandbox, { code: 'x = = 1' });
    truth(kind === 'error' && stderr.includes('SyntaxError'), `expected SyntaxError, got ${kind}: ${stderr}`);
  }),
  check('honours from __future__', async (sandbox) => {
    const code = 'from __future__ import annotations\ndef f(x: undefined_name): return x\nf.__annotations__';
    equal(await ran(sandbox, { code }), { kind: 'ok', value: "{'x': 'undefined_name'}" });
  }),
  check('survives output that is not UTF-8, and text that looks like its own marks', async (sandbox) => {
    const code = 'import sys\nsys.stdout.buffer.write(b"a\\xff\\xfeb")\nprint("@@E @@D1.0 =1 !")';
    const { kind, stdout } = await ran(sandbox, { code });
    truth(kind === 'ok' && stdout.startsWith('a') && stdout.includes('@@E @@D1.0 =1 !'), `got ${kind}: ${stdout}`);
  }),
  check(
    'tells exit codes apart',
    async (sandbox) => {
      equal(await ran(sandbox, { code: 'import sys; sys.exit(3)' }), { kind: 'error', exitCode: 3 });
      equal(await ran(sandbox, { code: 'import os; os._exit(4)' }), { kind: 'error', exitCode: 4 });
      equal(await ran(sandbox, { code: 'import os; os._exit(0)' }), { kind: 'ok', exitCode: 0 });
    },
    'exit-codes',
  ),
  check(
    'says when a signal ended a program',
    async (sandbox) => {
      equal(await ran(sandbox, { code: 'import os; os.kill(os.getpid(), 9)' }), { kind: 'killed', exitCode: null });
    },
    'exit-codes',
  ),
  check(
    'stops a program at its time limit',
    async (sandbox) => {
      const code = 'import time\nprint("on", flush=True)\ntime.sleep(60)';
      equal(await ran(sandbox, { code, limits: { wallMs: 400 } }), { kind: 'timeout', stdout: 'on\n' });
    },
    'limits',
  ),
  check(
    'ends a program at its memory limit',
    async (sandbox) => {
      const code = 'x = bytearray(900 << 20)';
      equal(await ran(sandbox, { code, limits: { memoryBytes: 256 << 20 } }), { kind: 'memory' });
    },
    'limits',
  ),
  check(
    'ends a program at its limit of processor time',
    async (sandbox) => {
      if (isMissing(sandbox, 'processor time')) return;
      const code = 'print("on", flush=True)\nwhile True: pass';
      equal(await ran(sandbox, { code, limits: { cpuMs: 300, wallMs: 120_000 } }), { kind: 'timeout', stdout: 'on\n' });
    },
    'limits',
  ),
  check(
    'limits the size of a file',
    async (sandbox) => {
      if (isMissing(sandbox, 'file sizes')) return;
      const code = `
import os
try:
    with open('big', 'wb') as file:
        for _ in range(40): file.write(bytes(1 << 18))
except OSError: pass
print(os.path.getsize('big') <= 1 << 20)`;
      equal(await ran(sandbox, { code, limits: { fileSizeBytes: 1 << 20 } }), { kind: 'ok', stdout: 'True\n' });
    },
    'limits',
  ),
  check(
    'limits the number of processes and threads',
    async (sandbox) => {
      if (isMissing(sandbox, 'processes')) return;
      const code = `
import threading
stop = threading.Event()
count = 0
try:
    for _ in range(60):
        threading.Thread(target=stop.wait, daemon=True).start()
        count += 1
except RuntimeError: pass
stop.set()
print(count <= 12)`;
      const { kind, stdout } = await ran(sandbox, { code, limits: { processes: 10 } });
      truth(kind === 'killed' || (kind === 'ok' && stdout === 'True\n'), `got ${kind}: ${stdout}`);
    },
    'limits',
  ),
  check(
    'caps output while it is produced',
    async (sandbox) => {
      const result = await ran(sandbox, { code: 'while True: print("x" * 99)', limits: { outputBytes: 500 } });
      truth(
        result.kind === 'output-limit' && result.stdout.length <= 500,
        `got ${result.kind}, ${result.stdout.length}`,
      );
    },
    'limits',
  ),
  check(
    'gives long output whole',
    async (sandbox) => {
      const result = await ran(sandbox, { code: 'print("x" * 300_000)' });
      equal({ kind: result.kind, length: result.stdout.length }, { kind: 'ok', length: 300_001 });
    },
    'long-output',
  ),
  check('takes long programs and long input', async (sandbox) => {
    const code = `x = ${JSON.stringify('y'.repeat(400_000))}\nprint(len(x), len(input()))`;
    equal(await ran(sandbox, { code, stdin: `${'z'.repeat(2_000_000)}\n` }), {
      kind: 'ok',
      stdout: '400000 2000000\n',
    });
  }),
  check('keeps what was printed before an error', async (sandbox) => {
    const { kind, stdout, stderr } = await ran(sandbox, { code: 'print("before")\nraise KeyError("no")' });
    truth(kind === 'error' && stdout === 'before\n' && stderr.includes("KeyError: 'no'"), `got ${kind}: ${stderr}`);
  }),
  check('keeps calls apart', async (sandbox) => {
    await ran(sandbox, { code: 'leak = 1\nopen("file", "w").write("x")' });
    const code = 'import os\nprint(os.path.exists("file"), "leak" in globals())';
    for (let i = 0; i < 4; i++) equal(await ran(sandbox, { code }), { kind: 'ok', stdout: 'False False\n' });
  }),
  check(
    'gives fresh random seeds, and the same ones when asked',
    async (sandbox) => {
      const code = 'import random\nprint(random.random(), hash("a"))';
      const output = async (deterministic: boolean) => (await ran(sandbox, { code, deterministic })).stdout;
      truth((await output(false)) !== (await output(false)), 'expected different numbers in each call');
      truth((await output(true)) === (await output(true)), 'expected the same numbers when deterministic');
    },
    'deterministic',
  ),
  check('answers a batch in the order of its calls', async (sandbox) => {
    const calls = Array.from({ length: 40 }, (_, i) => ({ code: `print(${i})` }));
    const results = await sandbox.runBatch(calls);
    const printed = results.map((result) => (result.kind === 'ok' ? result.stdout : result.kind));
    equal({ printed }, { printed: calls.map((_, i) => `${i}\n`) });
  }),
  check('ends a program whose signal is aborted', async (sandbox) => {
    const reason = new Error('enough');
    const abort = new AbortController();
    const pending = sandbox.run({ code: SLEEP }, { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 100);
    await rejects(pending, reason);
    equal(await ran(sandbox, { code: 'print(1)' }), { stdout: '1\n' });
  }),
  check('ends a batch whose signal is aborted', async (sandbox) => {
    const reason = new Error('enough of these');
    const abort = new AbortController();
    const pending = sandbox.runBatch(
      Array.from({ length: 4 }, () => ({ code: SLEEP })),
      { signal: abort.signal },
    );
    setTimeout(() => abort.abort(reason), 100);
    await rejects(pending, reason);
    equal(await ran(sandbox, { code: 'print(1)' }), { stdout: '1\n' });
  }),
  check(
    'compiles and runs C++',
    async (sandbox) => {
      const code = '#include <iostream>\nint main() { int n; std::cin >> n; std::cout << n * 2; }';
      equal(await ran(sandbox, { language: 'cpp', code, stdin: '21' }), { kind: 'ok', stdout: '42' });
      const { kind } = await ran(sandbox, { language: 'cpp', code: 'int main() { return x; }' });
      equal({ kind }, { kind: 'error' });
    },
    'cpp',
  ),
];

/** Whether a sandbox says itself that it does not limit something, or nothing. */
function isMissing({ isolation: { level, missing } }: Sandbox, what: string): boolean {
  return level === 'none' || missing.some((text) => text.startsWith(what) || text.includes(`: ${what}`));
}

/** Longer than anything but an abort takes. */
const SLEEP = 'import time\ntime.sleep(3)';

/** A case for those that run programs. */
export function check(
  name: string,
  run: (sandbox: Sandbox) => Promise<void>,
  ...needs: readonly SandboxFeature[]
): SandboxConformanceCase {
  return { name, needs: ['programs', ...needs], run };
}
