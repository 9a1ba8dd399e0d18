import { scaleAndNoun } from '../units/scale-words.js';
import type { TokenList } from './token-list.js';
import { unitName } from '../units/units.js';
import { bareMeaning, GLUED } from './vocabulary.js';

const LETTERS = 'A-Za-z\\u00c0-\\u024f\\u0400-\\u04ff\\u4e00-\\u9fff';
const LETTER = new RegExp(`[${LETTERS}]`);
const LETTER_RUN = new RegExp(`[${LETTERS}]+`, 'y');
const WORD_RUN = new RegExp(`[${LETTERS}]+(?:['’-][A-Za-z]+)*`, 'y');

export function isLetter(c: string): boolean {
  return LETTER.test(c);
}

/** Reads the letters that begin at `i`. @returns Where they end. */
export function readLetters(list: TokenList, text: string, i: number, textual: boolean): number {
  const pattern = textual ? WORD_RUN : LETTER_RUN;
  pattern.lastIndex = i;
  const run = pattern.exec(text)![0];
  const end = i + run.length;
  // 5 min, 10 sec, 30 deg: after a number, with nothing to apply them to.
  const isUnit =
    /^(?:min|sec|deg)$/.test(run) &&
    list.tokens.at(-1)?.kind === 'number' &&
    /^\s*(?:$|[.,;/})^])/.test(text.slice(end, end + 12));
  if (isUnit) list.push('word', run, textual);
  else if (/^(?:st|nd|rd|th)$/.test(run) && /\d/.test(text[i - 1] ?? '')) readOrdinal(list, run);
  else readRun(list, run, textual);
  return end;
}

/** 1st, as 1^{\text{st}} */
function readOrdinal(list: TokenList, run: string): void {
  for (const sign of ['^', '{']) list.push('sign', sign);
  list.push('word', run, true);
  list.push('sign', '}');
}

/** Words that join and measure in Chinese, as what they say. */
const HAN: ReadonlyMap<string, string> = new Map([
  ...['或', '或者', '或是'].map((word) => [word, 'or'] as const),
  ...['和', '与', '且', '并且', '及', '以及'].map((word) => [word, 'and'] as const),
  ['平方', 'square'],
  ['立方', 'cubic'],
  ['每', 'per'],
  ['度', 'degrees'],
  ['单位', 'units'],
]);
/** x>1且x<3 and 千米每小时 are written without a space; 平方米 is square metres. */
const HAN_PARTS =
  /^(?:或者?|且)(?=[A-Za-z])|(?<=[A-Za-z])(?:或者?|且)(?=[A-Za-z]|$)|^(?:平方|立方)(?=[\u4e00-\u9fff])|每/;

/** @returns The parts of a run that is written as one, each said in English where it joins or measures. */
function hanParts(run: string): readonly string[] | undefined {
  const known = HAN.get(run);
  if (known !== undefined) return [known];
  const match = HAN_PARTS.exec(run);
  if (match === null) return undefined;
  const parts = [run.slice(0, match.index), HAN.get(match[0])!, run.slice(match.index + match[0].length)];
  return parts.filter((part) => part !== '');
}

function readRun(list: TokenList, run: string, textual: boolean): void {
  const parts = /[\u4e00-\u9fff]/.test(run) ? hanParts(run) : undefined;
  if (parts !== undefined) {
    for (const part of parts) {
      if (/^[a-z]{2,}$/.test(part) && part !== run) list.push('word', part, true);
      else readRun(list, part, textual);
    }
    return;
  }
  // 千米 is a unit.
  const scaled = run > '\u4e00' && unitName(run) === undefined ? scaleAndNoun(run) : undefined;
  if (scaled !== undefined) {
    for (const word of scaled) list.push('word', word, textual);
    return;
  }
  const meaning = run.length > 1 ? bareMeaning(run) : undefined;
  if (meaning !== undefined && (meaning.kind === 'sign' || meaning.kind === 'letter' || meaning.kind === 'function')) {
    list.push(meaning.kind, meaning.text, textual);
  } else if (meaning?.kind === 'structure') list.push('structure', run, textual);
  else if (run.length === 1) list.push(/[\u4e00-\u9fff]/.test(run) ? 'word' : 'letter', run, textual);
  else if (!textual && run.length <= 8) readGlued(list, run);
  else list.push('word', run, textual);
}

/** `sinx` and `xlnx` are functions written without a space; any other run is one word. */
function readGlued(list: TokenList, run: string): void {
  for (const name of GLUED) {
    const at = run.indexOf(name);
    if (at < 0 || at > 1 || run.length - at - name.length > 1 || run.length === name.length) continue;
    for (const letter of run.slice(0, at)) list.push('letter', letter);
    list.push(name === 'sqrt' ? 'structure' : 'function', name);
    for (const letter of run.slice(at + name.length)) list.push('letter', letter);
    return;
  }
  list.push('word', run);
}
