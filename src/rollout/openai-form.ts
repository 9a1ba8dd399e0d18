import type { TemplateMessage, TemplateTool, TemplateToolCall } from '../base/index.js';

/** The layout of messages that OpenAI's API has, and transformers' templates after it. */
export function openAIMessage({ role, content, toolCalls, toolCallId, name }: TemplateMessage): object {
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

/** A tool in the same layout. */
export function openAITool({ name, description, parameters }: TemplateTool): object {
  return { type: 'function', function: { name, description, parameters } };
}

/** A call whose arguments are a text of JSON, as OpenAI's API has them. */
export function withTextArguments(call: TemplateToolCall): TemplateToolCall & { readonly arguments: string } {
  const { arguments: args } = call;
  return { ...call, arguments: typeof args === 'string' ? args : JSON.stringify(args) };
}
