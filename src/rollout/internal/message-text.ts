import {
  GENERATION_PROMPT,
  TAGS,
  renderMessage,
  renderToolResponses,
  type Message,
  type Tokenizer,
} from '../../base/index.js';

/**
 * A text of the chat format around what others wrote. `format` has one part more than `contents`: they alternate. The
 * control tokens in the format are meant; those in a content are a user's, or a program's print-out.
 */
export interface MessageText {
  readonly format: readonly string[];
  readonly contents: readonly string[];
}

/** Where a content goes while the format is written; no part of the format has it. */
const PLACE = '\0';

/** Messages up to where the policy writes its first turn; consecutive `tool` messages share one user message. */
export function promptText(messages: readonly Message[]): MessageText {
  let format = '';
  for (let i = 0; i < messages.length; i++) {
    const { role } = messages[i]!;
    if (role !== 'tool') {
      format += renderMessage(role, PLACE);
      continue;
    }
    const responses = [PLACE];
    for (; messages[i + 1]?.role === 'tool'; i++) responses.push(PLACE);
    format += renderToolResponses(responses);
  }
  return around(
    format + GENERATION_PROMPT,
    messages.map(({ content }) => content),
  );
}

/**
 * What stands between the end of a turn, `<|im_end|>`, and the next one.
 *
 * @param before - What the end of the turn lacks.
 */
export function toolTurnText(responses: readonly string[], before = ''): MessageText {
  const format = `${before}\n${renderToolResponses(responses.map(() => PLACE))}${GENERATION_PROMPT}`;
  return around(format, responses);
}

function around(format: string, contents: readonly string[]): MessageText {
  return { format: format.split(PLACE), contents };
}

/** @returns One text, in which a space breaks up the message tags of every content: encoded whole, they end nothing. */
export function toSafeText({ format, contents }: MessageText): string {
  return format.map((part, i) => part + withoutMessageTags(contents[i] ?? '')).join('');
}

function withoutMessageTags(text: string): string {
  return text.replaceAll(TAGS.messageStart, '<|im_start |>').replaceAll(TAGS.messageEnd, '<|im_end |>');
}

/**
 * Encodes a text such that no control token comes of what others wrote: one that is written out there is encoded in two
 * parts, after its first character, and so becomes ordinary tokens that decode to the same text.
 */
export function encodeMessages({ format, contents }: MessageText, tokenizer: Tokenizer): Int32Array {
  const { controlTokens = [TAGS.messageStart, TAGS.messageEnd] } = tokenizer;
  const sections = [''];
  format.forEach((part, i) => {
    const [first = '', ...rest] = cutWithin(contents[i] ?? '', controlTokens);
    sections.push(`${sections.pop()!}${part}${first}`, ...rest);
  });
  const encoded = sections.map((section) => tokenizer.encode(section));
  const ids = new Int32Array(encoded.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const section of encoded) {
    ids.set(section, at);
    at += section.length;
  }
  return ids;
}

/** @returns The text in sections, none of which has one of the tokens in it. */
function cutWithin(text: string, tokens: readonly string[]): string[] {
  const cuts = new Set<number>();
  for (const token of tokens)
    for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1))
      cuts.add(at + String.fromCodePoint(token.codePointAt(0)!).length);
  const ends = [...cuts].sort((a, b) => a - b);
  return [...ends, text.length].map((end, i) => text.slice(ends[i - 1] ?? 0, end));
}
