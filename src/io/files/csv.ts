import type { Line } from './lines.js';

/** One row of a table, with the number of the line it starts on. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly string[];
  /** What is wrong with it, if anything; the text of its line is in the one cell then. */
  readonly problem?: string;
}

/**
 * A quote that is never closed, or that closes in the middle of a later row, spoils its own line only: the lines behind it
 * are read again as rows of their own.
 *
 * @returns The rows of a table in RFC 4180's format: cells in double quotes may hold the delimiter, line ends and
 *   doubled quotes. Empty lines are no rows.
 */
export async function* csvRows(lines: AsyncIterable<Line>, delimiter: ',' | '\t'): AsyncGenerator<TableRow> {
  const source = new Rereadable(lines);
  try {
    for (let open = new OpenRow(); ;) {
      const line = await source.next();
      if (line === undefined && open.lines.length === 0) return;
      if (line?.text === '' && open.lines.length === 0) continue;
      const row = line === undefined ? 'never-closed' : open.add(line, delimiter);
      if (row === 'open') continue;
      if (typeof row === 'string') {
        const [first, ...rest] = open.lines;
        yield { number: first!.number, cells: [first!.text], problem: PROBLEMS[row] };
        source.again(rest);
      } else {
        const problem = open.lines.find((each) => each.problem !== undefined)?.problem;
        yield problem === undefined ? row : { number: row.number, cells: [open.lines[0]!.text], problem };
      }
      open = new OpenRow();
    }
  } finally {
    await source.close();
  }
}

const PROBLEMS = {
  'never-closed': 'a quote is never closed',
  'too-long': 'too long, or a quote is never closed',
  garbled: 'a quote is not closed in its cell',
};

/** Lines of which some can be given back. */
class Rereadable {
  readonly #source: AsyncIterator<Line>;
  #again: readonly Line[] = [];
  #at = 0;

  constructor(lines: AsyncIterable<Line>) {
    this.#source = lines[Symbol.asyncIterator]();
  }

  async next(): Promise<Line | undefined> {
    if (this.#at < this.#again.length) return this.#again[this.#at++];
    const next = await this.#source.next();
    return next.done === true ? undefined : next.value;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  again(lines: readonly Line[]): void {
    this.#again = [...lines, ...this.#again.slice(this.#at)];
    this.#at = 0;
  }
}

/** A row takes no more characters, and its quoted cells no more lines. */
const LONGEST_ROW = { characters: 1 << 25, lines: 10_000 };

/** The lines of a row that has begun. */
class OpenRow {
  readonly lines: Line[] = [];
  #length = 0;
  #quotes = 0;

  add(line: Line, delimiter: string): TableRow | 'open' | 'too-long' | 'garbled' {
    this.lines.push(line);
    this.#length += line.text.length + 1;
    this.#quotes += line.text.split('"').length - 1;
    if (this.#length > LONGEST_ROW.characters || this.lines.length > LONGEST_ROW.lines) return 'too-long';
    // Inside a quoted cell every quote opens or closes: only with an even number can the row be whole.
    if (this.lines.length > 1 && this.#quotes % 2 !== 0) return 'open';
    const split = splitRow(this.lines.map(({ text }) => text).join('\n'), delimiter);
    if (split === undefined) return 'open';
    if (split.garbled && this.lines.length > 1) return 'garbled';
    return { number: this.lines[0]!.number, cells: split.cells };
  }
}

interface Split {
  readonly cells: readonly string[];
  /** Something stands between a closing quote and the delimiter. */
  readonly garbled: boolean;
}

/** @returns The cells; undefined while a quote is open. */
function splitRow(text: string, delimiter: string): Split | undefined {
  const cells: string[] = [];
  let garbled = false;
  let at = 0;
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      const quoted = quotedCell(text, at + 1);
      if (quoted === undefined) return undefined;
      cell = quoted.cell;
      at = quoted.end;
    }
    const next = nextDelimiter(text, delimiter, at);
    garbled ||= cell !== '' && next > at;
    cells.push(cell + text.slice(at, next));
    at = next;
    if (at >= text.length) return { cells, garbled };
    at += delimiter.length;
  }
}

/** @returns What stands up to the closing quote; undefined if there is none. */
function quotedCell(text: string, from: number): { readonly cell: string; readonly end: number } | undefined {
  let cell = '';
  let start = from;
  for (;;) {
    const quote = text.indexOf('"', start);
    if (quote < 0) return undefined;
    cell += text.slice(start, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    start = quote + 2;
  }
}

function nextDelimiter(text: string, delimiter: string, from: number): number {
  const at = text.indexOf(delimiter, from);
  return at < 0 ? text.length : at;
}
