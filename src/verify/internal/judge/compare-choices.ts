import type { ReadAnswer } from '../read/read-answer.js';
import { EQUAL, type Comparison, type Context } from './context.js';

const OTHER_CHOICE: Comparison = { outcome: 'different', reason: 'another choice' };

/** Multiple choice: letters against letters, the answers beside them against answers; both count where both are given. */
export function compareChoices(
  gold: ReadAnswer,
  pred: ReadAnswer,
  context: Context,
  compareMeanings: (gold: ReadAnswer, pred: ReadAnswer, context: Context) => Comparison,
): Comparison | undefined {
  const [a, b] = [gold.choice, pred.choice];
  if (sameLetters(gold.text, pred.text)) return EQUAL;
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
  // A run in another order is a word or a product, not a choice.
  if (isRun && letters.join('') !== sorted.join('')) return undefined;
  return new Set(letters).size === letters.length ? sorted.join('') : undefined;
}
