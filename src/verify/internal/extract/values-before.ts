import { sentenceStart } from './sentences.js';
import { tokensBehind, type Token } from './tokens-behind.js';
import { goesOnList, wordsOf, type ValueBehind } from './values-behind.js';

/** How much of the answer's own sentence is read before it. */
const BEFORE = 200;
/** Without any of these the words before an answer offer no other. */
const MAY_OFFER =
  /\b(?:answer|guess|one of|possib|candidat|option|choice|maybe|perhaps|could|might|may|can|down to|torn)|答案|可能|也许|或许|之一/i;

/** Every value has a digit, a command or formula signs in it. */
const MAY_HOLD = /\d|\\[A-Za-z([]|\$[^$]+\$/;

/** What makes a list of values a list of answers: "one of", "my answers are", "torn between". */
const ANSWERS_ARE =
  /(?:(?<!\p{L})(?:(?:one|any|some|either) of|(?:narrow(?:ed)?|comes?|came|boils?) (?:it |this |things )?down to|(?:torn|hesitat\p{L}+|waver\p{L}+|choos\p{L}+|toss-?up|undecided) between|(?:answers?|guess(?:es)?|possibilit(?:y|ies)|candidates?|options|choices|alternatives) (?:is|are|include|(?:could|might|may|can|would) be)(?: either)?|possible (?:answers|guesses|candidates))|答案(?:可能|也许|或许)?(?:就?是|为|有)?)$/iu;
/** "one of these", behind the list. */
const ONE_OF = /^[\s$)}\]]*(?:中的?(?:一个|某个|之?一)|之一)/u;

/** What makes a second possibility of the answer: "could also be", "perhaps", 也可能是. */
const ALSO =
  /^(?:(?:and|but|or|yet) )?(?:(?:it|this|that|the answer) )?(?:(?:could|might|may|can)(?: just)?(?: (?:as well|also|equally|well|possibly|even))* be|(?:maybe|perhaps|possibly|alternatively|otherwise|else)(?: (?:even|also))?)$|^(?:[也亦还還又]|或者?)*(?:可能|也许|或许|说不定|没准)(?:会|就)?(?:是|为|為)?$/iu;
/** What is said of the first: it, or the answer. */
const OF_ANSWER =
  /^$|(?<!\p{L})(?:answer|result|solution|value|guess|it|this|that|maybe|perhaps|possibly)(?: \p{L}+){0,3}$|(?:答案|结果|可能|也许|或许)\p{Script=Han}{0,4}$/iu;

/** @returns The value that the answer's own sentence offers before it as another answer: "one of 21, 22 and", "10, maybe". */
export function valueBefore(text: string, start: number, after: string, letters: boolean): ValueBehind | undefined {
  const own = text.slice(Math.max(sentenceStart(text, start), start - BEFORE), start);
  const isOneOf = ONE_OF.test(after);
  if (!letters && !MAY_HOLD.test(own)) return undefined;
  if (!isOneOf && !MAY_OFFER.test(own)) return undefined;
  const tokens = tokensBehind(own, false, letters);
  let at = tokens.length - 1;
  while (at >= 0 && isBetween(tokens[at]!)) at--;
  if (tokens[at]?.kind !== 'value') return undefined;
  const found = { text: tokens[at]!.text, offered: true };
  const between = tokens.slice(at + 1);
  if (ALSO.test(wordsOf(between))) return OF_ANSWER.test(leadOf(tokens, at)) ? found : undefined;
  if (between.length === 0 || !between.every(goesOnList)) return undefined;
  while (
    at > 0 &&
    (tokens[at - 1]!.kind === 'value' || (goesOnList(tokens[at - 1]!) && tokens[at - 2]?.kind === 'value'))
  )
    at--;
  return isOneOf || ANSWERS_ARE.test(leadOf(tokens, at)) ? found : undefined;
}

function isBetween({ kind, text }: Token): boolean {
  return kind === 'word' || (kind === 'break' && /^[,，、;；(（]$/.test(text));
}

/** The words of its clause before a value. */
function leadOf(tokens: readonly Token[], at: number): string {
  const end = tokens[at - 1]?.text === ':' || tokens[at - 1]?.text === '：' ? at - 1 : at;
  let from = end;
  while (from > 0 && /^(?:word|spelled)$/.test(tokens[from - 1]!.kind)) from--;
  const lead = wordsOf(tokens.slice(from, end));
  return from > 0 && tokens[from - 1]!.kind !== 'break' && tokens[from - 1]!.kind !== 'stop' ? `… ${lead}` : lead;
}
