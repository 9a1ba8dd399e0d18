import { numberNode, type Node } from '../parse/ast.js';
import { flatten } from './clean.js';
import { spelledNumber } from './number-words.js';

const EMPTY: Node = { kind: 'numbers', name: 'empty' };
const NOUGHT = numberNode(0);
const REALS: Node = { kind: 'numbers', name: 'R' };

const INFINITY: Node = { kind: 'constant', name: 'infinity' };

/** "all nonzero real numbers", "positive reals", "x is any negative real number" */
function realSet(kind: string): RegExp {
  return new RegExp(
    `^(?:x (?:is )?)?(?:all |every |any |set of (?:all )?)?(?:${kind} reals?(?: numbers?| values?)?|reals? ${kind} numbers?)(?: x)?$`,
  );
}

/** @returns The real numbers without these. */
export function without(excluded: Node): Node {
  return { kind: 'setOperation', operation: '∖', left: REALS, right: excluded };
}

/** Phrases that say what a formula could: by pattern over the words of an answer. */
const PHRASES: readonly (readonly [RegExp, Node])[] = [
  [
    /^(?:there (?:is|are) )?no (?:real |valid |such |integer |possible |positive )*(?:solutions?|roots?|values?|answers?|real numbers?|numbers?)(?: exists?)?$/,
    EMPTY,
  ],
  [/^(?:empty set|empty|none|null set|no such \w+(?: exists?)?|impossible)$/, EMPTY],
  [
    /^(?:all (?:the )?reals?(?: numbers?)?|all real values(?: of [a-z])?|every real number|any real number|reals|real numbers|set of (?:all )?real numbers)$/,
    REALS,
  ],
  [realSet('non ?zero'), without({ kind: 'set', items: [NOUGHT] })],
  [realSet('(?:strictly )?positive'), { kind: 'numbers', name: 'R+' }],
  [realSet('(?:strictly )?negative'), { kind: 'numbers', name: 'R-' }],
  [realSet('non ?negative'), { kind: 'tuple', items: [NOUGHT, INFINITY], open: '[', close: ')' }],
  [
    realSet('non ?positive'),
    { kind: 'tuple', items: [{ kind: 'negative', operand: INFINITY }, NOUGHT], open: '(', close: ']' },
  ],
  [/^(?:all |every |any |set of (?:all )?)?integers?$/, { kind: 'numbers', name: 'Z' }],
  [/^(?:all |every |any |set of (?:all )?)?natural numbers?$/, { kind: 'numbers', name: 'N' }],
  [/^(?:all |every |any |set of (?:all )?)?positive integers?$/, { kind: 'numbers', name: 'Z+' }],
  [/^(?:all |every |any |set of (?:all )?)?rational numbers?$/, { kind: 'numbers', name: 'Q' }],
  [/^(?:all |every |any |set of (?:all )?)?complex numbers?$/, { kind: 'numbers', name: 'C' }],
  [
    /^(?:undefined|does not exist|dne|doesnt exist|doesn t exist|doesn exist|not defined|nonexistent|limit does not exist)$/,
    { kind: 'text', words: 'undefined' },
  ],
  [/^(?:it )?(?:diverges|divergent|is divergent)$/, { kind: 'text', words: 'diverges' }],
  [
    /^(?:infinitely many(?: solutions)?|infinite(?: number of)? solutions|infinite number|infinitely many values|infinite)$/,
    { kind: 'text', words: 'infinitely many' },
  ],
  [/^(?:positive )?infinity$/, { kind: 'constant', name: 'infinity' }],
  [/^negative infinity$/, { kind: 'negative', operand: { kind: 'constant', name: 'infinity' } }],
  [/^origin$/, { kind: 'tuple', items: [NOUGHT, NOUGHT], open: '(', close: ')' }],
  [/^(?:yes|yeah|yep)$/, { kind: 'text', words: 'yes' }],
  [/^(?:no|nope)$/, { kind: 'text', words: 'no' }],
];

const TWO = numberNode(2);
const INDEX: Node = { kind: 'symbol', name: 'k' };
const ANY_INTEGER: Node = { kind: 'relation', operands: [INDEX, { kind: 'numbers', name: 'Z' }], operators: ['∈'] };

/** @returns k times a number for every integer k; `halfway`: k times it and half of it more. */
export function multiplesOf(step: Node, halfway: boolean): Node {
  const multiple: Node = { kind: 'product', factors: [INDEX, step] };
  const value: Node = halfway
    ? { kind: 'sum', terms: [multiple, { kind: 'quotient', over: step, under: TWO }] }
    : multiple;
  return { kind: 'list', items: [value, ANY_INTEGER], joins: [';'] };
}

/** @returns What a phrase such as "no solution" or "all positive reals" stands for; undefined for other words. */
function phraseNode(words: string): Node | undefined {
  const parity = /^(?:all |every |any |set of (?:all )?)?(even|odd) (?:integers?|whole numbers?)$/.exec(words)?.[1];
  if (parity !== undefined) return multiplesOf(TWO, parity === 'odd');
  for (const [pattern, node] of PHRASES) if (pattern.test(words)) return node;
  const leading = /^(yes|no|true|false)\b/.exec(words)?.[1];
  return leading === words ? { kind: 'text', words } : undefined;
}

const OTHER_VERDICT =
  /(?:^|[,.;:(]\s*|\b(?:and|or|but|actually|wait|maybe|then|perhaps)\s+)(?:yes|no|true|false|maybe|not sure)\s*(?:$|[,.;:!?)])/i;

/** "Yes, if n is odd" is not yes, nor is "yes, it is not". */
const CONDITION =
  /^(?:but |and )?(?:only |even )?(?:if|unless|when|whenever|only|provided|assuming|except|as long as|in case|for (?:some|odd|even)|but|or)\b|^(?:it|that|this)(?:'s| is| does| can)(?: not|n't|not)?\s*(?:not|never|false|wrong|incorrect|untrue|impossible)\b/i;

/** "Yes; otherwise no" */
const OTHERWISE = /\b(?:otherwise|else|elsewise|alternatively|if not|possibly|perhaps)\b/i;

/** "Yes, because …": the word that answers, where the sentence only explains it. */
export function leadingVerdict(text: string): string | undefined {
  const match = /^(yes|no|true|false)(?:\s*[,.;:]\s*|\s+-+\s+)(?=\S)/i.exec(text);
  if (match === null) return undefined;
  const rest = text.slice(match[0].length);
  // "yes, no" and "no. Wait, yes." take it back; "yes, 1" explains nothing.
  return OTHER_VERDICT.test(rest) || CONDITION.test(rest) || OTHERWISE.test(rest) || !/[A-Za-z]{2}/.test(rest)
    ? undefined
    : match[1]!.toLowerCase();
}

/** What words alone stand for: a number or a phrase. */
export function wordsNode(words: string, text: string): Node | undefined {
  const value = spelledNumber(flatten(text).replace(/[{}.,!]/g, ''));
  return value === undefined ? phraseNode(words) : { kind: 'number', value };
}
