import { assigned, type Token } from './tokens-behind.js';
import {
  BELONGS,
  BELONGS_HAN,
  CONDITION,
  GOES_ON,
  IF_REFUSED,
  LISTED,
  OFFERS,
  OF_ANSWER,
  OR,
  PRONOUN,
  QUANTITIES,
  REFUSED,
  REFUSED_NEXT,
  SPOKEN,
  STARTS_WITH_OR,
  WEIGHED,
} from './words-behind.js';

/** A value behind an answer that nothing explains. */
export interface ValueBehind {
  readonly text: string;
  /** The word right behind it: its unit, or what is counted. */
  readonly unit?: string;
  /** The words say that it may be the answer. */
  readonly offered: boolean;
}

/** The sentence of the answer and this many more are read. */
const SENTENCES = 5;

/** @returns The values behind an answer that nothing around them explains; `before` is the text before the answer. */
export function valuesBehind(tokens: readonly Token[], said: string, before: string, unit?: string): ValueBehind[] {
  const found: ValueBehind[] = [];
  let from = 0;
  for (let k = 0; k <= SENTENCES && from < tokens.length; k++) {
    let to = from;
    while (to < tokens.length && tokens[to]!.kind !== 'stop') to++;
    const sentence = tokens.slice(from, to);
    if (sentence.length === 0) k--;
    else if (sentence.some((token) => mayOffer(token))) {
      const end = tokens[to]?.end ?? said.length;
      const text = said.slice(sentence[0]!.start, end);
      const next = said.slice(end).split(/[.!?。！？\n](?=\s|$)/, 1)[0]!;
      if (!REFUSED.test(text.replace(CONDITION, ' ')) && !REFUSED_NEXT.test(next))
        found.push(...unexplained(sentence, text, before, from === 0, unit));
    }
    from = to + 1;
  }
  return found;
}

/** The values of a sentence that nothing in it explains. */
function unexplained(
  sentence: readonly Token[],
  text: string,
  before: string,
  isFirst: boolean,
  unit?: string,
): ValueBehind[] {
  const found: ValueBehind[] = [];
  let explained: boolean | undefined;
  let last = -1;
  for (const [at, token] of sentence.entries()) {
    if (!mayOffer(token)) continue;
    const { kind, text: value } = token;
    const clause = clauseStart(sentence, at);
    const lead = wordsOf(sentence.slice(Math.max(clause, last + 1), at));
    const earlier = lead === '' ? wordsOf(sentence.slice(0, at)) : '';
    const offers = OFFERS.test(lead) || (last < 0 && (OFFERS.test(earlier) || IF_REFUSED.test(text)));
    const or = OR.test(lead) || (last < 0 && STARTS_WITH_OR.test(earlier));
    const owns = unit !== undefined && sentence[at + 1]?.text === unit ? 1 : 0;
    const next = sentence[at + 1 + owns];
    const goesOn = next?.kind === 'word' && GOES_ON.test(text.slice(next.start - sentence[0]!.start));
    const counted =
      next?.kind === 'word' &&
      (offers || or) &&
      isEnd(sentence[at + 2 + owns]) &&
      !/^\p{Script=Han}{3}/u.test(next.text);
    if (kind !== 'value' && !offers && !or) continue;
    if (kind === 'formula' && WEIGHED.test(text.slice(token.end - sentence[0]!.start))) continue;
    const strongly = offers && lead.split(' ').length < 7;
    const between = sentence.slice(last + 1, at);
    if (explained !== undefined && between.every(goesOnList)) explained = explained && !strongly;
    else if (last >= 0 && between.length > 0 && sentence[at - 1]!.text === ':') explained = true;
    else if (last >= clause && !offers && !or) explained = true;
    else if (lead !== '' && !offers && !or && !OF_ANSWER.test(lead) && isListed(sentence, at)) explained = true;
    else explained = !strongly && isExplained(sentence, clause, at, offers || or, before, isFirst);
    last = at;
    if (explained || isApposed(sentence, at) || !(isEnd(next) || goesOn || counted)) continue;
    found.push({
      text: value,
      offered: offers || (goesOn && !/^(?:if|unless)/i.test(next.text)),
      ...(owns > 0 ? { unit: unit! } : counted && !goesOn ? { unit: next.text } : {}),
    });
  }
  return found;
}

