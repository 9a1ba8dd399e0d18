import type { Sandbox, SandboxCall, SandboxSession } from '../../base/index.js';
import { equal, rejects, show, truth } from './conformance.js';
import { check } from './sandbox-program-cases.js';
import { ran, type SandboxConformanceCase, type SandboxFeature } from './sandbox-under-test.js';

/** What every sandbox's sessions do alike, wherever their interpreters live. */
export const SESSION_CASES: readonly SandboxConformanceCase[] = [
  inSessions('keeps a session, also after an error in it', async (open) => {
    const session = await open();
    await session.run({ code: 'import math\nx = 4' });
    await session.run({ code: 'x = 5\nraise ValueError("no")' });
    equal(await ran(session, { code: 'math.factorial(x)' }), { kind: 'ok', value: '120' });
  }),
  inSessions('keeps files and definitions of a session, and gives each cell its own input', async (open) => {
    const session = await open();
    await session.run({ code: 'open("f", "w").write("kept")\ndef twice(text): return 2 * text' });
    equal(await ran(session, { code: 'print(open("f").read())\ntwice(input())', stdin: 'ab\n' }), {
      kind: 'ok',
      stdout: 'kept\n',
      value: "'abab'",
    });
  }),
  inSessions('keeps sessions apart from each other, and from calls', async (open, sandbox) => {
    const [one, other] = [await open(), await open()];
    await one.run({ code: 'mine = 1\nopen("mine", "w").write("x")' });
    const code = 'import os\nprint(os.path.exists("mine"), "mine" in globals())';
    equal(await ran(other, { code }), { kind: 'ok', stdout: 'False False\n' });
    equal(await ran(sandbox, { code }), { kind: 'ok', stdout: 'False False\n' });
    equal(await ran(one, { code }), { kind: 'ok', stdout: 'True True\n' });
  }),
  inSessions('runs the cells of a session in the order they were given', async (open) => {
    const session = await open();
    const cells = ['seen = []', ...[1, 2, 3].map((n) => `seen.append(${n})\nseen`)].map((code) => ({ code }));
    const results = await Promise.all(cells.map((cell) => ran(session, cell)));
    equal(
      results.map(({ value }) => value),
      [undefined, '[1]', '[1, 2]', '[1, 2, 3]'],
    );
  }),
  inSessions(
    'keeps what a session had when a cell is out of time',
    async (open) => {
      const session = await open();
      await session.run({ code: 'kept = 7' });
      equal(await ran(session, { code: 'while True: pass', limits: { wallMs: 300 } }), { kind: 'timeout' });
      equal(await ran(session, { code: 'kept' }), { kind: 'ok', value: '7' });
    },
    'limits',
  ),
  inSessions('rejects with the reason when a cell is aborted, and keeps the session', async (open) => {
    const session = await open();
    await session.run({ code: 'kept = 7' });
    const reason = new Error('enough of this cell');
    await rejects(session.run({ code: '1' }, { signal: AbortSignal.abort(reason) }), reason);
    const abort = new AbortController();
    const pending = session.run({ code: 'import time\ntime.sleep(3)' }, { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 100);
    await rejects(pending, reason);
    equal(await ran(session, { code: 'kept' }), { kind: 'ok', value: '7' });
  }),
  inSessions('refuses cells that are malformed or in another language, and keeps the session', async (open) => {
    const session = await open();
    await session.run({ code: 'kept = 7' });
    for (const call of [{}, { code: 1 }, { code: '', limits: { wallMs: -1 } }, { code: '', language: 'cpp' }]) {
      const error = await session.run(call as SandboxCall).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      truth(error instanceof TypeError || error instanceof RangeError, `${show(call)}: got ${String(error)}`);
    }
    equal(await ran(session, { code: 'kept' }), { kind: 'ok', value: '7' });
  }),
  inSessions('is unavailable after a session was closed, which may be said twice', async (open) => {
    const session = await open();
    equal(await ran(session, { code: '1' }), { value: '1' });
    await session.close();
    await session.close();
    const { kind } = await session.run({ code: '1' });
    equal({ kind }, { kind: 'unavailable' });
  }),
];

/** A case over sessions, which are closed when it is over. */
function inSessions(
  name: string,
  run: (open: () => Promise<SandboxSession>, sandbox: Sandbox) => Promise<void>,
  ...needs: readonly SandboxFeature[]
): SandboxConformanceCase {
  return check(
    name,
    async (sandbox) => {
      const lacks = "session: the backend does not have it; sandboxConformanceCases(['sessions']) leaves this case out";
      truth(sandbox.session !== undefined, lacks);
      const opened: SandboxSession[] = [];
      try {
        await run(async () => {
          const session = await sandbox.session!();
          opened.push(session);
          return session;
        }, sandbox);
      } finally {
        await Promise.all(opened.map((session) => session.close()));
      }
    },
    'sessions',
    ...needs,
  );
}
