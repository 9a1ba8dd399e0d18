/** How far around a value its sentence is looked for. */
export const REACH = 300;

/** @returns Where the sentence begins that holds this place. */
export function sentenceStart(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - REACH), at);
  const mark = Math.max(before.lastIndexOf('.'), before.lastIndexOf('!'), before.lastIndexOf('?'));
  const stop = Math.max(
    before.lastIndexOf('。'),
    /[\s"”*]/.test(before.charAt(mark + 1)) ? mark : -1,
    before.lastIndexOf('\n\n'),
  );
  const line = before.lastIndexOf('\n');
  // A line that ends in a stop of any kind, a heading or a list item ends a sentence too.
  const broken = line >= 0 && /[:.!?*]$/.test(before.slice(0, line).trimEnd()) ? line : -1;
  return Math.max(0, at - REACH) + Math.max(stop, broken) + 1;
}

/** @returns Where it ends, its stop included. */
export function sentenceEnd(text: string, at: number): number {
  const after = text.slice(at, at + REACH);
  const stop = after.search(/[.!?](?=\s|$|["”*<])|[。！？]|\n/);
  return at + (stop < 0 ? after.length : stop + 1);
}

/** Whether a formula that starts in the same line, at most 400 characters before, goes on at this place. */
export function isInFormula(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 400), at);
  return (before.slice(before.lastIndexOf('\n') + 1).match(/(?<!\\)\$|\\[()[\]]/g) ?? []).length % 2 === 1;
}

/** Words without markup. */
export function plain(text: string): string {
  return text
    .replace(/\\(?:text|textbf|mathrm)\s*\{|\\[()[\]]|<\/?\|?[A-Za-z_]+\|?>|[*_`$"“”{}]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
