import { rows } from './rows.js';

/** What models write behind a right answer: nothing of it is a second one. */
export const RIGHT_ENDINGS = rows(String.raw`
5 ⇔ ~Thus $\boxed{5}$. Another solution: let x = 3 and y = 2, so that x + y = 5.
\frac14 ⇔ ~The probability is $\boxed{\frac14}$, or 1 in 4.
1024 ⇔ ~There are $\boxed{1024}$, or 2 to the tenth power.
5 ⇔ ~So there are $\boxed{5}$. Some people may get 10 by forgetting a case.
A ⇔ ~The answer is $\boxed{A}$. The second option B is about chemistry.
5 ⇔ ~Hence $\boxed{5}$. Otherwise 2 of the sides would be equal.
5 ⇔ ~$\boxed{5}$. Verification: $5^2 - 4 \cdot 5 = 5$, as required.
5 ⇔ ~$\boxed{5}$⏎⏎**Check:** for $x = 5$ we get $2 \cdot 5 + 3 = 13$. ✓
5 ⇔ ~$\boxed{5}$. We can verify this: 5 + 7 = 12.
5 ⇔ ~$\boxed{5}$. To double-check, 5 times 4 is 20, which matches the problem.
5 ⇔ ~$\boxed{5}$. Substituting back, the left side is 13 and the right side is also 13.
5 ⇔ ~$\boxed{5}$. This can be verified: 5·3 = 15.
5 ⇔ ~$\boxed{5}$. This could be written as $\frac{10}{2}$ before it is simplified.
5 ⇔ ~$\boxed{5}$. It can be checked that 2 + 3 = 5.
5 ⇔ ~$\boxed{5}$. It may be noted that 3 is also prime.
5 ⇔ ~$\boxed{5}$. Note that 7 is also prime.
5 ⇔ ~$\boxed{5}$. Note that 25 is also a perfect square.
5 ⇔ ~$\boxed{5}$. Indeed, 6 is also even, so it is skipped.
12 ⇔ ~$\boxed{12}$. Alternatively, $3 \cdot 4 = 12$.
12 ⇔ ~$\boxed{12}$. Alternatively, we could use $\binom{4}{2} \cdot 2 = 12$.
12 ⇔ ~$\boxed{12}$. Alternatively, there are 4 choices for the first and 3 for the second.
12 ⇔ ~$\boxed{12}$. Alternatively, 4 choices for the first and 3 for the second give the same.
12 ⇔ ~$\boxed{12}$. Alternatively, $\sin^2 x + \cos^2 x = 1$.
12 ⇔ ~$\boxed{12}$. Alternatively, let $x = 3$.
12 ⇔ ~$\boxed{12}$.⏎⏎**Alternative method:** with 3 rows of 4 we get 12.
12 ⇔ ~$\boxed{12}$.⏎⏎Another way to see this: 3 rows of 4 make 12.
12 ⇔ ~$\boxed{12}$. Another approach: $24 / 2 = 12$.
12 ⇔ ~$\boxed{12}$. Another solution uses generating functions: the coefficient of $x^6$ is 12.
12 ⇔ ~$\boxed{12}$. A second solution: count the 66 pairs and subtract 54.
12 ⇔ ~$\boxed{12}$. A different approach counts 36 ordered triples and divides by 3.
12 ⇔ ~$\boxed{12}$. Another option is to count 3 rows of 4.
12 ⇔ ~$\boxed{12}$. Another option is 3 rows of 4.
12 ⇔ ~$\boxed{12}$. An alternative solution is given in chapter 4.
12 ⇔ ~$\boxed{12}$. An alternative is to list all 12 of them.
12 ⇔ ~$\boxed{12}$. One could also count 4 for each of the 3 rows.
12 ⇔ ~$\boxed{12}$. Perhaps 3 of the cases deserve a remark.
12 ⇔ ~$\boxed{12}$. Perhaps the easiest way is 3 times 4.
12 ⇔ ~$\boxed{12}$. Maybe 2 more examples help: 4 and 6.
12 ⇔ ~$\boxed{12}$. Or, in other words, 3 rows of 4.
12 ⇔ ~$\boxed{12}$. Or 3 times 4.
\frac12 ⇔ ~$\boxed{\frac{1}{2}}$, or equivalently $0.5$.
\frac12 ⇔ ~$\boxed{\frac{1}{2}}$ (or 0.5)
\frac12 ⇔ ~$\boxed{\frac{1}{2}}$, or 50%.
\frac12 ⇔ ~$\boxed{\frac{1}{2}}$, or $50\%$.
\frac12 ⇔ ~$\boxed{\frac{1}{2}}$, or 50 percent.
\frac12 ⇔ ~$\boxed{\frac{1}{2}}$, or 1 out of 2.
\frac12 ⇔ ~$\boxed{\frac{1}{2}}$, or 1 in every 2 draws.
\frac12 ⇔ ~$\boxed{\frac{1}{2}}$, or one half.
\frac12 ⇔ ~$\boxed{\frac{1}{2}}$, or as a decimal, 0.5.
\frac12 ⇔ ~$\boxed{\frac{1}{2}}$ or $\frac{2}{4}$ before simplification.
\frac{22}{7} ⇔ ~$\boxed{\frac{22}{7}}$, or about 3.14.
\frac{22}{7} ⇔ ~$\boxed{\frac{22}{7}}$, or approximately 3.143.
\frac{22}{7} ⇔ ~$\boxed{\frac{22}{7}}$, or $3\frac17$.
\frac{22}{7} ⇔ ~$\boxed{\frac{22}{7}}$, or 3 1/7.
\frac{22}{7} ⇔ ~$\boxed{\frac{22}{7}}$ (or 3.14).
\sqrt2 ⇔ ~$\boxed{\sqrt{2}}$, or roughly 1.41.
\sqrt2 ⇔ ~$\boxed{\sqrt{2}}$, or $2^{1/2}$.
\sqrt2 ⇔ ~$\boxed{\sqrt{2}}$, or $1.414$.
\pi/6 ⇔ ~$\boxed{\frac{\pi}{6}}$, or $30^\circ$.
\pi/6 ⇔ ~$\boxed{\frac{\pi}{6}}$, or 30 degrees.
30^\circ ⇔ ~$\boxed{30^\circ}$, or $\frac{\pi}{6}$ radians.
1024 ⇔ ~$\boxed{1024}$, or $2^{10}$.
1024 ⇔ ~$\boxed{1024}$ (or $2^{10}$)
1024 ⇔ ~$\boxed{1024}$, or $4^5$, or $32^2$.
1024 ⇔ ~$\boxed{1024}$, or 1,024.
1024 ⇔ ~$\boxed{1024}$, or 1.024 thousand.
1024 ⇔ ~$\boxed{1024}$, or 10000000000 in binary.
1500000 ⇔ ~$\boxed{1500000}$, or 1.5 million.
1500000 ⇔ ~$\boxed{1500000}$ (or $1.5 \times 10^6$)
120 ⇔ ~$\boxed{120}$ minutes, or 2 hours.
120 ⇔ ~$\boxed{120}$, or 2 hours.
120 ⇔ ~The trip takes $\boxed{120\text{ minutes}}$, or 2 hours.
12\text{ feet} ⇔ ~It is $\boxed{12\text{ feet}}$, or 4 yards.
12 ⇔ ~It is $\boxed{12\text{ feet}}$, or 4 yards.
150 ⇔ ~It costs $\boxed{150}$ cents, or $1.50 in dollars.
150 ⇔ ~The length is $\boxed{150}$ cm, or 1.5 meters.
90 ⇔ ~It takes $\boxed{90}$ minutes, or 1 hour and 30 minutes.
90 ⇔ ~It takes $\boxed{90}$ minutes, or 1.5 hours.
5 ⇔ ~$\boxed{5}$, or in general $n+1$ for $n$ lines.
5 ⇔ ~$\boxed{5}$, or $n+1$ with $n=4$.
5 ⇔ ~$\boxed{5}$, or equivalently $x \equiv 5 \pmod{7}$.
5 ⇔ ~$\boxed{5}$, or $x \equiv 5 \pmod 7$.
5 ⇔ ~$\boxed{5}$, or, more precisely, 5 units.
5 ⇔ ~$\boxed{5}$ (or more precisely, 5.0).
5 ⇔ ~$\boxed{5}$, or more formally, $|S| = 5$.
5 ⇔ ~$\boxed{5}$, or another way to put it, half of ten.
5 ⇔ ~$\boxed{5}$, or option (C).
5 ⇔ ~$\boxed{5}$, or (C).
5 ⇔ ~$\boxed{5}$. Option C.
A ⇔ ~$\boxed{A}$, or 12.
A ⇔ ~$\boxed{A}$. Option B is too large, option C is too small.
A ⇔ ~$\boxed{A}$. The other options are B, C and D, which fail.
A ⇔ ~$\boxed{A}$. The other options do not satisfy the equation.
A ⇔ ~$\boxed{A}$. Option B would be correct if the mass were doubled.
A ⇔ ~$\boxed{A}$. Some students choose B because they forget friction.
A ⇔ ~$\boxed{A}$. Another option, B, describes osmosis.
A ⇔ ~$\boxed{A}$. Choice B could be tempting, but it ignores friction.
A ⇔ ~$\boxed{A}$. Others may answer C, forgetting the sign.
5 ⇔ ~$\boxed{5}$. A common mistake is to answer 10.
5 ⇔ ~$\boxed{5}$. Many would answer 10, forgetting that order does not matter.
5 ⇔ ~$\boxed{5}$. Some might say 10 because they count each pair twice.
5 ⇔ ~$\boxed{5}$. Some might say 10. This is a common mistake.
5 ⇔ ~$\boxed{5}$. Another possible value is 10, but it violates the condition.
5 ⇔ ~$\boxed{5}$. The other candidate is 10. However, it fails the second equation.
5 ⇔ ~$\boxed{5}$. The other possibility is $x = -3$, which is extraneous.
5 ⇔ ~$\boxed{5}$. The other possibility is $x = -3$, but lengths are positive.
5 ⇔ ~$\boxed{5}$. The other solution is $x = -3$.
5 ⇔ ~$\boxed{5}$. The other root is -3.
5 ⇔ ~$\boxed{5}$. Another solution is $x=-3$, but lengths are positive.
5 ⇔ ~$\boxed{5}$. If $n$ were 6, the answer would be 7 instead.
5 ⇔ ~$\boxed{5}$. If the order mattered, the count could be 10.
5 ⇔ ~$\boxed{5}$. Otherwise, $x$ would be at least 6.
5 ⇔ ~$\boxed{5}$. Otherwise, 3 would divide $n$.
5 ⇔ ~$\boxed{5}$, otherwise 2 of the sides would be equal.
5 ⇔ ~$\boxed{5}$, since the remainder could only be 1, 3, or 5.
7 ⇔ ~$\boxed{7}$, since the candidates are 5, 7, or 11.
7 ⇔ ~$\boxed{7}$. The candidates were 5, 7, or 11.
7 ⇔ ~$\boxed{7}$. In base 2 this is 111.
7 ⇔ ~$\boxed{7}$. The cases $n = 8$ or $n = 9$ are ruled out.
7 ⇔ ~$\boxed{7}$ because $x$ is either 7 or 9, and 9 is not prime.
7 ⇔ ~We have $x + 2 = 9$, or $\boxed{7}$.
7 ⇔ ~We get $2x = 14$, or $x = \boxed{7}$.
7 ⇔ ~This is $\frac{14}{2}$, or $\boxed{7}$.
1 ⇔ ~This is 60 minutes, or $\boxed{1}$ hour.
25 ⇔ ~$\boxed{25}$. Each of them has 5 neighbours, and 5 times 5 is 25.
25\% ⇔ ~$\boxed{25}$%, or 0.25.
25\% ⇔ ~$\boxed{25\%}$, or $\frac14$.
25\% ⇔ ~$\boxed{25\%}$, or 1 in 4.
(1,2) ⇔ ~$\boxed{(1,2)}$, or $1 < x < 2$.
2x ⇔ ~$\boxed{2x}$, or $x+x$.
n(n+1)/2 ⇔ ~$\boxed{\frac{n(n+1)}{2}}$, or $\binom{n+1}{2}$.
5 ⇔ ~$\boxed{5}$⏎⏎This problem was about combinations. Alternatively, stars and bars with 4 bars works.
5 ⇔ ~$\boxed{5}$⏎⏎**Remark.** For $n = 6$ the answer is 8.
5 ⇔ ~$\boxed{5}$⏎⏎Let me know if you want to see 2 more examples.
5 ⇔ ~$\boxed{5}$⏎⏎(Or use the formula with $n = 4$.)
5 ⇔ ~$\boxed{5}$. That is 3 + 2, or 10 / 2.
5 ⇔ ~\boxed{5}，即一共5个。
5 ⇔ ~\boxed{5}。另一种方法：2+3=5。
5 ⇔ ~\boxed{5}。或者用公式计算，也得到5。
5 ⇔ ~\boxed{5}。否则3个点共线。
5 ⇔ ~\boxed{5}。验证：2×5+3=13，符合题意。
0.5 ⇔ ~\boxed{0.5}，或者写成分数$\frac12$。
5 ⇔ ~The answer is 5. Another way: 10 divided by 2.
5 ⇔ ~The answer is 5. Otherwise 2 of the sides would be equal.
5 ⇔ ~The answer is 5.⏎⏎Another solution: let x = 3.
5 ⇔ ~<answer>5</answer> <!-- or 6 -->
`);

