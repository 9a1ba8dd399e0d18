import { keyOf } from '../compute/symbols.js';
import type { Node } from '../parse/ast.js';
import { ParseFailure } from '../parse/cursor.js';
import { matchBrace } from '../braces.js';
import { parseAnswer } from '../parse/parse.js';
import { LIMITS, LimitReached } from '../budget.js';
import { readChoice, type Choice } from './choices.js';
import { cleanAnswer, flatten, wordsOf } from './clean.js';
import { spelledNumber } from './number-words.js';
import { leadingVerdict, multiplesOf, phraseNode, without } from './phrases.js';
import { clauses, enumerated, type Parts } from './parts.js';
import { predicates } from './prose.js';

/** What an answer's text was read as. */
export interface Reading {
  /** The possible meanings, the likeliest first; none for text that is no mathematics. */
  readonly nodes: readonly Node[];
  /** The answer without its presentation. */
  readonly text: string;
  /** Its words, where it has words only. */
  readonly words: string | undefined;
  readonly choice: (Choice & { readonly beside: Reading | undefined }) | undefined;
  /** What the values of a tuple are of, where the answer says so in words. */
  readonly labels?: readonly string[];
  /** Why there is no meaning: mathematics that is not evaluated. */
  readonly unsupported: string | undefined;
}

export interface ReadOptions {
  /** `1,22` may be 1.22: plain text, not a formula. */
  readonly decimalComma: 'never' | 'likely' | 'always';
  /** Every sentence of the text may give one of its values, as in a ground truth; an answer works towards its last. */
  readonly sentences?: boolean;
  /** `\frac12` and `\sqrt3` without braces are read. */
  readonly malformed: boolean;
}

