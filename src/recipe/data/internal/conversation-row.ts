import * as z from 'zod';
import type { JsonValue, TemplateMessage, TemplateTool } from '../../../base/index.js';
import { callArguments, checkValue, isJsonObject, parseJson, plainValue } from '../../../base/internal/index.js';

/** What stands in JSON as a text, as columns of tables and calls of OpenAI's API have it, or as it is. */
const fromText = (value: unknown) => (typeof value === 'string' ? (parseJson(value)?.value ?? value) : value);

const jsonObject = z.custom<{ readonly [key: string]: JsonValue }>((value) => isJsonObject(value as JsonValue), {
  message: 'expected an object, or the text of one',
});

/** Members that are not there are null in Parquet. */
const optionalText = z.string().nullish();

/** OpenAI's form of a call, and ours. */
const callSchema = z
  .object({
    id: optionalText,
    function: z.object({ name: z.string().min(1), arguments: z.preprocess(fromText, jsonObject) }).nullish(),
    name: optionalText,
    arguments: z.preprocess(fromText, jsonObject).nullish(),
  })
  .transform((call, context) => {
    const { name, arguments: args } = call.function ?? call;
    if (typeof name === 'string' && args) return { id: call.id ?? '', name, ...callArguments(args) };
    context.addIssue({ code: 'custom', message: 'expected a name and arguments' });
    return z.NEVER;
  });

const ROLES: { readonly [role: string]: TemplateMessage['role'] } = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  gpt: 'assistant',
  tool: 'tool',
};

const roleSchema = z.string().transform((role, context) => {
  if (Object.hasOwn(ROLES, role)) return ROLES[role]!;
  context.addIssue({ code: 'custom', message: `expected a role (${Object.keys(ROLES).join(', ')})` });
  return z.NEVER;
});

const contentSchema = z.union([
  z.string(),
  z
    .array(z.object({ type: z.literal('text'), text: z.string() }))
    .transform((parts) => parts.map(({ text }) => text).join('')),
]);

/** OpenAI's form of a message, ours, and that of ShareGPT (`from`, `value`). */
const messageSchema = z
  .preprocess(
    (message) =>
      isJsonObject(message as JsonValue) && Object.hasOwn(message as object, 'from')
        ? shared(message as Shared)
        : message,
    z.object({
      role: roleSchema,
      content: contentSchema.nullish(),
      reasoning_content: optionalText,
      tool_calls: z.array(callSchema).nullish(),
      toolCalls: z.array(callSchema).nullish(),
      tool_call_id: optionalText,
      toolCallId: optionalText,
      name: optionalText,
    }),
  )
  .transform((message): TemplateMessage => {
    const toolCalls = message.tool_calls ?? message.toolCalls ?? [];
    const toolCallId = message.tool_call_id ?? message.toolCallId;
    const thought = message.reasoning_content;
    return {
      role: message.role,
      content: `${thought ? `<think>\n${thought}\n</think>\n\n` : ''}${message.content ?? ''}`,
      ...(toolCalls.length === 0 ? {} : { toolCalls }),
      ...(toolCallId ? { toolCallId } : {}),
      ...(message.name ? { name: message.name } : {}),
    };
  });

interface Shared {
  readonly from: JsonValue;
  readonly value: JsonValue;
}

function shared({ from, value }: Shared): object {
  return { role: from, content: value };
}

/** OpenAI's form of a tool, and ours. */
const toolSchema = z.preprocess(
  (tool) => (isJsonObject(tool as JsonValue) ? ((tool as { readonly function?: unknown }).function ?? tool) : tool),
  z
    .object({
      name: z.string().min(1),
      description: optionalText,
      parameters: z.preprocess(fromText, jsonObject).nullish(),
    })
    .transform(({ name, description, parameters }): TemplateTool => ({
      name,
      description: description ?? '',
      parameters: plainValue(parameters ?? { type: 'object', properties: {} }),
    })),
);

const messagesSchema = z.preprocess(fromText, z.array(messageSchema).min(1));
const toolsSchema = z.preprocess(fromText, z.array(toolSchema).nullish());

/** @returns The messages of a row, or why they are none, with the place. */
export function messagesOfValue(column: string, value: JsonValue | undefined): readonly TemplateMessage[] | string {
  return checked(messagesSchema, column, value);
}

/** @returns The tools of a row, or why they are none, with the place. */
export function toolsOfValue(column: string, value: JsonValue | undefined): readonly TemplateTool[] | string {
  return checked(toolsSchema, column, value) ?? [];
}

function checked<S extends z.ZodType>(schema: S, column: string, value: JsonValue | undefined): z.output<S> | string {
  const result = checkValue(schema, value);
  if (result.kind === 'valid') return result.value;
  return `${[column, ...result.path].join('.')}: ${result.message}`;
}
