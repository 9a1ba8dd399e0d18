/** A small tokenizer.json of the kind Qwen and GPT-2 have: byte-level BPE with control tokens. */
export function byteLevelTokenizerJson(
  merges: readonly [string, string][],
  special: readonly string[] = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'],
  ordinary: readonly string[] = [],
) {
  const pieces = [...byteAlphabet(), ...merges.map(([left, right]) => left + right)];
  return {
    version: '1.0',
    added_tokens: [...special, ...ordinary].map((content, index) => ({
      id: pieces.length + index,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: index < special.length,
    })),
    normalizer: { type: 'NFC' },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        {
          type: 'Split',
          pattern: {
            Regex:
              "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
          },
          behavior: 'Isolated',
          invert: false,
        },
        { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
      ],
    },
    post_processor: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
    decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: '',
      end_of_word_suffix: '',
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries(pieces.map((piece, index) => [piece, index])),
      merges: merges.map(([left, right]) => `${left} ${right}`),
    },
  };
}

/** GPT-2's printable stand-ins for the 256 bytes, in byte order. */
function byteAlphabet(): string[] {
  const printable = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
  let further = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(printable(byte) ? byte : further++));
}
