import { rows } from './rows.js';

/** Several letters of a choice, however they are parted. */
export const SEVERAL_LETTERS = rows(String.raw`
A ⇎ ~The correct choice is (A). (B). (C). (D).
A ⇎ ~The answer is (A). (B). (C). (D).
A ⇎ ~Answer: A, B, C, D
A ⇎ ~The answer is A/B/C.
A ⇎ ~The answer is A and also B.
A ⇎ ~The answer is:⏎A⏎B⏎C⏎D
A ⇎ ~A⏎B⏎C⏎D
A ⇎ ~(A)⏎(B)⏎(C)⏎(D)
D ⇎ ~A. B. C. D.
D ⇎ ~(A). (B). (C). (D).
A ⇎ ~Answer: A. B. C. D.
A ⇎ ~A, also B
A ⇎ ~The answer is A as well as B.
A ⇎ ~The answer is A; B; C; D
A ⇎ ~Answer: A | B | C
A ⇎ ~- A⏎- B⏎- C
A ⇎ ~The answer is A. Also B.
A ⇎ ~The answer is A plus B.
A ⇎ ~The answer is A. And B. And C.
A ⇎ ~\boxed{A}. \boxed{B}. \boxed{C}.
D ⇎ ~\boxed{A} \boxed{B} \boxed{C} \boxed{D}
A ⇎ ~$\boxed{A}$, also B
A ⇎ ~$\boxed{A}$ B C D
A ⇎ ~$\boxed{A}$. B. C. D.
A ⇎ ~\boxed{(A). (B). (C).}
A ⇎ ~\boxed{A \\ B \\ C}
A ⇎ ~\boxed{A \quad B \quad C}
A ⇎ ~\boxed{A \text{ and also } B}
A ⇎ ~\boxed{A;B;C}
A ⇎ ~\boxed{A+B}
A ⇎ ~\boxed{A\cup B}
A ⇎ ~\boxed{A|B}
A ⇎ ~\boxed{A\lor B}
A ⇎ ~\boxed{\{A,B,C\}}
A ⇎ ~The correct option is A through D.
A ⇎ ~The answer is one of A, B, C, D.
A ⇎ ~故选 A、B、C、D
A ⇎ ~答案是A或B
A ⇎ ~答案为 A。B。C。D。
A ⇎ ~The answer is choice A, choice B, choice C.
A ⇎ ~Choose A. Choose B. Choose C.
A ⇎ ~The correct choices are (A) and (B).
A ⇔ ~The correct choice is (A).
A ⇔ ~The answer is (A). (B) is wrong.
A ⇔ ~The answer is A. B, C and D are wrong.
A ⇔ ~The answer is (A) 12.
A ⇔ ~The answer is A. A is the right one.
A ⇔ ~The answer is A.⏎⏎A
B ⇔ ~(A) is wrong. (C) is wrong. The answer is (B).
A, B ⇔ ~The answer is A and B.
AB ⇔ ~The answer is A, B.
A ⇔ ~The correct option is A, not B.
12 ⇔ ~The answer is 12. A good exercise.
A ⇔ ~The answer is A. A is true since 2 is prime.
B ⇔ ~The answer is B. A is 12, which cannot be.
B ⇔ ~$\boxed{B}$⏎⏎A, C and D are ruled out.
B ⇔ ~$\boxed{B}$ (not A)
A ⇎ ~\boxed{A} B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B 
A ⇔ ~\boxed{A} B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  B  xx
`);

