import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROC_PRESETS } from '../../../src/downsample/index.js';

const GUIDE = readFileSync(new URL('../../../docs/downsampling.md', import.meta.url), 'utf8');

describe('docs/downsampling.md', () => {
  it('lists every habit in which the strategies differ, with what each has', () => {
    const rows = GUIDE.split('\n').filter((line) => line.startsWith('| `'));
    const release: { readonly [option: string]: unknown } = ROC_PRESETS.release;
    for (const [option, paper] of Object.entries(ROC_PRESETS.paper)) {
      if (typeof paper !== 'string' || release[option] === paper) continue;
      const row = rows.find(
        (line) => line.startsWith(`| \`${option}\``) && line.includes(`'${String(release[option])}'`),
      );
      expect(row, option).toContain(`'${paper}'`);
    }
  });
});
