import type { ParsedToolCall } from '../../../../base/index.js';
import type { ParsedTurn } from '../../tool-call-format.js';
import type { InnerFormat } from '../call-format.js';
import { HarmonyReader } from '../speech/harmony-reader.js';
import { callOfJson } from './json-call.js';

const START = '<|start|>assistant';
const MESSAGE = '<|message|>';
const ENDS = ['<|end|>', '<|call|>', '<|return|>'];

/** Its members are undefined where the header says neither. */
interface HarmonyHeader {
  readonly channel: string | undefined;
  readonly tool: string | undefined;
}

interface HarmonyMessage extends HarmonyHeader {
  readonly body: string;
}

/**
 * The harmony format of gpt-oss: a turn is several messages, each with a channel. A call is a message to a function:
 * `<|start|>assistant to=functions.f<|channel|>commentary json<|message|>{…}<|call|>`. Thinking is a message of its own; marks
 * of other messages in it are ignored.
 *
 * The words of a turn are its final message. The words of a turn with calls are its thinking, because the template writes the
 * thinking before the calls.
 *
 * @remarks Source: OpenAI's harmony response format, and the chat template of gpt-oss.
 */
export const HARMONY: InnerFormat = {
  name: 'harmony',
  marks: ['<|channel|>commentary', '<|channel|>analysis'],
  stopTokens: ['<|call|>', '<|return|>'],
  messageEnds: ['<|end|>'],
  writesJson: true,
  parse(text): ParsedTurn {
    const messages = messagesOf(text);
    const calls = messages.filter(({ tool }) => tool !== undefined).map(readCall);
    const spoken = messages.filter(
      ({ tool, channel }) => tool === undefined && (calls.length > 0 || channel === 'final'),
    );
    if (calls.length === 0 && spoken.length === 0) return { content: text, calls };
    return { content: spoken.map(({ body }) => body).join('\n'), calls };
  },
  reader: (tools) => new HarmonyReader({ message: MESSAGE, ends: ENDS, header: readHeader }, tools),
  write(words, calls) {
    const before = words === '' ? '' : `<|channel|>analysis${MESSAGE}${words}<|end|>${START}`;
    const written = calls.map(
      (call) => ` to=functions.${call.name}<|channel|>commentary json${MESSAGE}${call.arguments}`,
    );
    return before + written.join(`<|call|>${START}`);
  },
};

/** Splits a turn into its messages. The turn starts after `<|start|>assistant`, in the header of its first message. */
function messagesOf(text: string): HarmonyMessage[] {
  const messages: HarmonyMessage[] = [];
  for (let at = 0; at < text.length;) {
    const mark = text.indexOf(MESSAGE, at);
    if (mark < 0) break;
    const header = text.slice(at, mark);
    const ends = ENDS.map((end) => ({ end, at: text.indexOf(end, mark) })).filter((found) => found.at >= 0);
    const first = ends.reduce((a, b) => (b.at < a.at ? b : a), { end: '', at: text.length });
    messages.push({
      ...readHeader(header),
      body: text.slice(mark + MESSAGE.length, first.at),
    });
    at = first.at + first.end.length;
    if (first.end === '') break;
  }
  return messages;
}

function readHeader(header: string): HarmonyHeader {
  return {
    channel: /<\|channel\|>\s*(\w+)/.exec(header)?.[1],
    tool: /\bto=([^\s<]+)/.exec(header)?.[1]?.replace(/^functions\./, ''),
  };
}

function readCall({ tool, body }: HarmonyMessage): ParsedToolCall {
  return callOfJson(tool!, body, body);
}
