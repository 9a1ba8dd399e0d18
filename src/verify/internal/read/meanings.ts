import { matchBrace } from '../braces.js';
import type { Node } from '../parse/ast.js';
import { ParseFailure } from '../parse/cursor.js';
import { parseAnswer } from '../parse/parse.js';

/** How the text of an answer is read. */
export interface ReadOptions {
  /** `1,22` may be 1.22: plain text, not a formula. */
  readonly decimalComma: 'never' | 'likely' | 'always';
  /** Every sentence of the text may give one of its values, as in a ground truth; an answer works towards its last. */
  readonly sentences?: boolean;
  /** `\frac12` and `\sqrt3` without braces are read. */
  readonly missingBraces: boolean;
}

/** @returns The meanings a text may have as mathematics, the likeliest first; for other text empty, and perhaps a reason. */
export function meaningsOf(text: string, options: ReadOptions): { nodes: Node[]; unsupported: string | undefined } {
  const nodes: Node[] = [];
  let unsupported: string | undefined;
  const attempt = (source: string, commas: 'group' | 'separate'): void => {
    try {
      nodes.push(parseAnswer(source, commas));
    } catch (error) {
      if (!(error instanceof ParseFailure)) throw error;
      if (error.unsupported) unsupported = error.message;
      const closed = options.missingBraces ? withClosers(source) : source;
      if (closed !== source) attempt(closed, commas);
    }
  };
  const decimal = withDecimalComma(text, options.decimalComma);
  if (decimal !== undefined && options.decimalComma === 'always') attempt(decimal, 'group');
  attempt(text, 'group');
  // 0,5 is half where it is no list of two.
  if (/^-?0,\d+$/.test(text) && decimal === undefined) attempt(text.replace(',', '.'), 'group');
  // A list of numbers has no member such as 000.
  if (/\d,\d{3}(?!\d)/.test(text) && !/\d,0\d{2}(?!\d)/.test(text)) attempt(text, 'separate');
  if (decimal !== undefined && options.decimalComma === 'likely') attempt(decimal, 'group');
  // 1.234,56
  if (/^-?\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(text)) attempt(text.replaceAll('.', '').replace(',', '.'), 'group');
  return { nodes, unsupported };
}

/** The text with the brackets closed that were left open at its end, or without a brace too many there. */
function withClosers(text: string): string {
  if (text.endsWith('}') && !text.endsWith('\\}') && matchBrace(`{${text}`, 0) === text.length)
    return text.slice(0, -1);
  const open: string[] = [];
  for (let k = 0; k < text.length; k++) {
    const c = text[k]!;
    if (c === '\\') k++;
    else if (c === '{' || c === '(' || c === '[') open.push(c);
    else if (c === '}' || c === ')' || c === ']') {
      // [a, b) closes as it opens.
      if (open.length === 0 || (open.pop() === '{') !== (c === '}')) return text;
    }
  }
  // [5 may be cut off in front as well as behind.
  if (open.length > 8 || open.includes('[')) return text;
  return (
    text +
    open
      .reverse()
      .map((c) => (c === '{' ? '}' : c === '(' ? ')' : ']'))
      .join('')
  );
}

/** 1,22 as 1.22 where the text is one such number and nothing else. */
function withDecimalComma(text: string, mode: ReadOptions['decimalComma']): string | undefined {
  if (mode === 'never') return undefined;
  const match = /^((?:\\?[$€£]\s?)?[-+]?\d+),(\d+)(\s?(?:\\?[%$€£])?)$/.exec(text);
  if (match === null || match[2]!.length === 3) return undefined;
  if (mode === 'likely' && match[2]!.length < 2) return undefined;
  return `${match[1]}.${match[2]}${match[3]}`;
}
