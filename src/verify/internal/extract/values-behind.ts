import { assigned, SENTENCES, type Token } from './tokens-behind.js';
import {
  AS_SECOND,
  BELONGS,
  BELONGS_HAN,
  CONDITION,
  ENDS_IN_VERB,
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
  STARTS_WITH_OR,
  WEIGHED,
} from './words-behind.js';

/** An unexplained value behind an answer. */
export interface ValueBehind {
  readonly text: string;
  /** The word right behind it: its unit or the counted thing. */
  readonly unit?: string;
  /** The words offer it as the answer. */
  readonly offered: boolean;
}

/** @returns The unexplained values in `behind`, the text behind an answer; `before` is the text before the answer. */
export function valuesBehind(tokens: readonly Token[], behind: string, before: string, unit?: string): ValueBehind[] {
  const found: ValueBehind[] = [];
  let from = 0;
  for (let k = 0; k < SENTENCES && from < tokens.length; k++) {
    let to = from;
    while (to < tokens.length && tokens[to]!.kind !== 'stop') to++;
    const sentence = tokens.slice(from, to);
    if (sentence.length === 0) k--;
    else if (sentence.some((token) => mayOffer(token))) {
      const end = tokens[to]?.end ?? behind.length;
      const text = behind.slice(sentence[0]!.start, end);
      const next = behind.slice(end).split(/[.!?。！？\n](?=\s|$)/, 1)[0]!;
      const values = unexplained(sentence, text, before, from === 0, unit);
      if (values.length > 0 && !REFUSED.test(text.replace(CONDITION, ' ')) && !REFUSED_NEXT.test(next))
        found.push(...values);
    }
    from = to + 1;
  }
  return found;
}

/** A value in its sentence, with the properties that the rules test. */
interface Place {
  readonly sentence: readonly Token[];
  readonly at: number;
  /** The index of the first token of its clause. */
  readonly clause: number;
  /** The index of the value before it in the sentence, or -1, and whether that value is explained. */
  readonly previous: number;
  readonly isPreviousExplained: boolean;
  /** The words before it, from the start of its clause or the value before. */
  readonly lead: string;
  /** The words before it offer it as another answer. */
  readonly offers: boolean;
  /** The words before it offer it as another answer, or "or" stands before it. */
  readonly isOffered: boolean;
  /** The answer is in the same sentence. */
  readonly isFirst: boolean;
  /** The text before the answer. */
  readonly before: string;
}

/** A rule that decides whether a sentence explains a value in it. */
interface Rule {
  readonly name: string;
  readonly applies: (place: Place) => boolean;
  readonly explains: boolean;
}

/** The first rule that applies decides. A value to which no rule applies is not explained. */
const RULES: readonly Rule[] = [
  {
    name: 'a further value of a list is explained if the value before it is: "8 or 9"',
    applies: (place) => isFurther(place) && place.isPreviousExplained && !isShortOffer(place),
    explains: true,
  },
  { name: 'else a further value of a list is not explained', applies: isFurther, explains: false },
  {
    name: 'a value behind a colon belongs to the value before it',
    applies: ({ sentence, at, previous }) => previous >= 0 && at - previous > 1 && sentence[at - 1]!.text === ':',
    explains: true,
  },
  {
    name: 'a second value of one clause belongs to the first',
    applies: ({ clause, previous, isOffered }) => previous >= clause && !isOffered,
    explains: true,
  },
  {
    name: 'a list of values of something holds no single answer',
    applies: ({ sentence, at, lead, isOffered }) =>
      lead !== '' && !isOffered && !OF_ANSWER.test(lead) && isListed(sentence, at),
    explains: true,
  },
  { name: 'a short offer needs no other sign', applies: isShortOffer, explains: false },
  {
    name: 'an operand belongs to its computation',
    applies: ({ sentence, at }) =>
      wordBefore(sentence, at)?.kind === 'operator' || sentence[at + 1]?.kind === 'operator',
    explains: true,
  },
  { name: 'a preposition, a verb or a numbered thing takes its value', applies: belongsToWord, explains: true },
  {
    name: 'an offered value is another answer, whatever else its sentence holds',
    applies: ({ isOffered }) => isOffered,
    explains: false,
  },
  {
    name: 'a sentence with a computation explains its values',
    applies: ({ sentence }) => sentence.some(({ kind }) => kind === 'operator' || kind === 'formula'),
    explains: true,
  },
  { name: 'a value of the answer is an answer', applies: (place) => OF_ANSWER.test(subjectOf(place)), explains: false },
  {
    name: 'the sentence goes on with the value of something else: "and the father is 40"',
    applies: (place) =>
      place.isFirst &&
      /(?:^| )and (?:the|his|her|their|every|each) \p{L}+ (?:is|are|was|were)$/iu.test(subjectOf(place)),
    explains: true,
  },
  { name: 'a quantity has its value', applies: (place) => QUANTITIES.test(subjectOf(place)), explains: true },
  {
    name: 'something that the solution mentioned has its value',
    applies: (place) => {
      const subject = subjectOf(place);
      return ENDS_IN_VERB.test(subject) && isMentioned(subject, place.before);
    },
    explains: true,
  },
];

