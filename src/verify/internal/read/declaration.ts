/** What may stand between "the answer" and its verb: what it answers, and in which form. */
const OF_WHAT = String.raw`(?:[\s,]*\(?(?:(?:to|of|for|as|up|in(?= (?:the|this|our|your)(?!\p{L}))|in (?!the|this|our|your|an?(?!\p{L}))\p{L}+|rounded|the|this|our|your|given|original|posed|above|main|whole|entire|question|problem|exercise|puzzle|task|riddle|equation|inequality|system|parts?|q|number|hand|here|form|terms|notation|nearest|tenth|hundredth|integer|two|three|places|then|thus|hence|therefore|so|now|indeed|clearly|also|we seek|by \p{L}+|[b-z]|\d{1,3})(?![\p{L}\p{N}])|\(a\)|(?<=part )a)\)?)*`;
const VERB = String.raw`(?:(?:is|are|would be|should be|must be)(?!\p{L})|[:：]|=(?!>))`;

/** The noun that declares an answer, with what it answers. */
export const NOUN = String.raw`(?<!\p{L})answers?(?!\p{L})${OF_WHAT}`;

/** The noun and its verb. */
export const DECLARATION = String.raw`${NOUN}[\s,]*(?:\*\*\s*)?${VERB}`;

/** The noun alone, as a heading or a label of its line: "[Answer] 12", "Answer - 12", "Answer => 12", "【答案】12". */
export const LABEL = String.raw`^[^\p{L}\p{N}\n\r\u2028\u2029]*(?:(?:the |my )?(?:final |correct )?answers?\s*(?:\*\*\s*)?(?:[\])】]+(?:\*\*)?[:：]?|[-–—=]+>?(?=[\s*])|[→⇒➜➡])\ufe0f?|【(?:最终)?答案】)`;
