/** A number or an arithmetic expression written without LaTeX, and where it stands. */
export interface PlainValue {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const NUMBER = '(?:[1-9]\\d{0,2}(?:[ ,]\\d{3})+(?:\\.\\d+)?(?!\\d)|\\d+(?:[.,]\\d+)?|\\.\\d+)';
const SUFFIX = '(?:\\s?(?:\\\\?%|[Pp]ercent(?:age)?\\b|[Pp]ct\\b|[$€£¥₹]))?';
/** An expression needs an operator and closes with a digit or a bracket. */
const EXPRESSION = `[-(]{0,3}\\d[\\d.\\s()]*(?:[-+*/^×÷·][\\d.\\s()]*)*[-+*/^×÷·]\\s*[-(]{0,2}\\d[\\d.]*\\)*`;
const VALUE = new RegExp(
  `(?<![\\w.\\\\])(?:\\b(?:[Mm]inus|[Nn]egative)\\s+)?(?:${EXPRESSION}|[$€£¥₹]?-?${NUMBER}|-[$€£¥₹]?${NUMBER})(?![\\d])${SUFFIX}`,
  'g',
);

/** How much of a text is searched, from its end. */
const REACH = 600;

/** @returns The last number or arithmetic expression of a text. */
export function lastPlainValue(text: string): PlainValue | undefined {
  for (let end = text.length; end > 0; end -= REACH - 60) {
    const from = Math.max(0, end - REACH);
    const part = text.slice(from, end);
    const found = [...part.matchAll(VALUE)].filter(
      (match) => !/^[A-Za-z_]/.test(part.slice(match.index + match[0].length)),
    );
    const last = found.at(-1);
    if (last !== undefined) {
      const value = last[0].trim();
      const start = from + last.index + last[0].indexOf(value);
      return { text: value, start, end: start + value.length };
    }
    if (from === 0) break;
  }
  return undefined;
}
