// tokenizer.json files that an attacker wrote: tables of millions, and steps that run over every text that is read.
import { loadHuggingFaceTokenizer } from '../../../src/rollout/index.js';
import type { HostileCase } from './hostile-case.js';

const TOOK = /^ModelFileError: tokenizer\.json: encoding a text of \d+ took more than \d+ ms/;
const GROWS = /^RangeError: tokenizerJson\.\w+: expected steps that make a text at most 256 times as long/;

const letters = Object.fromEntries(Array.from('abcdefghijklmnopqrstuvwxyz ', (letter, id) => [letter, id]));
const model = { type: 'BPE', vocab: letters, merges: [], byte_fallback: false };
const json = (fields: object) => ({
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: null,
  decoder: null,
  post_processor: null,
  model,
  ...fields,
});
const split = (Regex: string) => ({
  pre_tokenizer: { type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false },
});

const attack = (name: string, fields: object, refused: RegExp | null, text = 'a'.repeat(30_000)): HostileCase => ({
  name,
  refused,
  attempt: async () => {
    const tokenizer = await loadHuggingFaceTokenizer(json(fields));
    return tokenizer.decode(tokenizer.encode(text));
  },
});

const doubling = { type: 'Replace', pattern: { String: 'a' }, content: 'aa' };

export const CASES: readonly HostileCase[] = [
  attack('an expression of exponential time', split('(?:a|a)*b'), TOOK),
  attack(
    'letters that are doubled thirty times',
    { normalizer: { type: 'Sequence', normalizers: Array.from({ length: 30 }, () => doubling) } },
    GROWS,
  ),
  attack(
    'a text between all letters',
    { normalizer: { type: 'Replace', pattern: { String: '' }, content: 'a'.repeat(100_000) } },
    GROWS,
  ),
  attack(
    'a text for each match',
    { normalizer: { type: 'Replace', pattern: { Regex: 'a' }, content: 'a'.repeat(100_000) } },
    GROWS,
  ),
  attack('a text before all', { normalizer: { type: 'Prepend', prepend: 'a'.repeat(100_000_000) } }, GROWS),
  attack(
    'a blank that is long',
    { pre_tokenizer: { type: 'Metaspace', replacement: 'a'.repeat(100_000), prepend_scheme: 'always' } },
    GROWS,
  ),
  attack(
    'a decoder that doubles',
    { decoder: { type: 'Sequence', decoders: Array.from({ length: 30 }, () => doubling) } },
    GROWS,
  ),
  attack(
    'an id of 2^53',
    { model: { ...model, vocab: { ...letters, z: 2 ** 53 } } },
    /^RangeError: tokenizerJson: expected ids of tokens from 0 to 9999999, got 9007199254740992/,
  ),
  attack(
    'an id below 0',
    { model: { ...model, vocab: { ...letters, z: -1 } } },
    /^RangeError: tokenizerJson: expected ids/,
  ),
  attack(
    'an added token of 2^40',
    { added_tokens: [{ id: 2 ** 40, content: '<x>', special: true }] },
    /^RangeError: tokenizerJson: expected ids/,
  ),
  attack(
    'tokens named as what objects inherit',
    {
      model: { ...model, vocab: { ...letters, ...(JSON.parse('{"__proto__": 40}') as object), constructor: 41 } },
      added_tokens: [{ id: 42, content: '__proto__', special: true }],
    },
    null,
    '__proto__constructor',
  ),
  attack('an added token of nothing', { added_tokens: [{ id: 42, content: '', special: true }] }, null),
  attack(
    'added tokens within each other',
    {
      added_tokens: Array.from({ length: 2000 }, (_, i) => ({
        id: 100 + i,
        content: 'a'.repeat(i + 1),
        special: true,
      })),
    },
    null,
  ),
  attack(
    'lists in lists of steps',
    {
      normalizer: Array.from({ length: 5000 }).reduce<object>((inner) => ({ type: 'Sequence', normalizers: [inner] }), {
        type: 'Lowercase',
      }),
    },
    /RangeError: /,
  ),
  attack('an expression that cannot be read', split('(a'), /SyntaxError: /),
];
