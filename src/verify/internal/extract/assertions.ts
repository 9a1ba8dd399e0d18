import { isDisowned, withoutHarmless } from './disowned.js';
import { endsThere } from './endings.js';
import { isDeclaredAbroad } from './foreign.js';
import { isKnownOpening } from './openings.js';
import { isReconsidered, isTakenBack } from './retractions.js';
import { plain, REACH, sentenceEnd, sentenceStart } from './sentences.js';

/**
 * Whether a value in running text is what the text says, or only something it is made of, denied, supposed or asked for.
 * What is not plainly asserted is no answer: half of 12 is not 12.
 */
export function isAsserted(text: string, start: number, end: number): boolean {
  const from = sentenceStart(text, start);
  const stop = sentenceEnd(text, end);
  const next = text.slice(stop, end + REACH);
  const said = text.slice(end, stop);
  const before = withoutHarmless(plain(text.slice(from, start)));
  const rest = plain(said);
  if (isQuestion(said, before) || isTakenBack(next) || isReconsidered(next, text.slice(start, end))) return false;
  const abroad = isDeclaredAbroad(before, rest);
  if (abroad !== undefined) return abroad;
  if (!isKnownOpening(before) || !endsThere(rest)) return false;
  if (isDisowned(before, rest, next) || IMPLIED.test(before)) return false;
  return !SUPPOSED.test(before.replace(CONDITION, '')) && !UNSURE.test(before) && !GUESSED.test(before);
}

/** 1 = 2 ⇒, ⊥ →, p implies: of what stands behind it nothing is said. */
const IMPLIED =
  /(?:(?:^|[\s:(])-?[\d.]+\s*(?:[=≠<>≤≥]|\\(?:neq?|l[et]|g[et]|leq|geq)(?![A-Za-z]))\s*-?[\d.]+|⊥|\\bot|\b(?:false(?:hood)?|contradiction|[pq]))\s*(?:=+>|-+>|[⇒→⟹⟶⊢⊨]|\\(?:implies|to|vdash|models|(?:L|l)?ong(?:R|r)ightarrow|[Rr]ightarrow)(?![A-Za-z])|implies|entails)\s*$/i;

/** A sentence that ends in a question mark, unless what comes before the value was the question. */
function isQuestion(rest: string, before: string): boolean {
  return /[?？]$/.test(rest) && !before.includes('?');
}

const SUPPOSED =
  /^(?:(?:so|now|then|but|and|well|ok(?:ay)?|hmm|first|next|wait)\b[,]?\s+)*(?:suppose|assume|assuming|if|unless|whether|had|were|imagine|pretend|let(?:'s|’s| us)? (?:say|suppose|assume|guess|try)|is|are|was|could|can|would|does|do|did|might|should|may)\b|\b(?:suppos\w+|assum\w+|imagine|pretend|doubt|whether|unless)\b[^,]*$|\b(?:nobody|no one|(?:some|many) (?:say|think|claim|believe|guess)|first guess|i (?:first |once )?thought|for the answer to be)\b[^,;]*$/i;

/** A condition that is over before the value: "if x is 3, then y is". */
const CONDITION = /^(?:\w+,?\s+)?if\b[^,]*,\s*(?:then\b)?/i;

/** The sentence says that nothing is known. */
const UNSURE =
  /\b(?:i|we) (?:cannot|can't|could not|couldn't|do not|don't|am not|are not|did not|didn't) (?:determine|decide|know|find|say|tell|solve|compute|(?:be )?(?:sure|certain))|\b(?:unable to|no idea|not enough information)\b|\bcannot be (?:determined|decided|known|solved)\b|\b(?:another|other|second|alternative) (?:possible |valid )?answer\b/i;

/** A verb that only guesses, unless another one follows: "the smallest it could be is 19". */
const GUESSED =
  /\b(?:could|can|might|may|cannot|can't|couldn't|won't|wouldn't|(?:used|known|thought|said|supposed|claimed) to)(?: possibly| not| never| also| have| well)*\s+(?:be|been|equal)\b(?!.*(?:\b(?:is|are|was|were|equals?|gives?|be|get|have|has|find)\b|[=≈:]))/i;
