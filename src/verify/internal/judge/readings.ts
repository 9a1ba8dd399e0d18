import type { Node } from '../parse/ast.js';
import { flatten } from '../read/clean.js';
import type { Reading } from '../read/read-answer.js';
import { judge, type Conditions, type Context, type Outcome } from './context.js';
import { judgeByAllRules } from './judge.js';

/** How two readings compare, and why not, in words. */
export interface Comparison {
  readonly outcome: Outcome;
  readonly reason: string;
}

const EQUAL: Comparison = { outcome: 'equal', reason: '' };
const OTHER_CHOICE: Comparison = { outcome: 'different', reason: 'another choice' };

/** Compares what the ground truth and the answer were read as. */
export function compareReadings(gold: Reading, pred: Reading, conditions: Conditions): Comparison {
  const context: Context = { ...conditions, judge: judgeByAllRules };
  return compareChoices(gold, pred, context) ?? compareMeanings(gold, pred, context);
}

function compareMeanings(gold: Reading, pred: Reading, context: Context): Comparison {
  if (compact(gold.text) === compact(pred.text) || sameWords(gold, pred) || samePhrase(gold, pred)) return EQUAL;
  if (pred.nodes.length === 0) {
    if (pred.unsupported !== undefined) return { outcome: 'undecided', reason: pred.unsupported };
    return { outcome: 'different', reason: 'the answer is not understood' };
  }
  if (gold.nodes.length === 0) return { outcome: 'undecided', reason: 'the ground truth is not understood' };
  if (areBothWords(gold, pred)) return { outcome: 'different', reason: 'other words' };
  let undecided = false;
  for (const a of gold.nodes) {
    for (const b of pred.nodes) {
      const outcome = judge(a, b, context);
      if (outcome === 'equal') return EQUAL;
      if (outcome === 'undecided') undecided = true;
    }
  }
  if (undecided) return { outcome: 'undecided', reason: 'the two could not be told apart' };
  return { outcome: 'different', reason: 'a different value' };
}

/** The text without what only spaces it; digits and letters that stand apart stay apart. */
function compact(text: string): string {
  return text
    .replace(/(?<!\\)\\(?:left|right)(?![A-Za-z])|(?<!\\)\\[,;:! ]|\s+/g, ' ')
    .replace(/(?<![0-9A-Za-z]) +| +(?![0-9A-Za-z])/g, '')
    .trim();
}

/** The same words in any case and font; one letter alone may be a variable, whose case matters. */
function sameWords(gold: Reading, pred: Reading): boolean {
  const [a, b] = [gold.nodes[0], pred.nodes[0]];
  if (a?.kind === 'text' && b?.kind === 'text' && a.words === b.words) return true;
  if (gold.words === undefined || gold.words.length < 2 || gold.words !== pred.words) return false;
  // abc and abC are products, odd and Odd are words.
  const isProduct = a?.kind === 'product' && b?.kind === 'product';
  return !isProduct || (gold.words.length > 2 && compact(gold.text).slice(1) === compact(pred.text).slice(1));
}

/** Words with numbers among them (June 20), in any order of what "and" joins, with or without "only". */
function samePhrase(gold: Reading, pred: Reading): boolean {
  const initial = flatten(pred.text);
  const isInitial = /^(?:true|false|yes|no)$/.test(gold.words ?? '') && /^[TFYN]$/.test(initial);
  if (isInitial) return gold.words![0]!.toUpperCase() === initial;
  const isText = ({ nodes }: Reading): boolean => nodes.length === 0 || nodes[0]!.kind === 'text';
  if (!isText(gold) && !isText(pred)) return false;
  const [a, b] = [phraseMembers(gold.text), phraseMembers(pred.text)];
  return a !== undefined && a === b;
}

