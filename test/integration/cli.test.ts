import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: { 'rstar2-agent': string } };
const PROGRAM = bin['rstar2-agent'];

const run = (args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { input, encoding: 'utf8' });
  return { status, stdout, stderr };
};

describe('the built command', () => {
  it('can be executed as it is', () => {
    accessSync(PROGRAM, constants.X_OK);
    expect(readFileSync(PROGRAM, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('grades a stream and exits with 0', () => {
    const input =
      '{"id":1,"groundTruth":"2","response":"\\\\boxed{2}"}\nbad\n{"id":2,"groundTruth":"2","response":"\\\\boxed{3}"}\n';
    const { status, stdout, stderr } = run(['verify', '--input', '-', '--json'], input);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { kind: string }).kind),
    ).toEqual(['correct', 'incorrect']);
    expect(stderr).toContain('line 2: not JSON');
    expect(status).toBe(0);
  });

  it('exits with 2 for wrong usage', () => {
    expect(run(['verify', '--inptu', 'x'])).toMatchObject({ status: 2, stdout: '' });
    expect(run(['unknown'])).toMatchObject({ status: 2 });
  });

  it('ends quietly when its reader has seen enough', () => {
    const records = '{"groundTruth":"2","response":"\\\\boxed{2}"}\n'.repeat(20_000);
    const script = `"${process.execPath}" "${PROGRAM}" verify --input - | head -n 1`;
    const { stdout, stderr } = spawnSync('sh', ['-c', script], { input: records, encoding: 'utf8' });
    expect(stdout).toBe('1\tcorrect\t2\n');
    expect(stderr).toBe('');
  });

  it('stops with 130 when interrupted, however long its input stays open', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'verify', '--input', '-', '--json'], { stdio: 'pipe' });
    child.stdin.write('{"groundTruth":"2","response":"\\\\boxed{2}"}\n');
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
  });
});
