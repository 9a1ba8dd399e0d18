import { readFileSync } from 'node:fs';
import { createChatTemplate, loadHuggingFaceTokenizer, type ChatTemplate } from '../../../src/rollout/index.js';
import { byteLevelTokenizerJson } from './byte-level-bpe.js';

const FOLDER = 'test/recordings/chat-templates';

const listed = JSON.parse(readFileSync(`${FOLDER}/templates.json`, 'utf8')) as {
  readonly [name: string]: { readonly endTokens: readonly string[] };
};

/** The names of the templates that are recorded (test/recordings/chat-templates). */
export const PUBLISHED = Object.keys(listed);

/** A published template, with the tokens that end its turns. */
export function publishedTemplate(name: string): Promise<ChatTemplate> {
  const { endTokens } = listed[name]!;
  return createChatTemplate({
    name,
    source: readFileSync(`${FOLDER}/${name}.jinja`, 'utf8'),
    endTokens,
    specialTokens: { bos_token: '<s>', eos_token: endTokens[0]! },
    now: new Date(2026, 0, 15, 9, 5),
  });
}

/** A tokenizer with some merges, that has the tokens which end a template's turns for control tokens. */
export function tokenizerFor({ endTokens }: ChatTemplate) {
  return loadHuggingFaceTokenizer(
    byteLevelTokenizerJson(
      [
        ['t', 'o'],
        ['o', 'l'],
        ['to', 'ol'],
        ['4', '2'],
        ['i', 'n'],
        ['Ċ', 'Ċ'],
      ],
      ['<s>', '<|im_start|>', ...endTokens],
    ),
  );
}
