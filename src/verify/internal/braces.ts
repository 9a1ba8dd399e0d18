/** @returns For each opening brace of a text the index of the one that closes it; `\{` and `\}` do not count. In one pass, for many looks. */
export function braceEnds(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 92) i++;
    else if (c === 123) open.push(i);
    else if (c === 125 && open.length > 0) ends.set(open.pop()!, i);
  }
  return ends;
}

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
