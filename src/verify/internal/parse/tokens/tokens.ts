import { LimitReached } from '../../budget.js';
import { readCommand } from './commands.js';
import { isLetter, readLetters } from './letter-runs.js';
import { TokenList, type Token } from './token-list.js';

/**
 * Cuts LaTeX or plain text into tokens. Styling and spacing go; `\text{…}` is read in text mode, where a run of letters
 * is a word; elsewhere it is a known name or single letters.
 *
 * @throws LimitReached for more tokens or deeper `\text` nesting than an answer has.
 */
export function tokenize(text: string): Token[] {
  const tokenizer = new Tokenizer(text.includes('\\begin'));
  tokenizer.read(text, false, 0);
  tokenizer.list.push('end', '');
  return tokenizer.list.tokens;
}

const NUMBER_RUN = /\d+(?:\.\d+)?|\.\d+/y;
const RELATIONS: { readonly [text: string]: string } = {
  '<=': '≤',
  '>=': '≥',
  '!=': '≠',
  '==': '=',
  '=<': '≤',
  ':=': '=',
  '~=': '≈',
};
/** What the signs of two characters begin with. */
const PAIRED = '<>=!:~*-';

function isDigit(c: string | undefined): boolean {
  return c !== undefined && c >= '0' && c <= '9';
}

class Tokenizer {
  readonly list = new TokenList();

  constructor(readonly hasEnvironment: boolean) {}

  readText(text: string, depth: number): void {
    this.read(text, true, depth);
  }

  read(text: string, textual: boolean, depth: number): void {
    if (depth > 20) throw new LimitReached('text nested too deeply');
    let i = 0;
    while (i < text.length) i = this.step(text, i, textual, depth);
  }

  step(text: string, i: number, textual: boolean, depth: number): number {
    const c = text[i]!;
    if (c === '\\') return readCommand(this, text, i, textual, depth);
    if (c === ' ' || c === '\n' || c === '\t' || c === '\r') {
      this.list.gap(false);
      return i + 1;
    }
    if (c === '~' && text[i + 1] !== '=') {
      this.list.gap(true);
      return i + 1;
    }
    if (isDigit(c) || (c === '.' && isDigit(text[i + 1]))) {
      NUMBER_RUN.lastIndex = i;
      const run = NUMBER_RUN.exec(text)![0];
      this.list.push('number', run, textual);
      return i + run.length;
    }
    if (isLetter(c)) return readLetters(this.list, text, i, textual);
    // 5!=120 is no inequality.
    const isFactorial = c === '!' && isDigit(text[i - 1]);
    const pair = PAIRED.includes(c) && !isFactorial ? text.slice(i, i + 2) : c;
    if (pair in RELATIONS) {
      this.list.push('relation', RELATIONS[pair]!, textual);
      return i + 2;
    }
    if (pair === '**' || pair === '->' || pair === '=>') {
      this.list.push('sign', pair === '**' ? '^' : pair === '->' ? '→' : '⇒', textual);
      return i + 2;
    }
    if (c === '.' && text.startsWith('...', i)) {
      this.list.push('sign', '…', textual);
      return i + 3;
    }
    if (c === '"' || c === '`') return i + 1;
    if (c === '<' || c === '>' || c === '=') this.list.push('relation', c, textual);
    else this.list.push('sign', c, textual);
    return i + 1;
  }
}
