import type { Cursor } from '../cursor.js';

/** @returns The digit groups after thousands separators, as plain digits (and a decimal part at the end). */
export function digitGroups(c: Cursor, first: string): string {
  if (!/^[1-9]\d{0,2}(?:\.\d{3})?$/.test(first)) return decimalComma(c, first);
  // 1.234.567 and 1.234.567,89
  if (first.includes('.')) return dotted(c);
  const taken: string[] = [];
  let ahead = 0;
  let style: string | undefined;
  for (;;) {
    const [width, kind] = separator(c, ahead, style === undefined);
    if (width === undefined || (style !== undefined && kind !== style)) break;
    const token = c.peek(ahead + width);
    const last = /^\d{3}(\.\d+)?$/.test(token.text);
    const indian = kind === ',' && /^\d{2}$/.test(token.text) && indianTail(c, ahead + width);
    if (token.kind !== 'number' || !(last || indian)) break;
    style = kind;
    taken.push(token.text);
    ahead += width + 1;
    if (token.text.includes('.')) break;
  }
  // 1,234,56 is a list: a separator goes on to something that is no group.
  if (style === ',' && c.at(',', ahead) && !c.peek(ahead).space && isAdjacentNumber(c, ahead + 1)) return '';
  if (taken.length === 0) return decimalComma(c, first);
  if (style === ' ' && c.peek(ahead).kind === 'number' && c.peek(ahead).space) return '';
  c.position += ahead;
  return taken.join('');
}

/** The separator at `ahead`: how many tokens it takes and which style it is. */
function separator(c: Cursor, ahead: number, isFirst: boolean): [number | undefined, string] {
  const token = c.peek(ahead);
  const after = c.peek(ahead + 1);
  if (c.at('{', ahead) && c.at(',', ahead + 1) && c.at('}', ahead + 2)) return [3, '{,}'];
  if (
    c.at(',', ahead) &&
    (!token.space || token.thin) &&
    after.kind === 'number' &&
    (!after.space || (after.thin && c.commas === 'group'))
  ) {
    // 1,\!234 is one number whatever commas mean elsewhere.
    if (after.thin) return [1, ',!'];
    return c.commas === 'group' ? [1, ','] : [undefined, ''];
  }
  if (token.kind === 'number' && token.space) return [0, ' '];
  if (c.at("'", ahead) && !token.space && after.kind === 'number' && !after.space) return [1, "'"];
  if (c.at('_', ahead) && !isFirst && after.kind === 'number' && !after.space) return [1, '_'];
  if (c.at('_', ahead) && after.kind === 'number' && /^\d{3}$/.test(after.text) && c.at('_', ahead + 2))
    return [1, '_'];
  return [undefined, ''];
}

function isAdjacentNumber(c: Cursor, ahead: number): boolean {
  const token = c.peek(ahead);
  return token.kind === 'number' && !token.space;
}

/** 12,34,567: groups of two, then three. */
function indianTail(c: Cursor, ahead: number): boolean {
  let at = ahead;
  for (let k = 0; k < 6; k++) {
    if (!c.at(',', at + 1) || !isAdjacentNumber(c, at + 2)) return false;
    const text = c.peek(at + 2).text;
    if (/^\d{3}(?:\.\d+)?$/.test(text)) return !c.at(',', at + 3) || c.peek(at + 4).space;
    if (!/^\d{2}$/.test(text)) return false;
    at += 2;
  }
  return false;
}

/** `3{,}14`: a decimal comma in braces. Three digits after it are a group of thousands instead. */
function decimalComma(c: Cursor, first: string): string {
  if (!/^\d+$/.test(first) || !c.at('{') || !c.at(',', 1) || !c.at('}', 2)) return '';
  const token = c.peek(3);
  if (token.kind !== 'number' || token.space || !/^\d+$/.test(token.text)) return '';
  c.position += 4;
  return `.${token.text}`;
}

/** The rest of 1.234.567: read as one number only if at least two groups follow a dot. */
function dotted(c: Cursor): string {
  let ahead = 0;
  let rest = '';
  while (c.peek(ahead).kind === 'number' && !c.peek(ahead).space && /^\.\d{3}$/.test(c.peek(ahead).text)) {
    rest += c.peek(ahead).text;
    ahead++;
  }
  c.position += ahead;
  return rest;
}
