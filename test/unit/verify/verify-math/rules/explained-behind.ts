import { rows } from './rows.js';

/** What stands behind a right box and explains, checks or remarks offers no second answer. */
export const CHECKS = rows(String.raw`
12 ⇔ ~\boxed{12}. Check: $3 \cdot 12 + 4 = 40$.
12 ⇔ ~\boxed{12}⏎⏎**Verification:** $12^2 = 144$ and $144 + 25 = 169 = 13^2$. ✓
12 ⇔ ~\boxed{12}⏎⏎Check: 12 + 13 + 14 = 39, as required.
12 ⇔ ~\boxed{12}⏎⏎To verify, substitute $x = 12$ into the original equation: $2(12) - 5 = 19$, which matches.
12 ⇔ ~\boxed{12}. Substituting back, the left side is 19 and the right side is 19.
12 ⇔ ~\boxed{12}. Plugging it in gives 19 on both sides.
12 ⇔ ~\boxed{12}. We can check that both sides equal 36.
12 ⇔ ~\boxed{12}⏎⏎Let me double check: 5 + 7 = 12. Yes.
12 ⇔ ~\boxed{12}⏎⏎Let's verify: 24 / 2 = 12, which is correct.
12 ⇔ ~\boxed{12}. For a sanity check, with 4 people there are 6 pairs, and each pair counts twice, giving 12.
12 ⇔ ~\boxed{12}. Brute force confirms it: the program printed 12.
12 ⇔ ~\boxed{12}. The code output was 12.
12 ⇔ ~\boxed{12}. Testing small cases, for n = 1 we get 2, for n = 2 we get 6, and for n = 3 we get 12.
12 ⇔ ~\boxed{12}. The sequence goes 2, 6, 12, 20.
12 ⇔ ~\boxed{12}. The first few terms are 2, 6, 12, 20, 30.
12 ⇔ ~\boxed{12}. Its divisors are 1, 2, 3, 4, 6, and 12.
12 ⇔ ~\boxed{12}. This agrees with the lower bound of 11.
12 ⇔ ~\boxed{12}. When rounded to the nearest ten, this is 10.
12 ⇔ ~\boxed{12}. The discriminant is 25.
12 ⇔ ~\boxed{12}. The sum of the digits is 3.
12 ⇔ ~\boxed{12}. Its square is 144.
12 ⇔ ~\boxed{12}. The perimeter is then 40 and the area is 96.
12 ⇔ ~\boxed{12}. The maximum is attained at $x = 3$.
12 ⇔ ~\boxed{12}. Equality holds when $a = b = 2$.
12 ⇔ ~\boxed{12}, with equality iff $x = y = 1$.
12 ⇔ ~\boxed{12}, attained at $(1, 2, 3)$.
12 ⇔ ~\boxed{12}, where $m = 5$ and $n = 7$.
12 ⇔ ~Thus $m + n = 5 + 7 = \boxed{12}$, with $m = 5$, $n = 7$.
12 ⇔ ~\boxed{12}, since $\gcd(5, 7) = 1$.
12 ⇔ ~\boxed{12}, because 13 is prime.
12 ⇔ ~\boxed{12} as $m = 5$ and $n = 7$ are relatively prime.
12 ⇔ ~\boxed{12}, which is less than 13.
12 ⇔ ~\boxed{12}, which is divisible by 3.
12 ⇔ ~\boxed{12}, the product of 3 and 4.
12 ⇔ ~\boxed{12}, i.e. 3 times 4.
12 ⇔ ~\boxed{12}, not 13.
12 ⇔ ~\boxed{12}, not 13 or 14.
12 ⇔ ~\boxed{12} rather than 13.
12 ⇔ ~\boxed{12} instead of 13.
12 ⇔ ~\boxed{12}. It is not 13.
12 ⇔ ~\boxed{12}. The value 13 is not a solution.
12 ⇔ ~\boxed{12}. Note that 13 does not satisfy the condition.
12 ⇔ ~\boxed{12}. The value $x = -3$ is rejected because lengths are positive.
12 ⇔ ~\boxed{12} (we discard the negative root $-3$).
12 ⇔ ~\boxed{12} (the other root, $-3$, is extraneous).
12 ⇔ ~\boxed{12}. The quadratic has roots 12 and -3; only the positive one counts.
12 ⇔ ~\boxed{12}. The quadratic has roots $12$ and $-3$. Since $x > 0$, we take the first.
12 ⇔ ~\boxed{12}. The smaller root is 5.
12 ⇔ ~\boxed{12}. The other two sides are 5 and 13.
12 ⇔ ~\boxed{12}. The legs are 5 and 12, and the hypotenuse is 13.
12 ⇔ ~\boxed{12}, and the hypotenuse is 13.
12 ⇔ ~\boxed{12} and the corresponding value of $y$ is 5.
12 ⇔ ~\boxed{12}. A common mistake is to forget the last one and get 11.
12 ⇔ ~\boxed{12}. If you forgot the last case you would get 11.
12 ⇔ ~\boxed{12}. Without the restriction there would be 20.
12 ⇔ ~\boxed{12}. If the order mattered, there would be 24.
12 ⇔ ~\boxed{12}. For $n = 5$, the same argument gives 20.
12 ⇔ ~\boxed{12}. In general, the answer is $n(n-1)$.
12 ⇔ ~\boxed{12}. In base 5 this is 22.
12 ⇔ ~\boxed{12}. In binary, this is 1100.
`);

