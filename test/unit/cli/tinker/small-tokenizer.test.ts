import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeSmallTokenizer } from '../../../../src/cli/tinker/small-tokenizer.js';
import { loadEndTokens, loadTokenizer } from '../../../../src/rollout/index.js';

it('writes a tokenizer with a text for each of the 300 ids, as other programs load it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'rstar2-tokenizer-'));
  try {
    const { tokenizer, folder } = await writeSmallTokenizer(directory);
    expect(tokenizer.vocabularySize).toBe(300);
    const text = '<|im_start|>user\nThe other one: 3 × 4?<|im_end|>\n';
    const loaded = await loadTokenizer(folder);
    expect(Array.from(loaded.encode(text))).toEqual(Array.from(tokenizer.encode(text)));
    expect(loaded.decode(tokenizer.encode(text))).toBe(text);
    expect(await loadEndTokens(folder)).toEqual(['<|im_end|>']);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
