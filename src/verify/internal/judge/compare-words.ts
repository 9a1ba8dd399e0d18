import { singular } from '../parse/units/units.js';
import { flatten } from '../read/clean.js';
import { dateOf, sameDate } from '../read/dates.js';
import type { ReadAnswer } from '../read/read-answer.js';
import { type Comparison, type Context, EQUAL, type Outcome } from './context.js';

const OTHER_CHOICE: Comparison = { outcome: 'different', reason: 'another choice' };

/** Compares multiple-choice letters, or the answers beside them. If both sides have both, both must agree. */
export function compareChoices(
  gold: ReadAnswer,
  pred: ReadAnswer,
  context: Context,
  compareMeanings: (gold: ReadAnswer, pred: ReadAnswer, context: Context) => Comparison,
): Comparison | undefined {
  const [a, b] = [gold.choice, pred.choice];
  if (sameLetters(gold.text, pred.text)) return EQUAL;
  // c stands for C if the question may be a multiple choice.
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
  const letters = choiceLetters(gold);
  return letters !== undefined && letters === choiceLetters(pred);
}

function choiceLetters(text: string): string | undefined {
  if (!/^[\\(\sA-J]/.test(text)) return undefined;
  const plain = text.replace(/\\(?:text|textbf|mathrm)\s*\{([^{}]*)\}/g, ' $1 ').replace(/[()]/g, ' ');
  const isRun = /^\s*[A-J]{2,8}\s*$/.test(plain);
  if (!isRun && !/^\s*[A-J](?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)[A-J])+\s*$/.test(plain)) return undefined;
  const letters = [...plain.replace(/and|[^A-J]/g, '')];
  const sorted = [...letters].sort();
  // Capitals in another order are a word or a product.
  if (isRun && letters.join('') !== sorted.join('')) return undefined;
  return new Set(letters).size === letters.length ? sorted.join('') : undefined;
}

/** Words without content. */
const EMPTY = new Set(
  'a an the is are was were be of with at in on to by for from and that this which it its has have having there whose as'.split(
    ' ',
  ),
);
/** Denials. A description with a denial is another description. */
const DENIALS = /^(?:not|no|never|neither|nor|without|except|isn|aren|non)$/;

/** Spellings and forms of one word. */
const SAME: { readonly [word: string]: string } = {
  centre: 'center', centred: 'center', centered: 'center', radii: 'radius', vertices: 'vertex',
}; // prettier-ignore

/** Whether a ground truth is a description in words: a date, a shape, a sentence. */
export function isDescription({ nodes, text, unsupported }: ReadAnswer): boolean {
  const [node] = nodes;
  if (node?.kind === 'text' && dateOf(flatten(text)) !== undefined) return true;
  if (node !== undefined) return node.kind === 'text' && node.words !== 'infinitely many' && contentOf(text).length > 1;
  const flat = flatten(text);
  return (
    unsupported === undefined && !/[\\^_=<>{}]/.test(flat) && (dateOf(flat) !== undefined || /[A-Za-z]{3}/.test(flat))
  );
}

/**
 * Compares dates by their value and other descriptions by their words. Descriptions with the same words in another order, or
 * with all words of the other and more, may mean the same. Any other words or numbers make another description.
 */
export function compareDescriptions(gold: ReadAnswer, pred: ReadAnswer): Outcome {
  const [a, b] = [gold, pred].map(({ text }) => flatten(text)) as [string, string];
  const [when, other] = [dateOf(a), dateOf(b)];
  if (when !== undefined) return other !== undefined && sameDate(when, other) ? 'equal' : 'different';
  if (pred.nodes.length > 0 && pred.nodes[0]!.kind !== 'text' && pred.words === undefined) return 'different';
  const [x, y] = [contentOf(a), contentOf(b)];
  if (x.length > 0 && x.join(' ') === y.join(' ')) return 'equal';
  const ors = (text: string): number => text.split(/\bor\b/i).length;
  if (ors(a) !== ors(b) || areOtherNames(a, b)) return 'different';
  const denials = (words: readonly string[]): number => words.filter((word) => DENIALS.test(word)).length;
  if (denials(x) !== denials(y)) return 'different';
  const isWithin = (one: readonly string[], all: readonly string[]): boolean => one.every((word) => all.includes(word));
  return x.length > 0 && y.length > 0 && (isWithin(x, y) || isWithin(y, x)) ? 'undecided' : 'different';
}

/** Whether both sides list names, as in "Alice, Bob and Carol", but not equally many. */
function areOtherNames(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => text.split(/\s*(?:,\s*and\s|,|;|&|\band\b)\s*/).map((name) => name.trim()));
  const isName = (name: string): boolean => /^[A-Z][a-z]+(?: [A-Z][a-z]+)?$/.test(name);
  return x!.every(isName) && y!.every(isName) && x!.length !== y!.length;
}

function contentOf(text: string): readonly string[] {
  return flatten(text)
    .replace(/[{}()$.,;:!?"']/g, ' ')
    .split(/\s+/)
    .map((word) => (/^[A-Z]{1,4}$/.test(word) && word !== 'A' ? word : word.toLowerCase()))
    .filter((word) => word !== '' && !EMPTY.has(word))
    .map((word) => SAME[word] ?? singular(word));
}
