import { PolicyError } from '../../../base/index.js';

/** @returns The text of one token id; '' for an id without a token. */
export type TextOf = (id: number) => string;

/** What an answer writes beside a logprob: an id, `token_id:17`, or a text. */
export type TokenLabel = number | string | null | undefined;

const TOKEN_ID = /^token_id:(\d+)$/;

/** @returns The id that a label says; undefined for one that says a text. */
export function idOfLabel(label: TokenLabel): number | undefined {
  if (typeof label === 'number') return label;
  const digits = TOKEN_ID.exec(label ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Compares labels with ids. A label that is a text is compared where both texts are certain: see {@link contradicts}.
 *
 * @param textOf - Undefined where no tokenizer is at hand: texts are then not compared.
 * @param from - Where in the answer the first of the tokens stands.
 * @throws PolicyError where a logprob is said to be another token's; retryable, for another engine may answer rightly.
 */
export function checkLabels(
  labels: readonly TokenLabel[],
  tokens: ArrayLike<number>,
  textOf: TextOf | undefined,
  from = 0,
): void {
  labels.forEach((label, index) => {
    const token = tokens[index];
    const id = idOfLabel(label);
    if (id !== undefined && id !== token)
      refuse(`token ${from + index} is ${token ?? 'not there'}, its logprob that of token ${id}`);
    if (id !== undefined || token === undefined || typeof label !== 'string' || textOf === undefined) return;
    const text = textOf(token);
    if (contradicts(label, text))
      refuse(`token ${from + index} is ${token} (${shown(text)}), its logprob that of ${shown(label)}`);
  });
}

/**
 * Whether a label cannot be that of a token with this text. Engines write labels in several ways, all of which are the token's:
 *
 * - its text with or without leading spaces, which decoders strip and `clean_up_tokenization_spaces` removes;
 * - its name in the vocabulary: `Ġthe` (bytes as letters), `▁the`, `<0x0A>`;
 * - nothing, for a special token that is skipped.
 *
 * A token that is a part of a character has no text of its own: vLLM writes nothing or the whole character that it completes, SGLang its bytes as
 * Latin-1, others U+FFFD or `bytes:\xe2`. Such labels are not compared. An id without a token has no text, or a mark such as `[PAD151700]`.
 *
 * @remarks Sources: `_correct_decoded_token` of vllm/v1/engine/logprobs.py (0.30), `_lossless_token_text` of SGLang (0.5.21).
 */
function contradicts(label: string, text: string): boolean {
  if (label === text || label === '' || label.startsWith('bytes:')) return false;
  if (label.includes('\uFFFD') || text.includes('\uFFFD')) return false;
  // A tokenizer may read nothing in a part of a character, which no ASCII is.
  if (text === '') return /^[\x20-\x7E]+$/.test(label) && label.trim() !== '' && !/^(?:<.*>|\[.*\])$/.test(label);
  const plain = comparable(text);
  return ![label, fromByteLetters(label), fromByteName(label)].some(
    (reading) => reading !== undefined && comparable(reading) === plain,
  );
}

/** Texts that differ in no more than how they are written have the same. */
function comparable(text: string): string {
  return text.replaceAll('\u2581', ' ').replace(/^ +/, '').normalize('NFC');
}

/** GPT-2's letters for bytes that are not printable characters: from U+0100 on, in byte order. */
const LETTERS = new Map<string, number>();
for (let byte = 0, further = 256; byte < 256; byte++) {
  const isPrintable = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  LETTERS.set(String.fromCharCode(isPrintable ? byte : further++), byte);
}

/** @returns The text of a name in a byte-level vocabulary; undefined for any other label. */
function fromByteLetters(label: string): string | undefined {
  const bytes = Array.from(label, (letter) => LETTERS.get(letter));
  return bytes.includes(undefined) ? undefined : new TextDecoder().decode(Uint8Array.from(bytes as number[]));
}

/** @returns The text of a token that is one byte; undefined for any other label. */
function fromByteName(label: string): string | undefined {
  const digits = /^<0x([0-9A-Fa-f]{2})>$/.exec(label)?.[1];
  return digits === undefined ? undefined : String.fromCharCode(parseInt(digits, 16));
}

function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

function refuse(message: string): never {
  throw new PolicyError(`completion: ${message}`, { retryable: true });
}
