import { checkArgument } from '../../base/internal/index.js';
import { TAGS } from '../../base/index.js';
import { QWEN_CHAT_JINJA } from '../chat-template/internal/index.js';
import type { VocabularyTokenizer } from './vocabulary.js';

/** Files of a model's folder, their texts by their names. */
export type VocabularyFiles = Readonly<
  Record<'tokenizer.json' | 'tokenizer_config.json' | 'chat_template.jinja', string>
>;

/**
 * A vocabulary tokenizer as a model's folder has it, with the chat format of `QWEN_CHAT`: beside weights, what `loadTokenizer`
 * and `loadChatTemplate` read, and transformers too.
 *
 * Encodes as the tokenizer itself does. Bytes are tokens of a BPE model without merges that falls back to them, and all else
 * are added tokens, which are matched from the left, the longest first.
 *
 * @throws RangeError for a piece that holds a special token, or ends as one begins: added tokens are not matched special ones
 *   first.
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