function phraseMembers(text: string): string | undefined {
  const flat = flatten(text).toLowerCase();
  if (!/[a-z]{3}| and |[ivx], [ivx]/.test(flat) || /[\\{}^_=<>+*/|]/.test(flat)) return undefined;
  const members = flat
    .replace(/\s+only$/, '')
    .split(/\s*(?:,\s*and\s|,|&|\band\b)\s*/)
    .map((member) => member.replace(/^(?:the|an?) (?=\S{3})/, '').trim());
  return members.sort().join('&');
}

/** Names and words: letters that are not multiplied, as in ABC or odd. */
function areBothWords(gold: Reading, pred: Reading): boolean {
  const isWord = ({ words, text }: Reading): boolean =>
    words !== undefined &&
    /[^ ]{4}|^[^ ]{3}$|[^ ]{3} | [^ ]{3}|^(?:no|on|or|so)$/.test(words) &&
    !isProductOf(words, text);
  return isWord(gold) && isWord(pred) && !isKnown(gold.nodes[0]) && !isKnown(pred.nodes[0]);
}

/** abc in mathematical type: a product, unless capitals make it a name. */
function isProductOf(words: string, text: string): boolean {
  return text === words && /^[a-dk-np-z]{3}$/.test(words);
}

/** A phrase that was understood as more than its words. */
function isKnown(node: Node | undefined): boolean {
  return (
    node !== undefined && /^(?:numbers|number|constant|list|tuple|apply|negative|quantity|degrees)$/.test(node.kind)
  );
}

/** Multiple choice: letters against letters, the answers beside them against answers; both count where both are given. */
function compareChoices(gold: Reading, pred: Reading, context: Context): Comparison | undefined {
  const [a, b] = [gold.choice, pred.choice];
  const letters = sameLetters(gold.text, pred.text);
  if (letters) return EQUAL;
  // c for C, where a choice may be asked for.
  if (/^[A-D]$/.test(gold.text) && pred.text === gold.text.toLowerCase()) return EQUAL;
  if (a !== undefined && b !== undefined) {
    if (!a.marked && !b.marked) return undefined;
    if (a.letter !== b.letter) return OTHER_CHOICE;
    return a.beside === undefined || b.beside === undefined ? EQUAL : compareMeanings(a.beside, b.beside, context);
  }
  if (a?.beside !== undefined) return bareLetter(pred.text) ?? compareMeanings(a.beside, pred, context);
  if (b?.beside !== undefined) return bareLetter(gold.text) ?? compareMeanings(gold, b.beside, context);
  const marked = a?.marked ? a.letter : b?.marked ? b.letter : undefined;
  const other = (a === undefined ? gold : pred).text;
  if (marked === undefined || !/^[A-Ja-j]$/.test(other)) return undefined;
  return other.toUpperCase() === marked ? EQUAL : OTHER_CHOICE;

  function bareLetter(text: string): Comparison | undefined {
    if (!/^[a-j]$/i.test(text)) return undefined;
    return text.toUpperCase() === (a ?? b)!.letter ? EQUAL : OTHER_CHOICE;
  }
}

/** Several choices: A, C, D and ACD. */
function sameLetters(gold: string, pred: string): boolean {
  const [x, y] = [choiceLetters(gold), choiceLetters(pred)];
  return x !== undefined && x === y;
}

function choiceLetters(text: string): string | undefined {
  const plain = text.replace(/\\(?:text|textbf|mathrm)\s*\{([^{}]*)\}/g, ' $1 ').replace(/[()]/g, ' ');
  const isRun = /^\s*[A-J]{2,8}\s*$/.test(plain);
  if (!isRun && !/^\s*[A-J](?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)[A-J])+\s*$/.test(plain)) return undefined;
  const letters = [...plain.replace(/and|[^A-J]/g, '')];
  const sorted = [...letters].sort();
  // A run in another order is a word or a product, not a choice.
  if (isRun && letters.join('') !== sorted.join('')) return undefined;
  return new Set(letters).size === letters.length ? sorted.join('') : undefined;
}
