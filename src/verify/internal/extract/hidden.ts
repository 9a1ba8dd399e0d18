import { braceEnds } from '../braces.js';
import { blank } from './markup.js';
import { isInFormula } from './sentences.js';

/** The beginnings of the commands that may hide a part of a text. */
const NAMES =
  'phantom hphantom vphantom mathphantom color textcolor transparent iffalse if0 begin\\{comment newcommand renewcommand providecommand newenvironment renewenvironment New Renew Provide Declare def edef gdef xdef sbox savebox setbox setto invisible scalebox resizebox fontsize sout st(?![a-z]) cancel bcancel xcancel style class'.split(
    ' ',
  );
/** One search for all commands, so that texts without them stay cheap. */
const COMMAND = new RegExp(String.raw`\\(?:${NAMES.join('|')})`, 'y');
/** The first two letters of each as one number. */
const BEGINNINGS: ReadonlySet<number> = new Set(NAMES.map((name) => beginning(name, 0)));

function beginning(text: string, at: number): number {
  return (text.charCodeAt(at) << 16) | text.charCodeAt(at + 1);
}

/** A size of 0 or nearly 0: 0, 0pt, .01em */
const ZERO = String.raw`\{\s*(?=[\d.]*\d)0*(?:\.(?:0\d*)?)?\s*(?:[a-z]{2}|\\[a-z]+)?\s*\}`;
/** Commands whose last group is not shown, with the groups before it. The captured definitions hide all their groups. */
const HIDING = new RegExp(
  String.raw`\\(?:(?:[hv]?phantom|mathphantom|invisible|sout|st|[bx]?cancel)(?![A-Za-z])(?:<[^>\n]*>)?|(?:(?:re)?newcommand|providecommand)\*?\s*(?:\{\s*\\[A-Za-z]+\s*\}|\\[A-Za-z]+)\s*(?:\[[^\]\n]*\]\s*)*|((?:Declare[A-Za-z]+|(?:New|Renew|Provide)[A-Za-z]*(?:Command|Environment)|(?:re)?newenvironment)\*?)\s*(?:\{\s*\\?[A-Za-z]+\s*\}|\\[A-Za-z]+)\s*(?:\[[^\]\n]*\]\s*)*|[egx]?def\s*\\[A-Za-z]+[^{}\\\n]{0,40}|(?:sbox|savebox|settowidth|settoheight|settodepth)\s*(?:\{[^{}\n]*\}|\\[A-Za-z]+|\d+)|setbox\s*(?:\d+|\\[A-Za-z]+)?\s*=?\s*\\[hv]box|scalebox\s*${ZERO}(?:\[[^\]\n]*\])?|resizebox\*?\s*(?:${ZERO}\s*\{[^{}\n]*\}|\{[^{}\n]*\}\s*${ZERO})|style\s*\{[^{}\n]*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0|color\s*:\s*(?:white|transparent))[^{}\n]*\}|class\s*\{\s*hidden\s*\})\s*(?=\{)`,
  'g',
);

const WHITE = String.raw`(?:\{\s*(?:white|transparent|background|#f{3}(?:f{3})?|#F{3}(?:F{3})?)\s*\}|\[(?:rgb|RGB|HTML|gray|cmyk)\]\s*\{\s*(?:1(?:\.0*)?|255|FFFFFF|ffffff|1(?:\.0*)?,\s*1(?:\.0*)?,\s*1(?:\.0*)?|255,\s*255,\s*255|0,\s*0,\s*0,\s*0)\s*\})`;
/** Text in the colour of the paper or of size 0. `\textcolor` hides the group after it, the others the rest of their own group. */
const UNSEEN = new RegExp(
  String.raw`\\(?:(textcolor)|color|transparent(?=\s*\{\s*0))\s*(?:${WHITE}|\{\s*0(?:\.0*)?\s*\})\s*|\\fontsize\s*(${ZERO})\s*(?:\{[^{}\n]*\})?\s*`,
  'g',
);

/** Parts between two marks. */
const BETWEEN =
  /\\(?:iffalse|if0)(?![A-Za-z\d])[^]*?(?:\\fi(?![A-Za-z])|$)|\\begin\{comment\}[^]*?(?:\\end\{comment\}|$)/g;
