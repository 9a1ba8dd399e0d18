import * as z from 'zod';
import type { JsonSchema, JsonValue, Tool, ToolContext, ToolResult } from '../../base/index.js';
import { checkArgument, functionSchema, parseOptions } from '../../base/internal/index.js';
import { isStandardSchema, standardArguments, type ArgumentSchema, callFunction } from './internal/function-tool.js';
import { thrownText } from '../internal/shown-json.js';
import { partsText, valueText, type OutputPart } from './internal/output-text.js';

/** A tool of Vercel's AI SDK (npm `ai`, 6 and later): the results of `tool()` and `dynamicTool()`. */
export interface AiTool {
  readonly description?: unknown;
  /** A Standard Schema, a `jsonSchema()`, or a function that gives one of them. */
  readonly inputSchema?: unknown;
  readonly execute?: unknown;
  readonly toModelOutput?: unknown;
  readonly needsApproval?: unknown;
}

/** Options of `aiTools`. */
export interface AiToolsOptions {
  /** Passed to every call as the SDK's `experimental_context` (6) and `context` (7). */
  readonly context?: unknown;
}

const optionsSchema = z.strictObject({ context: z.unknown().optional() });

type Call = (input: unknown, options: object) => unknown;

const toolSchema = z.looseObject({
  description: z.string().default(''),
  execute: functionSchema<Call>(),
  toModelOutput: z.optional(functionSchema<(output: object) => unknown>()),
  needsApproval: z.union([z.boolean(), functionSchema<Call>()]).default(false),
});

/**
 * Converts tools of Vercel's AI SDK to tools of a rollout. Nothing of the SDK is imported.
 *
 * An error that a tool throws, or an error output of `toModelOutput`, is an error that the policy reads. The last value of an iterator
 * counts. `messages` is empty, because a rollout's tool receives only its arguments. A call that needs a
 * person's approval is answered with an error.
 *
 * @param tools - Tools by name, as for `generateText`.
 * @throws TypeError (rejecting) for anything but such a tool, and for one without `execute`, which runs elsewhere.
 * @example
 * const weather = { description: 'Tells the weather.', inputSchema: z.object({ city: z.string() }), execute: () => 'sunny' };
 * const tools = await aiTools({ weather });
 */
export async function aiTools(
  tools: { readonly [name: string]: AiTool },
  options: AiToolsOptions = {},
): Promise<Tool[]> {
  checkArgument(tools, 'tools', 'an object');
  const { context } = parseOptions(optionsSchema, options);
  return Promise.all(Object.entries(tools).map(([name, tool]) => aiTool(name, tool, context)));
}

async function aiTool(name: string, tool: AiTool, userContext: unknown): Promise<Tool> {
  const { description, execute, toModelOutput, needsApproval } = parseOptions(toolSchema, tool, `tools.${name}`);
  const schema = await readInputSchema(tool.inputSchema, `tools.${name}.inputSchema`);

  async function answer(input: unknown, { signal }: ToolContext): Promise<ToolResult> {
    const toolCallId = globalThis.crypto.randomUUID();
    const options = {
      toolCallId,
      messages: [],
      abortSignal: signal,
      experimental_context: userContext,
      context: userContext,
    };
    const needed = typeof needsApproval === 'function' ? await needsApproval.call(tool, input, options) : needsApproval;
    if (needed === true) return { kind: 'error', text: "ToolCallError: this call needs a person's approval." };
    const output = await lastOf(execute.call(tool, input, options), signal);
    if (toModelOutput === undefined) return { kind: 'ok', text: valueText(output) };
    return modelOutput(await toModelOutput.call(tool, { toolCallId, input, output }));
  }

  return {
    name,
    description,
    parameters: schema.parameters,
    execute: (args, context) => callFunction(schema, args, context, (input) => answer(input, context)),
  };
}

/** The SDK's own schemas: a JSON schema, which may be under way, and a check. */
interface AiSchema {
  readonly jsonSchema: JsonSchema | PromiseLike<JsonSchema>;
  readonly validate?: (value: unknown) => AiValidation | PromiseLike<AiValidation>;
}

type AiValidation =
  { readonly success: true; readonly value: unknown } | { readonly success: false; readonly error: unknown };

async function readInputSchema(inputSchema: unknown, path: string): Promise<ArgumentSchema> {
  if (isStandardSchema(inputSchema)) return standardArguments(inputSchema, path);
  if (typeof inputSchema === 'function') return readInputSchema((inputSchema as () => unknown)(), path);
  if (typeof inputSchema !== 'object' || inputSchema === null || !('jsonSchema' in inputSchema))
    throw new TypeError(`${path}: expected a Standard Schema or a schema of the AI SDK`);
  const schema = inputSchema as AiSchema;
  return { parameters: await schema.jsonSchema, read: (args) => validate(schema, args) };
}

async function validate(schema: AiSchema, args: JsonValue): ReturnType<ArgumentSchema['read']> {
  const result = (await schema.validate?.(args)) ?? { success: true, value: args };
  if (result.success) return { kind: 'read', value: result.value };
  return { kind: 'refused', error: `ToolCallError: ${thrownText(result.error)}` };
}

/** A tool may tell how far it is: its output is the last that an iterator gives. */
async function lastOf(output: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  const result: unknown = await output;
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result;
  let last: unknown;
  for await (const value of result as AsyncIterable<unknown>) {
    signal?.throwIfAborted();
    last = value;
  }
  return last;
}

/** @throws TypeError for what the SDK does not know either. */
function modelOutput(output: unknown): ToolResult {
  const { type, value, reason } = (output ?? {}) as { type?: unknown; value?: unknown; reason?: unknown };
  switch (type) {
    case 'text':
    case 'json':
      return { kind: 'ok', text: valueText(value) };
    case 'error-text':
    case 'error-json':
      return { kind: 'error', text: valueText(value) };
    case 'execution-denied':
      return { kind: 'error', text: `ToolCallError: ${typeof reason === 'string' ? reason : 'the call was denied.'}` };
    case 'content':
      return { kind: 'ok', text: partsText(value as readonly OutputPart[]) };
    default:
      throw new TypeError(`toModelOutput: expected an output of the AI SDK, got one of type ${String(type)}`);
  }
}
