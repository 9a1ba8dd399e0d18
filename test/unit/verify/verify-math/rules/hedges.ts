import { rows } from './rows.js';

/** More than one answer in one box is a hedge. */
export const HEDGES = rows(String.raw`
A ⇎ \text{A or B}
A ⇎ A/B
A ⇎ (A)(B)
A ⇎ \text{(A) or (B)}
A ⇎ A B C D
A ⇎ ABCD
A ⇎ A and B
A ⇎ \text{A. or B.}
A ⇎ A. 5 B. 6
A ⇎ (A) 5, (B) 6
A ⇎ A: 5; B: 6
A ⇎ (A) \text{ or } (C)
B ⇎ B;C
0 ⇎ 0\text{ to }999
5 ⇎ 1\text{ to }9
5 ⇎ 0\text{-}999
5 ⇎ 0..999
5 ⇎ 0\text{ through }9
5 ⇎ 5\text{ to }6
5 ⇎ 5\text{--}6
0 ⇎ 0-999
0 ⇎ \text{from } 0 \text{ to } 999
0 ⇎ 0 \to 999
0 ⇎ 0\sim 999
999 ⇎ 0\text{ to }999
Yes ⇎ \text{Yes; otherwise no}
Yes ⇎ Yes; otherwise no
No ⇎ \text{No, otherwise yes}
5 ⇎ 5;\text{ otherwise } 6
5 ⇎ 5 \text{ else } 6
`);

/** Several letters are no choice of one. */
export const LETTERS = rows(String.raw`
A ⇎ (A)\ (B)
A ⇎ (A), (B), (C)
A ⇎ A. or B.
A ⇎ A: 5, C: 7
A ⇎ A) 5 B) 6
A ⇎ \text{(A)} \text{(B)}
A ⇎ \textbf{(A)}\ 5 \quad \textbf{(B)}\ 6
A ⇎ \text{A. 5, B. 6}
A ⇎ A and/or B
A ⇎ A\text{ or }B
A ⇎ A\lor B
A ⇎ A, maybe B
A ⇎ A (or B)
A ⇎ A|B
A ⇎ A \mid B
A ⇎ A \vee C
A ⇎ \{A, B\}
A ⇎ A~B
A ⇎ A\quad B
A ⇎ A\\B
A ⇎ option A or option B
A ⇎ A \& B
A ⇎ \text{Option A, or B}
A ⇎ \text{Either A or B}
A ⇎ A; B; C; D
A ⇎ A-D
A ⇎ A\text{ to }D
A ⇎ \text{(A) 5 or (C) 7}
A ⇎ ~The answer is A or B.
A ⇎ ~The answer is (A) and (B).
A ⇎ ~Answer: A, B
A ⇎ ~Answer: A/B
A ⇎ ~Answer: A B C D
A ⇎ ~答案：A或B
A ⇎ ~答案：AB
A ⇎ ~<answer>A or B</answer>
A ⇎ ~<answer>A, B, C</answer>
A ⇔ A. 5
A ⇔ (A) 5
A ⇔ \text{(A) } 5\text{ cm}
A ⇔ \text{A. The triangle ABC}
A ⇔ (A) \triangle ABC
A ⇔ \text{A) } \angle B = 30^\circ
A,C ⇔ A, C
AC ⇔ A, C
A,C ⇎ A
(A) 5 ⇔ 5
(A) 5 ⇔ A
(A) 5 ⇔ (A) 5
(A) 5 ⇎ (A) 5 (B) 6
5 ⇎ (A) 5 (B) 6
(A) 5 ⇎ 5 \text{ or } 6
`);

/** A verdict with its opposite is none. */
export const VERDICTS = rows(String.raw`
Yes ⇎ \text{Yes, or no}
Yes ⇎ \text{Yes. Otherwise: no.}
Yes ⇎ \text{Yes/No}
Yes ⇎ \text{Yes (no)}
Yes ⇎ \text{Yes, possibly no}
Yes ⇎ \text{Yes; else no}
Yes ⇎ \text{yes if } n>2
True ⇎ \text{True, otherwise false}
Yes ⇔ \text{Yes, because } 2 \text{ is prime}
Yes ⇔ \text{Yes, such a set exists}
No ⇔ \text{No, there is no such number}
Yes ⇎ ~Yes; otherwise no.
Yes ⇎ ~The answer is yes, otherwise no.
`);

/** A range is none of its values, and nothing is in proportion to it. */
export const RANGES = rows(String.raw`
5 ⇎ 10\text{ to }2
5 ⇎ 5\text{ to }1
5 ⇎ 5:1 \text{ or } 6
3:4 ⇔ 3\text{ to }4
\frac34 ⇔ 3\text{ to }4
0 ⇎ 0:999
0 ⇎ 0\text{ : }5
0 ⇎ 0/999 \text{ or } 1
0 ⇔ \frac{0}{5}
1 ⇎ 1\text{ to }1000
1 ⇎ 1\text{ thru }5
5 ⇎ 4\text{ and }6
5 ⇎ [5,6]
5 ⇎ 5\pm 1
5 ⇎ 5\pm 0
5 ⇎ 5,\ldots,10
5 ⇎ 5\ldots 10
5 ⇎ 5 < x < 7
5 ⇎ ~The answer is between 5 and 6.
5 ⇎ ~The answer is 5 to 6.
5 ⇎ ~The answer is 5-6.
5 ⇎ ~The answer is from 5 to 10.
5 ⇎ ~The answer is 5 through 10.
`);
