import { LIMITS, LimitReached } from '../budget.js';
import { matchBrace } from '../braces.js';
import { unitName } from './units.js';
import { bareMeaning, GLUED, meaningOf } from './vocabulary.js';

/** One token. `space`: white space stood before it; `thin`: it was only a TeX space, as in `1\,234`; `textual`: inside `\text{}`. */
export interface Token {
  readonly kind: 'number' | 'letter' | 'word' | 'function' | 'structure' | 'sign' | 'relation' | 'end';
  readonly text: string;
  readonly space: boolean;
  readonly thin: boolean;
  readonly textual: boolean;
}

/**
 * Cuts LaTeX or plain text into tokens. Styling and spacing go; `\text{…}` is read in text mode, where a run of letters
 * is a word; elsewhere it is a known name or single letters.
 *
 * @throws LimitReached for more tokens or deeper `\text` nesting than an answer has.
 */
export function tokenize(text: string): Token[] {
  const tokenizer = new Tokenizer(text.includes('\\begin'));
  tokenizer.read(text, false, 0);
  tokenizer.push('end', '');
  return tokenizer.tokens;
}

const DIGIT = /[0-9]/;
const LETTER = /[A-Za-z\u00c0-\u024f\u0400-\u04ff\u4e00-\u9fff]/;
const LETTER_RUN = /[A-Za-z\u00c0-\u024f\u0400-\u04ff\u4e00-\u9fff]+/y;
const WORD_RUN = /[A-Za-z\u00c0-\u024f\u0400-\u04ff\u4e00-\u9fff]+(?:['’-][A-Za-z]+)*/y;
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

class Tokenizer {
  readonly tokens: Token[] = [];
  #space = false;
  #thin = false;

  constructor(readonly hasEnvironment: boolean) {}

  push(kind: Token['kind'], text: string, textual = false): void {
    if (this.tokens.length >= LIMITS.tokens) throw new LimitReached('too many tokens');
    this.tokens.push({ kind, text, space: this.#space, thin: this.#space && this.#thin, textual });
    this.#space = false;
    this.#thin = false;
  }

  gap(thin: boolean): void {
    this.#thin = thin && (!this.#space || this.#thin);
    this.#space = true;
  }

  read(text: string, textual: boolean, depth: number): void {
    if (depth > 20) throw new LimitReached('text nested too deeply');
    let i = 0;
    while (i < text.length) i = this.step(text, i, textual, depth);
  }

  step(text: string, i: number, textual: boolean, depth: number): number {
    const c = text[i]!;
    if (c === '\\') return this.command(text, i, textual, depth);
    if (c === ' ' || c === '\n' || c === '\t' || c === '\r') {
      this.gap(false);
      return i + 1;
    }
    if (c === '~' && text[i + 1] !== '=') {
      this.gap(true);
      return i + 1;
    }
    if (DIGIT.test(c) || (c === '.' && DIGIT.test(text[i + 1] ?? ''))) {
      NUMBER_RUN.lastIndex = i;
      const run = NUMBER_RUN.exec(text)![0];
      this.push('number', run, textual);
      return i + run.length;
    }
    if (LETTER.test(c)) return this.letters(text, i, textual);
    const pair = text.slice(i, i + 2);
    if (pair in RELATIONS) {
      this.push('relation', RELATIONS[pair]!, textual);
      return i + 2;
    }
    if (pair === '**' || pair === '->' || pair === '=>') {
      this.push('sign', pair === '**' ? '^' : pair === '->' ? '→' : '⇒', textual);
      return i + 2;
    }
    if (c === '.' && text.startsWith('...', i)) {
      this.push('sign', '…', textual);
      return i + 3;
    }
    if (c === '"' || c === '`') return i + 1;
    if (c === '<' || c === '>' || c === '=') this.push('relation', c, textual);
    else this.push('sign', c, textual);
    return i + 1;
  }

  letters(text: string, i: number, textual: boolean): number {
    const pattern = textual ? WORD_RUN : LETTER_RUN;
    pattern.lastIndex = i;
    const run = pattern.exec(text)![0];
    const end = i + run.length;
    // 5 min, 10 sec, 30 deg: after a number, with nothing to apply them to.
    const isUnit =
      /^(?:min|sec|deg)$/.test(run) &&
      this.tokens.at(-1)?.kind === 'number' &&
      /^\s*(?:$|[.,;/})^])/.test(text.slice(end, end + 12));
    if (isUnit) this.push('word', run, textual);
    else if (/^(?:st|nd|rd|th)$/.test(run) && /\d/.test(text[i - 1] ?? '')) this.ordinal(run);
    else this.run(run, textual);
    return end;
  }

  /** 1st, as 1^{\text{st}} */
  ordinal(run: string): void {
    for (const sign of ['^', '{']) this.push('sign', sign);
    this.push('word', run, true);
    this.push('sign', '}');
  }

  run(run: string, textual: boolean): void {
    const meaning = run.length > 1 ? bareMeaning(run) : undefined;
    if (
      meaning !== undefined &&
      (meaning.kind === 'sign' || meaning.kind === 'letter' || meaning.kind === 'function')
    ) {
      this.push(meaning.kind, meaning.text, textual);
    } else if (meaning?.kind === 'structure') this.push('structure', run, textual);
    else if (run.length === 1) this.push(/[\u4e00-\u9fff]/.test(run) ? 'word' : 'letter', run, textual);
    else if (!textual && run.length <= 8) this.glued(run);
    else this.push('word', run, textual);
  }

  /** `sinx` and `xlnx` are functions written without a space; any other run is one word. */
  glued(run: string): void {
    for (const name of GLUED) {
      const at = run.indexOf(name);
      if (at < 0 || at > 1 || run.length - at - name.length > 1 || run.length === name.length) continue;
      for (const letter of run.slice(0, at)) this.push('letter', letter);
      this.push(name === 'sqrt' ? 'structure' : 'function', name);
      for (const letter of run.slice(at + name.length)) this.push('letter', letter);
      return;
    }
    this.push('word', run);
  }

  command(text: string, i: number, textual: boolean, depth: number): number {
    const next = text[i + 1];
    if (next === undefined) return i + 1;
    if (/[A-Za-z]/.test(next)) return this.named(text, i + 1, textual, depth);
    if (next === '\\') {
      // "\\frac" in a text that was escaped twice; "\\" alone ends a row.
      const name = this.hasEnvironment ? undefined : /^[A-Za-z]+/.exec(text.slice(i + 2, i + 24))?.[0];
      if (name !== undefined && meaningOf(name) !== undefined) return i + 1;
      if (!this.hasEnvironment && /[{}(),;!%$[\]|]/.test(text[i + 2] ?? '')) return i + 1;
      this.push('sign', '\\\\', textual);
      // \\[4pt]: the space after the row.
      const gap = this.hasEnvironment
        ? /^\s*\[\s*-?[\d.]+\s*(?:pt|mm|cm|em|ex|in|mu|pc|px|\\[a-z]+)\s*\]/.exec(text.slice(i + 2, i + 30))
        : null;
      return i + 2 + (gap?.[0].length ?? 0);
    }
    if (next === ',' || next === ';' || next === ':' || next === '!' || next === ' ' || next === '\n' || next === '/') {
      this.gap(true);
      return i + 2;
    }
    if (next === '{' || next === '}') this.push('sign', `\\${next}`, textual);
    else if (next === '|') this.push('sign', '‖', textual);
    else if (next === '%' || next === '$' || next === '#' || next === '_') this.push('sign', next, textual);
    else if (next === '&') this.push('word', 'and', textual);
    // \( \) \[ \] only mark where mathematics begins and ends.
    else this.gap(false);
    return i + 2;
  }

  named(text: string, start: number, textual: boolean, depth: number): number {
    LETTER_RUN.lastIndex = start;
    let name = /^[A-Za-z]+/.exec(text.slice(start, start + 40))![0];
    let meaning = meaningOf(name);
    if (meaning === undefined) {
      // \quadx and \cdotx: a known command with letters glued to it.
      const known = longestKnownPrefix(name);
      if (known !== undefined) [name, meaning] = [known, meaningOf(known)];
    }
    const end = start + name.length;
    if (meaning === undefined) {
      this.push('letter', `\\${name}`, textual);
      return end;
    }
    switch (meaning.kind) {
      case 'nothing':
        return this.skip(text, end, name, meaning.skips);
      case 'space':
        this.gap(false);
        if (name === 'quad' || name === 'qquad') this.push('sign', 'quad', textual);
        return end;
      case 'text':
      case 'upright':
        return this.group(text, end, name, depth);
      case 'structure':
        if (name === 'begin' || name === 'end') return this.environment(text, end, name);
        this.push('structure', name, textual);
        return end;
      default:
        this.push(meaning.kind, meaning.text, textual);
        return end;
    }
  }

  /** Passes over a styling command, its groups, and the dot of `\left.` */
  skip(text: string, at: number, name: string, groups: number): number {
    if (text[at] === '*') at++;
    for (let k = 0; k < groups; k++) {
      while (text[at] === ' ') at++;
      if (text[at] === '[') at = Math.max(at, text.indexOf(']', at)) + 1;
      if (text[at] !== '{') break;
      const close = matchBrace(text, at, Math.min(text.length, at + 2000));
      at = close < 0 ? at + 1 : close + 1;
    }
    if (name === 'left' || name === 'right' || name === 'middle' || name === 'mleft' || name === 'mright') {
      while (text[at] === ' ') at++;
      if (text[at] === '.') at++;
    } else this.gap(true);
    return at;
  }

  /** The group after `\text` or `\mathrm`, read in text mode; without braces it is the next character. */
  group(text: string, at: number, name: string, depth: number): number {
    if (text[at] === '*') at++;
    let open = at;
    while (text[open] === ' ') open++;
    if (text[open] !== '{') return at;
    const close = matchBrace(text, open);
    const end = close < 0 ? text.length : close;
    const content = text.slice(open + 1, end);
    if (name === 'operatorname' && /^[A-Za-z]+$/.test(content.trim())) this.operator(content.trim());
    else this.read(content, true, depth + 1);
    return Math.min(text.length, end + 1);
  }

  operator(name: string): void {
    const meaning = meaningOf(name) ?? bareMeaning(name);
    if (meaning?.kind === 'function' || meaning?.kind === 'sign') this.push(meaning.kind, meaning.text);
    else if (meaning?.kind === 'structure') this.push('structure', name);
    else if (unitName(name) !== undefined && this.tokens.at(-1)?.kind === 'number') this.push('word', name, true);
    else this.push('function', name);
  }

  environment(text: string, at: number, command: string): number {
    const open = text.indexOf('{', at);
    const close = open < 0 ? -1 : text.indexOf('}', open);
    if (close < 0 || open > at + 2) return at;
    const name = text.slice(open + 1, close).replace('*', '');
    this.push('structure', `${command}:${name}`);
    let end = close + 1;
    if (command === 'begin' && (name === 'array' || name === 'tabular')) {
      const columns = /^\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}/.exec(text.slice(end, end + 200));
      if (columns !== null) end += columns[0].length;
    }
    return end;
  }
}

function longestKnownPrefix(name: string): string | undefined {
  for (let length = name.length - 1; length >= 2; length--) {
    const meaning = meaningOf(name.slice(0, length));
    // Only where nothing but spacing or an operator can be meant: \quadx, \cdotx, \pir, \timesb.
    if (
      meaning !== undefined &&
      (meaning.kind === 'space' ||
        (meaning.kind === 'sign' && length >= 3) ||
        (name.length - length <= 1 && length >= 2 && meaning.kind !== 'nothing'))
    ) {
      return name.slice(0, length);
    }
  }
  return undefined;
}
