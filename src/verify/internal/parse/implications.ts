import type { Token } from './tokens/token-list.js';

/**
 * What stands after the last ⇒, "so" or "hence": x² = 4 ⇒ x = ±2 answers x = ±2. Behind a condition or a falsehood, p ⇒ 5 or
 * 1 = 2 ⇒ 5, nothing is said of 5 itself: there the arrow stays, which is no mathematics.
 */
export function conclusionOf(tokens: Token[]): Token[] {
  const at = tokens.findLastIndex((token, k) => isArrow(token) || (k > 0 && isConnective(token)));
  if (at < 0 || at >= tokens.length - 2) return tokens;
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)];
  if (tokens.some(isArrow)) return leadsTo(before, after) ? after : tokens;
  return isOfNumerals(before) ? tokens : after;
}

function isArrow({ kind, text }: Token): boolean {
  return kind === 'sign' && text === '⇒';
}

function isConnective({ kind, text }: Token): boolean {
  return kind === 'word' && /^(?:hence|so|thus|therefore)$/i.test(text);
}

/** Words that only say what a value is of, or that it follows. */
const NEUTRAL =
  /^(?:the|final|answers?|results?|totals?|sums?|values?|solutions?|area|volume|number|hence|so|thus|therefore|and|then)$/i;

/** Whether the premise is what the conclusion is worked out from: of the same unknown, or a calculation. */
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
