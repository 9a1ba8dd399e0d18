import { dereference, Validator, type OutputUnit } from '@cfworker/json-schema';
import type { JsonSchema, JsonValue } from '../../../base/index.js';
import { boundedSchema } from './bounded-schema.js';
import { checkSchema } from './tool-schema.js';

/** Checks a call's arguments. @returns What is wrong with them, for the policy to read; undefined where nothing is. */
export type ArgumentCheck = (args: JsonValue) => string | undefined;

/** Violations that the policy reads. */
const MAX_SHOWN = 3;

/** Violations from which the shown ones are chosen; choosing takes time in its square. */
const MAX_READ = 100;

/** Most values in a schema. */
const MAX_VALUES = 50_000;

/** Most visits of schema parts in one check: this many, and so many more for each value of the arguments. */
const MAX_VISITS = 20_000;
const MAX_VISITS_EACH = 20;

/**
 * Reads a tool's JSON schema (drafts 4 to 2020-12; `$schema` names another than 2020-12). What of it takes long to check is checked up
 * to a bound, for a check holds up all rollouts (`boundedSchema`).
 *
 * The validator interprets the schema, so it runs where code may not be made from strings.
 *
 * @throws RangeError for an invalid schema, or one with a reference that does not exist.
 */
export function compileArgumentCheck(schema: JsonSchema, path: string): ArgumentCheck {
  let validator: Validator;
  let visits = MAX_VISITS;
  try {
    if (valuesIn(schema) > MAX_VALUES) throw new Error(`it has more than ${MAX_VALUES} values`);
    checkSchema(schema, path);
    const bounded = boundedSchema(schema, () => {
      if (--visits < 0) throw new RangeError(TOO_LONG);
    });
    validator = new Validator(bounded, draftOf(schema), false);
    checkReferences(bounded);
    validator.validate({});
  } catch (error) {
    const { message } = error as Error;
    if (message.startsWith(path)) throw error;
    throw new RangeError(`${path}: expected a JSON schema, got one that cannot be read (${message})`);
  }
  return (args) => {
    visits = MAX_VISITS + MAX_VISITS_EACH * valuesIn(args);
    const errors = violations(validator, args);
    if (errors.length === 0) return undefined;
    const read = errors.slice(0, MAX_READ);
    const found = [...new Set(read.filter(isLeaf(read)).map(describe))];
    const left = errors.length > MAX_READ ? ' and more' : ` and ${found.length - MAX_SHOWN} more`;
    const more = found.length > MAX_SHOWN ? left : '';
    return `ToolCallError: ${found.slice(0, MAX_SHOWN).join('; ')}${more}.`;
  };
}

const TOO_LONG = 'it takes too long to check.';

/** References are followed when they are met: one that leads nowhere would be found by a policy's call. */
function checkReferences(schema: JsonSchema): void {
  const lookup = dereference(schema);
  for (const part of Object.values(lookup)) {
    const target = typeof part === 'object' ? part.__absolute_ref__ : undefined;
    if (target !== undefined && lookup[target] === undefined)
      throw new Error(`$ref ${JSON.stringify((part as { $ref?: string }).$ref?.slice(0, 100))} leads nowhere`);
  }
}

function valuesIn(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, part) => sum + valuesIn(part), 1);
}

function violations(validator: Validator, args: JsonValue): readonly OutputUnit[] {
  try {
    return validator.validate(args).errors;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The validator puts all that it finds on the stack.
    const [instanceLocation, keyword, keywordLocation] = ['#', 'stack', '#/stack'];
    const said = error.message === TOO_LONG ? TOO_LONG : 'too much does not match.';
    return [{ instanceLocation, keyword, keywordLocation, error: said }];
  }
}

const DRAFTS = [
  ['draft-04', '4'],
  ['draft-06', '7'],
  ['draft-07', '7'],
  ['2019-09', '2019-09'],
] as const;

function draftOf(schema: JsonSchema): '4' | '7' | '2019-09' | '2020-12' {
  const named = typeof schema['$schema'] === 'string' ? schema['$schema'] : '';
  return DRAFTS.find(([name]) => named.includes(name))?.[1] ?? '2020-12';
}

/** Keeps only the deepest violation of each chain: the policy reads that `of.0` is wrong, not that `of` therefore is. */
function isLeaf(all: readonly OutputUnit[]): (unit: OutputUnit) => boolean {
  return (unit) =>
    !all.some(
      (other) =>
        other !== unit &&
        (unit.keyword === 'if' ||
          other.keywordLocation.startsWith(`${unit.keywordLocation}/`) ||
          (STRUCTURE.has(unit.keyword) && isBelow(other.instanceLocation, unit.instanceLocation))),
    );
}

/** Keywords that are violated only because something further down is. */
const STRUCTURE = new Set(['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems', '$ref']);

function isBelow(location: string, parent: string): boolean {
  return location.startsWith(`${parent}/`);
}

/** Values are the policy's own and are not repeated to it; names are cut, and stand percent-encoded: no tag comes through. */
function describe({ instanceLocation, keyword, error }: OutputUnit): string {
  const place = `arguments${instanceLocation.slice(1).replaceAll('/', '.')}`;
  const shown = place.length > 80 ? `${place.slice(0, 77)}...` : place;
  const expected = /Expected "(.+)"\.$/.exec(error)?.[1];
  if (keyword === 'type' && expected !== undefined) return `${shown}: expected ${expected.replaceAll('"', '')}`;
  const missing = /required property "(.+)"\.$/.exec(error)?.[1];
  if (keyword === 'required' && missing !== undefined) return `${shown}.${missing} is missing`;
  if (keyword === 'false') return `${shown} is not one of the parameters`;
  return `${shown}: ${error.replace(/\.$/, '')}`;
}