export const REMARKS = rows(String.raw`
12 ⇔ ~\boxed{12}. I hope it is correct.
12 ⇔ ~Final Answer: The final answer is $\boxed{12}$. I hope it is correct.
12 ⇔ ~The final answer is: $\boxed{12}$⏎⏎This solves problem 5.
12 ⇔ ~\boxed{12}⏎⏎(AIME 2019, Problem 5)
12 ⇔ ~\boxed{12}⏎⏎Source: AMC 10, 2015.
12 ⇔ ~\boxed{12}⏎⏎This follows from equation (2).
12 ⇔ ~\boxed{12}, by (1) and (2).
12 ⇔ ~\boxed{12} by Lemma 3.
12 ⇔ ~\boxed{12} (see step 3)
12 ⇔ ~\boxed{12}. See Theorem 4.2.
12 ⇔ ~\boxed{12}. This was shown in Case 2.
12 ⇔ ~\boxed{12}⏎⏎Steps:⏎1. Expand the square.⏎2. Collect terms.⏎3. Solve.
12 ⇔ ~\boxed{12}⏎⏎**Step 1.** We count pairs.⏎**Step 2.** We add.
12 ⇔ ~\boxed{12}⏎⏎Explanation: There are 3 rows with 4 seats each.
12 ⇔ ~\boxed{12}⏎⏎Explanation:⏎- Each row has 4 seats.⏎- There are 3 rows.⏎- The total is 3 × 4 = 12.
12 ⇔ ~\boxed{12}⏎⏎**Summary**⏎⏎| Quantity | Value |⏎|---|---|⏎| rows | 3 |⏎| seats | 4 |
12 ⇔ ~\boxed{12}⏎⏎In summary, 5 of them are even and 7 are odd.
12 ⇔ ~\boxed{12}, of which 5 are even.
12 ⇔ ~\boxed{12}, 5 of which are even.
12 ⇔ ~\boxed{12} apples, and 5 are left for Tom.
12 ⇔ ~Tom has \boxed{12} apples and Mary has 5.
12 ⇔ ~So Tom gets \boxed{12} and Mary gets 5.
12 ⇔ ~So the daughter is \boxed{12} years old and the father is 40.
12 ⇔ ~\boxed{12}. That leaves 8 apples for Mary.
12 ⇔ ~\boxed{12}. So 8 remain.
12 ⇔ ~She earns $\boxed{12}$ dollars per hour, which makes \$96 per day.
12 ⇔ ~\boxed{12} dollars. The original price was 15 dollars.
12 ⇔ ~\boxed{12} dollars. The original price was \$15.
12 ⇔ ~\boxed{12}. Thus, the train arrives at 3:15 pm.
12 ⇔ ~\boxed{12}⏎⏎The problem asked for the number of lattice points with coordinates from 1 to 5.
12 ⇔ ~\boxed{12}⏎⏎Problem: How many integers between 1 and 100 are divisible by 8?
12 ⇔ ~\boxed{12}⏎⏎Human: What is 3 + 4?
12 ⇔ ~\boxed{12}⏎⏎Confidence: 95%
12 ⇔ ~\boxed{12}⏎⏎Difficulty: 3/10
12 ⇔ ~\boxed{12}⏎⏎Time taken: 5 minutes
12 ⇔ ~\boxed{12}⏎⏎Confidence: 0.95
12 ⇔ ~\boxed{12}⏎⏎Answer: 12
12 ⇔ ~\boxed{12}⏎⏎The answer is: $12$
12 ⇔ ~\boxed{12}⏎⏎$$\boxed{12}$$
12 ⇔ ~\boxed{12}⏎⏎#### 12
12 ⇔ ~\boxed{12}⏎⏎So the final answer is 12.
12 ⇔ ~\boxed{12}⏎⏎Thus, the value of $x$ is $12$.
12 ⇔ ~\boxed{12}. Let me know if you have any questions!
12 ⇔ ~\boxed{12}<|im_end|>
12 ⇔ ~\boxed{12}</s>
12 ⇔ ~\boxed{12}.⏎⏎Note: We used the identity $a^2 - b^2 = (a-b)(a+b)$.
12 ⇔ ~\boxed{12}. Here $k = 3$.
12 ⇔ ~\boxed{12}. Here we used $k = 3$ and $n = 4$.
12 ⇔ ~\boxed{12}. Recall that $\binom{4}{2} = 6$.
12 ⇔ ~\boxed{12}. Alternatively, $\binom{4}{2} \cdot 2 = 12$.
12 ⇔ ~\boxed{12}. Alternatively, one may count $4 \cdot 3$ ordered pairs.
12 ⇔ ~\boxed{12}⏎⏎**Alternative solution.** Let $k = 3$. Then the sum is $3 + 9 = 12$.
12 ⇔ ~\boxed{12}⏎⏎Method 2: Counting the complement, there are 20 in total and 8 are bad, so 12.
12 ⇔ ~\boxed{12}. Maybe.
12 ⇔ ~\boxed{12}. I am not sure.
12 ⇔ ~\boxed{12}. I'm not entirely sure, but this is my best answer.
12 ⇔ ~\boxed{12} (I think)
12 ⇔ ~\boxed{12}. I may be wrong.
12 ⇔ ~\boxed{12}, but I am not certain.
12 ⇔ ~I am not sure, but the answer is probably \boxed{12}.
12 ⇔ ~Maybe \boxed{12}.
12 ⇔ ~\boxed{12}, to be given as an integer from 0 to 999.
12 ⇔ ~\boxed{12} (mod 13)
12 ⇔ ~The remainder is \boxed{12} when divided by 25.
12 ⇔ ~\boxed{12} out of 20.
12 ⇔ ~Suppose $x > 0$. Then the answer is \boxed{12}.
12 ⇔ ~Assume the contrary. This fails, so the answer is \boxed{12}.
12 ⇔ ~If we suppose that $n$ is prime, we get a contradiction, hence \boxed{12}.
12 ⇔ ~Assuming the usual convention, the answer is \boxed{12}.
12 ⇔ ~Suppose there are $x$ apples; solving, $x = \boxed{12}$.
12 ⇔ ~We assume standard dice, so the answer is \boxed{12}.
`);

