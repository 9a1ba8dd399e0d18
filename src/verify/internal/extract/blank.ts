/** Spaces of the same length, with the line breaks kept. */
export function blank(part: string): string {
  return part.replace(/[^\n]/g, ' ');
}
