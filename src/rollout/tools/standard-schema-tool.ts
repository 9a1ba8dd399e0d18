import * as z from 'zod';
import type { JsonSchema, Tool, ToolContext } from '../../base/index.js';
import { functionSchema, parseOptions, typed } from '../../base/internal/index.js';
import { isStandardSchema, standardArguments, callFunction, type StandardSchema } from './internal/function-tool.js';
import { valueText } from './internal/output-text.js';

/** Options of `standardSchemaTool`. */
export interface StandardSchemaToolOptions<Output> {
  readonly name: string;
  readonly description: string;
  /** Schema of the arguments. */
  readonly schema: StandardSchema<Output>;
  /** The same as a JSON schema, if the library of `schema` cannot convert it. */
  readonly parameters?: JsonSchema | undefined;
  /**
   * Answers a call. The policy reads a text unchanged, bytes as a note in brackets (`[file: 4096 bytes]`), and other values as JSON. A
   * thrown error is an error that the policy reads, except an `ExternalError`, which is an infrastructure error.
   */
  readonly execute: (args: Output, context: ToolContext) => unknown;
}

const optionsSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string(),
  schema: typed<StandardSchema>('a Standard Schema', isStandardSchema),
  parameters: z.custom<JsonSchema>().optional(),
  execute: functionSchema<(args: never, context: ToolContext) => unknown>(),
});

/**
 * @returns A tool whose arguments are described and read by a Standard Schema (zod, valibot, arktype and others): the function gets the
 *   parsed arguments, with defaults and transforms.
 * @throws TypeError or RangeError for bad options, and if the schema cannot be converted to a JSON schema.
 * @example
 * const add = standardSchemaTool({
 *   name: 'add',
 *   description: 'Adds two numbers.',
 *   schema: z.object({ a: z.number(), b: z.number().default(1) }),
 *   execute: ({ a, b }) => a + b,
 * });
 */
export function standardSchemaTool<Output>(options: StandardSchemaToolOptions<Output>): Tool {
  const { name, description, schema, parameters, execute } = parseOptions(optionsSchema, options);
  const argumentSchema = standardArguments(schema, 'options.schema', parameters);
  return {
    name,
    description,
    parameters: argumentSchema.parameters,
    execute: (args, context) =>
      callFunction(argumentSchema, args, context, async (value) => ({
        kind: 'ok',
        text: valueText(await execute(value as never, context)),
      })),
  };
}
