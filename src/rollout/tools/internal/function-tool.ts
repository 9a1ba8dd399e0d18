import {
  type JsonSchema,
  type JsonValue,
  ExternalError,
  type ToolContext,
  type ToolResult,
} from '../../../base/index.js';
import { thrownText } from '../../internal/shown-json.js';
import { giveUpOnAbort } from '../../../io/index.js';

/** A schema by the convention that zod, valibot, arktype and others share (standardschema.dev, version 1). */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** What the schema says of a value, at once or later. */
    readonly validate: (value: unknown) => StandardSchemaResult<Output> | Promise<StandardSchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** Where the library writes JSON schemas itself (zod from 4.2, arktype from 2.1.28, `toStandardJsonSchema` of valibot's). */
    readonly jsonSchema?: {
      /** Of what is put in. */
      readonly input: (options: { readonly target: 'draft-2020-12' }) => object;
    };
  };
}

/** What such a schema says of a value. */
export type StandardSchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** A call's arguments as a schema reads them, defaults and transforms included; or the error for the policy. */
export type ReadArguments =
  { readonly kind: 'read'; readonly value: unknown } | { readonly kind: 'refused'; readonly error: string };

/** A tool's schema: the JSON schema for the policy, and how arguments are read. */
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

/**
 * Answers a call by a function that gives a value back or throws: what it throws is an error that the policy reads, but for
 * what the caller aborted, which it waits for no longer, and for an `ExternalError`, an infrastructure error.
 *
 * @param answer - Given the arguments as the schema reads them.
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
