/** @returns The index of the first character from `from` on that is not white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  return at;
}

/** @param pattern - Sticky. @returns Its match at `at`. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** @returns The end of the JSON object or array that starts at `start`; the end of the text if it is not closed. */
export function jsonEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth <= 0) return at + 1;
  }
  return text.length;
}

/** The rest of a block of calls from a place on where it cannot be read. */
interface BlockRest {
  readonly raw: string;
  /** Whether the block is closed before the next block opens. */
  readonly isClosed: boolean;
  /** The end of the closing mark, or the start of the next block, or the end of the text. */
  readonly end: number;
}

/** @param marks - What opens and closes a block; an empty `close` never closes it. */
export function restOfBlock(
  text: string,
  from: number,
  { open, close }: { readonly open: string; readonly close: string },
): BlockRest {
  const closed = close === '' ? -1 : text.indexOf(close, from);
  const next = text.indexOf(open, from);
  if (closed >= 0 && (next < 0 || closed < next))
    return { raw: text.slice(from, closed), isClosed: true, end: closed + close.length };
  const end = next < 0 ? text.length : next;
  return { raw: text.slice(from, end), isClosed: false, end };
}
