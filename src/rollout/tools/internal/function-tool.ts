import {
  type JsonSchema,
  type JsonValue,
  ExternalError,
  type ToolContext,
  type ToolResult,
} from '../../../base/index.js';
import { thrownText } from '../../internal/shown-json.js';
import { giveUpOnAbort } from '../../../io/index.js';

/** A Standard Schema (standardschema.dev, version 1), as zod, valibot, arktype and others make them. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** Validates a value, synchronously or not. */
    readonly validate: (value: unknown) => StandardSchemaResult<Output> | Promise<StandardSchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** Writes the JSON schema, if the library can (zod from 4.2, arktype from 2.1.28, valibot's `toStandardJsonSchema`). */
    readonly jsonSchema?: {
      /** @returns The JSON schema of the input. */
      readonly input: (options: { readonly target: 'draft-2020-12' }) => object;
    };
  };
}

/** The result of a validation: the value, or issues. */
export type StandardSchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** The arguments of a call after the schema's defaults and transforms, or the error for the policy. */
export type ReadArguments =
  { readonly kind: 'read'; readonly value: unknown } | { readonly kind: 'refused'; readonly error: string };

/** The schema of a tool's arguments: a JSON schema for the policy, and a function that validates arguments. */
export interface ArgumentSchema {
  readonly parameters: JsonSchema;
  read(args: JsonValue): Promise<ReadArguments>;
}

export function isStandardSchema(value: unknown): value is StandardSchema {
  const isHolder = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isHolder && typeof (value as Partial<StandardSchema>)['~standard']?.validate === 'function';
}

/**
 * @param parameters - The JSON schema, for libraries that cannot write it.
 * @throws TypeError if the library cannot write JSON schemas and `parameters` is undefined; RangeError if it cannot write this schema.
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

/**
 * Answers a call with a function of the user. The policy reads the error that the function throws, except an `ExternalError`, which
 * is an infrastructure error.
 *
 * @param answer - The function; it is called with the validated arguments.
 * @throws ExternalError of the function; the signal's reason when aborted, without waiting for the function.
 */
export async function callFunction(
  schema: ArgumentSchema,
  args: JsonValue,
  { signal }: ToolContext,
  answer: (value: unknown) => Promise<ToolResult>,
): Promise<ToolResult> {
  signal?.throwIfAborted();
  async function called(): Promise<ToolResult> {
    const read = await schema.read(args);
    return read.kind === 'refused' ? { kind: 'error', text: read.error } : answer(read.value);
  }
  try {
    return await giveUpOnAbort(called(), signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ExternalError) throw error;
    return { kind: 'error', text: `${error instanceof Error ? error.name : 'Error'}: ${thrownText(error)}` };
  }
}
