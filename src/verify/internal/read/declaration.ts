/** What may stand between "the answer" and its verb: what it answers, and in which form. */
const OF_WHAT = String.raw`(?:[\s,]*\(?(?:(?:to|of|for|in|as|up|rounded|the|this|that|these|our|your|given|original|initial|posed|above|below|stated|asked|main|final|whole|entire|question|problem|exercise|puzzle|task|riddle|challenge|equation|inequality|system|limit|integral|sum|parts?|subpart|item|q|number|no|hand|here|simplest|lowest|reduced|exact|decimal|fraction|fractional|radical|interval|set|standard|scientific|base|form|terms|notation|units?|degrees|radians|percent|dollars|cents|centimeters|meters|kilometers|inches|feet|miles|hours|minutes|seconds|days|years|square|cubic|[ckm]?m|nearest|tenth|hundredth|thousandth|integer|whole|two|three|four|places|then|thus|hence|therefore|so|now|indeed|clearly|also|we seek|you want|by [a-z]+|[b-z]|\d{1,3})(?![\p{L}\p{N}])|\(a\)|(?<=part )a)\)?)*`;
const VERB = String.raw`(?:(?:is|are|would be|should be|must be)(?!\p{L})|[:：]|=(?!>))`;

/** The noun that declares an answer, with what it answers. */
export const NOUN = String.raw`(?<!\p{L})answers?(?!\p{L})${OF_WHAT}`;

/** The noun and its verb. */
export const DECLARATION = String.raw`${NOUN}[\s,]*(?:\*\*)?\s*${VERB}`;

/** The noun alone, as a heading or a label of its line: "[Answer] 12", "Answer - 12", "Answer => 12", "【答案】12". */
export const LABEL = String.raw`^[^\p{L}\p{N}\n]*(?:(?:the |my )?(?:final |correct )?answers?\s*(?:\*\*)?\s*(?:[\])】]+(?:\*\*)?[:：]?|[-–—=]+>?(?=[\s*])|[→⇒➜➡])\ufe0f?|【(?:最终)?答案】)`;
