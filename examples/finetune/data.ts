import { readFileSync } from 'node:fs';
import { DatasetError } from 'rstar2-agent';
import type { TemplateMessage } from 'rstar2-agent/rollout';
import { z } from 'zod';

/** A conversation to learn from, with its file and line. */
export interface Demonstration {
  readonly where: string;
  readonly messages: readonly TemplateMessage[];
}

const textSchema = z
  .string()
  .nullish()
  .transform((content) => content ?? '');

/** As chat APIs and most data sets have it; a call's arguments are an object or its JSON. */
const messageSchema = z
  .object({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    content: textSchema,
    tool_calls: z
      .array(
        z.object({
          function: z.object({ name: z.string(), arguments: z.union([z.record(z.string(), z.json()), z.string()]) }),
        }),
      )
      .optional(),
  })
  .transform(({ role, content, tool_calls }): TemplateMessage => ({
    role,
    content,
    ...(tool_calls === undefined
      ? {}
      : {
          toolCalls: tool_calls.map(({ function: { name, arguments: args } }, i) => ({
            id: `call${String(i).padStart(5, '0')}`,
            name,
            arguments: args,
          })),
        }),
  }));

const demonstrationSchema = z.object({ messages: z.array(messageSchema).min(2) });

/** @throws DatasetError that names the line and the field. */
export function readDemonstrations(path: string): Demonstration[] {
  return readLines(path, demonstrationSchema).map(({ value, line }) => ({ where: `${path}:${line}`, ...value }));
}

function readLines<T>(path: string, schema: z.ZodType<T>): { readonly value: T; readonly line: number }[] {
  const lines = readText(path)
    .split('\n')
    .flatMap((text, i) => (text.trim() === '' ? [] : { value: parse(text, schema, `${path}:${i + 1}`), line: i + 1 }));
  if (lines.length === 0) throw new DatasetError(`${path}: expected at least one line, got none`);
  return lines;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new DatasetError(`${path}: cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function parse<T>(text: string, schema: z.ZodType<T>, where: string): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new DatasetError(`${where}: expected JSON: ${(cause as Error).message}`, { cause });
  }
  const { data, error } = schema.safeParse(json);
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw new DatasetError(`${where}: ${issue!.path.join('.') || 'the line'}: ${issue!.message}`);
}