const UNSHOWN =
  /<([a-z]{1,20})\s[^<>]{0,200}(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|font-size\s*:\s*0|color\s*:\s*(?:white|transparent|#fff)|\bhidden(?=[\s>=]))[^<>]{0,200}>[^]*?(?:<\/\1\s*>|$)/gi;
/** Elements that browsers do not show in the page. */
const KEPT =
  /<(template|script|style|noscript|head|title|datalist|iframe|object|audio|video|canvas|noframes|noembed|dialog(?!\s[^<>]*\bopen\b))(?:\s[^<>]{0,400})?>[^]*?(?:<\/\1\s*>|$)/gi;
/** [//]: # (a comment of Markdown) */
const REFERENCE = /^\[[^\]\n]{0,80}\]:[^\S\n]*(?:#|<>)[^\n]*$/gm;

const STRUCK = /^\\(?:sout|st|[bx]?cancel)(?![A-Za-z])/;
const BOX = /\\(?:boxed|fbox|framebox)/g;

/** Blanks the parts of a text that LaTeX or HTML does not show, so that offsets stay the same. */
export function withoutHidden(text: string): string {
  let shown = text;
  if (shown.includes('%')) shown = shown.replace(WITH_PERCENT, withoutComment);
  if (shown.includes(']:', shown.length - REACH)) shown = shown.replace(REFERENCE, blank);
  if (shown.includes('<')) shown = shown.replace(KEPT, blank).replace(UNSHOWN, blank);
  if (!mayHide(shown)) return shown;
  return withoutGroups(withoutGroups(shown.replace(BETWEEN, blank), HIDING), UNSEEN);
}

/** How many characters, from the end, are searched for commands that hide. The hidden parts may start earlier. */
const REACH = 8000;

/** From backslash to backslash: in a long text that is a third of what a search costs. */
function mayHide(text: string): boolean {
  for (let at = text.indexOf('\\', text.length - REACH); at >= 0; at = text.indexOf('\\', at + 1)) {
    if (!BEGINNINGS.has(beginning(text, at + 1))) continue;
    COMMAND.lastIndex = at;
    if (COMMAND.test(text)) return true;
  }
  return false;
}

const WITH_PERCENT = /[^\n]*%[^\n]*/g;

/**
 * Blanks a TeX comment that hides an answer. A line that starts with a percent sign is a comment if it names an answer. Further
 * on in a line, the sign starts a comment only before a box, and only right before it or after the end of a sentence. After a
 * number the sign means percent: 30% or $30$%.
 */
function withoutComment(line: string): string {
  const box = Math.max(...['\\boxed', '\\fbox', '\\framebox'].map((name) => line.lastIndexOf(name)));
  if (/^\s*%/.test(line)) return box >= 0 || /answer|答案/i.test(line) ? blank(line) : line;
  for (let at = line.indexOf('%'); at >= 0 && at < box; at = line.indexOf('%', at + 1)) {
    const before = line.slice(Math.max(0, at - 24), at);
    if (before.endsWith('\\') && !before.endsWith('\\\\')) continue;
    if (/\d\s?(?:\$|\\[)\]])*\s?$/.test(before)) continue;
    const isBox = /^%[\s$]*(?:\\[[(])?\s*\\(?:boxed|fbox|framebox)/.test(line.slice(at, at + 60));
    if (isBox || /(?:[.,;:!?]|\\\\)\s*$/.test(before)) return line.slice(0, at) + blank(line.slice(at));
  }
  return line;
}

/** Blanks the group that stands behind each match, and behind a switch of colours what is left of the group around it. */
function withoutGroups(text: string, pattern: RegExp): string {
  let shown = '';
  let at = 0;
  let ends: ReadonlyMap<number, number> | undefined;
  const groupEnd = (open: number): number => ((ends ??= braceEnds(text)).get(open) ?? -1) + 1;
  let box = -1;
  for (const match of text.matchAll(pattern)) {
    if (match.index < at) continue;
    const open = match.index + match[0].length;
    const isSwitch = pattern === UNSEEN && match[1] === undefined;
    let end = isSwitch ? endOfGroup(text, open, match[2] === undefined) : groupEnd(open);
    if (pattern === HIDING && match[1] !== undefined)
      for (let next = end; next > open;) {
        end = next;
        next = text[end] === '{' ? groupEnd(end) : 0;
      }
    const stop = end > open ? end : text.length;
    if (box < open) box = nextBox(text, open);
    // What is struck out of a calculation is part of it.
    if (STRUCK.test(match[0]) && box >= stop) continue;
    shown += text.slice(at, match.index) + blank(text.slice(match.index, stop));
    at = stop;
  }
  return at === 0 ? text : shown + text.slice(at);
}

/** @returns The offset of the first box at or behind a place; Infinity without a box. */
function nextBox(text: string, from: number): number {
  BOX.lastIndex = from;
  return BOX.exec(text)?.index ?? Infinity;
}

/** The end of the group or the formula around this place; for a colour, at most the next change of colour. */
function endOfGroup(text: string, from: number, isColour: boolean): number {
  let depth = 0;
  const inFormula = isInFormula(text, from);
  for (let k = from; k < text.length; k++) {
    if (isColour && depth === 0 && text.startsWith('\\color', k)) return k;
    const c = text[k];
    if (c === '\\') k++;
    else if (c === '{') depth++;
    else if (c === '}' && --depth < 0) return k;
    else if (c === '$' && depth === 0 && inFormula) return k;
  }
  return text.length;
}