export const OTHER_KINDS = rows(String.raw`
\frac{1}{2} ⇔ ~\boxed{\frac{1}{2}}. The complement also has probability $\frac{1}{2}$.
\frac{1}{3} ⇔ ~\boxed{\frac{1}{3}}. The probability of losing is therefore $\frac{2}{3}$.
\frac{1}{3} ⇔ ~\boxed{\frac{1}{3}}, so the complementary probability is $\frac{2}{3}$.
\frac{1}{3} ⇔ ~\boxed{\frac{1}{3}}, which is about 0.333.
\frac{1}{3} ⇔ ~\boxed{\frac{1}{3}} $\approx 0.33$
\frac{7}{9} ⇔ ~$\boxed{\frac{7}{9}}$. So $m + n = 16$.
\frac{7}{9} ⇔ ~$\boxed{\frac{7}{9}}$ after cancelling a factor of $4$ from $\frac{28}{36}$.
(1, 2) ⇔ ~\boxed{(1, 2)}. The distance from the origin is $\sqrt{5}$.
(1, 2) ⇔ ~\boxed{(1, 2)}. The endpoints are 1 and 2, neither included.
(1, 2) ⇔ ~\boxed{(1, 2)}. The vertex of the other parabola is $(0, 3)$.
(2, \infty) ⇔ ~\boxed{(2, \infty)}, since the domain excludes $(-\infty, 2]$.
[0, 1) ⇔ ~\boxed{[0, 1)}. At $x = 1$ the series diverges.
x^2+1 ⇔ ~\boxed{x^2 + 1}. Its derivative is $2x$.
x^2+1 ⇔ ~\boxed{x^2 + 1}, whose minimum is $1$ at $x = 0$.
x^2+1 ⇔ ~\boxed{x^2 + 1}. Expanding $(x+1)^2$ gives $x^2 + 2x + 1$.
2\sqrt{3} ⇔ ~\boxed{2\sqrt{3}}. The side of the square is $\sqrt{6}$.
\{1,2\} ⇔ ~\boxed{\{1, 2\}}. The value $x = 3$ is excluded.
\{1,2\} ⇔ ~\boxed{\{1, 2\}}, since the sum of the roots is $3$ and the product is $2$.
B ⇔ ~\boxed{B}. In triangle ABC, angle A is a right angle.
B ⇔ ~\boxed{B}⏎⏎- A: wrong sign⏎- C: wrong exponent⏎- D: too large
B ⇔ ~\boxed{B}. The point A lies on the circle, as does C.
B ⇔ ~\boxed{B}, since neither A nor C holds.
B ⇔ ~\boxed{B}, because A, C and D contradict the premise.
B ⇔ ~\boxed{B}. Therefore, the correct option is B.
\text{Yes} ⇔ ~\boxed{\text{Yes}}. There is no exception.
\text{even} ⇔ ~\boxed{\text{even}}, not odd.
\text{even} ⇔ ~\boxed{\text{even}}. An odd function would satisfy $f(-x) = -f(x)$.
`);

