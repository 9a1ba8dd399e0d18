import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/base/index.js';
import { createLocalSandbox } from '../../src/sandbox/index.js';
import { ATTACKS } from './sandbox-hostile/attacks.js';
import { Outside } from './sandbox-hostile/remains.js';
import type { AttackReport } from './sandbox-hostile/run-attacks.js';
import { AMPLE } from './sandbox-hostile/scene.js';

const NOBODY = '65534';
const asRoot = process.getuid?.() === 0;
// An ordinary user cannot use an interpreter that lives in root's home.
const systemPython = process.env['USER_PYTHON'] ?? (existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3');

async function runAttacks(args: readonly string[]): Promise<Map<string, AttackReport>> {
  const script = join(import.meta.dirname, 'sandbox-hostile', 'run-attacks.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, ...args], {
    maxBuffer: 1 << 26,
    timeout: 1_700_000,
  });
  const reports = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AttackReport);
  return new Map(reports.map((report) => [report.name, report]));
}

const users = asRoot ? ['root', 'an ordinary user'] : ['an ordinary user'];
const settings = ['bubblewrap', 'unshare'].flatMap((mechanism) => users.map((user) => ({ mechanism, user })));

// Most of an attack's time is waiting, so the settings are tried side by side.
const allReports = settings.map(({ mechanism, user }) =>
  runAttacks([mechanism, ...(asRoot && user !== 'root' ? [NOBODY, systemPython] : [])]),
);
for (const reports of allReports) reports.catch(() => {});

describe.each(settings)('a hostile program under $mechanism as $user', (setting) => {
  let reports: Map<string, AttackReport>;
  beforeAll(async () => {
    reports = await allReports[settings.indexOf(setting)]!;
  }, 1_800_000);

  it.each(ATTACKS.map(({ name }) => name))('that %s succeeds without isolation and fails with it', (name) => {
    const report = reports.get(name)!;
    const possible = report.harmedWithout !== null;
    expect({ without: report.harmedWithout, within: report.harmedWithin }, report.detail).toEqual({
      without: possible ? true : null,
      within: false,
    });
    expect(report.expectedKinds).toContain(report.kind);
    expect(report.healthyAfter).toBe(true);
    expect(report.left).toEqual([]);
  });

  it('leaves nothing when the sandboxes are closed, and the caller has ended by itself', () => {
    expect(reports.get('left')?.left).toEqual([]);
  });
});

describe('a hostile program', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createLocalSandbox({ isolation: 'full', concurrency: 1, limits: AMPLE });
  });
  afterAll(() => sandbox.close());

  it('is seen from outside while it runs, with all that it has started', async () => {
    const over = new AbortController();
    const outside = new Outside(0);
    const look = async () => (await outside.leftByCalls(1)).filter((line) => line.startsWith('process'));
    const code = 'import os, time\nfor _ in range(5):\n    if os.fork() == 0: break\ntime.sleep(100)';
    const running = sandbox.run({ code }, { signal: over.signal }).catch(() => {});
    await expect.poll(look, { timeout: 30_000 }).toHaveLength(5);
    over.abort();
    await running;
    await expect.poll(look, { timeout: 30_000 }).toEqual([]);
  });

  it('that writes what looks like an end of its call to every descriptor does not change how the call ended', async () => {
    const code = `
import os
for fd in range(256):
    for fake in (b'1 0 0 0 ' + b'00' * 16 + b' -\\n', os.urandom(16), b'broken: by me\\n', b'0;=1'):
        try: os.write(fd, fake)
        except OSError: pass
os._exit(7)`;
    for (let i = 0; i < 3; i++) expect(await sandbox.run({ code })).toMatchObject({ kind: 'error', exitCode: 7 });
    expect(await sandbox.run({ code: '6 * 7' })).toMatchObject({ kind: 'ok', value: '42', stdout: '', stderr: '' });
  });

  it('that changes the flags of its streams does not change them for the next one', async () => {
    const code = `
import fcntl, os
for fd in range(256):
    for flags in (os.O_NONBLOCK | os.O_DIRECT, os.O_NONBLOCK | os.O_ASYNC):
        try: fcntl.fcntl(fd, fcntl.F_SETFL, flags)
        except OSError: pass`;
    await sandbox.run({ code });
    const next = await sandbox.run({ code: 'print("x" * 300_000)' });
    expect(next.kind === 'ok' && next.stdout.length).toBe(300_001);
  });

  it('finds nothing of the last call in its own memory', async () => {
    const last = `residue-${'7'.repeat(12)}`;
    await sandbox.run({ code: `kept = "${last}"\nprint(kept, input())`, stdin: `${last}\n` });
    const search = `
import re
planted = bytes('residu', 'ascii') + b'e-' + b'1' * 12
found = set()
with open('/proc/self/maps') as maps, open('/proc/self/mem', 'rb', 0) as memory:
    for line in maps:
        span, perms = line.split()[:2]
        if not perms.startswith('r') or '[v' in line: continue
        start, end = (int(x, 16) for x in span.split('-'))
        try:
            memory.seek(start)
            found.update(re.findall(rb'residu[e]-[0-9]{12}', memory.read(end - start)))
        except OSError: pass
sorted(found)`;
    expect(await sandbox.run({ code: search })).toMatchObject({ kind: 'ok', value: "[b'residue-111111111111']" });
  });
});