/** How an enumeration of answers begins. */
const ENUMERATED = /^(?:\\(?:text|textbf|mathrm)\s*\{)?\s*(?:part\b|\(?[a-eiv1-5]{1,3}\)|[A-E]\s*:)/i;
const EXTREMES = /\b(?:max|min)[a-z]*\b[^()]*[,;&]|\b(?:max|min)[a-z]*\b[^()]*\band\b/i;
const VERDICT = /yes|no|true|false/i;
const MALFORMED = /\\[dtc]?frac\s*(?:\d|\{[^{}]*\}\s*\d)|\\sqrt\s*\d/;

/** A whole number, the most frequent answer of all. */
const NUMERAL = /^-?\d{1,40}$/;

let latest: { readonly raw: string; readonly options: ReadOptions; readonly reading: Reading } | undefined;

/**
 * Reads the text of one answer. What was read last is kept: a text is often read to see whether it is an answer, and then
 * for what it says.
 *
 * @throws LimitReached when it is too long or too deep.
 */
export function readAnswer(raw: string, options: ReadOptions): Reading {
  if (latest?.raw === raw && isAlike(latest.options, options, raw)) return latest.reading;
  const reading = read(raw, options);
  latest = { raw, options, reading };
  return reading;
}

function isAlike(a: ReadOptions, b: ReadOptions, raw: string): boolean {
  const sameCommas = a.decimalComma === b.decimalComma || !raw.includes(',');
  return sameCommas && a.malformed === b.malformed && a.sentences === b.sentences;
}

function read(raw: string, options: ReadOptions): Reading {
  if (raw.length > LIMITS.answerLength) throw new LimitReached('the answer is too long');
  // A ground truth may be doubted by whoever wrote it down; an answer with a question mark asks.
  const text = cleanAnswer(options.sentences ? raw.replace(/\?\s*$/, '') : raw);
  if (NUMERAL.test(text))
    return { text, words: undefined, choice: undefined, unsupported: undefined, nodes: [parseAnswer(text)] };
  const words = wordsOf(text);
  const listed = ENUMERATED.test(text) ? partsOf(enumerated(flatten(text)), options) : undefined;
  if (listed !== undefined) return { text, words, choice: undefined, unsupported: undefined, ...listed };
  const choice = choiceOf(text, options);
  const base = { text, words, choice, unsupported: undefined };
  const phrase = words === undefined ? undefined : wordsNode(words, text);
  if (phrase !== undefined) return { ...base, nodes: [phrase] };
  const verdict = VERDICT.test(text) ? leadingVerdict(flatten(text)) : undefined;
  if (verdict !== undefined) return { ...base, words: verdict, nodes: [{ kind: 'text', words: verdict }] };
  if (!options.malformed && MALFORMED.test(text)) return { ...base, nodes: [] };
  // "max 5, min 3": two labels, not two functions.
  const extremes = EXTREMES.test(text) ? partsOf(clauses(flatten(text), false), options) : undefined;
  if (extremes !== undefined) return { ...base, ...extremes };
  const parsed = parseReadings(text, options);
  if (parsed.nodes.length > 0) return { ...base, nodes: parsed.nodes };
  const parts = partsOf(clauses(flatten(text), options.sentences === true), options);
  if (parts !== undefined) return { ...base, ...parts };
  const inner = readInside(text, options);
  if (inner !== undefined) return { ...base, nodes: inner };
  return { ...base, nodes: words === undefined ? [] : [{ kind: 'text', words }], unsupported: parsed.unsupported };
}

/** Several values in prose as a tuple under their labels; undefined where one of them is not understood. */
function partsOf(parts: Parts | undefined, options: ReadOptions): Pick<Reading, 'nodes' | 'labels'> | undefined {
  if (parts === undefined) return undefined;
  const items = parts.values.map((value) => parseReadings(cleanAnswer(value), options).nodes[0]);
  if (items.includes(undefined)) return undefined;
  return { nodes: [{ kind: 'tuple', items: items as Node[], open: '(', close: ')' }], labels: parts.labels };
}

/** What words alone stand for: a number or a phrase. */
function wordsNode(words: string, text: string): Node | undefined {
  const value = spelledNumber(flatten(text).replace(/[{}.,!]/g, ''));
  return value === undefined ? phraseNode(words) : { kind: 'number', value };
}

/** "all real numbers except 2", "all real numbers greater than 2": ℝ without them, or an interval. */
function realsBut(flat: string, options: ReadOptions): Node | undefined {
  const match =
    /^(?:x (?:is|can be) )?(?:(?:all|any|every) )?(?:the )?reals?(?: numbers?| values?)?(?: x| of x)? (except(?: for)?|other than|but not|excluding|besides|(?:strictly )?(?:greater|more|larger|less|smaller|bigger) than(?: or equal to)?|not equal to|at least|at most) (.+)$/i.exec(
      flat,
    );
  const [value] = match === null ? [] : parseReadings(match[2]!.replace(/^x\s*=\s*/, ''), options).nodes;
  if (match === null || value === undefined || value.kind === 'relation') return undefined;
  const how = match[1]!.toLowerCase();
  if (!/than|at /.test(how) || how === 'other than')
    return without({ kind: 'set', items: value.kind === 'list' || value.kind === 'set' ? value.items : [value] });
  const closed = /equal|at /.test(how);
  const isLow = /greater|more|larger|bigger|least/.test(how);
  const infinity: Node = { kind: 'constant', name: 'infinity' };
  return isLow
    ? { kind: 'tuple', items: [value, infinity], open: closed ? '[' : '(', close: ')' }
    : { kind: 'tuple', items: [{ kind: 'negative', operand: infinity }, value], open: '(', close: closed ? ']' : ')' };
}

/** The choice an answer names, with what stands beside the letter read as an answer of its own. */
function choiceOf(text: string, options: ReadOptions): Reading['choice'] {
  const choice = readChoice(text);
  if (choice === undefined) return undefined;
  return {
    ...choice,
    beside: choice.rest === '' || choice.rest.length >= text.length ? undefined : readAnswer(choice.rest, options),
  };
}

function parseReadings(text: string, options: ReadOptions): { nodes: Node[]; unsupported: string | undefined } {
  const nodes: Node[] = [];
  let unsupported: string | undefined;
  const attempt = (source: string, commas: 'group' | 'separate'): void => {
    try {
      nodes.push(parseAnswer(source, commas));
    } catch (error) {
      if (!(error instanceof ParseFailure)) throw error;
      if (error.unsupported) unsupported = error.message;
      const closed = options.malformed ? withClosers(source) : source;
      if (closed !== source) attempt(closed, commas);
    }
  };
  const decimal = withDecimalComma(text, options.decimalComma);
  if (decimal !== undefined && options.decimalComma === 'always') attempt(decimal, 'group');
  attempt(text, 'group');
  // 0,5 is half where it is no list of two.
  if (/^-?0,\d+$/.test(text) && decimal === undefined) attempt(text.replace(',', '.'), 'group');
  // A list of numbers has no member such as 000.
  if (/\d,\d{3}(?!\d)/.test(text) && !/\d,0\d{2}(?!\d)/.test(text)) attempt(text, 'separate');
  if (decimal !== undefined && options.decimalComma === 'likely') attempt(decimal, 'group');
  // 1.234,56
  if (/^-?\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(text)) attempt(text.replaceAll('.', '').replace(',', '.'), 'group');
  return { nodes, unsupported };
}

/** The text with the brackets closed that were left open at its end, or without a brace too many there. */
function withClosers(text: string): string {
  if (text.endsWith('}') && !text.endsWith('\\}') && matchBrace(`{${text}`, 0) === text.length)
    return text.slice(0, -1);
  const open: string[] = [];
  for (let k = 0; k < text.length; k++) {
    const c = text[k]!;
    if (c === '\\') k++;
    else if (c === '{' || c === '(' || c === '[') open.push(c);
    else if (c === '}' || c === ')' || c === ']') {
      // [a, b) closes as it opens.
      if (open.length === 0 || (open.pop() === '{') !== (c === '}')) return text;
    }
  }
  // [5 may be cut off in front as well as behind.
  if (open.length > 8 || open.includes('[')) return text;
  return (
    text +
    open
      .reverse()
      .map((c) => (c === '{' ? '}' : c === '(' ? ')' : ']'))
      .join('')
  );
}

/** 1,22 as 1.22 where the text is one such number and nothing else. */
function withDecimalComma(text: string, mode: ReadOptions['decimalComma']): string | undefined {
  if (mode === 'never') return undefined;
  const match = /^((?:\\?[$€£]\s?)?[-+]?\d+),(\d+)(\s?(?:\\?[%$€£])?)$/.exec(text);
  if (match === null || match[2]!.length === 3) return undefined;
  if (mode === 'likely' && match[2]!.length < 2) return undefined;
  return `${match[1]}.${match[2]}${match[3]}`;
}

/** What a sentence, or an equation whose left side is not understood, says: its predicate, or its right side. */
function readInside(text: string, options: ReadOptions): readonly Node[] | undefined {
  const flat = flatten(text);
  const twice = saidTwice(flat, options);
  if (twice !== undefined) return [twice];
  const reals = realsBut(flat, options);
  if (reals !== undefined) return [reals];
  const multiples =
    /^(?:x (?:is|=) )?(?:(?:all|any|every|the|an?) )?(?:(integer|integral|odd|even|whole) )?(?:integer )?multiples? of (.+)$/i.exec(
      flat,
    );
  if (multiples !== null) {
    const [step] = parseReadings(multiples[2]!, options).nodes;
    const kind = multiples[1]?.toLowerCase();
    if (step === undefined || /^(?:list|tuple|relation|set)$/.test(step.kind)) return undefined;
    const double: Node = { kind: 'product', factors: [{ kind: 'number', value: { n: 2n, d: 1n } }, step] };
    return [multiplesOf(kind === 'odd' || kind === 'even' ? double : step, kind === 'odd')];
  }
  const [, some, all] = /^(\S+) out of (\S+)$/.exec(flat) ?? [];
  if (some !== undefined && all !== undefined) {
    const [over, under] = [some, all].map((part) => readNumber(part, options));
    return over === undefined || under === undefined ? undefined : [{ kind: 'quotient', over, under }];
  }
  for (const candidate of predicates(flat).reverse().slice(0, 3)) {
    const words = wordsOf(candidate);
    const phrase = words === undefined ? undefined : wordsNode(words, candidate);
    if (phrase !== undefined) return [phrase];
    const { nodes } = parseReadings(cleanAnswer(candidate), options);
    if (nodes.length > 0) return nodes;
  }
  return readRightSide(text, options);
}

/** "five (5)", "5 (five)": a number in words and in digits. */
function saidTwice(text: string, options: ReadOptions): Node | undefined {
  const [, first = '', second = ''] = /^([^()]+?)\s*\(([^()]+)\)$/.exec(text) ?? [];
  const [a, b] = [first, second].map((part) => readNumber(part, options));
  return a !== undefined && b !== undefined && keyOf(a) === keyOf(b) ? a : undefined;
}

function readNumber(text: string, options: ReadOptions): Node | undefined {
  const words = wordsOf(text);
  const node = words === undefined ? parseReadings(text, options).nodes[0] : wordsNode(words, text);
  return node?.kind === 'number' ? node : undefined;
}

/** \int_0^1 x dx = \frac12: the value after the last equals sign. */
function readRightSide(text: string, options: ReadOptions): readonly Node[] | undefined {
  const at = lastEquals(text);
  if (at < 0) return undefined;
  const { nodes, unsupported } = parseReadings(text.slice(0, at), options);
  // Only what stands for a value may be left unread: an integral, a limit, a probability.
  if (
    nodes.length > 0 ||
    (unsupported === undefined && !/^\s*(?:\\?(?:Pr|P|E|Var|operatorname)\b|[A-Za-z]\s*\(|\\?\||\\lvert\b)/.test(text))
  )
    return undefined;
  const right = parseReadings(text.slice(at + 1), options);
  return right.nodes.length > 0 ? right.nodes : undefined;
}

function lastEquals(text: string): number {
  let depth = 0;
  let last = -1;
  for (let k = 0; k < text.length; k++) {
    const c = text[k];
    if (c === '\\') k++;
    else if (c === '{' || c === '(') depth++;
    else if (c === '}' || c === ')') depth--;
    else if (c === '=' && depth === 0 && !/[<>!]/.test(text[k - 1] ?? '')) last = k;
  }
  return last;
}
