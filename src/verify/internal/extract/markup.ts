import { blank } from './blank.js';

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
