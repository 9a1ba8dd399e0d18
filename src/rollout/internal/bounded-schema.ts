import type { JsonSchema, JsonValue } from '../../base/index.js';
import { mapParts } from './tool-schema.js';

/** What takes longer than its input is long is checked up to here: characters of a text, items of an array. */
const MAX_CHECKED = 1000;

/** Keywords whose check is not linear, and those that say how much there is to check. */
const SLOW = [
  ['pattern', 'maxLength'],
  ['uniqueItems', 'maxItems'],
] as const;

/**
 * @returns The same schema without what could keep the validator busy for seconds: patterns that may go back over a text in
 *   exponentially many ways are left out, and other patterns and `uniqueItems` are checked up to a length.
 */
export function boundedSchema(schema: JsonSchema): JsonSchema {
  const { allOf = [], patternProperties, ...rest } = mapParts(schema, boundedSchema);
  const bounded: Record<string, JsonValue> = { ...rest };
  const conditions = SLOW.flatMap(([keyword, limit]) => {
    const { [keyword]: value } = rest;
    delete bounded[keyword];
    if (value === undefined || (typeof value === 'string' && mayExplode(value))) return [];
    return [{ if: { [limit]: MAX_CHECKED }, then: { [keyword]: value } }];
  });
  const all = [...(allOf as readonly JsonSchema[]), ...conditions];
  if (all.length > 0) bounded['allOf'] = all;
  if (patternProperties !== undefined)
    bounded['patternProperties'] = Object.fromEntries(
      // Every name may be one that such a pattern allows.
      Object.entries(patternProperties as JsonSchema).map(([name, part]) =>
        mayExplode(name) ? ['', true] : [name, part],
      ),
    );
  return bounded;
}

/** Whether a pattern repeats a group that matches in more than one length or way: `(a+)+`, `(a|aa)*`. */
function mayExplode(pattern: string): boolean {
  // Escapes and classes match one character each; what a group begins with is no quantifier.
  const plain = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gsu, 'x').replaceAll(/\(\?(?:[:=!]|<[=!]|<[^>]*>)/gu, '(');
  const varies = [false];
  for (let i = 0; i < plain.length; i++) {
    const character = plain[i]!;
    if (character === '(') varies.push(false);
    else if (character === ')') {
      const inner = varies.pop()!;
      if (inner && '*+{'.includes(plain[i + 1] ?? ' ')) return true;
      varies.push((varies.pop() ?? false) || inner);
    } else if ('*+?{|'.includes(character)) varies[varies.length - 1] = true;
  }
  return false;
}
