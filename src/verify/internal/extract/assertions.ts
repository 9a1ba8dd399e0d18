import { DECLARATION, LABEL } from '../read/prose.js';
import { isDisowned, isReconsidered, isTakenBack, withoutHarmless } from './disowned.js';
import { isDeclaredAbroad } from './foreign.js';
import { plain, REACH, sentenceEnd, sentenceStart } from './sentences.js';

/**
 * Whether running text asserts a value, and does not deny, suppose or ask for it or use it as a part of something else.
 * A value that is not plainly asserted is no answer: half of 12 is not 12.
 */
export function isAsserted(text: string, start: number, end: number): boolean {
  const from = sentenceStart(text, start);
  const stop = sentenceEnd(text, end);
  const next = text.slice(stop, end + REACH);
  const behind = text.slice(end, stop);
  const before = withoutHarmless(plain(text.slice(from, start)));
  const rest = plain(behind);
  if (OF_DIGITS.test(text.slice(start, stop))) return false;
  if (isQuestion(behind, before) || isTakenBack(next) || isReconsidered(next, text.slice(start, end))) return false;
  const abroad = isDeclaredAbroad(before, rest);
  if (abroad !== undefined) return abroad;
  if (!isKnownOpening(before) || !endsThere(rest)) return false;
  if (isDisowned(before, rest, next) || IMPLIED.test(before)) return false;
  return (
    !SUPPOSED.test(before.replace(CONDITION, '')) &&
    !UNSURE.test(before) &&
    !UNFINISHED.test(next) &&
    !GUESSED.test(before)
  );
}

