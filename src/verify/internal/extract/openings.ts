import { DECLARATION, LABEL } from '../read/declaration.js';

/** How the noun that declares an answer goes on to it. */
const DECLARED = new RegExp(String.raw`(?:${DECLARATION}[^\n]{0,40}|${LABEL}\s*)$`, 'iu');
/** The noun without its verb: "one more than the answer gives", "the answer, plus one,". */
const UNDECLARED =
  /(?<!\b(?:to|can|will|would|must|us|and|i|we) )\banswers?\b(?!\W*$)(?:[^,;]*$|,\s*(?!by|as|after|using|from|which|that|since|because|once|however|then|of course|in)[^,;]*,[^,;]*$)/i;
const GOES_ON = /\band (?=(?:it|this|that|we|there|so|hence|thus|get|obtain|find)\b)/i;

/**
 * Words that may lead to "the answer" without saying whose it is, or of what case. Each is taken once and for good, `(?=(…))\1`:
 * a word that is in the list twice would double the work with every time it is said.
 */
const LEADS =
  /^(?:(?=([^\p{L}]|(?:(?:step|part|question|problem|no|number)(?=\P{L}{1,3}(?:\d|[a-z](?!\p{L})))|[a-z]|of course|one can|so|thus|hence|therefore|then|and|but|now|finally|lastly|consequently|accordingly|overall|altogether|indeed|clearly|obviously|well|ok|okay|yes|here|again|in|conclusion|summary|short|total|end|other|words|simplest|form|to|conclude|summarize|sum|up|up to|as|result|a|for|reason|this|that|these|which|it|means|meaning|gives|giving|shows|showing|implies|implying|yields|yielding|follows|making|makes|proves|tells|us|from|above|we|i|can|now|conclude|deduce|see|find|know|get|have|obtain|say|verify|confirm|infer|report|state|present|my|our|your|the|final|correct|right|required|desired|exact|numerical|simplified|complete|full|only|actual|true|unique|requested|its|their|his|her|by|definition|hand|also|still|is|there|believe|think|after|all)(?!\p{L})))\1)*$/iu;

/** What the clauses before may not be: a condition, unless the clause with the answer concludes from it. */
const CONDITION =
  /\b(?:ignoring|neglecting|disregarding|at first (?:glance|sight)|if|when|whenever|unless|suppose|supposing|assuming|imagine|provided|otherwise|were|had|in (?:the )?case|in (?:the )?(?:first|second|third|other|worst|best) case|for (?:even|odd|some|all|any|every|positive|negative|large|small))\b/i;
const CONCLUDES = /^\s*(?:so|but|thus|hence|therefore|and so|and thus|and hence|and therefore|giving)\b/i;
const CLAUSE = /[,;]|\b(?=(?:so|but|hence|thus|therefore|and|(?:we|i) (?:conclude|deduce|obtain))\b)/gi;

/** Somebody else's claim, or one that is still to be shown. */
const ATTRIBUTED =
  /\b(?:(?:students?|people|beginners|others|you|he|she|they|everyone|everybody|textbook|friend|teacher|author|someone|somebody|one)\s+(?:\w+ly\s+)?(?:might |may |would |could |will |often |sometimes )*(?:\w+ly\s+)?(?:wr[io]te|think|thought|sa(?:y|id)|claim|believe|answer|conclude|guess|assume|argue|suggest)\w*|(?:common|typical|frequent|usual) (?:mistake|error|misconception|trap)|mistakenly|wrongly|incorrectly|erroneously|naively|allegedly|supposedly|tempt(?:ing|ed)|(?:want|wish|hope|aim|try|trying|need|have|remains?|left|going|goal is) to (?:show|prove|verify|check|see|establish|demonstrate)|must (?:show|prove|verify|establish)|to prove|(?:goal|aim|conjecture|hypothesis)(?=:)|(?<!\b(?:we|i) )(?:claims|thinks|believes|guesses|conjectures)|(?:perhaps|maybe)(?! (?:un)?surprisingly))\b[^;]*$/i;

/** A value that is only put in for a letter: "For x = 5 we get", "Try n = 5". */
const PUT_IN =
  /(?:^|[,;]\s*)(?:(?:and|but|so|now|then|also)\s+)?(?:for|at|with|let|set|setting|put|putting|take|taking|try|trying|test|testing|choose|choosing|using|plug|plugging|plugging in|substitute|substituting|when|where|if|suppose|assume|consider|say)\s+(?:\$?\s*[a-z]\w{0,2}\s*=?\s*)?$/i;

/** Whether what stands before a value in its sentence lets it be the answer: only what is known to declare one does. */
export function isKnownOpening(before: string): boolean {
  if (
    ATTRIBUTED.test(before.slice(before.search(/\b(?:but|however|yet)\b(?!.*\b(?:but|however|yet)\b)/is) + 1)) ||
    PUT_IN.test(before)
  )
    return false;
  const declaration = DECLARED.exec(before);
  if (declaration === null) return !UNDECLARED.test(before.split(GOES_ON).at(-1)!);
  // A stop within a formula's delimiters ends its sentence too, and so does a heading.
  const said = before.slice(0, declaration.index);
  const opening = said.slice(/^.*(?:[.!?]\s+(?=[A-Z])|\bFinal\s*$)/s.exec(said)?.[0].length ?? 0);
  const last = clauseStart(opening);
  const clause = opening.slice(last);
  if (!LEADS.test(clause)) return false;
  return !CONDITION.test(opening.slice(0, last)) || CONCLUDES.test(clause);
}

function clauseStart(opening: string): number {
  return Math.max(0, ...[...opening.matchAll(CLAUSE)].map(({ index, 0: sign }) => index + sign.length));
}
