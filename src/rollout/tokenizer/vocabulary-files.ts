import { checkArgument } from '../../base/internal/index.js';
import { TAGS } from '../../base/index.js';
import { QWEN_CHAT_JINJA } from '../chat-template/internal/index.js';
import type { VocabularyTokenizer } from './vocabulary.js';

/** Files of a model's folder: texts by name. */
export type VocabularyFiles = Readonly<
  Record<'tokenizer.json' | 'tokenizer_config.json' | 'chat_template.jinja', string>
>;

/**
 * Converts a vocabulary tokenizer to the files of a model's folder, with the chat format of `QWEN_CHAT`. `loadTokenizer`,
 * `loadChatTemplate` and transformers can read them.
 *
 * The loaded tokenizer encodes as the original. Bytes are tokens of a BPE model without merges, with byte fallback; all other tokens are
 * added tokens, matched from the left, the longest first.
 *
 * @throws RangeError for a piece that contains a special token, or ends with the start of one, because special tokens are not matched
 *   before other added tokens.
 * @remarks Source: the file format of Hugging Face's `tokenizers` 0.22.
 *
 * @example
 * const files = vocabularyFiles(createVocabularyTokenizer(['a', 'b']));
 */
export function vocabularyFiles(tokenizer: VocabularyTokenizer): VocabularyFiles {
  checkArgument(tokenizer, 'tokenizer', { toJSON: 'a function' });
  const { special, pieces } = tokenizer.toJSON();
  for (const piece of pieces)
    for (const token of special)
      if (piece.includes(token) || overlaps(piece, token))
        throw new RangeError(
          `tokenizer: expected pieces that no special token begins in, got ${JSON.stringify(piece)} and ${JSON.stringify(token)}`,
        );
  const text = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
  return {
    'tokenizer.json': text({
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: [
        ...special.map((content) => addedToken(tokenizer, content, true)),
        ...pieces.map((content) => addedToken(tokenizer, content, false)),
      ],
      normalizer: null,
      pre_tokenizer: null,
      post_processor: null,
      decoder: { type: 'Sequence', decoders: [{ type: 'ByteFallback' }, { type: 'Fuse' }] },
      model: {
        type: 'BPE',
        dropout: null,
        unk_token: null,
        continuing_subword_prefix: null,
        end_of_word_suffix: null,
        fuse_unk: false,
        byte_fallback: true,
        ignore_merges: false,
        vocab: Object.fromEntries(Array.from({ length: 256 }, (_, byte) => [byteToken(byte), byte])),
        merges: [],
      },
    }),
    'tokenizer_config.json': text({
      tokenizer_class: 'PreTrainedTokenizerFast',
      ...(special.includes(TAGS.messageEnd) ? { eos_token: TAGS.messageEnd } : {}),
      clean_up_tokenization_spaces: false,
    }),
    'chat_template.jinja': QWEN_CHAT_JINJA,
  };
}

function addedToken(tokenizer: VocabularyTokenizer, content: string, special: boolean): object {
  const plain = { single_word: false, lstrip: false, rstrip: false, normalized: false };
  return { id: tokenizer.tokenId(content), content, ...plain, special };
}

function byteToken(byte: number): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
}

/** @returns Whether `piece` ends in what `token` begins with. */
function overlaps(piece: string, token: string): boolean {
  for (let length = 1; length <= Math.min(piece.length, token.length); length++)
    if (piece.endsWith(token.slice(0, length))) return true;
  return false;
}
