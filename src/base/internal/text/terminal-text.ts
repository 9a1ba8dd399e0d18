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
