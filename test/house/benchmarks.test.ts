import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../integration/node-process.js';

const files = readdirSync(join(ROOT, 'bench')).filter((name) => name.endsWith('.ts'));
const texts = new Map(files.map((name) => [name, readFileSync(join(ROOT, 'bench', name), 'utf8')]));

/** Whether another benchmark imports it or starts it as a process. */
function isPart(name: string): boolean {
  const [imported, started] = [`'./${name.replace(/ts$/, 'js')}'`, `${name}'`];
  return [...texts].some(([other, text]) => other !== name && (text.includes(imported) || text.includes(started)));
}

function bench(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('a benchmark', () => {
  it.each(files.filter((name) => !isPart(name)))('%s reads its options before it works', (name) => {
    const text = texts.get(name)!;
    const at = text.indexOf('benchOptions(');
    expect(at).toBeGreaterThan(0);
    expect(text.search(/^(?:for|if|await|const .*= await) /m) >>> 0).toBeGreaterThan(at);
  });

  it('answers --help and refuses an unknown option without doing anything', () => {
    const help = bench('bench/verify.ts', '--help');
    expect(help).toMatchObject({ status: 0, stderr: '' });
    expect(help.stdout).toMatch(/^Claim: at least 10,000 verifications a second/);
    expect(bench('bench/verify.ts', '--rounds=1')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining("Unknown option '--rounds'") as string,
    });
  });
});
