import type { JsonSchema, JsonValue } from '../../../base/index.js';
import { isJsonObject } from '../../../base/internal/index.js';
import { mapParts } from './tool-schema.js';

/** Longest input of checks that take more than linear time: characters of a text, items of an array. */
const MAX_CHECKED = 1000;

/** Names of an object are as long as the policy makes them. */
const LONGEST_NAME = 100_000;

/** Keywords whose values are data, not schemas. */
const DATA = ['const', 'default', 'enum', 'example', 'examples', 'required', 'dependentRequired', 'type'];

/**
 * @param onVisit - Called whenever the validator reaches a part of the schema.
 * @returns The same schema without what could keep the validator busy for seconds: patterns that may go back over a text in
 *   exponentially many ways are left out, and other patterns and `uniqueItems` are checked up to a length. A reference may lead
 *   anywhere, so what stands below unknown keywords is bounded as well.
 */
export function boundedSchema(schema: JsonSchema, onVisit: () => void): JsonSchema {
  const bound = (part: JsonSchema) => boundedSchema(part, onVisit);
  const { pattern, uniqueItems, patternProperties, $recursiveAnchor, ...rest } = mapParts(schema, bound);
  const bounded: Record<string, JsonValue> = rest;
  for (const [keyword, value] of Object.entries(rest))
    if (value !== undefined && value === schema[keyword] && isJsonObject(value) && !DATA.includes(keyword))
      bounded[keyword] = bound(value);
  const conditions: JsonValue[] = [];
  const upTo = (limit: string, most: number, then: JsonSchema) => conditions.push({ if: { [limit]: most }, then });
  if (typeof pattern === 'string') {
    const longest = longestFor(pattern, MAX_CHECKED);
    if (longest > 0) upTo('maxLength', longest, { pattern });
  } else if (pattern !== undefined) bounded['pattern'] = bound(pattern as JsonSchema);
  if (uniqueItems !== undefined) upTo('maxItems', MAX_CHECKED, { uniqueItems });
  if (conditions.length > 0 && (rest['allOf'] === undefined || Array.isArray(rest['allOf'])))
    bounded['allOf'] = [...((rest['allOf'] ?? []) as readonly JsonValue[]), ...conditions];
  if (patternProperties !== undefined && isJsonObject(patternProperties))
    bounded['patternProperties'] = Object.fromEntries(
      // Every name may be one that such a pattern allows.
      Object.entries(patternProperties).map(([name, part]) =>
        longestFor(name, LONGEST_NAME) < LONGEST_NAME ? ['', true] : [name, part],
      ),
    );
  // The validator reads this keyword of every part that it reaches.
  return Object.defineProperty(bounded, '$recursiveAnchor', {
    get() {
      onVisit();
      return $recursiveAnchor;
    },
  });
}

/** Ways to match that may be tried, at most; some tenths of a second. */
const MOST_WAYS = 3e7;

const LENGTHS = [1, 0.3, 0.1, 0.03];

/**
 * @returns For how many characters of a text a regular expression may be asked, at most `longest`: in how many ways it can divide
 *   them is counted from its quantifiers and choices. 0 where that is too many for any text, as with a group that is repeated and
 *   matches in more than one length or way: `(a+)+`, `(a|aa)*`.
 */
export function longestFor(pattern: string, longest: number): number {
  const share = LENGTHS.find((part) => waysOf(pattern, longest * part) <= MOST_WAYS);
  return share === undefined ? 0 : Math.floor(longest * share);
}

function waysOf(pattern: string, length: number): number {
  // Escapes and classes match one character each; what a group begins with and what makes a quantifier lazy is none.
  const plain = pattern
    .replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gsu, 'x')
    .replaceAll(/\(\?(?:[:=!]|<[=!]|<[^>]*>)/gu, '(')
    .replaceAll(/([*+?}])\?/g, '$1');
  // For each open group: the number of ways of the alternatives so far, and of the alternative being read.
  const groups = [{ sum: 0, product: plain.startsWith('^') ? 1 : length }];
  for (let i = 0; i < plain.length; i++) {
    const group = groups.at(-1)!;
    const character = plain[i]!;
    if (character === '(') groups.push({ sum: 0, product: 1 });
    else if (character === ')' && groups.length > 1) {
      const ways = group.sum + group.product;
      groups.pop();
      if (ways > 1 && '*+{'.includes(plain[i + 1] ?? ' ')) return Infinity;
      groups.at(-1)!.product *= ways;
    } else if (character === '|') {
      group.sum += group.product;
      group.product = 1;
    } else if (character === '*' || character === '+') group.product *= length;
    else if (character === '?') group.product *= 2;
    else if (character === '{') group.product *= repeats(plain.slice(i, i + 32), length);
  }
  return groups.reduce((ways, { sum, product }) => ways * (sum + product), 1);
}

/** @returns In how many lengths `{2,5}` matches. */
function repeats(quantifier: string, length: number): number {
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  if (least === undefined || comma === '') return 1;
  return most === '' ? length : Math.min(length, Math.max(1, Number(most) - Number(least) + 1));
}
