import type { JsonSchema, JsonValue } from '../../../base/index.js';
import type { StandardSchema, StandardSchemaResult } from '../standard-schema.js';
import { thrownText } from '../../internal/shown-json.js';

/** What a call's arguments came to in a schema's own terms, defaults and transforms included; or why not, for the policy. */
export type ReadArguments =
  { readonly kind: 'read'; readonly value: unknown } | { readonly kind: 'refused'; readonly error: string };

/** A tool's schema: what the policy is told, and how arguments are read. */
export interface ArgumentSchema {
  readonly parameters: JsonSchema;
  read(args: JsonValue): Promise<ReadArguments>;
}

export function isStandardSchema(value: unknown): value is StandardSchema {
  const isHolder = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isHolder && typeof (value as Partial<StandardSchema>)['~standard']?.validate === 'function';
}

/**
 * @param parameters - The JSON schema, for libraries that do not write it.
 * @throws TypeError where there is none; RangeError where the schema cannot be written as one.
 */
export function standardArguments(schema: StandardSchema, path: string, parameters?: JsonSchema): ArgumentSchema {
  return {
    parameters: parameters ?? writeParameters(schema, path),
    async read(args) {
      return readResult(await schema['~standard'].validate(args));
    },
  };
}

function writeParameters({ '~standard': standard }: StandardSchema, path: string): JsonSchema {
  const { vendor, jsonSchema } = standard;
  if (typeof jsonSchema?.input !== 'function')
    throw new TypeError(
      `${path}: expected a schema that can be written as a JSON schema, got one of ${vendor}: give the JSON schema as parameters`,
    );
  try {
    return jsonSchema.input({ target: 'draft-2020-12' }) as JsonSchema;
  } catch (cause) {
    throw new RangeError(`${path}: cannot be written as a JSON schema (${thrownText(cause)}): give it as parameters`, {
      cause,
    });
  }
}

function readResult(result: StandardSchemaResult<unknown>): ReadArguments {
  if (result.issues === undefined) return { kind: 'read', value: result.value };
  const shown = result.issues.slice(0, 3).map(({ message, path = [] }) => {
    const place = ['arguments', ...path.map((step) => String(typeof step === 'object' ? step.key : step))].join('.');
    return `${place}: ${message}`;
  });
  return { kind: 'refused', error: `ToolCallError: ${shown.join('; ')}` };
}
