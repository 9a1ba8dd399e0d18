/**
 * The seam to a tokenizer. `decode(encode(text))` must give `text` back.
 */
export interface Tokenizer {
  /** What `encode` gives is in [0, vocabularySize); a model may generate more ids (see `decode`). */
  readonly vocabularySize: number;
  /** How many ids the model itself has (`vocab_size` of its `config.json`): every id that it can draw is below this. Default: not known. */
  readonly modelVocabularySize?: number | undefined;
  /**
   * The control tokens that `encode` reads out of a text, written out, of two characters or more. What users and tools
   * wrote is encoded so that none comes of it. Default: those of Qwen's chat format.
   */
  readonly controlTokens?: readonly string[] | undefined;
  /**
   * Other tokens by which a chat template marks what is whose, such as Qwen's `<tool_response>`, written out, of two characters
   * or more. What tools and environments answer is encoded so that none of these comes of it either. Default: those of Qwen's
   * chat format.
   */
  readonly markers?: readonly string[] | undefined;
  /** @returns Token ids; control tokens written out in `text` (such as `<|im_end|>`) become their single ids. */
  encode(text: string): Int32Array;
  /**
   * @returns The text of these ids. One that stands for no token is nothing: the output of a published model has more rows
   *   than its tokenizer has tokens (Qwen3's 151,936 for 151,669), and each of them may be drawn.
   */
  decode(ids: ArrayLike<number>): string;
  /** @returns The id of a piece that is one token, such as a control token; undefined if it is not one. */
  tokenId(piece: string): number | undefined;
  /** @returns The files of a model's folder that the tokenizer can be loaded from again, their texts by name. Default: none, it cannot be kept. */
  files?(): { readonly [name: string]: string };
}
