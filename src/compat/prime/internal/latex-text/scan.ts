import { isPythonSpace } from '../../../../base/internal/index.js';

/** One piece of LaTeX; `space` is what stood before it. */
export interface LatexToken {
  readonly kind: 'character' | 'macro' | 'special' | 'open' | 'close' | 'begin' | 'end' | 'math';
  /** The character, the name without its backslash, or the delimiter. */
  readonly text: string;
  readonly space: string;
  readonly start: number;
  readonly end: number;
  /** Whitespace after a command of letters; it belongs to the command. */
  readonly after: string;
}

/** The text ended; `space` is what was left of it. */
export interface LatexEnd {
  readonly kind: 'nothing';
  readonly space: string;
}

export interface ScanOptions {
  /** Square brackets open and close groups. */
  readonly brackets?: boolean;
  /** `\begin{…}` and `\end{…}` are read whole rather than as commands. */
  readonly environments?: boolean;
}

const SPECIALS = ['---', '--', '``', "''", '!`', '?`', '&', '~'];
const ENVIRONMENT = /\s*\{([\p{L}\p{N}_* .-]+)\}/uy;
const LETTER = /\p{L}/u;

/** @returns The token at a place in the text. An empty line is a token of its own. */
export function scan(source: string, position: number, options: ScanOptions = {}): LatexToken | LatexEnd {
  let at = position;
  while (at < source.length && isPythonSpace(source[at]!)) {
    at++;
    if (at - position >= 2 && source[at - 1] === '\n' && source[at - 2] === '\n') {
      const space = source.slice(position, at - 2);
      return { kind: 'character', text: '\n\n', space, start: at - 2, end: at, after: '' };
    }
  }
  const space = source.slice(position, at);
  const character = source[at];
  if (character === undefined) return { kind: 'nothing', space };
  if (character === '\\') return scanCommand(source, at, space, options.environments ?? true);
  const token = (kind: LatexToken['kind'], text: string): LatexToken => ({
    kind,
    text,
    space,
    start: at,
    end: at + text.length,
    after: '',
  });
  if (character === '{' || (options.brackets === true && character === '[')) return token('open', character);
  if (character === '}' || (options.brackets === true && character === ']')) return token('close', character);
  const special = SPECIALS.find((text) => source.startsWith(text, at));
  if (special !== undefined) return token('special', special);
  return token('character', String.fromCodePoint(source.codePointAt(at)!));
}

function scanCommand(source: string, start: number, space: string, environments: boolean): LatexToken | LatexEnd {
  if (start + 1 >= source.length) return { kind: 'nothing', space: '' };
  let end = start + 1 + String.fromCodePoint(source.codePointAt(start + 1)!).length;
  const ofLetters = LETTER.test(source.slice(start + 1, end));
  while (ofLetters && end < source.length && LETTER.test(source[end]!)) end++;
  const name = source.slice(start + 1, end);
  const token = { text: name, space, start, end, after: '' };
  if ('[]()'.includes(name)) return { ...token, kind: 'math', text: `\\${name}` };
  if (environments && (name === 'begin' || name === 'end')) {
    ENVIRONMENT.lastIndex = end;
    const match = ENVIRONMENT.exec(source);
    if (match === null) return { ...token, kind: 'character', text: `\\${name}` };
    return { ...token, kind: name, text: match[1]!, end: ENVIRONMENT.lastIndex };
  }
  if (!ofLetters) return { ...token, kind: 'macro' };
  let after = end;
  while (after < source.length && isPythonSpace(source[after]!)) {
    after++;
    if (source[after - 1] === '\n' && source[after - 2] === '\n' && after - end >= 2) {
      after -= 2;
      break;
    }
  }
  return { ...token, kind: 'macro', end: after, after: source.slice(end, after) };
}
