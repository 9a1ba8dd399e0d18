import { rows } from './rows.js';

/** Without a box only what is declared counts: a number that merely stands in a text is no answer. */
export const DECLARED = rows(String.raw`
35 ⇎ ~The exercise is about the numbers 5, 7 and 35.
35 ⇎ ~We are given a $5\times7$ table. I had to stop here.
35 ⇎ ~We are given 35 coins.
35 ⇎ ~Let n = 35 and consider its divisors.
35 ⇎ ~Consider the case of 35 coins.
35 ⇎ ~Its size is somewhere in the range 1–35.
35 ⇎ ~The answer lies in 1–35.
35 ⇎ ~The answer is anywhere from 1 to 35.
7 ⇎ ~There are 12 apples and 7 pears
35 ⇔ ~We obtain 35.
35 ⇔ ~Therefore, 35.
35 ⇔ ~Hence $35$.
35 ⇔ ~The total number of paths equals 35.
35 ⇔ ~The sum simplifies to **35**.
35 ⇔ ~Adding these gives 10 + 25 = 35.
35 ⇔ ~It takes him 35 minutes.
35 ⇔ ~So Ann pays \$35 in all.
35 ⇔ ~First we count the rows.⏎Then the columns.⏎⏎**35**
35 ⇔ ~We count.⏎$35$
35 ⇔ ~We count.⏎35 cm
35 ⇎ ~35⏎We count again, and I cannot finish.
35 ⇔ ~We find that $x + 1 = 36$, so $x = 35$.
`);

/** A denial of the whole sentence, a case that is not given, a value that is called wrong. */
export const DISOWNED = rows(String.raw`
35 ⇎ ~It is certainly not true that the answer is 35.
35 ⇎ ~I do not believe the answer is 35.
35 ⇎ ~There is no reason that the answer is 35.
35 ⇎ ~One cannot claim that the answer is 35.
35 ⇔ ~It is not hard to see that the answer is 35.
35 ⇔ ~There is no doubt that the answer is 35.
35 ⇔ ~Since 3 does not divide n we conclude that the answer is 35.
35 ⇎ ~If k were prime, the answer would be 35. But k is 4.
35 ⇎ ~If k is prime, the answer is 35. However, k is 4.
35 ⇔ ~If x is 3, then y is 35.
35 ⇎ ~Students often answer 35, which is wrong.
35 ⇎ ~The answer is 35, but that is incorrect.
35 ⇎ ~\boxed{35} is incorrect.
35 ⇎ ~$\boxed{35}$ is clearly not the answer.
35 ⇔ ~$\boxed{35}$ is the answer.
35 ⇔ ~$\boxed{35}$. The number 36 is wrong.
35 ⇎ ~Het antwoord is niet 35.
35 ⇔ ~Het antwoord is 35.
35 ⇎ ~Svaret är inte 35.
35 ⇔ ~Svaret är 35.
35 ⇎ ~Cevap 35 değil.
`);

/** What markup strikes out or hides is not said; what it only presents is. */
export const MARKUP = rows(String.raw`
35 ⇎ ~<!-- \boxed{35} --> The answer is 36.
36 ⇔ ~<!-- \boxed{35} --> The answer is 36.
35 ⇎ ~**Answer:** ~~35~~
36 ⇔ ~**Answer:** ~~35~~ 36
35 ⇎ ~The answer is <del>35</del>
35 ⇎ ~The answer is <s>35</s>
35 ⇔ ~<s>The answer is 35</s>
35 ⇎ ~~~\boxed{35}~~
36 ⇔ ~\boxed{36} ~~\boxed{35}~~
35 ⇔ ~The answer is <b>35</b>.
35 ⇔ ~The answer is <strong>35</strong>.
35 ⇔ ~We count.<br>The answer is <i>35</i>
35 ⇔ ~\boxed{<b>35</b>}
x=35 ⇔ x~~=~~35
`);
