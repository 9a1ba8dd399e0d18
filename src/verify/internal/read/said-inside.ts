import { type Node, type NodeOf, numberNode } from '../parse/ast.js';
import { keyOf } from '../parse/walk.js';
import { cleanAnswer, flatten, wordsOf } from './clean.js';
import { meaningsOf, type ReadOptions } from './meanings.js';
import { multiplesOf, without, wordsNode } from './phrases.js';
import { predicates } from './prose.js';

/** "all real numbers except 2", "all real numbers greater than 2": ℝ without them, or an interval. */
function realsBut(flat: string, options: ReadOptions): Node | undefined {
  const match =
    /^(?:x (?:is|can be) )?(?:(?:all|any|every) )?(?:the )?reals?(?: numbers?| values?)?(?: x| of x)? (except(?: for)?|other than|but not|excluding|besides|(?:strictly )?(?:greater|more|larger|less|smaller|bigger) than(?: or equal to)?|not equal to|at least|at most) (.+)$/i.exec(
      flat,
    );
  const [value] = match === null ? [] : meaningsOf(match[2]!.replace(/^x\s*=\s*/, ''), options).nodes;
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

/** What a sentence, or an equation whose left side is not understood, says: its predicate, or its right side. */
export function readInside(text: string, options: ReadOptions): readonly Node[] | undefined {
  const flat = flatten(text);
  const quantified = readQuantified(flat, options);
  if (quantified !== undefined) return quantified;
  const twice = saidTwice(flat, options);
  if (twice !== undefined) return [twice];
  const reals = realsBut(flat, options);
  if (reals !== undefined) return [reals];
  const multiples =
    /^(?:x (?:is|=) )?(?:(?:all|any|every|the|an?) )?(?:(integer|integral|odd|even|whole) )?(?:integer )?multiples? of (.+)$/i.exec(
      flat,
    );
  if (multiples !== null) {
    const [step] = meaningsOf(multiples[2]!, options).nodes;
    const kind = multiples[1]?.toLowerCase();
    if (step === undefined || /^(?:list|tuple|relation|set)$/.test(step.kind)) return undefined;
    const double: Node = { kind: 'product', factors: [numberNode(2), step] };
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
    const { nodes } = meaningsOf(cleanAnswer(candidate), options);
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
  const node = words === undefined ? meaningsOf(text, options).nodes[0] : wordsNode(words, text);
  return node?.kind === 'number' ? node : undefined;
}

/** \int_0^1 x dx = \frac12: the value after the last equals sign. */
function readRightSide(text: string, options: ReadOptions): readonly Node[] | undefined {
  const at = lastEquals(text);
  if (at < 0) return undefined;
  const { nodes, unsupported } = meaningsOf(text.slice(0, at), options);
  // Only what stands for a value may be left unread: an integral, a limit, a probability.
  if (
    nodes.length > 0 ||
    (unsupported === undefined && !/^\s*(?:\\?(?:Pr|P|E|Var|operatorname)\b|[A-Za-z]\s*\(|\\?\||\\lvert\b)/.test(text))
  )
    return undefined;
  const right = meaningsOf(text.slice(at + 1), options);
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

const QUANTIFIED =
  /^(?:(?:the )?set of )?(?:all|any|every|each)(?: the| possible)? ?((?:positive |non-?negative |natural |real )?(?:integers?|numbers?|reals?|values? of|whole numbers?)|reals?)?\s*(?:of )?,?\s*([a-z]\b.*)$/i;
/** Letters that stand for whole numbers by convention. */
const WHOLE = /^[jklmn]$/;
const SET_NAMES: readonly (readonly [RegExp, 'Z+' | 'N' | 'Z' | 'R'])[] = [
  [/positive integer|natural/i, 'Z+'],
  [/non-?negative integer|whole/i, 'N'],
  [/integer/i, 'Z'],
  [/real/i, 'R'],
];

/**
 * Reads "all positive integers n ≥ 3" as the condition and the set of its letter. The set is left out if the letter implies it.
 *
 * @returns undefined for other words.
 */
function readQuantified(flat: string, options: ReadOptions): readonly Node[] | undefined {
  const [, kind = '', rest] = QUANTIFIED.exec(flat) ?? [];
  if (rest === undefined) return undefined;
  const { nodes } = meaningsOf(
    rest.replace(/^([a-z])\s+(?:such that|with|satisfying|where)\s+(?=\1\b|\$?\\?[a-z(\d|])/i, ''),
    options,
  );
  const [node] = nodes;
  const subject = node?.kind === 'relation' ? node.operands.find((operand) => operand.kind === 'symbol') : undefined;
  if (node?.kind !== 'relation' || subject?.kind !== 'symbol') return undefined;
  const set = SET_NAMES.find(([pattern]) => pattern.test(kind))?.[1];
  // There is no name for the positive reals, so the sign is a second relation.
  if (set !== 'Z+' && set !== 'N' && /positive|negative/i.test(kind)) {
    return both(node, {
      kind: 'relation',
      operands: [subject, numberNode(0)],
      operators: [/non/i.test(kind) ? '≥' : '>'],
    });
  }
  const isWhole = WHOLE.test(subject.name);
  const isImplied = set === undefined || (set === 'R' ? !isWhole : isWhole && (set === 'Z' || isAbove(node)));
  if (isImplied) return nodes;
  return both(node, { kind: 'relation', operands: [subject, { kind: 'numbers', name: set ?? 'Z' }], operators: ['∈'] });
}

const both = (left: Node, right: Node): readonly Node[] => [{ kind: 'list', items: [left, right], joins: [','] }];

/** Whether the relation implies that the letter is not negative: n > 0 and n ≥ 3 do, n ≤ 5 and n ≥ −3 do not. */
function isAbove({ operators, operands }: NodeOf<'relation'>): boolean {
  const [left, right] = operands;
  const isFirst = left!.kind === 'symbol';
  const bound = isFirst ? right! : left!;
  return (
    operators.length === 1 &&
    (isFirst ? /^[>≥]$/ : /^[<≤]$/).test(operators[0]!) &&
    bound.kind === 'number' &&
    bound.value.n >= 0n
  );
}
