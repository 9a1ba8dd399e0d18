import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './run.js';

const folder = mkdtempSync(join(tmpdir(), 'rstar2-cli-'));
const empty = join(folder, 'empty');
writeFileSync(empty, '\n');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('rstar2-agent sandbox', () => {
  it.each([
    ['serve --port 70000', '--port: expected a whole number from 0 to 65535, got 70000'],
    ['serve --port 1.5', '--port: expected a whole number from 0 to 65535, got 1.5'],
    ['serve --prot 1', 'unknown option --prot; did you mean --port?'],
    ['serve 8088', 'unexpected argument "8088"'],
    ['serve --workers 0', '--workers: expected a whole number from 1 to 1024, got 0'],
    ['serve --host 0.0.0.0', '--host: a server on 0.0.0.0 can be called from other machines, so it needs --token-file'],
    ['serve --token-file /nowhere', '--token-file: cannot read /nowhere'],
    [`serve --token-file ${empty}`, `--token-file: expected a key in ${empty}, got an empty file`],
    ['serve --redis http://x', '--redis: expected redis://'],
    ['serve --redis rediss+cluster://x', '--redis: expected a single Redis server'],
    ['serve --isolation some', '--isolation: expected auto, full, none, got some'],
    ['serve --log loud', '--log: expected all, events, none, got loud'],
    ['serve --max-sessions 0', '--max-sessions: expected a whole number from 1 to 100000, got 0'],
    ['worker --redis redis://x --session-idle-ms 0', '--session-idle-ms: expected a whole number from 1'],
    ['worker', '--redis: expected the URL of the queue'],
    ['worker --redis redis://x --memory-mb 1', '--memory-mb: expected a whole number from 64'],
    ['worker --redis rediss://x --redis-ca /nowhere', '--redis-ca: cannot read /nowhere'],
    ['doctor --require most', '--require: expected none, partial, full, got most'],
  ])('%s is refused and says what was expected', async (line, message) => {
    const { code, stderr, stdout } = await runCommandLine(['sandbox', ...line.split(' ')]);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([message.includes('cannot read') ? 1 : 2, '']);
  });

  it('fails with 1 and the reason where there is no Redis', async () => {
    for (const command of ['worker', 'serve']) {
      const argv = ['sandbox', command, '--redis', 'redis://127.0.0.1:1', '--workers', '1', '--log', 'none'];
      const { code, stderr } = await runCommandLine(argv);
      expect(stderr).toMatch(/no Redis at redis:\/\/127.0.0.1:1: .*ECONNREFUSED/);
      expect(code).toBe(1);
    }
  }, 120_000);
});
