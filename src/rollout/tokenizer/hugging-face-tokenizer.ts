import type { Tokenizer } from '../../base/index.js';
import { checkArgument } from '../../base/internal/index.js';
import { importPeer } from '../../io/index.js';
import { checkGrowth, timeBound } from './internal/hostile-files.js';
import { markersOf } from './vocabulary.js';

/** What we use of the peer; its own declarations do not resolve under Node's module rules. */
interface PeerTokenizer {
  encode(text: string, options: { readonly add_special_tokens: boolean }): { readonly ids: number[] };
  decode(
    ids: number[],
    options: { readonly skip_special_tokens: boolean; readonly clean_up_tokenization_spaces: boolean },
  ): string;
  get_vocab(withAddedTokens: boolean): Map<string, number>;
}

/** What we read of a tokenizer.json ourselves. */
interface TokenizerJson {
  readonly model?: { readonly vocab?: unknown };
  readonly added_tokens?: readonly { readonly content: string; readonly special?: boolean; readonly id?: unknown }[];
}

interface Peer {
  readonly Tokenizer: new (tokenizerJson: object, tokenizerConfig: object) => PeerTokenizer;
}

/**
 * Loads a tokenizer from a model's files, with the optional peer dependency `@huggingface/tokenizers`, which is loaded by this call.
 *
 * Decoded text is unchanged except for the model's normalizer (Qwen's composes Unicode, NFC). No token is added at either end, because
 * messages contain their control tokens.
 *
 * @param tokenizerJson - The parsed `tokenizer.json`.
 * @param tokenizerConfig - The parsed `tokenizer_config.json`; optional.
 * @throws TypeError if `tokenizerJson` is not an object, RangeError for invalid token ids and for steps that make a
 *   text far longer; MissingPeerError if the peer is not installed. The tokenizer throws a ModelFileError if a text takes far longer than
 *   with any normal tokenizer.
 *
 * @example
 * const tokenizer = await loadHuggingFaceTokenizer(JSON.parse(tokenizerJson), JSON.parse(tokenizerConfig));
 */
export async function loadHuggingFaceTokenizer(
  tokenizerJson: object,
  tokenizerConfig: object = {},
): Promise<Tokenizer> {
  if (typeof tokenizerJson !== 'object' || tokenizerJson === null)
    throw new TypeError(`tokenizerJson: expected the parsed tokenizer.json, got ${typeof tokenizerJson}`);
  checkArgument(tokenizerJson, 'tokenizerJson', { model: 'an object' });
  checkIds(tokenizerJson);
  checkGrowth(tokenizerJson);
  const { Tokenizer: HuggingFaceTokenizer } = await importPeer<Peer>(
    'tokenizers of models',
    '@huggingface/tokenizers',
    () => import('@huggingface/tokenizers'),
  );
  const inner = new HuggingFaceTokenizer(tokenizerJson, tokenizerConfig);
  const within = timeBound();
  const encode = (text: string): number[] =>
    within('encoding', text.length, () => inner.encode(text, { add_special_tokens: false }).ids);
  const known = new Set(inner.get_vocab(true).values());
  let highestId = -1;
  for (const id of known) highestId = Math.max(highestId, id);
  return {
    vocabularySize: highestId + 1,
    controlTokens: addedTokens(tokenizerJson, true),
    markers: markersOf(addedTokens(tokenizerJson, false)),
    encode: (text) => Int32Array.from(encode(text)),
    decode(ids) {
      // The peer refuses an empty list, and some of its decoders an id without a token.
      const tokens = Array.from(ids).filter((id) => known.has(id));
      return tokens.length === 0
        ? ''
        : within('decoding', tokens.length, () =>
            inner.decode(tokens, { skip_special_tokens: false, clean_up_tokenization_spaces: false }),
          );
    },
    tokenId(piece) {
      const ids = encode(piece);
      return ids.length === 1 ? ids[0] : undefined;
    },
    files: () => ({
      'tokenizer.json': JSON.stringify(tokenizerJson),
      'tokenizer_config.json': JSON.stringify(tokenizerConfig),
    }),
  };
}

/** No honest vocabulary goes so far. */
const MOST_IDS = 10_000_000;

/** The peer goes through all ids from 0 to the largest: one that is made up would keep it busy for hours. */
function checkIds({ model, added_tokens: added = [] }: TokenizerJson): void {
  const vocab = model?.vocab;
  const listed = typeof vocab === 'object' && vocab !== null && !Array.isArray(vocab) ? Object.entries(vocab) : [];
  for (const [token, id] of [...listed, ...added.map(({ content, id }) => [content, id] as const)])
    if (!Number.isSafeInteger(id) || (id as number) < 0 || (id as number) >= MOST_IDS)
      throw new RangeError(
        `tokenizerJson: expected ids of tokens from 0 to ${MOST_IDS - 1}, got ${JSON.stringify(id)} (${JSON.stringify(token)})`,
      );
}

/** Added tokens that are not special, such as Qwen's `<tool_call>`, are part of what a model or a user may say. */
function addedTokens({ added_tokens = [] }: TokenizerJson, areSpecial: boolean): string[] {
  return added_tokens
    .filter(({ special = false, content }) => special === areSpecial && content.length > 1)
    .map(({ content }) => content);
}
