import type { ParsedToolCall } from '../../../../base/index.js';
import type { ParsedTurn } from '../../tool-call-format.js';
import type { InnerFormat } from '../call-format.js';
import { callOfJson } from './json-call.js';

const START = '<|start|>assistant';
const MESSAGE = '<|message|>';
const ENDS = ['<|end|>', '<|call|>', '<|return|>'];

interface HarmonyMessage {
  readonly channel: string | undefined;
  readonly recipient: string | undefined;
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
  parse(text): ParsedTurn {
    const messages = messagesOf(text);
    const calls = messages.filter(({ recipient }) => recipient !== undefined).map(readCall);
    const spoken = messages.filter(
      ({ recipient, channel }) => recipient === undefined && (calls.length > 0 || channel === 'final'),
    );
    if (calls.length === 0 && spoken.length === 0) return { content: text, calls };
    return { content: spoken.map(({ body }) => body).join('\n'), calls };
  },
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
      channel: /<\|channel\|>\s*(\w+)/.exec(header)?.[1],
      recipient: /\bto=([^\s<]+)/.exec(header)?.[1],
      body: text.slice(mark + MESSAGE.length, first.at),
    });
    at = first.at + first.end.length;
    if (first.end === '') break;
  }
  return messages;
}

function readCall({ recipient, body }: HarmonyMessage): ParsedToolCall {
  return callOfJson(recipient!.replace(/^functions\./, ''), body, body);
}