/** @returns The value that stands before the answer with an "or" between them: "6, or maybe", "either 6 or". */
export function offeredBefore(tokens: readonly Token[]): ValueBehind | undefined {
  let at = tokens.length - 1;
  while (at >= 0 && tokens[at]!.kind === 'word') at--;
  const words = wordsOf(tokens.slice(at + 1));
  if (!/^(?:or|oder|ou|或者?)(?: (?:maybe|perhaps|possibly|else|rather|even))?$/i.test(words)) return undefined;
  if (tokens[at]?.text === ',') at--;
  if (tokens[at]?.kind !== 'value') return undefined;
  return { text: tokens[at]!.text, offered: words.includes(' ') || /^either$/i.test(tokens[at - 1]?.text ?? '') };
}

/** Values, and where the words offer them, values in words and x = 5. */
function mayOffer({ kind, text }: Token): boolean {
  return kind === 'value' || kind === 'spelled' || (kind === 'formula' && assigned(text)[0] !== undefined);
}

/** What stands between the values of a list. */
export function goesOnList({ kind, text }: Token): boolean {
  return (kind === 'break' && text !== ':') || (kind === 'word' && LISTED.test(text));
}

/** Whether a value is the first of several, as "4 and 6" or "7, 8, 9" are: none of them alone is an answer. */
function isListed(sentence: readonly Token[], at: number): boolean {
  let last = at;
  for (let next = at + 1; next < sentence.length; next++) {
    const token = sentence[next]!;
    if (token.kind === 'value') last = next;
    else if (!goesOnList(token)) return last > at && token.kind !== 'word';
    else if (OR.test(token.text)) return false;
  }
  return last > at;
}

function isEnd(token: Token | undefined): boolean {
  return token === undefined || token.kind === 'break';
}

/** Whether a value between commas only names what stands before it: "another option, B, describes". */
function isApposed(sentence: readonly Token[], at: number): boolean {
  if (at < 2 || sentence[at - 1]!.text !== ',' || sentence[at + 1]?.text !== ',') return false;
  const next = sentence[at + 2];
  return next?.kind === 'word' && !/^(?:and|or|if|then|which|maybe|perhaps|possibly|i|depending)$/i.test(next.text);
}

/** Where the clause of a value starts: behind a break; a bracket after a word is no break, as in "equation (2)". */
function clauseStart(sentence: readonly Token[], at: number): number {
  for (let k = at - 1; k >= 0; k--) {
    const { kind, text } = sentence[k]!;
    if (kind === 'break' && !(text === '(' && k === at - 1 && sentence[k - 1]?.kind === 'word')) return k + 1;
  }
  return 0;
}

export function wordsOf(tokens: readonly Token[]): string {
  const words = tokens.filter(({ kind }) => kind === 'word' || kind === 'spelled');
  return words.map(({ text }) => text).join(' ');
}

/** Whether a value belongs to a computation, a reference or something else that the sentence speaks of. */
function isExplained(
  sentence: readonly Token[],
  clause: number,
  at: number,
  isOffered: boolean,
  before: string,
  isFirst: boolean,
): boolean {
  const place = sentence[at - 1]?.text === '(' ? at - 2 : at - 1;
  const previous = sentence[place];
  if (previous?.kind === 'operator' || sentence[at + 1]?.kind === 'operator') return true;
  if (previous?.kind === 'word') {
    if (BELONGS.test(previous.text) || BELONGS_HAN.test(previous.text)) return true;
    const isName = /^\p{Lu}\p{L}/u.test(previous.text) && (place > 0 || /^[A-Z]+$/.test(previous.text));
    if (isName) return true;
  }
  if (isOffered) return false;
  if (sentence.some(({ kind }) => kind === 'operator' || kind === 'formula')) return true;
  const own = wordsOf(sentence.slice(clause, at));
  const lead = (PRONOUN.test(own) ? wordsOf(sentence.slice(0, at)) : own).replace(CONDITION, ' ');
  if (OF_ANSWER.test(lead)) return false;
  // "and the father is 40" goes on with something else.
  if (isFirst && /(?:^| )and (?:the|his|her|their|every|each) \p{L}+ (?:is|are|was|were)$/iu.test(lead)) return true;
  return QUANTITIES.test(lead) || (SPOKEN.test(lead) && isSpokenOf(lead, before));
}

const COMMON = /^(?:this|that|with|then|also|other|would|value|number|have|final|correct)$/;

/** Whether the text before the answer speaks of what a sentence behind it does. */
function isSpokenOf(lead: string, before: string): boolean {
  const text = before.slice(-3000).toLowerCase();
  const words = lead.toLowerCase().split(' ');
  return words.some((word) => word.length > 3 && !COMMON.test(word) && text.includes(word));
}
