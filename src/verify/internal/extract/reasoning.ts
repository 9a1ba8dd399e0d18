import { TAGS } from '../../../base/index.js';

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
