import type { TemplateMessage, TemplateTool } from '../../../base/index.js';
import type { ToolCallFormat } from '../../tool-calls/tool-call-format.js';

/** How Qwen's template asks for calls. */
const HERMES_CALL = [
  'For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:',
  '<tool_call>',
  '{"name": <function-name>, "arguments": <args-json-object>}',
  '</tool_call>',
];

/** @returns A description of the tools and of how to call them, in the words of Qwen's template. */
export function toolDescription(tools: readonly TemplateTool[], howToCall: readonly string[] = HERMES_CALL): string {
  const signatures = tools.map(({ name, description, parameters }) =>
    JSON.stringify({ type: 'function', function: { name, description, parameters } }),
  );
  return [
    '# Tools',
    '',
    'You may call one or more functions to assist with the user query.',
    '',
    'You are provided with function signatures within <tools></tools> XML tags:',
    '<tools>',
    ...signatures,
    '</tools>',
    '',
    ...howToCall,
  ].join('\n');
}

/**
 * Adds a description of the tools to the system message, or to the first user message.
 *
 * @param role - The role of the message.
 */
export function withTools(
  messages: readonly TemplateMessage[],
  tools: readonly TemplateTool[],
  format: ToolCallFormat,
  role: 'system' | 'user',
): readonly TemplateMessage[] {
  if (tools.length === 0) return messages;
  const example = { name: 'function-name', arguments: '{"argument-name": "value"}' };
  const howToCall =
    format.name === 'hermes' || format.write === undefined
      ? undefined
      : ['For each function call, write:', format.write('', [example])];
  const text = toolDescription(tools, howToCall);
  const at = messages.findIndex((message) => message.role === role);
  if (at < 0) return [{ role, content: text }, ...messages];
  const { content } = messages[at]!;
  const described = role === 'system' ? `${content}\n\n${text}` : `${text}\n\n${content}`;
  return messages.map((message, index) => (index === at ? { ...message, content: described } : message));
}
