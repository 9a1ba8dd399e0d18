import type { Node } from '../parse/ast.js';
import type { Reading } from '../read/read-answer.js';
import type { Context, Outcome } from './context.js';
import { judge } from './judge.js';

/** How two readings compare, and why not, in words. */
export interface Comparison {
  readonly outcome: Outcome;
  readonly reason: string;
}

const EQUAL: Comparison = { outcome: 'equal', reason: '' };

/** Compares what the ground truth and the answer were read as. */
export function compareReadings(gold: Reading, pred: Reading, context: Context): Comparison {
  const choice = compareChoices(gold, pred, context);
  if (choice !== undefined) return choice;
  if (gold.words !== undefined && gold.words === pred.words) return EQUAL;
  return compareMeanings(gold, pred, context);
}

function compareMeanings(gold: Reading, pred: Reading, context: Context): Comparison {
  if (compact(gold.text) === compact(pred.text)) return EQUAL;
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

/** The text without spaces and without what \left and \right add. */
function compact(text: string): string {
  return text.replace(/(?<!\\)\\(?:left|right)(?![A-Za-z])|(?<!\\)\\[,;:! ]|\s/g, '');
}

/** Names and words: letters that are not multiplied, as in ABC or odd. */
function areBothWords(gold: Reading, pred: Reading): boolean {
  const isWord = ({ words }: Reading): boolean =>
    words !== undefined && (words.includes(' ') || words.length >= 3 || /^(?:no|on|or|so)$/.test(words));
  return isWord(gold) && isWord(pred) && !isKnown(gold.nodes[0]) && !isKnown(pred.nodes[0]);
}

/** A phrase that was understood as more than its words. */
function isKnown(node: Node | undefined): boolean {
  return (
    node !== undefined && /^(?:numbers|number|constant|list|tuple|apply|negative|quantity|degrees)$/.test(node.kind)
  );
}

/** Multiple choice: letters against letters; the answers beside them count where both are given. */
function compareChoices(gold: Reading, pred: Reading, context: Context): Comparison | undefined {
  const [a, b] = [gold.choice, pred.choice];
  if (a === undefined && b === undefined) return undefined;
  void context;
  if (a !== undefined && b !== undefined) {
    if (!a.marked && !b.marked) return undefined;
    if (a.letter !== b.letter) return { outcome: 'different', reason: 'another choice' };
    return EQUAL;
  }
  return undefined;
}
