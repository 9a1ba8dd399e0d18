import { ExternalError, type JsonValue, type ToolContext, type ToolResult } from '../../../base/index.js';
import { giveUpOnAbort } from '../../../io/index.js';
import { thrownText } from '../../internal/shown-json.js';
import type { ArgumentSchema } from './argument-schema.js';

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
