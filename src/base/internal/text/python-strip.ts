/** White space as Python has it: Unicode's, and \x1c to \x1f, but not the byte order mark that JavaScript's `\s` has. */
const SPACES = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const SPACE = new RegExp(SPACES);

/** @returns Whether Python's `str.isspace` takes the character for white space. */
export function isPythonSpace(character: string): boolean {
  return SPACE.test(character);
}

/** @returns The text without white space at both ends, as Python's `str.strip` gives it. */
export function pythonStrip(text: string): string {
  // A regular expression for the end would start again at every space of the text, in quadratic time.
  let [from, to] = [0, text.length];
  while (from < to && isPythonSpace(text[from]!)) from++;
  while (to > from && isPythonSpace(text[to - 1]!)) to--;
  return text.slice(from, to);
}
