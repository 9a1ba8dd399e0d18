import type { TemplateTool } from '../template-message.js';
import type { ToolCallFormatName } from '../tool-call-format.js';

/** A tool as most policies of this kind have one. */
export const EXAMPLE_TOOL: TemplateTool = {
  name: 'python',
  description: 'Runs Python.',
  parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
};

/** Turns that call it, as a model writes them that was trained on the format. */
export interface ExampleCall {
  readonly one: string;
  readonly two: string;
  readonly broken: string;
  /** What stands between words and a call. */
  readonly after: string;
}

type Write = (code: string) => ExampleCall;

const CALLS: { readonly [name in ToolCallFormatName]: Write } = {
  hermes: (code) => {
    const one = `<tool_call>\n{"name": "python", "arguments": {"code": ${JSON.stringify(code)}}}\n</tool_call>`;
    return { one, two: `${one}\n${one}`, broken: '<tool_call>\nnot JSON\n</tool_call>', after: '\n' };
  },
  'llama3-json': (code) => {
    const one = `{"name": "python", "parameters": {"code": ${JSON.stringify(code)}}}`;
    return { one, two: `${one}; ${one}`, broken: '<|python_tag|>not JSON', after: '<|python_tag|>' };
  },
  mistral: (code) => {
    const call = `{"name": "python", "arguments": {"code": ${JSON.stringify(code)}}}`;
    const calls = (list: string) => `[TOOL_CALLS][${list}]`;
    return { one: calls(call), two: calls(`${call}, ${call}`), broken: calls('not JSON'), after: '' };
  },
  deepseek: (code) => {
    const call = `<｜tool▁call▁begin｜>python<｜tool▁sep｜>${JSON.stringify({ code })}<｜tool▁call▁end｜>`;
    const calls = (list: string) => `<｜tool▁calls▁begin｜>${list}<｜tool▁calls▁end｜>`;
    const broken = '<｜tool▁call▁begin｜>python<｜tool▁sep｜>not JSON<｜tool▁call▁end｜>';
    return { one: calls(call), two: calls(call + call), broken: calls(broken), after: '' };
  },
  'qwen3-coder': (code) => {
    const one = `<tool_call>\n<function=python>\n<parameter=code>\n${code}\n</parameter>\n</function>\n</tool_call>`;
    return { one, two: `${one}\n${one}`, broken: '<tool_call>\nnot a function\n</tool_call>', after: '\n\n' };
  },
};

/** @returns A call of the example tool in this format; a format of the caller's own is tried with Hermes' calls. */
export function exampleCall(format: string, code: string): ExampleCall {
  return (Object.hasOwn(CALLS, format) ? CALLS[format as ToolCallFormatName] : CALLS.hermes)(code);
}
