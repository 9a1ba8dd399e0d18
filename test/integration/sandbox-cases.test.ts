import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { CASES } from './sandbox-hostile/cases.js';
import type { CaseReport } from './sandbox-hostile/run-cases.js';

const NOBODY = '65534';
const asRoot = process.getuid?.() === 0;
// An ordinary user cannot use an interpreter that lives in root's home.
const systemPython = process.env['USER_PYTHON'] ?? (existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3');
const users = asRoot ? ['root', 'an ordinary user'] : ['an ordinary user'];
const settings = ['bubblewrap', 'unshare', 'seccomp'].flatMap((mechanism) =>
  users.map((user) => ({ mechanism, user })),
);

/** Runs every case in one setting, started by a shell that has left a file open that is ours alone. */
async function runCases(args: readonly string[]): Promise<Map<string, readonly string[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'rstar2-inherited-'));
  writeFileSync(join(folder, 'secret'), 'inherited secret', { mode: 0o600 });
  const script = join(import.meta.dirname, 'sandbox-hostile', 'run-cases.ts');
  const command = `exec 200<>${folder}/secret; exec "$@"`;
  try {
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-c', command, 'bash', process.execPath, '--no-warnings', '--import', 'tsx', script, ...args],
      { maxBuffer: 1 << 26, timeout: 1_700_000 },
    );
    const reports = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CaseReport);
    return new Map(reports.map(({ name, found }) => [name, found]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Most of a case's time is waiting, so the settings are tried side by side.
const all = settings.map(({ mechanism, user }) =>
  runCases([mechanism, ...(asRoot && user !== 'root' ? [NOBODY, systemPython] : [])]),
);
for (const reports of all) reports.catch(() => {});

describe.each(settings)('under $mechanism as $user', (setting) => {
  let reports: Map<string, readonly string[]>;
  beforeAll(async () => {
    reports = await all[settings.indexOf(setting)]!;
  }, 1_800_000);

  it.each(CASES.map(({ name }) => name))('%s', (name) => {
    expect(reports.get(name)).toEqual([]);
  });

  it('nothing is left, and the caller has ended by itself', () => {
    expect(reports.get('left')).toEqual([]);
  });
});
