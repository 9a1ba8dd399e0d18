import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { METRIC_CATALOGUE } from 'rstar2-agent/report';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenPromises } from './docs-programs.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDE = readFileSync(join(ROOT, 'docs', 'reports.md'), 'utf8');

describe('docs/reports.md', () => {
  let folder: string;
  let output: string;

  beforeAll(async () => {
    // Inside the repository, so that the package's own name resolves.
    mkdirSync(join(ROOT, 'runs'), { recursive: true });
    folder = mkdtempSync(join(ROOT, 'runs', 'docs-'));
    const blocks = [...GUIDE.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1]!);
    writeFileSync(join(folder, 'guide.mts'), blocks.join('\n'));
    const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [tsx, 'guide.mts'], { cwd: folder });
    output = stdout;
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('prints what it says it prints', () => {
    const promised = [...GUIDE.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]!);
    expect(brokenPromises(promised, output)).toEqual([]);
  });

  it('writes both reports', () => {
    for (const name of ['report.html', 'curves.html']) expect(existsSync(join(folder, 'run', name))).toBe(true);
  });

  it('names every metric of the catalogue', () => {
    for (const { key } of METRIC_CATALOGUE) expect(GUIDE).toContain(`\`${key}\``);
  });
});
