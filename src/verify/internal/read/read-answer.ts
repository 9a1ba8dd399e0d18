import { LIMITS, LimitReached } from '../budget.js';
import { numberNode, type Node } from '../parse/ast.js';
import { numericDate } from './dates.js';
import { cleanAnswer, flatten, wordsOf } from './clean.js';
import { hanNumber, hanPhrase } from './chinese.js';
import { withKnownLabel } from './labels.js';
import { meaningsOf, type ReadOptions } from './meanings.js';
import { spelledCount } from './number-words.js';
import { clauses, enumerated, type Parts } from './parts.js';
import { leadingVerdict, wordsNode } from './phrases.js';
import { readChoice, type Choice } from './read-choice.js';
import { readInside } from './said-inside.js';

/** The reading of an answer's text. */
export interface ReadAnswer {
  /** The possible meanings, the likeliest first; empty for text that is no mathematics. */
  readonly nodes: readonly Node[];
  /** The answer without its presentation. */
  readonly text: string;
  /** Its words, where it has words only. */
  readonly words: string | undefined;
  readonly choice: (Choice & { readonly beside: ReadAnswer | undefined }) | undefined;
  /** What the values of a tuple are of, where the answer says so in words. */
  readonly labels?: readonly string[];
  /** Why there is no meaning: mathematics that is not evaluated. */
  readonly unsupported: string | undefined;
}

