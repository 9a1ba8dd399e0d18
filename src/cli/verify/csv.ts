import type { Line } from './lines.js';

/** One row of a table, with the number of the line it starts on. */
export interface Row {
  readonly number: number;
  readonly cells: readonly string[];
  /** What is wrong with it, if anything. */
  readonly problem?: string;
}

/**
 * @returns The rows of a table in RFC 4180's format: cells in double quotes may hold the delimiter, line ends and
 *   doubled quotes. Empty lines are no rows.
 */
export async function* csvRows(lines: AsyncIterable<Line>, delimiter: ',' | '\t'): AsyncGenerator<Row> {
  let open: OpenRow | undefined;
  for await (const line of lines) {
    open = open === undefined ? openRow(line) : continued(open, line);
    if (open.length > LONGEST_ROW) {
      yield { number: open.number, cells: [], problem: 'too long, or a quote is never closed' };
      open = undefined;
      continue;
    }
    // Inside a quoted cell every quote opens or closes: only with an even number can the row be whole.
    if (open.texts.length > 1 && open.quotes % 2 !== 0) continue;
    const text = open.texts.join('\n');
    const cells = splitRow(text, delimiter);
    if (cells === undefined) continue;
    if (text !== '') yield { number: open.number, cells };
    open = undefined;
  }
  if (open !== undefined) yield { number: open.number, cells: [], problem: 'a quote is never closed' };
}

interface OpenRow {
  readonly number: number;
  readonly texts: string[];
  length: number;
  quotes: number;
}

const LONGEST_ROW = 1 << 25;

function openRow(line: Line): OpenRow {
  return continued({ number: line.number, texts: [], length: 0, quotes: 0 }, line);
}

function continued(row: OpenRow, { text }: Line): OpenRow {
  row.texts.push(text);
  row.length += text.length + 1;
  row.quotes += text.split('"').length - 1;
  return row;
}

/** @returns The cells; undefined while a quote is open. */
function splitRow(text: string, delimiter: string): readonly string[] | undefined {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] === '"') {
      let cell = '';
      let start = at + 1;
      for (;;) {
        const quote = text.indexOf('"', start);
        if (quote < 0) return undefined;
        cell += text.slice(start, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        cell += '"';
        start = at + 1;
      }
      const next = nextDelimiter(text, delimiter, at);
      cells.push(cell + text.slice(at, next));
      at = next;
    } else {
      const next = nextDelimiter(text, delimiter, at);
      cells.push(text.slice(at, next));
      at = next;
    }
    if (at >= text.length) return cells;
    at += delimiter.length;
    if (at === text.length) return [...cells, ''];
  }
}

function nextDelimiter(text: string, delimiter: string, from: number): number {
  const at = text.indexOf(delimiter, from);
  return at < 0 ? text.length : at;
}
