import { rows } from './rows.js';

/** The number of an equation, a figure or a page is no value. */
export const REFERENCES = rows(String.raw`
17 ⇎ ~See equation (17).
17 ⇎ ~By Eq. (17) we are done.
17 ⇎ ~This follows from Figure 17.
17 ⇎ ~See problem 17
17 ⇎ ~Case 17 remains.
17 ⇎ ~In line $17$ we see it.
17 ⇔ ~From equation (3) we get 17.
17 ⇔ ~Problem 17: 17
17 ⇔ ~The number of cases is 17.
17 ⇔ ~So there are 17 lines.
`);

/** A letter that is denied is not chosen. */
export const DENIED_LETTERS = rows(String.raw`
B ⇎ ~Not B.
B ⇎ ~not (B)
(B) ⇎ ~The answer is not B.
B ⇎ ~B is wrong.
B ⇎ ~It isn't B.
B ⇎ ~B is ruled out.
B ⇎ ~Anything but B.
(B) ⇎ ~B is not correct.
B ⇔ ~It is B.
B ⇔ ~B, not A.
B ⇔ ~Not A but B.
B ⇔ ~A is ruled out, so B.
B ⇔ ~The correct answer is B. A is wrong.
`);

/** Denials after the value, in the next sentence and in other languages. */
export const DENIALS = rows(String.raw`
12 ⇎ ~The answer is 12. That is wrong.
12 ⇎ ~We get 13 after dividing by 12
12 ⇎ ~答案不是12。
12 ⇎ ~答案是13，不是12。
13 ⇔ ~答案是13，不是12。
12 ⇔ ~答案是12。
12 ⇎ ~La respuesta no es 12.
12 ⇔ ~La respuesta es 12.
12 ⇎ ~La réponse n'est pas 12.
12 ⇎ ~Die Antwort ist nicht 12.
12 ⇔ ~Die Antwort ist 12.
12 ⇎ ~Ответ не 12.
`);
