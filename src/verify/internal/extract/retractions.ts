import { plain } from './sentences.js';

/** "Wait, that is wrong.", "Sorry, I misread it." */
const TAKEN_BACK =
  /^[.\s"”*)]*(?:(?:but|no|and|wait|hmm|actually|however|oh|ah|sorry)\b[,!.]?\s+)*(?:(?:that|this|it|which)(?: (?:is|was|must be)|'s|’s) (?:wrong|incorrect|false|mistaken|not (?:right|correct|true|the answer)|a mistake)\b|(?:that|this|it) (?:cannot|can't) be (?:right|correct|true)|(?:i am|i'm|i’m|i was) (?:wrong|mistaken|not (?:sure|certain))|i (?:have )?made an? (?:mistake|error|slip)|(?:scratch|ignore|disregard|forget) (?:that|this|it|the)|never ?mind\b|not the (?:right |correct |final )?answer|(?:sorry|oops|whoops|edit|correction|corrected|erratum|apologies|my (?:bad|mistake|apologies)|i (?:meant|misread|miscounted|misspoke|forgot|mistyped)|typo|that was a (?:typo|slip))\b)/i;

/** "Or 13.", "No wait, 13.", "Actually it is 13." */
const REPLACED =
  /^[\s"”*)]*(?:or|alternatively|otherwise|maybe|perhaps|possibly|no|nope|wait|hmm+|actually|oops|sorry|correction|rather|on second thoughts?|i mean|make that|hold on)\b[\s,.!:;—-]*(?:(?:no|wait|actually|it(?:'s|’s| is| could be| might be| must be| should be)|that(?:'s|’s| is)|the answer(?: is| could be| might be| should be)|maybe|perhaps|possibly|is|i mean|should be|make that)\b[\s,.!:;—-]*)*((?:\$|\\[([]?)?(?:-?[\d\\]|\(?[A-J]\b)\S*(?:\s?[^\s\w.]\s?\S+)*)\s*(?:$|(?<=[.!?])\s|\n)/i;

/** The sentence after says that this was not it, or gives another value instead. */
export function isTakenBack(next: string, value: string): boolean {
  if (next === '') return false;
  if (TAKEN_BACK.test(next)) return true;
  const other = REPLACED.exec(next)?.[1];
  return other !== undefined && plain(other).replace(/[.!?]$/, '') !== plain(value);
}
