import type { JsonSchema, JsonValue } from '../../../base/index.js';
import { isJsonObject } from '../../../base/internal/index.js';
import { shownJson } from '../shown-json.js';

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'];

const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const SCHEMAS = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];

/**
 * Refuses a schema that no arguments could match because it is written wrong. The validator accepts it, and the policy would
 * get an error for every call.
 *
 * @throws RangeError naming the place in the schema.
 */
export function checkSchema(schema: unknown, path: string): void {
  if (typeof schema === 'boolean') return;
  if (!isObject(schema)) throw new RangeError(`${path}: expected a JSON schema, got ${shownJson(schema)}`);
  checkType(schema['type'], `${path}.type`);
  checkNames(schema['required'], `${path}.required`);
  if (schema['enum'] !== undefined && !Array.isArray(schema['enum']))
    throw new RangeError(`${path}.enum: expected an array, got ${shownJson(schema['enum'])}`);
  for (const [place, part] of parts(schema, path)) checkSchema(part, place);
}

/** @returns Every schema right below this one, with its path. */
function* parts(schema: Readonly<Record<string, unknown>>, path: string): Generator<[string, unknown]> {
  for (const keyword of [...MAPS, ...LISTS, ...SCHEMAS]) {
    const value = schema[keyword];
    const place = `${path}.${keyword}`;
    if (value === undefined) continue;
    if (MAPS.includes(keyword) && !isObject(value))
      throw new RangeError(`${place}: expected an object of JSON schemas, got ${shownJson(value)}`);
    if (LISTS.includes(keyword) && !Array.isArray(value))
      throw new RangeError(`${place}: expected an array of JSON schemas, got ${shownJson(value)}`);
    // Until draft 2019-09 `items` may be a list.
    if (SCHEMAS.includes(keyword) && !(keyword === 'items' && Array.isArray(value))) yield [place, value];
    else for (const [name, part] of Object.entries(value as object)) yield [`${place}.${name}`, part];
  }
}

/** @returns A checked schema with every schema right below it as `change` makes it. */
export function mapParts(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const mapped: Record<string, JsonValue> = { ...schema };
  const changed = (part: JsonValue) => (isJsonObject(part) ? change(part) : part);
  for (const keyword of [...MAPS, ...LISTS, ...SCHEMAS]) {
    const value = schema[keyword];
    if (Array.isArray(value)) mapped[keyword] = (value as readonly JsonValue[]).map(changed);
    else if (MAPS.includes(keyword) && value !== undefined && isJsonObject(value))
      mapped[keyword] = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part)]));
    else if (value !== undefined) mapped[keyword] = changed(value);
  }
  return mapped;
}

function checkType(type: unknown, path: string): void {
  if (type === undefined) return;
  for (const name of Array.isArray(type) ? (type as unknown[]) : [type])
    if (typeof name !== 'string' || !TYPES.includes(name))
      throw new RangeError(`${path}: expected one of ${TYPES.join(', ')}, got ${shownJson(name)}`);
}

function checkNames(names: unknown, path: string): void {
  if (names === undefined) return;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw new RangeError(`${path}: expected an array of names, got ${shownJson(names)}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
