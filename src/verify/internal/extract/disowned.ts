/** Negations that deny nothing of what follows them: "it is not hard to see that". */
const HARMLESS =
  /\b(?:not|n't) (?:too |very |so |at all )?(?:hard|difficult|surprising|a surprise|a coincidence|only)\b|\b(?:no|without|not|beyond|cannot)(?: a| any| be)? (?:doubt\w*|question|surprise|denying)\b/gi;

/** "It is not the case that the answer is", "I do not think it is". */
const DENIED_THAT =
  /(?:\b(?:not|never|cannot|no|nobody|none|nothing|false|untrue|incorrect|wrong|mistaken|hardly|without|neither|nor|den(?:y|ies|ied|ying)|reject\w*|disagree\w*|refut\w*|disprov\w*|doubt\w*|unlikely|impossible|contrary)|n['’]t)(?:\s+[\w'’-]+){0,3}\s+that\s+(?:[\w'’-]+\s+){0,3}(?:answer|result|solution|value|sum|total|number|it|[a-z])\b|(?:\b(?:not|never|cannot|hardly)|n['’]t)\s+(?:\w+\s+)?(?:think|believe|agree|claim|say|mean|accept|conclude|suggest|imply|follow)\b/i;

/** A condition that is contrary to fact. */
const CONTRARY = /\b(?:if|had|were|unless)\b[^.]*\b(?:were|had|would|could|might)\b/i;
const CONDITIONAL = /\bif\b/i;
const UNFULFILLED = /^[\s"”*)]*(?:but|however|yet|unfortunately|alas|since|as)\b/i;

/** "12, which is incorrect", "12, but that is wrong" */
const CALLED_WRONG =
  /^[^.;]*?(?:,|\b(?:but|and|yet|though|although|however))\s*(?:which|but|and|this|that|it|they)(?:\s+(?:this|that|it|they))?\s*(?:is|are|was|were|would be|'s|’s)\s+(?:\w+ly\s+)?(?:wrong|incorrect|false|mistaken|erroneous|untrue|invalid|impossible|a (?:mistake|trap)|not (?:the )?(?:right|correct|true|answer|valid))\b/i;

/** "5 (this is wrong)", "I got 5 wrong" */
const REMARKED_WRONG =
  /^[\s)\]}"”'*]*(?:\((?:this|that|it|which|but)\b[^)]*\b(?:wrong|incorrect|false|mistaken|mistake|not)\b|(?:wrong|incorrect|extraneous|invalid|impossible|false)\b)/i;

/** Whether the sentence denies what it says of the value, or says it of a case that is not given. */
export function isDisowned(before: string, after: string, next: string): boolean {
  if (REMARKED_WRONG.test(after) || CALLED_WRONG.test(after) || CONTRARY.test(before)) return true;
  if (CONDITIONAL.test(before) && UNFULFILLED.test(next)) return true;
  return DENIED_THAT.test(before);
}

/** @returns The words without the negations that deny nothing. */
export function withoutHarmless(before: string): string {
  return before.replace(HARMLESS, '');
}

const BOX_WRONG =
  /^[\s$*)\]}\\]*(?:(?:is|was|would be|looks|seems)(?: (?:clearly|obviously|definitely|certainly|therefore|thus|also))? (?:wrong|incorrect|false|mistaken|not (?:the )?(?:right|correct|final answer|answer|true)|an? (?:mistake|error|wrong|incorrect)|too (?:large|small|big|many|few|much|little))\b|(?:isn['’]t|wasn['’]t|cannot be|can['’]t be) (?:the )?(?:right|correct|true|final answer|answer)\b)/i;

/** "The answer is not \\boxed{5}", "we can rule out \\boxed{5}", "if n were even, the answer would be \\boxed{5}" */
const BOX_DENIED =
  /(?:^|\b(?:is|are|was|be|certainly|clearly|definitely|obviously|surely|but|and)\s+)(?:not|never)\s*$|\b(?:isn['’]t|aren['’]t|wasn['’]t|can['’]t be|cannot be|rules? out|ruled out|ruling out|reject|exclude|discard|(?:wrong|incorrect|a mistake|false|tempting) to (?:answer|say|write|conclude|claim|put|box))\s*$|\bif\b[^.;]*\b(?:would|could|might) (?:then |thus |have )?(?:be|been|equal)[\s:]*$/i;

/** Whether the sentence with a box denies it before it comes, or says it of a case that is not given. */
export function isDeniedBox(before: string): boolean {
  return BOX_DENIED.test(withoutHarmless(before));
}

/** Whether what stands behind a box calls it wrong in the same sentence: "\boxed{12} is wrong". */
export function isCalledWrong(after: string): boolean {
  return BOX_WRONG.test(after) || CALLED_WRONG.test(/^[^\n.!?]*/.exec(after)![0]);
}
