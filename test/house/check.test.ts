import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../integration/node-process.js';

it('check says what the machine lacks before it does anything, and how to get it', () => {
  const path = mkdtempSync(join(tmpdir(), 'rstar2-agent-path-'));
  symlinkSync(process.execPath, join(path, 'node'));
  const { status, stdout, stderr } = spawnSync(join(path, 'node'), ['scripts/check.mjs'], {
    cwd: ROOT,
    env: { PATH: path },
    encoding: 'utf8',
  });
  rmSync(path, { recursive: true });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/need python3, bwrap, redis-server, openssl, g\+\+.* which this machine does not have/);
  expect(stderr).toMatch(/`npm run setup` installs python3, bubblewrap, redis-server, openssl, g\+\+/);
});

it('CI runs the test command of the README', () => {
  const command = /^npm ci && npm run setup && npm run check(?=\s)/m;
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toMatch(command);
  expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toMatch(command);
});
