/** SGR codes the display uses. */
const CODES = { bold: 1, dim: 2, red: 31, green: 32, cyan: 36 } as const;

export type Paint = (style: keyof typeof CODES, text: string) => string;

/** @returns A painter; without colours it gives the text back as it came. */
export function createPaint(colors: boolean): Paint {
  return (style, text) => (colors ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text);
}

/**
 * @returns The text without control characters, line feeds made spaces: what a model wrote must not be able to move the
 *   cursor or retitle the terminal.
 */
export function plainText(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/\s+/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** @returns The text cut to a number of columns, colour codes kept and not counted. */
export function fitColumns(text: string, columns: number): string {
  let room = columns;
  let result = '';
  // eslint-disable-next-line no-control-regex
  for (const part of text.split(/(\u001b\[\d+m)/)) {
    if (part.startsWith('\u001b')) {
      result += part;
      continue;
    }
    const characters = Array.from(part);
    if (characters.length > room) {
      result += room > 0 ? `${characters.slice(0, room - 1).join('')}…` : '';
      room = 0;
    } else {
      result += part;
      room -= characters.length;
    }
  }
  return result;
}

/** @returns A bar of the given width, drawn in eighths of a column: `█████▌░░░░`. */
export function progressBar(fraction: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, fraction)) * width * 8);
  const full = Math.floor(eighths / 8);
  const part = full < width && eighths % 8 > 0 ? ' ▏▎▍▌▋▊▉'.charAt(eighths % 8) : '';
  return '█'.repeat(full) + part + '░'.repeat(width - full - part.length);
}

/** @returns How many columns a text takes, colour codes not counted. */
export function visibleLength(text: string): number {
  // eslint-disable-next-line no-control-regex
  return Array.from(text.replace(/\u001b\[\d+m/g, '')).length;
}
