import { matchBrace } from '../../braces.js';
import type { TokenList } from './token-list.js';
import { unitName } from '../units/units.js';
import { bareMeaning, meaningOf } from './vocabulary.js';

/** Older and other packages' names of commands. */
const ALIASES = new Map([
  ['Bbb', 'mathbb'],
  ['mathds', 'mathbb'],
  ['mathbbm', 'mathbb'],
  ['varmathbb', 'mathbb'],
]);

/** Where the tokens of a command go, and how the text inside a command is read. */
export interface TextReader {
  readonly list: TokenList;
  /** The text has rows, which `\\\\` ends. */
  readonly hasEnvironment: boolean;
  readText(text: string, depth: number): void;
}

/** Reads the command whose backslash is at `i`. @returns Where it ends. */
export function readCommand(reader: TextReader, text: string, i: number, textual: boolean, depth: number): number {
  const { list } = reader;
  const next = text[i + 1];
  if (next === undefined) return i + 1;
  if (/[A-Za-z]/.test(next)) return readNamed(reader, text, i + 1, textual, depth);
  if (next === '\\') {
    // "\\frac" in a text that was escaped twice; "\\" alone ends a row.
    const name = reader.hasEnvironment ? undefined : /^[A-Za-z]+/.exec(text.slice(i + 2, i + 24))?.[0];
    if (name !== undefined && meaningOf(name) !== undefined) return i + 1;
    if (!reader.hasEnvironment && /[{}(),;!%$[\]|]/.test(text[i + 2] ?? '')) return i + 1;
    list.push('sign', '\\\\', textual);
    // \\[4pt]: the space after the row.
    const gap = reader.hasEnvironment
      ? /^\s*\[\s*-?[\d.]+\s*(?:pt|mm|cm|em|ex|in|mu|pc|px|\\[a-z]+)\s*\]/.exec(text.slice(i + 2, i + 30))
      : null;
    return i + 2 + (gap?.[0].length ?? 0);
  }
  if (next === ',' || next === ';' || next === ':' || next === '!' || next === ' ' || next === '\n' || next === '/') {
    list.gap(true);
    return i + 2;
  }
  if (next === '{' || next === '}') list.push('sign', `\\${next}`, textual);
  else if (next === '|') list.push('sign', '‖', textual);
  else if (next === '%' || next === '$' || next === '#' || next === '_') list.push('sign', next, textual);
  else if (next === '&') list.push('word', 'and', textual);
  // \( \) \[ \] only mark where mathematics begins and ends.
  else list.gap(false);
  return i + 2;
}

function readNamed(reader: TextReader, text: string, start: number, textual: boolean, depth: number): number {
  const { list } = reader;
  let name = /^[A-Za-z]+/.exec(text.slice(start, start + 40))![0];
  let meaning = meaningOf(name);
  if (meaning === undefined) {
    // \quadx and \cdotx: a known command with letters glued to it.
    const known = longestKnownPrefix(name);
    if (known !== undefined) [name, meaning] = [known, meaningOf(known)];
  }
  const end = start + name.length;
  name = ALIASES.get(name) ?? name;
  meaning ??= meaningOf(name);
  if (meaning === undefined) {
    list.push('letter', `\\${name}`, textual);
    return end;
  }
  switch (meaning.kind) {
    case 'nothing':
      return skipStyling(list, text, end, name, meaning.skips);
    case 'space':
      list.gap(false);
      if (name === 'quad' || name === 'qquad') list.push('sign', 'quad', textual);
      return end;
    case 'text':
    case 'upright':
      return readGroup(reader, text, end, name, depth);
    case 'structure':
      if (name === 'begin' || name === 'end') return readEnvironment(list, text, end, name);
      list.push('structure', name, textual);
      return end;
    default:
      // 30\deg
      if (name === 'deg' && list.tokens.at(-1)?.kind === 'number') list.push('sign', '°', textual);
      else list.push(meaning.kind, meaning.text, textual, meaning.text === '*' ? name : undefined);
      return end;
  }
}

/** Passes over a styling command, its groups, and the dot of `\left.` */
function skipStyling(list: TokenList, text: string, at: number, name: string, groups: number): number {
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
  } else list.gap(true);
  return at;
}

/** The group after `\text` or `\mathrm`, read in text mode; without braces it is the next character. */
function readGroup(reader: TextReader, text: string, at: number, name: string, depth: number): number {
  if (text[at] === '*') at++;
  let open = at;
  while (text[open] === ' ') open++;
  if (text[open] !== '{') return at;
  const close = matchBrace(text, open);
  const end = close < 0 ? text.length : close;
  const content = text.slice(open + 1, end);
  if (name === 'operatorname' && /^[A-Za-z]+$/.test(content.trim())) readOperator(reader.list, content.trim());
  else reader.readText(content, depth + 1);
  return Math.min(text.length, end + 1);
}

function readOperator(list: TokenList, name: string): void {
  const meaning = meaningOf(name) ?? bareMeaning(name);
  if (meaning?.kind === 'function' || meaning?.kind === 'sign') list.push(meaning.kind, meaning.text);
  else if (meaning?.kind === 'structure') list.push('structure', name);
  else if (unitName(name) !== undefined && list.tokens.at(-1)?.kind === 'number') list.push('word', name, true);
  else list.push('function', name);
}

function readEnvironment(list: TokenList, text: string, at: number, command: string): number {
  const open = text.indexOf('{', at);
  const close = open < 0 ? -1 : text.indexOf('}', open);
  if (close < 0 || open > at + 2) return at;
  const name = text.slice(open + 1, close).replace('*', '');
  list.push('structure', `${command}:${name}`);
  let end = close + 1;
  if (command === 'begin' && (name === 'array' || name === 'tabular')) {
    const columns = /^\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}/.exec(text.slice(end, end + 200));
    if (columns !== null) end += columns[0].length;
  }
  return end;
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
