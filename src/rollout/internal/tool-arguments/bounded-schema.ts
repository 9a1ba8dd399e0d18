import type { JsonSchema, JsonValue } from '../../../base/index.js';
import { isJsonObject } from '../../../base/internal/index.js';
import { longestFor } from './pattern-cost.js';
import { mapParts } from './tool-schema.js';

/** What takes longer than its input is long is checked up to here: characters of a text, items of an array. */
const MAX_CHECKED = 1000;

/** Names of an object are as long as the policy makes them. */
const LONGEST_NAME = 100_000;

/** Keywords whose values are data, not schemas. */
const DATA = ['const', 'default', 'enum', 'example', 'examples', 'required', 'dependentRequired', 'type'];

/**
 * @param onVisit - Called whenever the validator comes to a part of the schema.
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
  // The validator reads this keyword of every part that it comes to.
  return Object.defineProperty(bounded, '$recursiveAnchor', {
    get() {
      onVisit();
      return $recursiveAnchor;
    },
  });
}
