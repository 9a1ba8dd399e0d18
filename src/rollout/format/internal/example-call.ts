import type { TemplateTool } from '../../../base/index.js';
import type { WritableCall } from '../../internal/write-calls.js';

/** A tool as most policies of this kind have one. */
export const EXAMPLE_TOOL: TemplateTool = {
  name: 'python',
  description: 'Runs Python.',
  parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
};

/** A call of it, in a format whose templates write arguments as JSON with spaces (DeepSeek's: without). */
export function exampleCall(format: string, code: string): WritableCall {
  const json = format === 'deepseek' ? JSON.stringify({ code }) : `{"code": ${JSON.stringify(code)}}`;
  return { name: EXAMPLE_TOOL.name, arguments: json };
}
