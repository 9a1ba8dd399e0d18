/** A formula in running text: its content without delimiters and where it stands with them. */
export interface MathSpan {
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

const CLOSERS: { readonly [open: string]: string } = { '\\(': '\\)', '\\[': '\\]', $$: '$$' };
const ENVIRONMENT = /^\\begin\{((?:equation|align|gather|multline|displaymath|eqnarray|math)\*?)\}/;

/** @returns The formulas of a text in order. One pass; a delimiter that is never closed opens nothing. */
export function mathSpans(text: string): MathSpan[] {
  const spans: MathSpan[] = [];
  const missing = new Set<string>();
  let at = 0;
  while (at < text.length) {
    const start = nextOpener(text, at);
    if (start < 0) break;
    const span = spanAt(text, start, missing);
    if (span !== undefined) spans.push(span);
    at = span?.end ?? start + (text[start] === '$' && text[start + 1] !== '$' ? 1 : 2);
  }
  return spans;
}

function nextOpener(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 36) return i;
    if (c !== 92) continue;
    const next = text[i + 1];
    if (next === '(' || next === '[' || (next === 'b' && text.startsWith('egin', i + 2))) return i;
    // \$ is an amount, \\ a line end.
    i++;
  }
  return -1;
}

function spanAt(text: string, start: number, missing: Set<string>): MathSpan | undefined {
  const environment = text[start] === '\\' ? ENVIRONMENT.exec(text.slice(start, start + 24)) : null;
  if (environment !== null) {
    const span = until(text, start, environment[0].length, `\\end{${environment[1]}}`, missing);
    return span === undefined ? undefined : { ...span, content: lastRow(span.content) };
  }
  const pair = text.slice(start, start + 2);
  const closer = Object.hasOwn(CLOSERS, pair) ? CLOSERS[pair] : undefined;
  if (closer !== undefined) return until(text, start, 2, closer, missing);
  return text[start] === '$' ? inlineDollar(text, start) : undefined;
}

/** The last row of aligned formulas, with the row it goes on from where it starts with a relation. */
function lastRow(content: string): string {
  const rows = content.split(/\\\\(?:\[[^\]]*\])?/).filter((row) => row.trim() !== '');
  let first = rows.length - 1;
  while (first > 0 && /^\s*&?\s*(?:[=<>]|\\(?:le|ge|approx|equiv)\b)/.test(rows[first]!)) first--;
  return rows.slice(Math.max(0, first)).join(' ').replaceAll('&', ' ').trim();
}

function until(text: string, start: number, width: number, closer: string, missing: Set<string>): MathSpan | undefined {
  if (missing.has(closer)) return undefined;
  const close = text.indexOf(closer, start + width);
  if (close < 0) {
    missing.add(closer);
    return undefined;
  }
  return { content: text.slice(start + width, close).trim(), start, end: close + closer.length };
}

/** `$…$` on one line, not an amount: `$5 and $7` holds no formula. */
function inlineDollar(text: string, start: number): MathSpan | undefined {
  if (/\d/.test(text[start - 1] ?? '')) return undefined;
  for (let i = start + 1; i < text.length && i < start + 1500; i++) {
    const c = text[i]!;
    if (c === '\n') return undefined;
    if (c === '\\') i++;
    else if (c === '$') {
      if (/\d/.test(text[i + 1] ?? '') || i === start + 1) return undefined;
      return { content: text.slice(start + 1, i).trim(), start, end: i + 1 };
    }
  }
  return undefined;
}

const CONNECTOR = /^\s*(?:,?\s*(?:and|or)|,|;)\s*$/;
const PERCENT = /^\s*(?:\\?%|percent(?:age)?\b|pct\b)/i;

/** Whether only a comma, `and` or `or` stands between two spans. */
export function areJoined(text: string, a: MathSpan, b: MathSpan): boolean {
  return b.start - a.end <= 12 && CONNECTOR.test(text.slice(a.end, b.start));
}

/** @returns The text of the spans from `first` on that are joined by commas, `and` or `or`, as one formula, and its end. */
export function joinedSpans(
  text: string,
  spans: readonly MathSpan[],
  first: number,
): { text: string; start: number; end: number } {
  const { content, start, end: firstEnd } = spans[first]!;
  let joined = withPercent(text, content, firstEnd);
  let end = firstEnd;
  for (let k = first + 1; k < spans.length; k++) {
    if (!areJoined(text, spans[k - 1]!, spans[k]!)) break;
    const between = text.slice(end, spans[k]!.start);
    joined += `${/or/.test(between) ? ' \\text{ or } ' : ', '}${withPercent(text, spans[k]!.content, spans[k]!.end)}`;
    end = spans[k]!.end;
  }
  return { text: joined, start, end };
}

/** @returns The content with the percent sign that stands right after it in the text. */
export function withPercent(text: string, content: string, end: number): string {
  return PERCENT.test(text.slice(end, end + 16)) ? `${content}\\%` : content;
}
