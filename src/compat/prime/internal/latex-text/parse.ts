import { macroText } from './macros.js';
import { scan } from './scan.js';
import type { LatexToken, ScanOptions } from './scan.js';

/** A piece of parsed LaTeX. Arguments that were not given are null; a command that failed to find its own has none. */
export type LatexNode =
  | { readonly kind: 'characters'; readonly text: string }
  | { readonly kind: 'special'; readonly text: string }
  | { readonly kind: 'group'; readonly nodes: readonly LatexNode[] }
  | { readonly kind: 'math'; readonly display: boolean; readonly nodes: readonly LatexNode[] }
  | {
      readonly kind: 'macro';
      readonly name: string;
      readonly args: readonly (LatexNode | null)[] | undefined;
      readonly after: string;
    }
  | { readonly kind: 'environment'; readonly name: string; readonly nodes: readonly LatexNode[] };

/** The text is LaTeX that cannot be read as text, or more of it than is worth reading. */
export class LatexTextError extends Error {}

/** The reference gives up at about this depth as well, when its interpreter's stack ends. */
const DEEPEST = 200;
/** Tokens read in all, for each character: an argument that fails is read again, which could double at every level. */
const READINGS = 4;

type Stop =
  { readonly kind: 'bracket' | 'environment' | 'math'; readonly text: string } | { readonly kind: 'end-of-text' };

interface Parsed<T> {
  readonly value: T;
  readonly end: number;
}

/** An argument was wanted where the text ends. */
class ArgumentMissing extends Error {}

/**
 * Reads LaTeX the way a tolerant reader does: what does not fit (a stray brace, a mismatched `\end`) is dropped, and
 * what never closes ends with the text.
 *
 * @throws LatexTextError beyond the limits on depth and work.
 */
export function parseLatex(source: string): readonly LatexNode[] {
  return new Reader(source).nodes(0, { kind: 'end-of-text' }).value;
}

class Reader {
  readonly #source: string;
  #budget: number;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
    this.#budget = READINGS * source.length + 100;
  }

  nodes(start: number, stop: Stop): Parsed<readonly LatexNode[]> {
    if (++this.#depth > DEEPEST) throw new LatexTextError('nested too deeply');
    const options: ScanOptions = { brackets: stop.kind === 'bracket' && stop.text === ']' };
    const nodes: LatexNode[] = [];
    let characters = '';
    let at = start;
    const flush = (): void => {
      if (characters !== '') nodes.push({ kind: 'characters', text: characters });
      characters = '';
    };
    for (;;) {
      const token = this.#scan(at, options);
      if (token.kind === 'nothing') {
        characters += token.space;
        at += token.space.length;
        break;
      }
      at = token.end;
      characters += token.space;
      if (token.kind === 'character') {
        characters += token.text;
        continue;
      }
      flush();
      if (closes(token, stop)) break;
      const node = this.#node(token);
      if (node === undefined) continue;
      nodes.push(node.value);
      at = node.end;
    }
    flush();
    this.#depth--;
    return { value: nodes, end: at };
  }

  /** @returns What a token starts; undefined for one that has no place here. */
  #node(token: LatexToken): Parsed<LatexNode> | undefined {
    switch (token.kind) {
      case 'open':
        return this.#group(token);
      case 'special':
        return { value: { kind: 'special', text: token.text }, end: token.end };
      case 'macro':
        return this.#macro(token);
      case 'begin': {
        const afterArguments = this.#arguments(ENVIRONMENT_TAKES[token.text] ?? '', token.end)?.end ?? token.end;
        const { value: nodes, end } = this.nodes(afterArguments, { kind: 'environment', text: token.text });
        return { value: { kind: 'environment', name: token.text, nodes }, end };
      }
      case 'math': {
        if (token.text === '\\)' || token.text === '\\]') return undefined;
        const display = token.text === '\\[';
        const { value: nodes, end } = this.nodes(token.end, { kind: 'math', text: display ? '\\]' : '\\)' });
        return { value: { kind: 'math', display, nodes }, end };
      }
      case 'close':
      case 'end':
      case 'character':
        return undefined;
    }
  }

  #group(token: LatexToken): Parsed<LatexNode> {
    const { value: nodes, end } = this.nodes(token.end, { kind: 'bracket', text: token.text === '[' ? ']' : '}' });
    return { value: { kind: 'group', nodes }, end };
  }

  #macro(token: LatexToken): Parsed<LatexNode> {
    const args = this.#arguments(macroText(token.text).takes, token.end, token.text === '\\');
    const value = { kind: 'macro', name: token.text, args: args?.value, after: token.after } as const;
    return { value, end: args?.end ?? token.end };
  }

  /** @returns The arguments; undefined when the text ended before the last of them. */
  #arguments(takes: string, start: number, tight = false): Parsed<readonly (LatexNode | null)[]> | undefined {
    const depth = this.#depth;
    let at = start;
    const args: (LatexNode | null)[] = [];
    try {
      for (const kind of takes) {
        const arg = kind === '{' ? this.#expression(at) : kind === '[' ? this.#optional(at, tight) : this.#star(at);
        args.push(arg?.value ?? null);
        at = arg?.end ?? at;
      }
    } catch (error) {
      if (!(error instanceof ArgumentMissing)) throw error;
      this.#depth = depth;
      return undefined;
    }
    return { value: args, end: at };
  }

  /** One argument: a group, or the next single token. */
  #expression(start: number): Parsed<LatexNode> {
    const token = this.#scan(start, { environments: false });
    if (token.kind === 'nothing') throw new ArgumentMissing();
    if (token.kind === 'open') return this.#group(token);
    const empty = token.kind === 'close' || (token.kind === 'macro' && token.text === 'end');
    if (empty) return { value: { kind: 'characters', text: '' }, end: token.start };
    if (token.kind === 'macro' || token.kind === 'math') {
      return { value: { kind: 'macro', name: token.text, args: undefined, after: token.after }, end: token.end };
    }
    return { value: { kind: token.kind === 'special' ? 'special' : 'characters', text: token.text }, end: token.end };
  }

  #optional(start: number, tight: boolean): Parsed<LatexNode> | undefined {
    const token = this.#scan(start, { brackets: true, environments: false });
    if (token.kind !== 'open' || token.text !== '[' || (tight && token.start > start)) return undefined;
    return this.#group(token);
  }

  #star(start: number): Parsed<LatexNode> | undefined {
    const token = this.#scan(start, {});
    if (token.kind === 'nothing') throw new ArgumentMissing();
    if (token.kind !== 'character' || token.text !== '*') return undefined;
    return { value: { kind: 'characters', text: '*' }, end: token.end };
  }

  #scan(at: number, options: ScanOptions): ReturnType<typeof scan> {
    if (--this.#budget < 0) throw new LatexTextError('too long');
    return scan(this.#source, at, options);
  }
}

function closes(token: LatexToken, stop: Stop): boolean {
  if (stop.kind === 'end-of-text' || token.text !== stop.text) return false;
  return token.kind === { bracket: 'close', environment: 'end', math: 'math' }[stop.kind];
}

const ENVIRONMENT_TAKES: { readonly [name: string]: string } = {
  array: '[{',
  tabular: '{',
  'tabular*': '{{',
  tabularx: '{[{',
  alignat: '{',
  'alignat*': '{',
  enumerate: '[',
  itemize: '[',
  figure: '[',
  table: '[',
  theorem: '[',
  proof: '[',
};
