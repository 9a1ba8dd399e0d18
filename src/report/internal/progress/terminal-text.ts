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