/** The values of a sentence that no rule explains. */
function unexplained(
  sentence: readonly Token[],
  text: string,
  before: string,
  isFirst: boolean,
  unit?: string,
): ValueBehind[] {
  const found: ValueBehind[] = [];
  const textFrom = (place: number): string => text.slice(place - sentence[0]!.start);
  let isPreviousExplained = false;
  let previous = -1;
  for (const [at, token] of sentence.entries()) {
    if (!mayOffer(token)) continue;
    const clause = clauseStart(sentence, at);
    const lead = wordsOf(sentence.slice(Math.max(clause, previous + 1), at));
    const opening = previous < 0 ? wordsOf(sentence.slice(0, at)) : '';
    const earlier = lead === '' ? opening : '';
    const isSecond =
      AS_SECOND.test(textFrom(token.end)) ||
      (OF_ANSWER.test(lead) && ENDS_IN_VERB.test(lead) && STARTS_WITH_OR.test(opening));
    const offers = OFFERS.test(lead) || (previous < 0 && (isSecond || OFFERS.test(earlier) || IF_REFUSED.test(text)));
    const isOffered = offers || OR.test(lead) || (previous < 0 && STARTS_WITH_OR.test(earlier));
    if (token.kind !== 'value' && !isOffered) continue;
    if (token.kind === 'formula' && assigned(token.text)[0] === undefined && !OF_ANSWER.test(lead)) continue;
    if (token.kind === 'formula' && WEIGHED.test(textFrom(token.end))) continue;
    const place: Place = {
      sentence,
      at,
      clause,
      previous,
      isPreviousExplained,
      lead,
      offers,
      isOffered,
      isFirst,
      before,
    };
    const rule = RULES.find(({ applies }) => applies(place));
    isPreviousExplained = rule?.explains ?? false;
    previous = at;
    if (isPreviousExplained || isApposed(sentence, at)) continue;
    const owns = unit !== undefined && sentence[at + 1]?.text === unit;
    const end = owns ? at + 2 : at + 1;
    const next = sentence[end];
    const goesOn = next?.kind === 'word' && GOES_ON.test(textFrom(next.start));
    const isCounted = isOffered && countsIn(sentence, end);
    if (!isEnd(next) && !goesOn && !isCounted) continue;
    found.push({
      text: token.text,
      offered: offers || (goesOn && !/^(?:if|unless)/i.test(next.text)),
      ...(owns ? { unit } : isCounted && !goesOn ? { unit: next!.text } : {}),
    });
  }
  return found;
}

/** Whether only list words stand between a value and the value before it. */
function isFurther({ sentence, at, previous }: Place): boolean {
  return previous >= 0 && sentence.slice(previous + 1, at).every(goesOnList);
}

/** Whether at most six words offer the value. */
function isShortOffer({ offers, lead }: Place): boolean {
  return offers && lead.split(' ').length < 7;
}

/** The token before a value, without an opening bracket between them. */
function wordBefore(sentence: readonly Token[], at: number): Token | undefined {
  return sentence[sentence[at - 1]?.text === '(' ? at - 2 : at - 1];
}

function belongsToWord({ sentence, at }: Place): boolean {
  const word = wordBefore(sentence, at);
  if (word?.kind !== 'word') return false;
  if (BELONGS.test(word.text) || BELONGS_HAN.test(word.text)) return true;
  // A capitalized word, as in Theorem 5; at the start of a sentence only a word in capitals.
  return /^\p{Lu}\p{L}/u.test(word.text) && (word !== sentence[0] || /^[A-Z]+$/.test(word.text));
}

/** The words before a value in its clause; if they are only a pronoun and a verb, in its sentence. */
function subjectOf({ sentence, clause, at }: Place): string {
  const own = wordsOf(sentence.slice(clause, at));
  return (PRONOUN.test(own) ? wordsOf(sentence.slice(0, at)) : own).replace(CONDITION, ' ');
}

/** Whether the token is a counted thing: one word at the end of its clause. */
function countsIn(sentence: readonly Token[], at: number): boolean {
  const word = sentence[at];
  return word?.kind === 'word' && isEnd(sentence[at + 1]) && !/^\p{Script=Han}{3}/u.test(word.text);
}

/** Whether the token may be another answer: a value, a value in words or an equation such as x = 5. */
function mayOffer({ kind, text }: Token): boolean {
  return kind === 'value' || kind === 'spelled' || (kind === 'formula' && /=[^=<>]+$/.test(text));
}

/** Whether the token may stand between the values of a list. */
export function goesOnList({ kind, text }: Token): boolean {
  return (kind === 'break' && text !== ':') || (kind === 'word' && LISTED.test(text));
}

/** Whether a value is the first of a list, as in "4 and 6" or "7, 8, 9". */
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

/** Whether a value between commas names the thing before it: "another option, B, describes". */
function isApposed(sentence: readonly Token[], at: number): boolean {
  if (at < 2 || sentence[at - 1]!.text !== ',' || sentence[at + 1]?.text !== ',') return false;
  const next = sentence[at + 2];
  return next?.kind === 'word' && !/^(?:and|or|if|then|which|maybe|perhaps|possibly|i|depending)$/i.test(next.text);
}

/** @returns The index of the first token of the clause. A bracket after a word starts no clause: "equation (2)". */
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

const COMMON = /^(?:this|that|with|then|also|other|would|value|number|have|final|correct)$/;

/** Whether the text before the answer mentions the subject of a sentence behind it. */
function isMentioned(lead: string, before: string): boolean {
  const text = before.slice(-3000).toLowerCase();
  const words = lead.toLowerCase().split(' ');
  return words.some((word) => word.length > 3 && !COMMON.test(word) && text.includes(word));
}