/** 1 = 2 ⇒, ⊥ →, p implies: the value behind such a premise is not asserted. */
const IMPLIED =
  /(?:(?:^|[\s:(])-?[\d.]+\s*(?:[=≠<>≤≥]|\\(?:neq?|l[et]|g[et]|leq|geq)(?![A-Za-z]))\s*-?[\d.]+|⊥|\\bot|\b(?:false(?:hood)?|contradiction|[pq]))\s*(?:=+>|-+>|[⇒→⟹⟶⊢⊨]|\\(?:implies|to|vdash|models|(?:L|l)?ong(?:R|r)ightarrow|[Rr]ightarrow)(?![A-Za-z])|implies|entails)\s*$/i;

/** Whether the sentence ends in a question mark and the question is not over before the value. */
function isQuestion(rest: string, before: string): boolean {
  return /[?？]$/.test(rest) && !before.includes('?');
}

const SUPPOSED =
  /^(?:(?:so|now|then|but|and|well|ok(?:ay)?|hmm|first|next|wait)\b[,]?\s+)*(?:suppose|assume|assuming|if|unless|whether|had|were|imagine|pretend|let(?:'s|’s| us)? (?:say|suppose|assume|guess|try)|is|are|was|could|can|would|does|do|did|might|should|may)\b|\b(?:suppos\w+|assum\w+|imagine|pretend|doubt|whether|unless)\b[^,]*$|\b(?:nobody|no one|(?:some|many) (?:say|think|claim|believe|guess)|first guess|i (?:first |once )?thought|for the answer to be)\b[^,;]*$/i;

/** The next sentence gives up. */
const UNFINISHED = /\b(?:not|n['’]t) (?:finish|complete)\b|\b(?:more|longer) (?:\w+ )?than (?:i|we) (?:can|have)\b/i;

/** "12 digits long" describes the answer. */
const OF_DIGITS = /\d[\s$]*digits? (?:long|wide)\b/i;

/** A condition that ends before the value: "if x is 3, then y is". */
const CONDITION = /^(?:\w+,?\s+)?if\b[^,]*,\s*(?:then\b)?/i;

/** The sentence says that the answer is unknown. */
const UNSURE =
  /\b(?:i|we) (?:cannot|can't|could not|couldn't|do not|don't|am not|are not|did not|didn't) (?:determine|decide|know|find|say|tell|solve|compute|(?:be )?(?:sure|certain))|\b(?:unable to|no idea|not enough information)\b|\bcannot be (?:determined|decided|known|solved)\b|\b(?:another|other|second|alternative) (?:possible |valid )?answer\b/i;

/** A verb that only guesses, unless another one follows: "the smallest it could be is 19". */
const GUESSED =
  /\b(?:could|can|might|may|cannot|can't|couldn't|won't|wouldn't|(?:used|known|thought|said|supposed|claimed) to)(?: possibly| not| never| also| have| well)*\s+(?:be|been|equal)\b(?!.*(?:\b(?:is|are|was|were|equals?|gives?|be|get|have|has|find)\b|[=≈:]))/i;

/** The words from "the answer" up to the value. */
const DECLARED = new RegExp(String.raw`(?:${DECLARATION}[^\n]{0,40}|${LABEL}\s*)$`, 'iu');
/** The noun without its verb: "one more than the answer gives", "the answer, plus one,". */
const UNDECLARED =
  /(?<!\b(?:to|can|will|would|must|us|and|i|we) )\banswers?\b(?!\W*$)(?:[^,;]*$|,\s*(?!by|as|after|using|from|which|that|since|because|once|however|then|of course|in)[^,;]*,[^,;]*$)/i;
const CONNECTIVE = /\band (?=(?:it|this|that|we|there|so|hence|thus|get|obtain|find)\b)/i;

/**
 * Words that may stand before "the answer". They do not restrict it to a person or a case. `(?=(…))\1` prevents backtracking:
 * a word that is in the list twice would double the work each time it occurs.
 */
const LEADS =
  /^(?:(?=([^\p{L}]|(?:(?:step|part|question|problem|no|number)(?=\P{L}{1,3}(?:\d|[a-z](?!\p{L})))|[a-z]|of course|one can|so|thus|hence|therefore|then|and|but|now|finally|lastly|consequently|accordingly|overall|altogether|indeed|clearly|obviously|well|ok|okay|yes|here|again|in|conclusion|summary|short|total|end|other|words|simplest|form|to|conclude|summarize|sum|up|up to|as|result|a|for|reason|this|that|these|which|it|means|meaning|gives|giving|shows|showing|implies|implying|yields|yielding|follows|making|makes|proves|tells|us|from|above|we|i|can|now|conclude|deduce|see|find|know|get|have|obtain|say|verify|confirm|infer|report|state|present|my|our|your|the|final|correct|right|required|desired|exact|numerical|simplified|complete|full|only|actual|true|unique|requested|its|their|his|her|by|definition|hand|also|still|is|there|believe|think|after|all)(?!\p{L})))\1)*$/iu;

/** A condition in the clauses before the answer. It is allowed if the clause of the answer is a conclusion. */
const SUPPOSITION =
  /\b(?:ignoring|neglecting|disregarding|at first (?:glance|sight)|if|when|whenever|unless|suppose|supposing|assuming|imagine|provided|otherwise|were|had|in (?:the )?case|in (?:the )?(?:first|second|third|other|worst|best) case|for (?:even|odd|some|all|any|every|positive|negative|large|small))\b/i;
const CONCLUDES = /^\s*(?:so|but|thus|hence|therefore|and so|and thus|and hence|and therefore|giving)\b/i;
const CLAUSE =
  /[,;]|(?<=\b(?:after|by|upon) [^:]{1,60}):|\b(?=(?:so|but|hence|thus|therefore|and|(?:we|i) (?:conclude|deduce|obtain))\b)/gi;

/** Somebody else's claim, or a claim that is still to be shown. */
const ATTRIBUTED =
  /\b(?:(?:students?|people|beginners|others|you|he|she|they|everyone|everybody|textbook|friend|teacher|author|someone|somebody|one)\s+(?:\w+ly\s+)?(?:might |may |would |could |will |often |sometimes )*(?:\w+ly\s+)?(?:wr[io]te|think|thought|sa(?:y|id)|claim|believe|answer|conclude|guess|assume|argue|suggest)\w*|(?:common|typical|frequent|usual) (?:mistake|error|misconception|trap)|mistakenly|wrongly|incorrectly|erroneously|naively|allegedly|supposedly|tempt(?:ing|ed)|(?:want|wish|hope|aim|try|trying|need|have|remains?|left|going|goal is) to (?:show|prove|verify|check|see|establish|demonstrate)|must (?:show|prove|verify|establish)|to prove|(?:goal|aim|conjecture|hypothesis)(?=:)|(?<!\b(?:we|i) )(?:claims|thinks|believes|guesses|conjectures)|(?:perhaps|maybe)(?! (?:un)?surprisingly))\b[^;]*$/i;

/** A value that is only put in for a letter: "For x = 5 we get", "Try n = 5". */
const PUT_IN =
  /(?:^|[,;]\s*)(?:(?:and|but|so|now|then|also)\s+)?(?:for|at|with|let|set|setting|put|putting|take|taking|try|trying|test|testing|choose|choosing|using|plug|plugging|plugging in|substitute|substituting|when|where|if|suppose|assume|consider|say)\s+(?:\$?\s*[a-z]\w{0,2}\s*=?\s*)?$/i;

/** Whether the words before a value in its sentence declare it as the answer. Unknown words do not. */
function isKnownOpening(before: string): boolean {
  if (
    ATTRIBUTED.test(before.slice(before.search(/\b(?:but|however|yet)\b(?!.*\b(?:but|however|yet)\b)/is) + 1)) ||
    PUT_IN.test(before)
  )
    return false;
  const declaration = DECLARED.exec(before);
  if (declaration === null) return !UNDECLARED.test(before.split(CONNECTIVE).at(-1)!);
  // A stop within a formula's delimiters ends its sentence too, and so does a heading.
  const said = before.slice(0, declaration.index);
  const opening = said.slice(/^.*(?:[.!?]\s+(?=[A-Z])|\bFinal\s*$)/s.exec(said)?.[0].length ?? 0);
  const last = clauseStart(opening);
  const clause = opening.slice(last);
  if (!LEADS.test(clause)) return false;
  return !SUPPOSITION.test(opening.slice(0, last)) || CONCLUDES.test(clause);
}

function clauseStart(opening: string): number {
  return Math.max(0, ...[...opening.matchAll(CLAUSE)].map(({ index, 0: sign }) => index + sign.length));
}

/** Words behind a value that change it: an operation, a bound, a case or a class. */
const GOES_ON =
  /^['’]s\b|^[\s)\]}"”'*]*(?:\(\s*mod\b|[+*/^|<>≤≥±÷×=]|-\s?\w|\.\.|,?\s*(?:give or take|or|plus|minus|thereabouts)\b|(?:in|for|on|under) (?:the |a |an |this |that )?(?:first|second|third|last|other|case|even|odd|some|most|general|positive|negative|worst|best|former|latter|base)\b|for (?:all |every |any |each )?[a-z]\b(?:\s*[=<>≤≥]|$|[\s.,])|(?:and (?:\w+ )?|)(?:half|halves|(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|hundredth)s?)\b|point \w|(?:squared|cubed|factorial|hundred|thousand|million|billion|trillion|dozen|times|over|divided by|multiplied by|mod(?:ulo)?|to the|raised to|base|below|above|beyond|short|shy|away|before|until|when|whenever|without|apart from|digits?|at (?:most|least)|(?:more|less|fewer|greater|larger|smaller|bigger|higher|lower)(?! (?:precisely|simply|generally|formally))|too (?:many|few|large|small|big|much|little|high|low))\b|-?\s?digit\b|(?:[a-z]+ ){0,3}(?:according to|unless|provided|assuming|except|if|(?:below|above) (?:zero|average|the))\b)/i;

/** A verb behind the value, and the forms that an answer may have: "12 is the answer". */
const VERB =
  /^[\s)\]}"”'*]*(?:(?:is|are|was|were|does|do|did|doesn['’]t|don['’]t|isn['’]t|aren['’]t|has|have|had|can|cannot|can['’]t|could|would|will|won['’]t|might|may|must|should|seems?|looks?|fails?|works?|contradicts?|violates?|leads?|divides?)\b)/i;
const SAYS_SO =
  /^[\s)\]}"”'*]*(?:is|are|was|were|must be|has to be|should be)(?: (?:indeed|also|clearly|thus|therefore|then|now|exactly|in fact|still))* (?:(?:the|our|my|its|their|a|an) (?:[a-z-]+ ){0,4}(?:answers?|solutions?|results?|values?|roots?|number|integer|minimum|maximum|total|sum|choice|option)\b|(?:the )?(?:smallest|largest|least|greatest|minimal|maximal|minimum|maximum|only|final|correct|right)\b|left\b|remaining\b|needed\b|required\b|possible\b|correct\b|right\b|enough\b|valid\b|there\b)/i;

/** Whether the words behind a value in its sentence do not change it. */
function endsThere(after: string): boolean {
  if (GOES_ON.test(after)) return false;
  return !VERB.test(after) || SAYS_SO.test(after);
}
