import { TAGS } from '../../../base/index.js';

/** Struck out, in Markdown; in a formula ~~ is a space, which has something else around it. */
const STRUCK = /(?<![^\s*_(:>[])~~(?=\S)[^~]{0,400}?(?<=\S)~~(?![^\s*_).,;:!?<\]])/g;
/** Where a comment begins, or what HTML strikes out. */
const UNSAID = /<!--|<(s|del|strike)(?:\s[^<>]{0,200})?>/gi;
const NAMES = 'b|strong|i|em|u|p|div|span|code|mark|small|big|center|font|h[1-6]';
const TAG = new RegExp(String.raw`</?(${NAMES})(?:\s[^<>]*)?>|<br\s*/?>`, 'gi');
const CLOSING = new RegExp(`</(?:${NAMES})>`, 'gi');

/**
 * A text with what its markup takes back or hides blanked, and with HTML tags that only present it blanked, so that every
 * place keeps its offset. Every step is one pass: a response may be nothing but tags.
 */
export function withoutMarkup(text: string): string {
  let said = text;
  if (said.includes('~~')) said = said.replace(STRUCK, blank);
  if (!said.includes('<')) return said;
  said = withoutUnsaid(said);
  // a < b > c is no tag; a tag is closed.
  const closed = new Set(said.match(CLOSING));
  return said.replace(TAG, (tag: string, name?: string) =>
    name === undefined || closed.has(`</${name}>`) ? blank(tag) : tag,
  );
}

/** Blanks comments and what is struck out; what is never closed strikes out nothing. */
function withoutUnsaid(text: string): string {
  let said = '';
  let at = 0;
  const missing = new Set<string>();
  UNSAID.lastIndex = 0;
  for (let open = UNSAID.exec(text); open !== null; open = UNSAID.exec(text)) {
    const end = unsaidEnd(text, open.index, open[1], missing);
    if (end === undefined) continue;
    said += text.slice(at, open.index) + blank(text.slice(open.index, end));
    at = UNSAID.lastIndex = end;
  }
  return at === 0 ? text : said + text.slice(at);
}

/** Where it ends; a comment may reach to the end of the text, and a token <s> may also begin one. */
function unsaidEnd(text: string, start: number, name: string | undefined, missing: Set<string>): number | undefined {
  if (name === undefined) {
    const close = text.indexOf('-->', start + 4);
    return close < 0 ? text.length : close + 3;
  }
  const closer = `</${name}>`;
  if (name.toLowerCase() === 's') {
    const next = text.indexOf('<', start + 3);
    const end = next + closer.length;
    if (next < 0 || !text.startsWith(closer, next)) return undefined;
    // Around all of a response they are tokens.
    return start > 0 || /\w/.test(text.slice(end, end + 400)) ? end : undefined;
  }
  const close = missing.has(name) ? -1 : text.indexOf(closer, start);
  if (close >= 0) return close + closer.length;
  missing.add(name);
  return undefined;
}

const THOUGHTS = ['<think>', '</think>', '<thinking>', '</thinking>', TAGS.reasonStart, TAGS.reasonEnd] as const;
const TOOLS = [
  [TAGS.toolCallStart, TAGS.toolCallEnd],
  [TAGS.toolResponseStart, TAGS.toolResponseEnd],
] as const;

/**
 * A response with its reasoning and what tools were asked and answered blanked, so that every place keeps its offset.
 * Where nothing else is left, the reasoning is all there is.
 */
export function afterReasoning(text: string): string {
  if (!text.includes('<') || !/<\/?(?:think|reason|tool_)/.test(text)) return text;
  let said = text;
  for (const [open, close] of TOOLS) said = blanked(said, open, close);
  let last = said;
  for (let k = 0; k < THOUGHTS.length; k += 2) last = blanked(last, THOUGHTS[k]!, THOUGHTS[k + 1]!);
  return /[^\s]/.test(last.replace(/<\|?[a-z_]+\|?>/g, '')) ? last : said;
}

/** Blanks what stands between two tags, to the end where the last is not closed, and before a close without an open. */
function blanked(text: string, open: string, close: string): string {
  if (!text.includes(open) && !text.includes(close)) return text;
  let result = '';
  let at = 0;
  const first = text.indexOf(close);
  if (first >= 0 && (text.indexOf(open) < 0 || text.indexOf(open) > first)) {
    at = first + close.length;
    result = ' '.repeat(at);
  }
  for (;;) {
    const from = text.indexOf(open, at);
    if (from < 0) return result + text.slice(at);
    const to = text.indexOf(close, from);
    const end = to < 0 ? text.length : to + close.length;
    result += text.slice(at, from) + ' '.repeat(end - from);
    at = end;
    if (to < 0) return result;
  }
}

/** What cannot be the end of an answer: an operator or relation with nothing behind it. */
const OPEN_END =
  /[\w)}\]|!°%]\s*(?:[=+*/^_<≤≥×÷·±−]|-(?!-)|>(?!$)|\\(?:times|cdot|div|pm|mp|d?frac|sqrt|leq?|geq?|approx|equiv|neq?|in|left)(?![A-Za-z]))\s*$/;

/** Whether a text breaks off in the middle of its answer: "so x =", "3 +", "$7^{". */
export function isCutOff(rest: string): boolean {
  const end = rest
    .slice(-200)
    .replace(/<\/?\|?[a-z_]+\|?>\s*$/gi, '')
    .replace(/[\s$]*(?:\\[\])])?[\s$*`.]*$/, '');
  if (OPEN_END.test(end) && !/(?:^|[\s*])(?:---+|===+|\*\*+)\s*$/.test(end)) return true;
  // A group that is opened and never closed.
  return /(?:\\(?:[dt]?frac|sqrt|binom)\s*(?:\{[^{}]*\}\s*)?|\^|_)\{[^{}]*$/.test(rest.slice(-80));
}

/** Spaces of the same length, with the line breaks kept. */
export function blank(part: string): string {
  return part.replace(/[^\n]/g, ' ');
}
