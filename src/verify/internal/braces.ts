/** @returns The index of the brace that closes the one at `open`, or -1; `\{` and `\}` do not count. */
export function matchBrace(text: string, open: number, limit = text.length): number {
  let depth = 0;
  for (let i = open; i < limit; i++) {
    const c = text.charCodeAt(i);
    if (c === 92) i++;
    else if (c === 123) depth++;
    else if (c === 125 && --depth === 0) return i;
  }
  return -1;
}
