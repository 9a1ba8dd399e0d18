import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROC_PRESETS } from 'rstar2-agent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDE = readFileSync(join(ROOT, 'docs', 'downsampling.md'), 'utf8');
const BLOCKS = [...GUIDE.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1]!);

describe('docs/downsampling.md', () => {
  let folder: string;

  beforeAll(() => {
    // Inside the repository, so that the package's own name resolves.
    mkdirSync(join(ROOT, 'runs'), { recursive: true });
    folder = mkdtempSync(join(ROOT, 'runs', 'docs-'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has programs', () => {
    expect(BLOCKS.length).toBeGreaterThan(3);
  });

  BLOCKS.forEach((block, i) => {
    it(`prints what program ${i + 1} says it prints`, async () => {
      const file = join(folder, `program-${i}.mts`);
      writeFileSync(file, block);
      const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
      const { stdout } = await promisify(execFile)(process.execPath, [tsx, file]);
      const promised = [...block.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]!);
      expect(promised.length).toBeGreaterThan(0);
      expect(stdout.replaceAll(/\s+/g, ' ').trim()).toBe(promised.join(' '));
    });
  });

  it('lists every habit in which the strategies differ, with what each has', () => {
    const rows = GUIDE.split('\n').filter((line) => line.startsWith('| `'));
    for (const [option, paper] of Object.entries(ROC_PRESETS.paper)) {
      const release = (ROC_PRESETS.release as { readonly [option: string]: unknown })[option];
      if (release === paper || typeof paper === 'number') continue;
      const row = rows.find((line) => line.startsWith(`| \`${option}\``) && line.includes(`'${String(release)}'`));
      expect(row, option).toContain(`'${paper}'`);
    }
  });
});