/** How an enumeration of answers begins. */
const ENUMERATED = /^(?:\\(?:text|textbf|mathrm)\s*\{)?\s*(?:part\b|\(?[a-eiv1-5]{1,3}\)|[A-E]\s*:)/i;
const EXTREMES = /\b(?:max|min)[a-z]*\b[^()]*[,;&]|\b(?:max|min)[a-z]*\b[^()]*\band\b/i;
/** \min, \max: of nothing they are labels. */
const EXTREME = /\\(?=(?:max|min)\s*[:=])/g;
/** A \implies B: a sentence of logic, whose sides are names. */
const IMPLICATION = /^[^\d=]*\\(?:implies|(?:Long)?[Rr]ightarrow)(?![A-Za-z])[^\d=]*$/;
const ARROW = /\s*\\(?:implies|(?:Long)?[Rr]ightarrow)(?![A-Za-z])\s*/g;
/** 12 and a half */
const MIXED = /^-?\d+\D*\band\b/;
const VERDICT = /yes|no|true|false/i;
const MALFORMED = /\\[dtc]?frac\s*(?:\d|\{[^{}]*\}\s*\d)|\\sqrt\s*\d/;

/** (a) 5, \text{(ii)} 5, b) 5: one part of an exercise. */
const LABELLED =
  /^(?:\\(?:text|textbf|mathrm)\s*\{)?\s*(?:part\s+)?(?:\([a-e]\)|\((?:i{1,3}|iv|v)\)|\([1-9]\)|[a-e]\)|[1-9]\)|(?:i{1,3}|iv)\)|(?:ans|sol)\.)\s*[:.]?\s*\}?(?:\s|\\[ ,;]|~)*(?=[-\d\\$({[A-Za-z])/i;

/** A whole number, the most frequent answer of all. */
const NUMERAL = /^-?\d{1,40}$/;

let latest: { readonly raw: string; readonly options: ReadOptions; readonly reading: ReadAnswer } | undefined;

/**
 * Reads the text of one answer. The last reading is cached: a text is often read first to see whether it is an answer, and
 * then again for its meaning.
 *
 * @throws LimitReached when it is too long or too deep.
 */
export function readAnswer(raw: string, options: ReadOptions): ReadAnswer {
  if (latest?.raw === raw && isAlike(latest.options, options, raw)) return latest.reading;
  const reading = read(raw, options);
  latest = { raw, options, reading };
  return reading;
}

function isAlike(a: ReadOptions, b: ReadOptions, raw: string): boolean {
  const sameCommas = a.decimalComma === b.decimalComma || !raw.includes(',');
  return sameCommas && a.missingBraces === b.missingBraces && a.sentences === b.sentences;
}

function read(raw: string, options: ReadOptions, depth = 0): ReadAnswer {
  if (raw.length > LIMITS.answerLength) throw new LimitReached('the answer is too long');
  // A question mark behind a ground truth is the author's doubt. Behind an answer it makes a question.
  const shown = NUMERAL.test(raw) ? raw : cleanAnswer(options.sentences ? raw.replace(/\?\s*$/, '') : raw);
  if (NUMERAL.test(shown)) return alone(shown, numeral(shown));
  const text = withKnownLabel(shown);
  // 2024-12-25 subtracts nothing.
  if (/^\d{1,4}[-/.]/.test(text) && numericDate(text) !== undefined) return alone(text, { kind: 'text', words: text });
  const words = wordsOf(text);
  const listed = ENUMERATED.test(text) ? partsOf(enumerated(flatten(text)), options) : undefined;
  if (listed !== undefined) return { text, words, choice: undefined, unsupported: undefined, ...listed };
  const choice = choiceOf(text, options, depth);
  const base = { text, words, choice, unsupported: undefined };
  const han = words === undefined ? undefined : hanPhrase(words);
  if (han !== undefined) return { ...base, nodes: han };
  const phrase = words === undefined && !MIXED.test(text) ? undefined : wordsNode(words ?? '', text);
  if (phrase !== undefined) return { ...base, nodes: [phrase] };
  const counted =
    words === undefined ? undefined : (hanNumber(words) ?? (options.sentences ? undefined : spelledCount(words)));
  const amounts = counted === undefined ? [] : meaningsOf(counted, options).nodes;
  if (amounts.length > 0) return { ...base, nodes: amounts };
  const verdict = VERDICT.test(text) ? leadingVerdict(flatten(text)) : undefined;
  if (verdict !== undefined) return { ...base, words: verdict, nodes: [{ kind: 'text', words: verdict }] };
  if (!options.missingBraces && MALFORMED.test(text)) return { ...base, nodes: [] };
  // "max 5, min 3": two labels, not two functions.
  const extremes = EXTREMES.test(text)
    ? partsOf(clauses(flatten(text).replace(EXTREME, ''), false), options)
    : undefined;
  if (extremes !== undefined) return { ...base, ...extremes };
  const parsed = meaningsOf(text, options);
  // In a ground truth (a) may be a label.
  const item = options.sentences === true ? LABELLED.exec(text) : null;
  const labelled = item === null ? [] : meaningsOf(cleanAnswer(text.slice(item[0].length)), options).nodes;
  const meanings = labelled.length === 0 ? parsed.nodes : [...parsed.nodes, ...labelled];
  if (meanings.length > 0) return { text, words, choice, unsupported: undefined, nodes: meanings };
  if (IMPLICATION.test(text)) return { ...base, nodes: [{ kind: 'text', words: flatten(text).replace(ARROW, '⇒') }] };
  const parts = partsOf(clauses(flatten(text), options.sentences === true), options);
  if (parts !== undefined) return { ...base, ...parts };
  const inner = readInside(text, options);
  if (inner !== undefined) return { ...base, nodes: inner };
  return { ...base, nodes: words === undefined ? [] : [{ kind: 'text', words }], unsupported: parsed.unsupported };
}

function numeral(digits: string): Node {
  return digits.startsWith('-') ? { kind: 'negative', operand: numberNode(digits.slice(1)) } : numberNode(digits);
}

/** The reading of a number alone. */
function alone(text: string, node: Node): ReadAnswer {
  return { text, words: undefined, choice: undefined, unsupported: undefined, nodes: [node] };
}

/** Several values in prose as a tuple under their labels; undefined if one of them is not understood. */
function partsOf(parts: Parts | undefined, options: ReadOptions): Pick<ReadAnswer, 'nodes' | 'labels'> | undefined {
  if (parts === undefined) return undefined;
  const items = parts.values.map((value) => meaningsOf(cleanAnswer(value), options).nodes[0]);
  if (items.includes(undefined)) return undefined;
  return { nodes: [{ kind: 'tuple', items: items as Node[], open: '(', close: ')' }], labels: parts.labels };
}

/** Choices in the answers beside choices, (A) (B) 12; each is read from its start, so that many would cost the square. */
const DEEPEST = 4;

/** The choice an answer names, with what stands beside the letter read as an answer of its own. */
function choiceOf(text: string, options: ReadOptions, depth: number): ReadAnswer['choice'] {
  const choice = readChoice(text);
  if (choice === undefined) return undefined;
  if (choice.rest === '' || choice.rest.length >= text.length) return { ...choice, beside: undefined };
  if (depth === DEEPEST) throw new LimitReached('choices within choices');
  return { ...choice, beside: read(choice.rest, options, depth + 1) };
}
