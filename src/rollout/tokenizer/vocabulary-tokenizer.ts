import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import { markersOf, type VocabularyTokenizer } from './vocabulary.js';
import { vocabularyFiles } from './vocabulary-files.js';

const BYTES = 256;
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;
const piece = z
  .string()
  .min(1)
  .refine((text) => !LONE_SURROGATE.test(text), { message: 'expected well-formed text' });
const vocabularySchema = z.object({ pieces: z.array(piece), special: z.array(piece).default([]) });

/**
 * Creates a tokenizer with a fixed list of text pieces, for models that are trained from random weights.
 *
 * Ids: 0–255 are bytes, then come the special tokens, then the pieces, each in the order given. Encoding takes special tokens first, then
 * the longest matching piece, and UTF-8 bytes for all other text; so any well-formed text decodes unchanged. Invalid bytes of a policy
 * decode to U+FFFD.
 *
 * @param pieces - Texts that are one token each: characters, words, phrases.
 * @param options.special - Control tokens such as `<|im_end|>`; no piece is matched across them.
 * @throws RangeError if a piece is empty, not well-formed, or occurs twice.
 *
 * @example
 * createVocabularyTokenizer(['one', ' ', 'two']).encode('one two').length; // 3
 */
export function createVocabularyTokenizer(
  pieces: readonly string[],
  options: { readonly special?: readonly string[] } = {},
): VocabularyTokenizer {
  const vocabulary = parseOptions(vocabularySchema, { pieces, special: options.special }, 'vocabulary');
  const texts = [...vocabulary.special, ...vocabulary.pieces];
  const ids = new Map(texts.map((text, index) => [text, BYTES + index]));
  if (ids.size < texts.length) {
    const twice = texts.find((text, index) => texts.indexOf(text) !== index);
    throw new RangeError(`vocabulary: expected every piece once, got ${JSON.stringify(twice)} twice`);
  }
  const root = buildTrie(vocabulary.pieces, ids);
  const specialPattern = alternation(vocabulary.special);
  const encoder = new TextEncoder();
  // A byte order mark is text like any other here.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  const encodePlain = (text: string, out: number[]): void => {
    for (let at = 0; at < text.length;) {
      const match = longestMatch(root, text, at);
      if (match !== undefined) {
        out.push(match.id);
        at += match.length;
        continue;
      }
      const character = String.fromCodePoint(text.codePointAt(at)!);
      out.push(...encoder.encode(character));
      at += character.length;
    }
  };

  const tokenizer: VocabularyTokenizer = {
    vocabularySize: BYTES + texts.length,
    controlTokens: vocabulary.special.filter((token) => token.length > 1),
    markers: markersOf(vocabulary.pieces),
    encode(text) {
      const out: number[] = [];
      const parts = specialPattern === undefined ? [text] : text.split(specialPattern);
      // Splitting by a captured pattern puts the special tokens at the odd places.
      parts.forEach((part, index) => (index % 2 === 1 ? out.push(ids.get(part)!) : encodePlain(part, out)));
      return Int32Array.from(out);
    },
    decode(tokens) {
      let text = '';
      let bytes: number[] = [];
      const flush = () => {
        if (bytes.length > 0) text += decoder.decode(Uint8Array.from(bytes));
        bytes = [];
      };
      for (let i = 0; i < tokens.length; i++) {
        const id = tokens[i]!;
        if (id >= 0 && id < BYTES && Number.isInteger(id)) {
          bytes.push(id);
          continue;
        }
        if (!Number.isInteger(id) || id < 0)
          throw new RangeError(`ids.${i}: expected an integer of at least 0, got ${id}`);
        flush();
        text += texts[id - BYTES] ?? '';
      }
      flush();
      return text;
    },
    tokenId: (text) => ids.get(text),
    toJSON: () => ({ pieces: vocabulary.pieces, special: vocabulary.special }),
    files: () => vocabularyFiles(tokenizer),
  };
  return tokenizer;
}

interface TrieNode {
  readonly children: Map<number, TrieNode>;
  id: number | undefined;
}

function buildTrie(pieces: readonly string[], ids: ReadonlyMap<string, number>): TrieNode {
  const root: TrieNode = { children: new Map(), id: undefined };
  for (const text of pieces) {
    let node = root;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      let child = node.children.get(unit);
      if (child === undefined) node.children.set(unit, (child = { children: new Map(), id: undefined }));
      node = child;
    }
    node.id = ids.get(text);
  }
  return root;
}

function longestMatch(root: TrieNode, text: string, from: number): { id: number; length: number } | undefined {
  let found: { id: number; length: number } | undefined;
  let node: TrieNode | undefined = root;
  for (let at = from; at < text.length; at++) {
    node = node.children.get(text.charCodeAt(at));
    if (node === undefined) break;
    if (node.id !== undefined) found = { id: node.id, length: at + 1 - from };
  }
  return found;
}

/** Longer ones first, so that a token that starts with another is not cut short. */
function alternation(special: readonly string[]): RegExp | undefined {
  if (special.length === 0) return undefined;
  const escaped = [...special]
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`(${escaped.join('|')})`);
}
