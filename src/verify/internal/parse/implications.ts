import type { Link } from './ast.js';
import type { Token } from './tokens/token-list.js';

/** A conclusion of an answer and its premise. */
export interface Argument {
  readonly premises: readonly Token[][];
  readonly conclusion: Token[];
  readonly link: Link;
}

/**
 * Parts a text at its arrows, "so" or "hence": of x² = 4 ⇒ x = ±2 the conclusion is x = ±2. Behind a condition or a falsehood,
 * p ⇒ 5 or 1 = 2 ⇒ 5, nothing is said of 5 itself: there the arrow stays, which is no mathematics. "x > 3, since 2x > 6" argues
 * in the other order.
 *
 * @returns undefined where nothing is concluded.
 */
export function argumentOf(tokens: readonly Token[]): Argument | undefined {
  const reason = tokens.findIndex((token, k) => k > 0 && isReason(token));
  if (reason > 0)
    return { premises: [withoutEnd(tokens.slice(reason + 1))], conclusion: tokens.slice(0, reason), link: 'since' };
  const isLink = (token: Token, k: number): boolean => isArrow(token) || (k > 0 && isConnective(token));
  const at = tokens.findLastIndex(isLink);
  if (at < 0 || at >= tokens.length - 2) return undefined;
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)];
  const link = tokens.some(isArrow) ? '⇒' : 'so';
  const isSaid = link === '⇒' ? leadsTo(before, after) : !isOfNumerals(before);
  if (!isSaid) return undefined;
  const premises: Token[][] = [[]];
  for (const [k, token] of before.entries()) {
    if (isLink(token, k)) premises.push([]);
    else premises.at(-1)!.push(token);
  }
  return { premises: premises.map(withoutEnd), conclusion: after, link };
}

/** A premise without the comma that parts it from what follows. */
function withoutEnd(tokens: readonly Token[]): Token[] {
  const last = tokens.findLastIndex(({ kind, text }) => kind !== 'end' && !/^[,;.:]$/.test(text));
  return tokens.slice(0, last + 1);
}

/** ⇒, or ⇔, which says the same of both sides. */
function isArrow({ kind, text }: Token): boolean {
  return kind === 'sign' && (text === '⇒' || text === '⇔');
}

function isConnective({ kind, text }: Token): boolean {
  return kind === 'word' && /^(?:hence|so|thus|therefore|所以|因此|因而|从而|故)$/i.test(text);
}

function isReason({ kind, text }: Token): boolean {
  return kind === 'word' && /^(?:since|because)$/i.test(text);
}
/** Words that only say what a value is of, or that it follows. */
const NEUTRAL =
  /^(?:the|final|answers?|results?|totals?|sums?|values?|solutions?|area|volume|number|hence|so|thus|therefore|and|then)$/i;

/** Whether the conclusion follows from the premise: it has the same unknown, or is a calculation. */
function leadsTo(before: readonly Token[], after: readonly Token[]): boolean {
  const words = before.filter(({ kind }) => kind === 'word');
  if (words.length === before.length) return words.every(({ text }) => NEUTRAL.test(text));
  if (isOfNumerals(before) || words.some(({ text }) => /^(?:false|true)$/i.test(text))) return false;
  const isRelated = before.some(({ kind }) => kind === 'relation');
  // 2 + 3 ⇒ 5
  const isCalculation =
    before.length > 2 && before.every(({ kind, text }) => kind === 'number' || /^[-+*/^(){}]$/.test(text));
  if (!isRelated) return isCalculation || sharesLetter(before, after);
  // x = 3 + 4 = 7 ⇒ 7
  const said = after.filter(({ kind }) => kind !== 'end');
  const last = before.slice(before.length - said.length);
  const isRepeated =
    before.at(-said.length - 1)?.kind === 'relation' && said.every(({ text }, k) => text === last[k]!.text);
  return isRepeated || sharesLetter(before, after);
}

/** Whether both speak of the same unknown, the conclusion in a relation. */
function sharesLetter(before: readonly Token[], after: readonly Token[]): boolean {
  const names = new Set(before.filter(isName).map(({ text }) => text));
  return after.some(({ kind }) => kind === 'relation') && after.some((token) => isName(token) && names.has(token.text));
}

function isName({ kind, textual }: Token): boolean {
  return kind === 'letter' && !textual;
}

/** 1 = 2, 0 \ne 0: a statement about numbers as they are, true or false. */
function isOfNumerals(tokens: readonly Token[]): boolean {
  return (
    tokens.some(({ kind }) => kind === 'relation') &&
    tokens.every(({ kind, text }) => kind === 'number' || kind === 'relation' || /^[-,]$/.test(text) || text === 'not')
  );
}
