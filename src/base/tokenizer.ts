/**
 * The interface to a tokenizer. `decode(encode(text))` must give `text` back.
 */
export interface Tokenizer {
  /** Ids from `encode` are in [0, vocabularySize); a model may generate more ids (see `decode`). */
  readonly vocabularySize: number;
  /** How many ids the model itself has (`vocab_size` of its `config.json`): every id that it can generate is below this. Default: unknown. */
  readonly modelVocabularySize?: number | undefined;
  /**
   * The texts of the control tokens that `encode` recognizes, of two characters or more. Texts of users and tools are encoded so that they
   * contain none of these tokens. Default: those of Qwen's chat format.
   */
  readonly controlTokens?: readonly string[] | undefined;
  /**
   * The texts of other tokens that mark the parts of a conversation in a chat template, such as Qwen's `<tool_response>`, of two characters or
   * more. Answers of tools and environments are encoded so that they contain none of these either. Default: those of Qwen's chat format.
   */
  readonly markers?: readonly string[] | undefined;
  /** @returns Token ids; control tokens written out in `text` (such as `<|im_end|>`) become their single ids. */
  encode(text: string): Int32Array;
  /**
   * @returns The text of these ids; an id without a token gives no text. A published model has more rows than its tokenizer has tokens
   * (Qwen3: 151,936 and 151,669), and may generate any of them.
   */
  decode(ids: ArrayLike<number>): string;
  /** @returns The id of a piece that is one token, such as a control token; undefined if it is not one. */
  tokenId(piece: string): number | undefined;
  /**
   * @returns The files of a model's folder from which the tokenizer can be loaded again: texts by name. Without it, a run cannot save the
   * tokenizer.
   */
  files?(): { readonly [name: string]: string };
}