/** What is offered as the answer, and ends there. */
export const OFFERED_BESIDE = rows(String.raw`
5 ⇎ ~$\boxed{5}$, or 6 depending on the reading.
5 ⇎ ~$\boxed{5}$, or 6 if you prefer.
5 ⇎ ~$\boxed{5}$. Another solution is 6.
5 ⇎ ~$\boxed{5}$. Another possible answer is $x = 6$.
5 ⇎ ~$\boxed{5}$. The other possibility is 6.
5 ⇎ ~$\boxed{5}$. An alternative answer would be 6.
5 ⇎ ~$\boxed{5}$. Some people may say 6.
5 ⇎ ~$\boxed{5}$. It can also be 6.
5 ⇎ ~$\boxed{5}$. The answer could be $\frac{11}{2}$.
5 ⇎ ~$\boxed{5}$. 6 is also a valid answer.
5 ⇎ ~$\boxed{5}$. The value 6 could also be correct.
5 ⇎ ~$\boxed{5}$. Maybe it is 6 instead.
5 ⇎ ~$\boxed{5}$. Otherwise the answer is 6.
5 ⇎ ~$\boxed{5}$. Perhaps 6, or perhaps 7.
5 ⇎ ~$\boxed{5}$ or $\frac{11}{2}$.
5 ⇎ ~$\boxed{5}$; possibly 6.
5 ⇎ ~$\boxed{5}$, or 6, or 7.
\frac12 ⇎ ~$\boxed{\frac12}$, or $\frac13$.
\frac12 ⇎ ~$\boxed{\frac12}$, or 0.6.
\frac12 ⇎ ~$\boxed{\frac12}$, or 60%.
A ⇎ ~$\boxed{A}$. The answer could also be (B).
A ⇎ ~$\boxed{A}$. Another option is B.
A ⇎ ~$\boxed{A}$. Option B is also correct.
2x ⇎ ~$\boxed{2x}$, or $3x$.
12 ⇎ ~$\boxed{12\text{ cm}}$, or 13 cm.
5 ⇎ ~\boxed{5}。否则是6。
5 ⇎ ~\boxed{5}，6也对。
`);
