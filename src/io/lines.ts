/** One line of a text, numbered from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** A line longer than this is reported, not read. */
const LONGEST_LINE = 1 << 25;

/** @returns The lines of a stream of text, without their ends; an overlong one is cut to one character more than allowed. */
export async function* lines(chunks: AsyncIterable<string>): AsyncGenerator<Line> {
  let number = 1;
  let pending = '';
  let begun = false;
  for await (const chunk of chunks) {
    // A byte-order mark is no part of the text.
    let start = !begun && chunk.startsWith('\ufeff') ? 1 : 0;
    begun ||= chunk !== '';
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      yield { number: number++, text: withoutReturn(pending + chunk.slice(start, end)) };
      pending = '';
      start = end + 1;
    }
    if (pending.length <= LONGEST_LINE) pending += chunk.slice(start);
  }
  if (pending !== '') yield { number, text: withoutReturn(pending) };
}

/** @returns Whether a line is longer than lines may be. */
export function isOverlong({ text }: Line): boolean {
  return text.length > LONGEST_LINE;
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
