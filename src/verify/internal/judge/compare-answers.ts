import type { Budget } from '../budget.js';
import type { Node } from '../parse/ast.js';
import { flatten } from '../read/clean.js';
import type { ReadAnswer } from '../read/read-answer.js';
import { compareChoices, compareDescriptions, isDescription } from './compare-words.js';
import { EQUAL, judge, OTHER_VALUE, type Comparison, type Conditions, type Context } from './context.js';
import { isEvaluated } from './is-evaluated.js';
import { judgeByAllRules } from './judge.js';
import { inWords } from './show.js';

/** Compares the readings of the ground truth and the answer. */
export function compareAnswers(
  gold: ReadAnswer,
  pred: ReadAnswer,
  options: Omit<Conditions, 'budget' | 'floatRounding'>,
  floatRounding: number,
  budget: Budget,
): Comparison {
  // Written out: copying the options by a spread took about 7 % of the time of a verification.
  const { strict, allowSetRelation, convertUnits, barePercent, requireEvaluated, log } = options;
  const context: Context = {
    strict,
    allowSetRelation,
    convertUnits,
    barePercent,
    requireEvaluated,
    log,
    floatRounding,
    budget,
    judge: judgeByAllRules,
    rules: [],
  };
  const { outcome, reason, cause } =
    compareChoices(gold, pred, context, compareMeanings) ?? compareMeanings(gold, pred, context);
  if (outcome === 'equal') return EQUAL;
  const sides = `the ground truth was read as ${inWords(gold)}, the answer as ${inWords(pred)}`;
  return { outcome, reason: `${reason}: ${sides}`, ...(cause === undefined ? {} : { cause }) };
}

function compareMeanings(gold: ReadAnswer, pred: ReadAnswer, context: Context): Comparison {
  if (sameText(gold, pred) || sameWords(gold, pred) || samePhrase(gold, pred)) return EQUAL;
  if (isOfAnother(gold, pred)) return { outcome: 'different', reason: 'another quantity' };
  if (isDescription(gold)) return { outcome: compareDescriptions(gold, pred), reason: 'other words' };
  if (pred.nodes.length === 0) {
    return pred.unsupported === undefined
      ? { outcome: 'undecided', reason: 'the answer is not understood', cause: 'unreadable' }
      : { outcome: 'undecided', reason: pred.unsupported, cause: 'unsupported' };
  }
  if (gold.nodes.length === 0) return { outcome: 'undecided', reason: 'the ground truth is not understood' };
  if (areBothWords(gold, pred)) return { outcome: 'different', reason: 'other words' };
  let undecided = false;
  for (const a of gold.nodes) {
    for (const b of pred.nodes) {
      const outcome = judge(a, inOrderOf(gold, pred, b), context);
      if (outcome === 'equal') {
        if (!context.requireEvaluated || isEvaluated(b, a)) return EQUAL;
        return { outcome: 'different', reason: 'the answer is not evaluated', cause: 'unsupported' };
      }
      if (outcome === 'undecided') undecided = true;
    }
  }
  if (undecided)
    return { outcome: 'undecided', reason: 'the answer has no value that can be compared', cause: 'no-value' };
  return { outcome: 'different', reason: context.rules[0] ?? OTHER_VALUE };
}

/** Words for the quantity that an answer states. Two different words are different quantities. */
const QUANTITY =
  /(?<!\\)\b(?:(min(?:imum)?|least|smallest)|(max(?:imum)?|greatest|largest)|area|perimeter|circumference|volume|radius|diameter|product|median)\b(?!\s*\()/gi;

/** Whether the answer is stated for another quantity: the minimum is 5, not the maximum. */
function isOfAnother(gold: ReadAnswer, pred: ReadAnswer): boolean {
  const quantity = quantityOf(gold.text);
  const other = quantity === undefined ? undefined : quantityOf(pred.text);
  return other !== undefined && other !== quantity;
}

function quantityOf(text: string): string | undefined {
  if (!/[A-Za-z]{3}/.test(text)) return undefined;
  const [named, ...others] = text.matchAll(QUANTITY);
  if (named === undefined || others.length > 0) return undefined;
  const [word, least, most] = named;
  return least !== undefined ? 'min' : most !== undefined ? 'max' : word.toLowerCase();
}

/** The values of an answer in the order of the ground truth's values, if both label them. */
function inOrderOf(gold: ReadAnswer, pred: ReadAnswer, node: Node): Node {
  if (gold.labels === undefined || pred.labels === undefined || node.kind !== 'tuple') return node;
  const order = gold.labels.map((label) => pred.labels!.indexOf(label));
  if (order.includes(-1) || order.length !== node.items.length || new Set(order).size < order.length) return node;
  return { ...node, items: order.map((k) => node.items[k]!) };
}

/** Whether the texts are the same without spaces, and not empty. */
function sameText(gold: ReadAnswer, pred: ReadAnswer): boolean {
  const text = compact(gold.text);
  return text !== '' && text === compact(pred.text);
}

/** The text without what only spaces it; digits and letters that stand apart stay apart. */
function compact(text: string): string {
  if (!/[\s\\]/.test(text)) return text;
  return text
    .replace(/(?<!\\)\\(?:left|right)(?![A-Za-z])|(?<!\\)\\[,;:! ]|\s+/g, ' ')
    .replace(/(?<![0-9A-Za-z]) +| +(?![0-9A-Za-z])/g, '')
    .trim();
}

/** The same words in any case and font; one letter alone may be a variable, whose case matters. */
function sameWords(gold: ReadAnswer, pred: ReadAnswer): boolean {
  const [a, b] = [gold.nodes[0], pred.nodes[0]];
  if (a?.kind === 'text' && b?.kind === 'text' && a.words === b.words) return true;
  if (gold.words === undefined || gold.words.length < 2 || gold.words !== pred.words) return false;
  // (a, b), [a, b] and a - b are of the same letters: what is mathematics on both sides is compared as such.
  const isProduct = a?.kind === 'product' && b?.kind === 'product';
  const isWords = [a, b].some((node) => node === undefined || node.kind === 'text');
  if (!isWords && !isProduct) return false;
  // abc and abC are products, odd and Odd are words.
  return !isProduct || (gold.words.length > 2 && compact(gold.text).slice(1) === compact(pred.text).slice(1));
}

/** Words with numbers among them (June 20), in any order of what "and" joins, with or without "only". */
function samePhrase(gold: ReadAnswer, pred: ReadAnswer): boolean {
  if (gold.words !== undefined && /^(?:true|false|yes|no)$/.test(gold.words)) {
    const initial = flatten(pred.text);
    if (/^[TFYN]$/.test(initial)) return gold.words[0]!.toUpperCase() === initial;
  }
  const isText = ({ nodes }: ReadAnswer): boolean => nodes.length === 0 || nodes[0]!.kind === 'text';
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
function areBothWords(gold: ReadAnswer, pred: ReadAnswer): boolean {
  const isWord = ({ words, text }: ReadAnswer): boolean =>
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
