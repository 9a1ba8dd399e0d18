import { TAGS } from '../../../base/index.js';

/** Struck out in Markdown. In a formula ~~ is a space and has other characters around it. */
const STRUCK = /(?<![^\s*_(:>[])~~(?=\S)[^~]{0,400}?(?<=\S)~~(?![^\s*_).,;:!?<\]])/g;
/** The start of an HTML comment or of a struck-out part. */
const UNSAID = /<!--|<(s|del|strike)(?:\s[^<>]{0,200})?>/gi;
const NAMES = 'b|strong|i|em|u|p|div|span|code|mark|small|big|center|font|h[1-6]';
const TAG = new RegExp(
  String.raw`</?(${NAMES})(?:\s[^<>]*)?>|<br\s*/?>|<[a-z][a-z\d]*\s(?=[^<>"']{0,80}=\s*["'])[^<>]{0,400}>`,
  'gi',
);
const CLOSING = new RegExp(`</(?:${NAMES})>`, 'gi');

/**
 * Blanks the parts of a text that its markup strikes out or hides, and HTML tags that only format it, so that offsets stay
 * the same. Every step is one pass, because a response may consist of tags alone.
 */
export function withoutMarkup(text: string): string {
  let shown = text;
  if (shown.includes('~~')) shown = shown.replace(STRUCK, blank);
  if (!shown.includes('<')) return shown;
  shown = withoutUnsaid(shown);
  // a < b > c is no tag; a tag is closed.
  const closed = new Set(shown.match(CLOSING));
  return shown.replace(TAG, (tag: string, name?: string) =>
    name === undefined || closed.has(`</${name}>`) ? blank(tag) : tag,
  );
}

/** Blanks comments and struck-out parts. A tag that is never closed strikes out nothing. */
function withoutUnsaid(text: string): string {
  let shown = '';
  let at = 0;
  const missing = new Set<string>();
  UNSAID.lastIndex = 0;
  for (let open = UNSAID.exec(text); open !== null; open = UNSAID.exec(text)) {
    const end = unsaidEnd(text, open.index, open[1], missing);
    if (end === undefined) continue;
    shown += text.slice(at, open.index) + blank(text.slice(open.index, end));
    at = UNSAID.lastIndex = end;
  }
  return at === 0 ? text : shown + text.slice(at);
}

/** The end of a comment or a struck-out part. A comment may be open to the end of the text; <s> may also be a token. */
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
    // <s>…</s> around a whole response are tokens.
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
 * Blanks the reasoning, tool calls and tool responses of a response, so that offsets stay the same. The reasoning is kept if
 * the response has nothing else.
 */
export function afterReasoning(text: string): string {
  if (!text.includes('<') || !/<\/?(?:think|reason|tool_)/.test(text)) return text;
  let spoken = text;
  for (const [open, close] of TOOLS) spoken = blanked(spoken, open, close);
  let last = spoken;
  for (let k = 0; k < THOUGHTS.length; k += 2) last = blanked(last, THOUGHTS[k]!, THOUGHTS[k + 1]!);
  return /[^\s]/.test(last.replace(/<\|?[a-z_]+\|?>/g, '')) ? last : spoken;
}

/** Blanks the text between two tags, behind an opening tag that is never closed, and before a closing tag that is never opened. */
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

/** An operator or relation with nothing behind it. No answer ends in it. */
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
