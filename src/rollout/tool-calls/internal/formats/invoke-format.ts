import type { WritableCall } from '../../writable-call.js';
import { callFormat } from '../call-format.js';
import type { InnerFormat } from '../inner-format.js';
import { argumentTexts, readMarkup, type Markup } from './markup-calls.js';

/** How one family writes calls as `invoke` and `parameter` tags. */
interface InvokeStyle {
  readonly name: string;
  /** The tag of the block, and what stands before the names of the tags in it: `minimax:tool_call` and nothing. */
  readonly block: string;
  readonly prefix: string;
  /** Whether each parameter says if it is text (`string="true"`) or JSON. */
  readonly saysText: boolean;
  readonly before: string;
}

/** @returns A format of calls in `invoke` tags with a `parameter` tag for each argument. */
export function invokeFormat({ name, block, prefix, saysText, before }: InvokeStyle): InnerFormat {
  const attribute = saysText ? ' string="(true|false)"' : '';
  const markup: Markup = {
    open: `<${block}>`,
    close: `</${block}>`,
    functionOpen: new RegExp(`<${prefix}invoke name="([^"\\n]*)">`, 'y'),
    functionClose: `</${prefix}invoke>`,
    parameterOpen: new RegExp(`<${prefix}parameter name="([^"\\n]*)"${attribute}>`, 'y'),
    parameterClose: `</${prefix}parameter>`,
    onLines: false,
  };
  const asInvoke = (call: WritableCall): string => {
    const parameters = argumentTexts(call);
    if (parameters === undefined) return call.arguments;
    const written = parameters.map(({ name: parameter, text, isText }) => {
      const kind = saysText ? ` string="${isText}"` : '';
      return `<${prefix}parameter name="${parameter}"${kind}>${text}</${prefix}parameter>\n`;
    });
    return `<${prefix}invoke name="${call.name}">\n${written.join('')}</${prefix}invoke>`;
  };
  return callFormat({
    name,
    marks: [markup.open],
    starts: [markup.open],
    read: (text, at, tools) => readMarkup(text, at, tools, markup),
    before,
    writeCalls: (calls) => `${markup.open}\n${calls.map(asInvoke).join('\n')}\n${markup.close}`,
  });
}
