import { join, resolve } from 'node:path';
import type { VocabularyTokenizer } from '../../rollout/index.js';
import { writeFileWhole } from '../../io/index.js';

/** Pieces for the ids beyond bytes and control tokens: every id of the small model stands for a text. */
const PAIRS = ['th', 'he', 'in', 'er', 'an', 're', 'on', 'at', 'en', 'nd', 'ti', 'es', 'or', 'te', 'of', 'ed'];
const WORD_STARTS = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => ` ${letter}`);

/** The tokens that a turn ends and begins with. */
export const SMALL_SPECIAL = ['<|im_end|>', '<|im_start|>'] as const;

/**
 * Writes the tokenizer of `--config small` as a model's folder has it, with Qwen's chat format, so that programs in Python load it
 * without a network.
 *
 * @returns The tokenizer of 300 ids, and its folder.
 */
export async function writeSmallTokenizer(
  directory: string,
): Promise<{ readonly tokenizer: VocabularyTokenizer; readonly folder: string }> {
  const { createVocabularyTokenizer, vocabularyFiles } = await import('../../rollout/index.js');
  const tokenizer = createVocabularyTokenizer([...WORD_STARTS, ...PAIRS], { special: SMALL_SPECIAL });
  const folder = resolve(directory, 'tokenizer');
  for (const [name, text] of Object.entries(vocabularyFiles(tokenizer))) writeFileWhole(join(folder, name), text);
  return { tokenizer, folder };
}
