/** An operation, a bound, a case or a class that goes on from the value. */
const GOES_ON =
  /^['’]s\b|^[\s)\]}"”'*]*(?:\(\s*mod\b|[+*/^|<>≤≥±÷×=]|-\s?\w|\.\.|,?\s*(?:give or take|or|plus|minus|thereabouts)\b|(?:in|for|on|under) (?:the |a |an |this |that )?(?:first|second|third|last|other|case|even|odd|some|most|general|positive|negative|worst|best|former|latter|base)\b|for (?:all |every |any |each )?[a-z]\b(?:\s*[=<>≤≥]|$|[\s.,])|(?:and (?:\w+ )?|)(?:half|halves|(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|hundredth)s?)\b|point \w|(?:squared|cubed|factorial|hundred|thousand|million|billion|trillion|dozen|times|over|divided by|multiplied by|mod(?:ulo)?|to the|raised to|base|below|above|beyond|short|shy|away|before|until|when|whenever|without|apart from|digits?|at (?:most|least)|(?:more|less|fewer|greater|larger|smaller|bigger|higher|lower)(?! (?:precisely|simply|generally|formally))|too (?:many|few|large|small|big|much|little|high|low))\b|-?\s?digit\b|(?:[a-z]+ ){0,3}(?:according to|unless|provided|assuming|except|if|(?:below|above) (?:zero|average|the))\b)/i;

/** What is said of the value itself, and may be said of an answer. */
const VERB =
  /^[\s)\]}"”'*]*(?:(?:is|are|was|were|does|do|did|doesn['’]t|don['’]t|isn['’]t|aren['’]t|has|have|had|can|cannot|can['’]t|could|would|will|won['’]t|might|may|must|should|seems?|looks?|fails?|works?|contradicts?|violates?|leads?|divides?)\b)/i;
const SAYS_SO =
  /^[\s)\]}"”'*]*(?:is|are|was|were|must be|has to be|should be)(?: (?:indeed|also|clearly|thus|therefore|then|now|exactly|in fact|still))* (?:(?:the|our|my|its|their|a|an) (?:[a-z-]+ ){0,4}(?:answers?|solutions?|results?|values?|roots?|number|integer|minimum|maximum|total|sum|choice|option)\b|(?:the )?(?:smallest|largest|least|greatest|minimal|maximal|minimum|maximum|only|final|correct|right)\b|left\b|remaining\b|needed\b|required\b|possible\b|correct\b|right\b|enough\b|valid\b|there\b)/i;

/** Whether what stands behind a value in its sentence leaves it as it is. */
export function endsThere(after: string): boolean {
  if (GOES_ON.test(after)) return false;
  return !VERB.test(after) || SAYS_SO.test(after);
}
