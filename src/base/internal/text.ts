/** SGR codes of a terminal. */
const CODES = { bold: 1, dim: 2, red: 31, green: 32, cyan: 36 } as const;

export type Paint = (style: keyof typeof CODES, text: string) => string;

/** @returns A function that styles text for a terminal; without `colors` it returns the text unchanged. */
export function createPaint(colors: boolean): Paint {
  return (style, text) => (colors ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text);
}

/** Characters that move a cursor, retitle a terminal or change the reading direction. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * @returns The text on one line without control characters: a model's text must not move the cursor or retitle the terminal.
 */
export function plainText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(CONTROL, '');
}

/** @returns The text with its line feeds and tabs; other control characters are there to see: `␛` for an escape, `<U+009B>`. */
export function visibleText(text: string): string {
  return text.replace(CONTROL, (character) => {
    const code = character.charCodeAt(0);
    if (character === '\n' || character === '\t') return character;
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return `<U+${hex(character).toUpperCase()}>`;
  });
}

/** @returns JSON in which all control characters are escapes, those too that JSON lets stand. */
export function terminalJson(value: unknown): string {
  return JSON.stringify(value).replace(CONTROL, (character) => `\\u${hex(character)}`);
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}

/** @returns The message of what was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @returns A duration for people: `7 s`, `2 min 05 s`, `1 h 12 min`; `–` when it is unknown. */
export function formatDuration(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return '–';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
  return `${Math.floor(whole / 3600)} h ${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')} min`;
}

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
