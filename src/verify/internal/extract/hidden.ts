import { matchBrace } from '../braces.js';

/** What may hide a part of a text. One look at it all, so that the many texts without it cost no more. */
const MAY_HIDE =
  /\\(?:[hv]?phantom|mathphantom|color|textcolor|transparent|iffalse|if0|begin\{comment|newcommand|renewcommand|providecommand|def|sbox|savebox|setbox|setto|invisible|scalebox|s(?:out|t)(?![a-z])|[bx]?cancel|style|class)|%|<[a-z]+\s[^<>]{0,200}(?:style|hidden)|^\[[^\]\n]*\]:/im;

/** Commands whose last group is not shown, and how many groups stand before it. */
const HIDING =
  /\\(?:(?:[hv]?phantom|mathphantom|invisible|sout|st|[bx]?cancel)(?![A-Za-z])(?:<[^>\n]*>)?|(?:(?:re)?newcommand|providecommand)\*?\s*(?:\{\s*\\[A-Za-z]+\s*\}|\\[A-Za-z]+)\s*(?:\[[^\]\n]*\]\s*)*|def\s*\\[A-Za-z]+(?:#\d)*|(?:sbox|savebox|settowidth|settoheight|settodepth)\s*(?:\{[^{}\n]*\}|\\[A-Za-z]+|\d+)|setbox\s*\d*\s*=?\s*\\hbox|scalebox\s*\{\s*0*\.?0*\s*\}(?:\[[^\]\n]*\])?|style\s*\{[^{}\n]*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0|color\s*:\s*(?:white|transparent))[^{}\n]*\}|class\s*\{\s*hidden\s*\})\s*(?=\{)/g;

const WHITE = String.raw`(?:\{\s*(?:white|transparent|background|#f{3}(?:f{3})?|#F{3}(?:F{3})?)\s*\}|\[(?:rgb|RGB|HTML|gray|cmyk)\]\s*\{\s*(?:1(?:\.0*)?|255|FFFFFF|ffffff|1(?:\.0*)?,\s*1(?:\.0*)?,\s*1(?:\.0*)?|255,\s*255,\s*255|0,\s*0,\s*0,\s*0)\s*\})`;
/** Writing in the colour of the paper: of the group after it, or of all that follows in its own. */
const UNSEEN = new RegExp(
  String.raw`\\(?:(textcolor)|color|transparent(?=\s*\{\s*0))\s*(?:${WHITE}|\{\s*0(?:\.0*)?\s*\})\s*`,
  'g',
);

/** Parts between two marks. */
const BETWEEN =
  /\\(?:iffalse|if0)(?![A-Za-z\d])[^]*?(?:\\fi(?![A-Za-z])|$)|\\begin\{comment\}[^]*?(?:\\end\{comment\}|$)|<([a-z]{1,20})\s[^<>]{0,200}(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|font-size\s*:\s*0|color\s*:\s*(?:white|transparent|#fff)|\bhidden(?=[\s>=]))[^<>]{0,200}>[^]*?(?:<\/\1\s*>|$)|^\[[^\]\n]*\]:\s*(?:#|<>)[^\n]*$/gim;

/**
 * A comment of TeX with a box in it, to the end of its line. A percentage has a number before it, so that only a line that
 * starts with a percent sign, a sentence's end or the box right behind it tells a comment.
 */
const COMMENT =
  /(?:(?<=^[^\S\n]*)|(?<=(?:[.,;:!?]|\\\\)[^\S\n]{0,20}))%(?=[^\n]*(?:\\(?:boxed|fbox|framebox)|answer|答案))[^\n]*|(?<!\\)%[\s$]{0,20}(?:\\[[(])?\s{0,20}\\(?:boxed|fbox|framebox)[^\n]*/gim;

const STRUCK = /^\\(?:sout|st|[bx]?cancel)(?![A-Za-z])/;
const BOX = /\\(?:boxed|fbox|framebox)/;

/** A text with what its LaTeX or HTML does not show blanked, so that every place keeps its offset. */
export function withoutHidden(text: string): string {
  if (!MAY_HIDE.test(text)) return text;
  let said = text.replace(BETWEEN, blank);
  if (said.includes('%')) said = said.replace(COMMENT, blank);
  said = withoutGroups(said, HIDING);
  return withoutGroups(said, UNSEEN);
}

/** Blanks the group that stands behind each match, and behind a switch of colours what is left of the group around it. */
function withoutGroups(text: string, pattern: RegExp): string {
  let said = '';
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index < at) continue;
    const open = match.index + match[0].length;
    const isSwitch = pattern === UNSEEN && match[1] === undefined;
    const end = isSwitch ? endOfGroup(text, open) : text[open] === '{' ? matchBrace(text, open) + 1 : 0;
    const stop = end > open ? end : text.length;
    // What is struck out of a calculation is part of it.
    if (STRUCK.test(match[0]) && !BOX.test(text.slice(open, stop))) continue;
    said += text.slice(at, match.index) + blank(text.slice(match.index, stop));
    at = stop;
  }
  return at === 0 ? text : said + text.slice(at);
}

/** Where the group ends that this place is in, or another colour begins. */
function endOfGroup(text: string, from: number): number {
  let depth = 0;
  for (let k = from; k < text.length; k++) {
    if (text.startsWith('\\color', k) && depth === 0) return k;
    const c = text[k];
    if (c === '\\') k++;
    else if (c === '{') depth++;
    else if (c === '}' && --depth < 0) return k;
    else if (c === '$' && depth === 0) return k;
  }
  return text.length;
}

function blank(part: string): string {
  return part.replace(/[^\n]/g, ' ');
}
