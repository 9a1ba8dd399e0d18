import { concatBytes } from '../concat-bytes.js';

/** One line of a text, numbered from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
  /** Why it cannot be read: its text is a part of it, or has U+FFFD for bytes that are no text. */
  readonly problem?: 'too long' | 'not UTF-8';
}

/** A line of more bytes is reported, not read. */
const LONGEST_LINE = 1 << 25;

const LINE_FEED = 0x0a;

/** @returns The lines of a stream of UTF-8, without their ends and without a byte-order mark before the first. */
export async function* lines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let next = 1;
  /** What stands behind the last line end, up to what is read of a line. */
  let open: Uint8Array[] = [];
  let length = 0;
  const keep = (bytes: Uint8Array) => {
    if (length <= LONGEST_LINE && bytes.length > 0) open.push(bytes);
    length += bytes.length;
  };
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(LINE_FEED);
    if (end < 0) {
      keep(piece);
      continue;
    }
    const first = piece.indexOf(LINE_FEED);
    keep(piece.subarray(0, first));
    yield lineOf(joined(open), next++, length);
    if (first < end)
      for (const line of linesOf(piece.subarray(first + 1, end), next)) yield ((next = line.number + 1), line);
    [open, length] = [[], 0];
    keep(piece.subarray(end + 1));
  }
  if (length > 0) yield lineOf(joined(open), next, length);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return pieces.length === 1 ? pieces[0]! : concatBytes(pieces);
}

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whole lines are decoded together; one by one where one of them is no text. */
function* linesOf(bytes: Uint8Array, number: number): Generator<Line> {
  const text = decoded(bytes);
  if (text !== undefined) {
    for (const line of text.split('\n')) yield { number: number++, text: withoutReturn(line) };
    return;
  }
  for (let start = 0; start <= bytes.length;) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const end = feed < 0 ? bytes.length : feed;
    yield lineOf(bytes.subarray(start, end), number++, end - start);
    start = end + 1;
  }
}

function lineOf(bytes: Uint8Array, number: number, length: number): Line {
  const text = decoded(bytes);
  const problem = length > LONGEST_LINE ? 'too long' : text === undefined ? 'not UTF-8' : undefined;
  const read = withoutReturn(text ?? LENIENT.decode(bytes));
  const own = number === 1 && read.startsWith('\ufeff') ? read.slice(1) : read;
  return { number, text: own, ...(problem && { problem }) };
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