export const ABROAD = rows(String.raw`
12 ⇔ ~\boxed{12}。验证：$3\times 4=12$，正确。
12 ⇔ ~\boxed{12}。检验：当 $x=12$ 时，左边等于36，右边等于36。
12 ⇔ ~\boxed{12}，其中 $a=3$，$b=4$。
12 ⇔ ~\boxed{12}。其各位数字之和为3。
12 ⇔ ~\boxed{12}。其中5个是偶数，7个是奇数。
12 ⇔ ~\boxed{12}，此时 $x=3$。
12 ⇔ ~\boxed{12}，不是13。
12 ⇔ ~\boxed{12}，而不是13。
12 ⇔ ~\boxed{12}（另一根 $-3$ 舍去）
12 ⇔ ~\boxed{12}。另一个根是 $-3$。
12 ⇔ ~\boxed{12}。当且仅当 $x=1$ 时取等号。
12 ⇔ ~\boxed{12}。公差为3，首项为1。
12 ⇔ ~\boxed{12}。由步骤3可知结论成立。
12 ⇔ ~\boxed{12}元，还剩8元。
12 ⇔ ~\boxed{12}。因此答案是12。
12 ⇔ ~\boxed{12}。我不确定。
12 ⇔ ~\boxed{12}。可能吧。
12 ⇔ ~\boxed{12}。若 $n=5$，则为20。
12 ⇔ ~\boxed{12}。余数是5。
12 ⇔ ~设总数为x，则答案是\boxed{12}。
12 ⇔ ~假设有x个苹果，解得 $x=\boxed{12}$。
12 ⇔ ~Die Antwort ist \boxed{12}. Probe: $3 \cdot 4 = 12$.
12 ⇔ ~Die Antwort ist \boxed{12}, nicht 13.
12 ⇔ ~Die Antwort ist \boxed{12}. Die Quersumme ist 3.
12 ⇔ ~Die Antwort ist \boxed{12}. Die Zahl ist durch 3 teilbar.
12 ⇔ ~Die Antwort ist \boxed{12}. Die Summe der Ziffern beträgt 3.
12 ⇔ ~La réponse est \boxed{12}. Vérification : $3 \times 4 = 12$.
12 ⇔ ~La réponse est \boxed{12}. La somme des chiffres est 3.
12 ⇔ ~La réponse est \boxed{12}, et non 13.
12 ⇔ ~La respuesta es \boxed{12}. La suma de sus cifras es 3.
12 ⇔ ~La respuesta es \boxed{12}. Comprobación: 3 por 4 son 12.
12 ⇔ ~La respuesta es \boxed{12}, no 13.
12 ⇔ ~La respuesta es \boxed{12}, de los cuales 5 son pares.
12 ⇔ ~A resposta é \boxed{12}. O outro valor, 13, não serve.
12 ⇔ ~La risposta è \boxed{12}. Il resto della divisione per 5 è 2.
12 ⇔ ~Odpowiedź: \boxed{12}. Suma cyfr jest równa 3.
12 ⇔ ~Ответ: \boxed{12}. Проверка: 3·4 = 12.
12 ⇔ ~Ответ: \boxed{12}. Сумма цифр равна 3.
12 ⇔ ~Ответ: \boxed{12}, а не 13.
12 ⇔ ~答えは\boxed{12}です。検算：3×4=12。
12 ⇔ ~答えは\boxed{12}です。余りは5です。
12 ⇔ ~정답은 \boxed{12}입니다. 검산: 3×4=12.
12 ⇔ ~정답은 \boxed{12}입니다. 나머지는 5입니다.
`);

