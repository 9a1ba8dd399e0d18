import { numberNode, type Node } from '../parse/ast.js';
import { keyOf } from '../parse/walk.js';
import { cleanAnswer, flatten, wordsOf } from './clean.js';
import { meaningsOf, type ReadOptions } from './meanings.js';
import { multiplesOf, without, wordsNode } from './phrases.js';
import { predicates } from './prose.js';
import { readQuantified } from './quantified.js';

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
