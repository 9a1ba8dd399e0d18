import type { TemplateMessage, TemplateTool, TemplateToolCall } from '../../base/index.js';
import { checkArgument, stringifyWritten, writtenArguments } from '../../base/internal/index.js';

/**
 * Returns a message in the layout of OpenAI's API, which SFT data and the templates of transformers share.
 *
 * @example
 * openAIMessage({ role: 'user', content: 'Hello' }); // { role: 'user', content: 'Hello' }
 */
export function openAIMessage(message: TemplateMessage): object {
  checkArgument(message, 'message', 'an object');
  const { role, content, toolCalls, toolCallId, name } = message;
  return {
    role,
    content,
    ...(toolCalls === undefined
      ? {}
      : {
          tool_calls: toolCalls.map(({ id, name, arguments: args }) => ({
            id,
            type: 'function',
            function: { name, arguments: args },
          })),
        }),
    ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
    ...(name === undefined ? {} : { name }),
  };
}

/**
 * Returns a tool in the same layout: its name, description and parameters.
 *
 * @example
 * const definitions = tools.map(openAITool);
 */
export function openAITool(tool: TemplateTool): object {
  checkArgument(tool, 'tool', 'an object');
  const { name, description, parameters } = tool;
  return { type: 'function', function: { name, description, parameters } };
}

/** A call whose arguments are a text of JSON, as OpenAI's API has them. */
export function withTextArguments(call: TemplateToolCall): TemplateToolCall & { readonly arguments: string } {
  const { id, name } = call;
  const args = writtenArguments(call);
  return { id, name, arguments: typeof args === 'string' ? args : stringifyWritten(args) };
}

/** @returns The message for a template of Python's: numbers in calls are values of `WrittenNumber` where JavaScript would write them otherwise. */
export function pythonMessage(message: TemplateMessage): object {
  const { toolCalls } = message;
  if (toolCalls === undefined) return openAIMessage(message);
  return openAIMessage({
    ...message,
    toolCalls: toolCalls.map((call) => ({ ...call, arguments: writtenArguments(call) })),
  });
}