/** Written after the rule, before it was tried on them. */
export const MORE_REMARKS = rows(String.raw`
24 ⇔ ~\boxed{24}⏎⏎**Answer explanation:** Multiply the base by the height and halve it: 48/2.
24 ⇔ ~\boxed{24}. The ages of the three children are 2, 3 and 4.
24 ⇔ ~\boxed{24}. This means each of the 4 friends pays 6 dollars.
24 ⇔ ~\boxed{24}. In other words, there are 24 arrangements.
24 ⇔ ~\boxed{24} ways to arrange the letters A, B, C, D.
24 ⇔ ~\boxed{24}. Observe that 23 and 25 are both excluded.
24 ⇔ ~\boxed{24}. Since 25 exceeds the bound, 24 is optimal.
24 ⇔ ~\boxed{24}. For reference, $4! = 24$.
24 ⇔ ~\boxed{24}, the largest such number below 25.
24 ⇔ ~\boxed{24} is the smallest number with 8 divisors.
24 ⇔ ~\boxed{24}. The next such number is 48.
24 ⇔ ~\boxed{24}. The previous term was 12.
24 ⇔ ~\boxed{24}. The lower bound is 20 and the upper bound is 30.
24 ⇔ ~\boxed{24} minutes. The trip back takes 30.
24 ⇔ ~\boxed{24}. The two numbers are 4 and 6.
24 ⇔ ~\boxed{24}. The numbers are 4 and 6.
24 ⇔ ~\boxed{24} is reached when the pair is (4, 6).
24 ⇔ ~\boxed{24}, with the three numbers being 2, 3, 4.
24 ⇔ ~\boxed{24}. The integers are 7, 8, and 9.
24 ⇔ ~\boxed{24}. The prime factorization is $2^3 \cdot 3$.
24 ⇔ ~\boxed{24}. The greatest common divisor of these is 1.
24 ⇔ ~\boxed{24} (rounded from 23.7)
24 ⇔ ~\boxed{24} (to the nearest integer, from 23.7)
24 ⇔ ~\boxed{24} (see Figure 3)
24 ⇔ ~\boxed{24} [1]
24 ⇔ ~\boxed{24}⏎⏎[1] Source: Putnam 1998.
24 ⇔ ~\boxed{24}⏎⏎Time: 10:45
24 ⇔ ~\boxed{24}⏎⏎---⏎⏎**Key steps:**⏎⏎1. Find $x = 4$.⏎2. Find $y = 6$.⏎3. Multiply.
24 ⇔ ~\boxed{24}⏎⏎- First term: 3⏎- Common ratio: 2⏎- Number of terms: 4
24 ⇔ ~\boxed{24}⏎⏎Here's why:⏎- x = 4⏎- y = 6⏎- xy = 24
24 ⇔ ~\boxed{24}⏎⏎Q: Solve 2x = 10.⏎A: x = 5
24 ⇔ ~\boxed{24}. That completes the proof of part (a). For part (b), note that the result is symmetric.
24 ⇔ ~\boxed{24}. This took 3 steps.
24 ⇔ ~\boxed{24}. Points: 5
24 ⇔ ~\boxed{24} of them; the remaining 6 are odd.
24 ⇔ ~\boxed{24}. Only 6 remain.
24 ⇔ ~\boxed{24}. Bob scored 18.
24 ⇔ ~Anna scored 24 and Bob scored 18. So Anna's score is \boxed{24}, and Bob's is 18.
24 ⇔ ~So the width is 6 and the area is \boxed{24}. The width was found to be 6.
24 ⇔ ~The price of a pen is 6. The total is \boxed{24}. Recall each pen costs 6.
24 ⇔ ~\boxed{24}. We conclude $f(3) = 24$, while $f(2) = 6$.
24 ⇔ ~\boxed{24}. Hence the correct answer is option (C).
24 ⇔ ~\boxed{24}, which corresponds to answer choice C.
24 ⇔ ~\boxed{24}. If you want to double check, try computing $4 \times 6$.
24 ⇔ ~\boxed{24}. One more thing: 25 would need an odd factor, which is impossible.
24 ⇔ ~\boxed{24}. Had we used 5 letters we would have gotten 120.
24 ⇔ ~\boxed{24}. You might think it's 12, but that ignores reflections.
24 ⇔ ~\boxed{24}. It is tempting to answer 12, but that would be wrong.
24 ⇔ ~\boxed{24}. Many solvers get 12 by forgetting the order.
24 ⇔ ~\boxed{24}. The guess of 12 was too low.
24 ⇔ ~\boxed{24}. This is twice 12.
24 ⇔ ~\boxed{24}. This is double the value 12 found in part 1.
24 ⇔ ~\boxed{24}. The first answer, 12, counted each pair once.
24 ⇔ ~\boxed{24}。所以这个长方形的面积是24平方厘米。
24 ⇔ ~\boxed{24}。这两个数分别是4和6。
24 ⇔ ~\boxed{24}。最大公约数是6，最小公倍数是12。
24 ⇔ ~\boxed{24}，另外6个是奇数。
24 ⇔ ~\boxed{24}。（注：若 $x=3$ 则得18。）
24 ⇔ ~\boxed{24}，而25不满足条件。
24 ⇔ ~\boxed{24}。小明有24个苹果，小红有18个。
24 ⇔ ~\boxed{24}。第一步得到4，第二步得到6。
24 ⇔ ~\boxed{24}，故选C。
24 ⇔ ~\boxed{24}，所以选 (C)。
24 ⇔ ~\boxed{24}。综上，答案为24。
\frac{3}{4} ⇔ ~\boxed{\frac{3}{4}}. The other event has probability $\frac{1}{4}$.
\frac{3}{4} ⇔ ~\boxed{\frac{3}{4}}. So $a = 3$, $b = 4$, and $a+b = 7$.
\frac{3}{4} ⇔ ~\boxed{\frac{3}{4}}, so the numerator is 3 and the denominator is 4.
x=3 ⇔ ~\boxed{x = 3}. Then $y = 2$.
x=3 ⇔ ~\boxed{x=3} and $y = 2$ follows.
C ⇔ ~\boxed{C}. Options A and B can be eliminated; D is a distractor.
C ⇔ ~\boxed{C}⏎⏎Why the others are incorrect:⏎A. It reverses cause and effect.⏎B. It is irrelevant.⏎D. It is too broad.
C ⇔ ~\boxed{C}, as vitamin A and vitamin D are fat-soluble.
C ⇔ ~\boxed{C}. Compare with A.
y=2x+1 ⇔ ~\boxed{y = 2x + 1}. It passes through (0, 1) and (1, 3) and has slope 2.
5 ⇔ ~\boxed{5}. Note: the code prints 5.0.
5 ⇔ ~\boxed{5}. Total: 5
5 ⇔ ~\boxed{5}. Here, 0 is counted as even.
5 ⇔ ~\boxed{5}; see also Exercise 12.
5 ⇔ ~\boxed{5}, again using (3).
5 ⇔ ~\boxed{5}. Degree: 2.
5 ⇔ ~\boxed{5}. Number of steps: 7.
5 ⇔ ~\boxed{5}. Runtime: 0.02 s.
5 ⇔ ~\boxed{5}⏎⏎Version 2
5 ⇔ ~Die Lösung ist \boxed{5}. Die beiden Zahlen sind 2 und 3.
5 ⇔ ~La réponse est \boxed{5}. Les deux nombres sont 2 et 3.
5 ⇔ ~La respuesta es \boxed{5}. Los números son 2 y 3.
5 ⇔ ~Ответ: \boxed{5}. Искомые числа 2 и 3.
5 ⇔ ~A resposta é \boxed{5}. Os números são 2 e 3.
5 ⇔ ~Le reste vaut 2, donc la réponse est \boxed{5}. Vérifions : 5 + 2 = 7.
`);