/** Nearness and bounds are no value; "approximately" and "about" pass, as in the guide. */
export const VAGUE_ANSWERS = rows(String.raw`
12 ⇎ ~The answer is close to 12 but I am not sure which side.
12 ⇎ ~The answer is close to 12.
12 ⇎ ~The answer is roughly 12 or so.
12 ⇎ ~The answer is somewhere near 12.
12 ⇎ ~The answer is near 12.
12 ⇎ ~The answer is at least 12.
12 ⇎ ~The answer is more than 12.
12 ⇎ ~The answer is 12 or so.
12 ⇎ ~The answer is 12-ish.
12 ⇎ ~The answer is 12 give or take.
12 ⇎ ~The answer is 12, give or take one.
12 ⇎ ~The answer is in the neighborhood of 12.
12 ⇎ ~The answer is in the vicinity of 12.
12 ⇎ ~The answer is on the order of 12.
12 ⇎ ~The answer is not far from 12.
12 ⇎ ~The answer is a bit more than 12.
12 ⇎ ~The answer is slightly less than 12.
12 ⇎ ~The answer is just under 12.
12 ⇎ ~The answer is just over 12.
12 ⇎ ~The answer is nearly 12.
12 ⇎ ~The answer is almost 12.
12 ⇎ ~The answer is 12 or thereabouts.
12 ⇎ ~The answer is 12 at least.
12 ⇎ ~The answer is 12 or more.
12 ⇎ ~The answer is 12 plus or minus 1.
12 ⇎ ~The answer is a number near 12.
12 ⇎ ~The answer is within 1 of 12.
12 ⇎ ~The answer is somewhere around 12.
12 ⇎ ~The answer is about 12, maybe more.
12 ⇎ ~The answer is close to $12$.
12 ⇎ ~The answer is close to $\boxed{12}$ but I am not sure which side.
12 ⇎ ~The answer is somewhere near $\boxed{12}$.
12 ⇎ ~The answer is at least $\boxed{12}$.
12 ⇎ ~The answer is more than $\boxed{12}$.
12 ⇎ ~The answer is $\boxed{12}$ or so.
12 ⇎ ~The answer is $\boxed{12}$ at least.
12 ⇎ ~The answer is $\boxed{12}$, give or take.
12 ⇎ ~The answer is $\boxed{12}$, plus or minus a few.
12 ⇎ ~The answer is $\boxed{12}$, but it could be off by one.
12 ⇎ \text{close to } 12
12 ⇔ \text{around } 12
12 ⇎ \text{near } 12
12 ⇎ 12\text{ or so}
12 ⇎ 12\text{-ish}
12 ⇎ 12\text{ or more}
12 ⇎ 12\text{ at least}
12 ⇎ \text{somewhere near } 12
12 ⇎ \text{roughly } 12 \text{ or so}
12 ⇎ \text{more than } 12
12 ⇎ \text{at least } 12
12 ⇎ \text{just over } 12
12 ⇎ \text{slightly less than } 12
12 ⇎ \text{nearly } 12
12 ⇎ \gtrsim 12
12 ⇎ \lesssim 12
12 ⇎ >12
12 ⇎ \ge 12
12 ⇎ 12+
12 ⇎ 12^+
12 ⇎ 12^-
12 ⇎ 12\pm 1
12 ⇎ ~答案大约在12附近。
12 ⇎ ~答案接近12。
12 ⇎ ~答案是12左右。
12 ⇎ ~答案至少是12。
12 ⇔ ~The answer is 12, but I am not sure.
12 ⇔ ~The answer is 12, but I'm not certain.
12 ⇎ ~We get close to 12.
12 ⇎ ~So the total is somewhere near 12.
12 ⇎ ~Therefore it is around 12 or so.
12 ⇔ ~The answer is approximately 12.
12 ⇔ ~The answer is about 12.
12 ⇔ ~The answer is 12 approximately.
12 ⇔ \approx 12
12 ⇔ \text{approximately } 12
12 ⇔ ~The answer is approximately $\boxed{12}$.
12 ⇔ ~The answer is exactly 12.
12 ⇔ ~The smallest number is at least 3, so the answer is 12.
12 ⇔ ~The total is more than 11, so it is 12.
12 ⇔ ~At least 12 are needed and 12 suffice, so the answer is $\boxed{12}$.
5 ⇔ ~We need at least $\boxed{5}$ socks.
5 ⇔ ~So at least $\boxed{5}$ are needed.
5 ⇔ ~The largest value less than 6 is $\boxed{5}$.
5 ⇔ ~$\boxed{5}$ (it could be checked by hand)
5 ⇔ ~The answer is about $\boxed{5}$.
5 ⇔ ~| n | answer |⏎|---|---|⏎| 3 | $\boxed{5}$ | 6 |
`);

/** What is written right behind the answer. */
export const RIGHT_BEHIND = rows(String.raw`
6 ⇔ ~$\boxed{6}$ <!-- or 5 -->
6 ⇔ ~$\boxed{6}$<!-- 5 -->
6 ⇎ ~<!-- $\boxed{6}$ --> $\boxed{5}$
6 ⇎ ~<!-- $\boxed{6}$ -->
6 ⇎ ~$\boxed{5}$ <!-- $\boxed{6}$ -->
6 ⇎ ~$\boxed{5}$ <!-- The answer is 6.
6 ⇔ ~The answer is 6. <!-- 5 -->
5 ⇎ ~The answer is 6. <!-- the answer is 5 -->
6 ⇔ ~<!-- note --> The answer is 6.
5 ⇎ ~\boxed{5}/6
5 ⇎ ~\boxed{5} | 6
5 ⇎ ~$\boxed{5}/6$
5 ⇎ ~$\boxed{5}$/$\boxed{6}$
6 ⇎ ~$\boxed{5}$/$\boxed{6}$
5 ⇎ ~$\boxed{5}$ | $6$
5 ⇎ ~\boxed{5} / 6
5 ⇔ ~\boxed{5} |
5 ⇔ ~| answer | \boxed{5} |
5 ⇔ ~| $\boxed{5}$ | yes |
5 ⇔ ~\boxed{5}/5
6 ⇔ ~\boxed{6} km/h
12 ⇎ ~The answer is 12. 13. 14.
12 ⇎ ~The answer is 12, 13, 14.
12 ⇎ ~$\boxed{12}$. 13. 14.
12 ⇎ ~$\boxed{12}$, 13, 14
12 ⇎ ~$\boxed{12}$ 13 14
12 ⇎ ~$\boxed{12}$ and also 13
\frac12 ⇔ ~$\boxed{\frac12}$/0.5
12 ⇎ ~\boxed{12} \pm 1
\boxed{12} \pm 1 ⇔ ~\boxed{12} \pm 1
12 ⇎ ~\boxed{12}, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1 x
`);
