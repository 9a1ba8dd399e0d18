import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SOURCE_SHA256 } from '../../../../../src/tfjs/internal/compiled/program.js';

describe('the compiled program', () => {
  it('is what its sources compile to (npm run build:wasm)', () => {
    const folder = 'src/tfjs/internal/compiled';
    const hash = createHash('sha256');
    for (const name of readdirSync(folder).sort())
      if (name.endsWith('.as')) hash.update(readFileSync(`${folder}/${name}`));
    expect(hash.digest('hex')).toBe(SOURCE_SHA256);
  });
});
