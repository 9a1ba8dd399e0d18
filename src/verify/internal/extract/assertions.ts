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
  if (isDisowned(before, rest, next)) return false;
  const after = plain(withoutReason(said));
  if (SUPPOSED.test(before.replace(CONDITION, '')) || CHANGED_AFTER.test(after)) return false;
  const clause = before.slice(clauseStart(before));
  if (UNSURE.test(before)) return false;
  const verb = lastVerb(before);
  if (verb === undefined) return !DENIED.test(clause);
  return !MODAL.test(verb.text) && !WRONG.test(verb.subject) && !DENIED.test(verb.tail);
}

const CLAUSE = /;|,\s+(?:so|but|then|hence|thus|therefore|we|which|and|giving|the|it)\b/gi;

function clauseStart(before: string): number {
  return Math.max(0, ...[...before.matchAll(CLAUSE)].map((match) => match.index + 1));
}

/** Reasons and remarks after a value say nothing against it: "19, since 20 is wrong". */
function withoutReason(after: string): string {
  return after.replace(
    /(?:[,;]?\s+(?:since|because|as|instead of|rather than)\b|[,;]\s*(?:and |but )?(?:not|which|where|so)\b|\s\().*$/is,
    '',
  );
}

/** A sentence that ends in a question mark, unless what comes before the value was the question. */
function isQuestion(rest: string, before: string): boolean {
  return /[?？]$/.test(rest) && !before.includes('?');
}

const SUPPOSED =
  /^(?:(?:so|now|then|but|and|well|ok(?:ay)?|hmm|first|next|wait)\b[,]?\s+)*(?:suppose|assume|assuming|if|unless|whether|had|were|imagine|pretend|let(?:'s|’s| us)? (?:say|suppose|assume|guess|try)|is|are|was|could|can|would|does|do|did|might|should|may)\b|\b(?:suppose|supposing|assume|assuming|imagine|pretend|doubt|whether|unless)\b[^,]*$|\b(?:it (?:is|would be) (?:false|wrong|incorrect|untrue|unlikely|impossible|a mistake|doubtful)|nobody|no one|(?:some|many|others|people|someone|one) (?:might |may |could |would |will )?(?:say|think|claim|believe|guess)s?|first guess|i (?:first |once )?thought|for the answer to be)\b[^,;]*$/i;

/** A condition that is over before the value: "if x is 3, then y is". */
const CONDITION = /^(?:\w+,?\s+)?if\b[^,]*,\s*(?:then\b)?/i;

/** What is said of a value after it: it is not the value that is said then. */
const CHANGED_AFTER =
  /^[,)\]\s]*(?:squared|cubed|factorial|hundred|thousand|million|billion|trillion|dozen|tenths|hundredths|halves|thirds|quarters|fourths|fifths|sixths|sevenths|eighths|ninths|(?:plus|minus|times|over|divided by|multiplied by|modulo|mod|to the)\b|raised to|in base|base\b|or\b|(?:more|less|fewer|greater|larger|smaller|bigger|higher|lower)\b(?! (?:precisely|simply|generally|formally))|too (?:many|few|large|small|big|much|little|high|low)|(?:only )?if\b|unless\b|at (?:most|least)|digits?\b|-?\s?digit\b|or (?:so|more|less|fewer))/i;

/** The sentence says that nothing is known. */
const UNSURE =
  /\b(?:i|we) (?:cannot|can't|could not|couldn't|do not|don't|am not|are not|did not|didn't) (?:determine|decide|know|find|say|tell|be sure|solve|compute|sure|certain|figure)|\b(?:unable to|no idea|not enough information)\b|\bcannot be (?:determined|decided|known|solved)\b|\b(?:another|other|second|alternative) (?:possible |valid )?answer\b/i;

const DENIED = /\b(?:not|never|nor|neither|no longer|n't|isn't|aren't)\s*(?:\w+\s*)?[([]?\s*$/i;

/** The verb that says the value, what stands before it and between it and the value. */
function lastVerb(before: string): { subject: string; text: string; tail: string } | undefined {
  const verbs = [
    ...before.matchAll(
      /(?:\b(?:could|can|might|may|would|should|must|cannot|can't|couldn't|won't|wouldn't|used to|thought to|said to|supposed to|claimed to)(?: possibly| not| never| also| have| well)*\s+(?:be|been|equal)|\b(?:is|are|was|were|equals?|gives?|yields?|be|becomes?|makes?|get|gets|obtain|have|has|find|remains?)\b|=|≈|:)/gi,
    ),
  ];
  const last = verbs.at(-1);
  if (last === undefined) return undefined;
  return { subject: before.slice(0, last.index), text: last[0], tail: before.slice(last.index + last[0].length) };
}

const MODAL = /^(?:could|can|might|may|cannot|can't|couldn't|won't|wouldn't|used|thought|said|supposed|claimed)/i;

/** "The wrong answer is", "an approach that is not right gives". */
const WRONG =
  /\b(?:wrong|incorrect|mistaken|invalid|false|bogus|naive|erroneous|bad|flawed)\s+(?:\w+\s+){0,3}?(?:answers?|results?|values?|solutions?|approach|guess|conclusions?|numbers?|way|method)\b|\b(?:answer|result|value|solution|approach|guess)s? (?:that|which) (?:is|are|was) (?:not|n't|wrong|incorrect)|\b(?:answer|solution|result|guess)\b.{0,20}\bwas$|\bto answer$/i;
