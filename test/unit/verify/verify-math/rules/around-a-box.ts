import { rows } from './rows.js';

// What stands around a right box: remarks that explain it, and words that offer another value, deny the box or hide it. Values of cases that are not given.

export const REMARKS_AROUND_A_BOX = rows(String.raw`
36 ⇔ ~$\boxed{36}$. Each side is 6 long.
36 ⇔ ~$\boxed{36}$, so the box holds 36 marbles.
36 ⇔ ~$\boxed{36}$. Is 36 a perfect square? Yes, 6 squared.
36 ⇔ ~$\boxed{36}$. Does $37$ work? No.
36 ⇔ ~$\boxed{36}$. Since 37 fails, 36 is the maximum.
36 ⇔ ~$\boxed{36}$. Note that 36 is not prime.
36 ⇔ ~$\boxed{36}$. Note that 36 does not divide 100.
36 ⇔ ~$\boxed{36}$ tables, nearly 40 in total.
36 ⇔ ~The tank holds $\boxed{36}$ liters and is almost full.
36 ⇔ ~$\boxed{36}$<sup>[1]</sup>
36 ⇔ ~$\boxed{36}$ cm<sup>2</sup>
36 ⇔ ~$\boxed{36}$ m<sup>3</sup>. The edge is 3 m.
36 ⇔ ~$\boxed{36}$[^1]⏎⏎[^1]: See Theorem 4.
36 ⇔ ~$\boxed{36}$\footnote{By Lemma 3.}
36 ⇔ ~<details><summary>Work</summary>$4 \cdot 9$</details> So $\boxed{36}$.
36 ⇔ ~$\boxed{36}$⏎⏎| n | a(n) |⏎|---|---|⏎| 1 | 4 |⏎| 2 | 9 |
36 ⇔ ~The probability of rain is $p$; what is $100p$? It is $\boxed{36}$.
36 ⇔ ~So what is the answer? $\boxed{36}$.
36 ⇔ ~Why? Because the answer is $\boxed{36}$.
36 ⇔ ~How many are there? There are $\boxed{36}$.
36 ⇔ ~The sum of the two numbers is $\boxed{36}$, as the larger is 20.
36 ⇔ ~$\boxed{36}$. The other value, 35, is too small.
36 ⇔ ~$\boxed{36}$. The correct value of the discriminant is then 49.
36 ⇔ ~$\boxed{36}$. That is a chance of 36 in 100.
36 ⇔ ~So the answer is far from trivial, and equals $\boxed{36}$.
36 ⇔ ~If the dice are fair, the answer is $\boxed{36}$.
36 ⇔ ~We find that the number differs from its reverse by $\boxed{36}$.
36 ⇔ ~The distance from A to B is $\boxed{36}$.
36 ⇔ ~$n$ lies between 30 and 40, so $n = \boxed{36}$.
36 ⇔ ~The integer strictly between 35 and 37 is $\boxed{36}$.
36 ⇔ ~There are at most $\boxed{36}$ such points.
36 ⇔ ~Es gibt genau $\boxed{36}$ Möglichkeiten.
36 ⇔ ~Die Antwort ist $\boxed{36}$. Probe: $6^2 = 36$.
36 ⇔ ~La réponse est $\boxed{36}$, car $6^2=36$.
36 ⇔ ~答案是 $\boxed{36}$ 吧。
36 ⇔ ~所以答案为 $\boxed{36}$，也就是三十六。
36 ⇔ ~$\boxed{36}$, or simply thirty-six.
36 ⇔ ~$\boxed{36}$, or equivalently $6^2$.
36 ⇔ ~$\boxed{36}$, or $\frac{72}{2}$ before simplification.
36 ⇔ ~$\boxed{36}$ or, in words, thirty-six.
36 ⇔ ~$\boxed{36}$, i.e. 3 dozen.
36 ⇔ ~$\boxed{36}$, with 4 left over.
36 ⇔ ~$\boxed{36}$, with 9 as the largest prime power factor.
36 ⇔ ~$\boxed{36}$, with 6 as a repeated root.
36 ⇔ ~After expanding and collecting terms: the answer is 36.
36 ⇔ ~After three hours: the answer is 36.
36 ⇔ ~Therefore the answer is 36. This took more steps than I expected.
36 ⇔ ~The answer is 36 apples.
36 ⇔ ~The sum of the digits of a 12 digits long number is 36.
36 ⇔ ~We have $x = 4$ and $y = 9$, so $xy = 36$.
36 ⇔ ~{\fontsize{14pt}{16pt}\selectfont The answer is $\boxed{36}$.}
36 ⇔ ~{\color{blue} The answer is $\boxed{36}$.}
36 ⇔ ~$\color{red}{\boxed{36}}$
36 ⇔ ~<p align="center">$\boxed{36}$</p>
36 ⇔ ~<font color="red">The answer is $\boxed{36}$.</font>
36 ⇔ ~<div class='answer'>\boxed{36}</div>
36 ⇔ ~The answer is $\boxed{36}$. A common mistake is to forget the factor 2.
36 ⇔ ~The answer is $\boxed{36}$. A common error is to answer 18 here.
36 ⇔ ~$\boxed{36}$. This contradicts nothing, so it stands.
36 ⇔ ~$\boxed{36}$. Everything above was checked with $n=5$.
36 ⇔ ~$\boxed{36}$. The other candidate, $-36$, contradicts positivity, so it is not the answer.
36 ⇔ ~$\boxed{36}$. If it were 37, the sum would be odd, so it is wrong.
36 ⇔ ~$\boxed{36}$. The box above is the final answer.
36 ⇔ ~$\boxed{36}$. The real answer to "why" is symmetry.
36 ⇔ ~$\boxed{36}$. The actual value is about $36.0$.
36 ⇔ ~We would have got the same with generating functions: $\boxed{36}$.
36 ⇔ ~Had we used $n+1$, nothing would change: $\boxed{36}$.
36 ⇔ ~$\boxed{36}$ is the value that it must be.
36 ⇔ ~$\boxed{36}$ is the largest number that cannot be represented.
36 ⇔ ~$\boxed{36}$ (answer), verified with Python.
36 ⇔ ~Test: $6^2 = 36$? Yes. $\boxed{36}$. Check: is $36 = 6^2$? Yes.
36 ⇔ ~$\boxed{36}$. In binary: 100100.
36 ⇔ ~Résultat : $\boxed{36}$ et plus précisément $36,0$.
36 ⇔ ~The rate is $\boxed{36}$ /hour.
36 ⇔ ~The speed is $\boxed{36}$/hr.
36 ⇔ ~$\boxed{36}$ km/h.
36 ⇔ ~$\boxed{36}$ or 36 km per hour.
36 ⇔ ~$\boxed{36}$, or less formally, six squared.
36 ⇔ ~$\boxed{36}$ or, equivalently, $6^2$.
36 ⇔ ~$\boxed{36}$, oder $6^2$.
36 ⇔ ~The answer is $\boxed{36}$. You can check that 36 satisfies both conditions.
36 ⇔ ~The answer is $\boxed{36}$. Indeed 36 is not divisible by 5, as required.
36 ⇔ ~The answer is $\boxed{36}$. Note: 36 is not a typo.
36 ⇔ ~The answer is $\boxed{36}$. A wrong approach would give 35.
36 ⇔ ~The answer is $\boxed{36}$. Forgetting the case $n=0$ is a common mistake; 36 includes it.
36 ⇔ ~The answer is $\boxed{36}$. Some would answer 35 by mistake, but the right count is 36.
36 ⇔ ~The answer is $\boxed{36}$. One might think that 36 is too large, but it works.
36 ⇔ ~The answer is $\boxed{36}$. Why is 36 right? Because $6^2=36$.
36 ⇔ ~The answer is $\boxed{36}$. It is not 35 but 36.
36 ⇔ ~$\boxed{36}$. Without symmetry, we would have had 72.
36 ⇔ ~We get $x + 4 = 40$, so $x = \boxed{36}$.
36 ⇔ ~There are fewer than 40 but more than 35 and even, so $\boxed{36}$.
36 ⇔ ~The closest perfect square is $\boxed{36}$.
36 ⇔ ~An almost perfect choice: $\boxed{36}$.
36 ⇔ ~It is nearly done: $\boxed{36}$.
36 ⇔ ~It takes almost an hour, namely $\boxed{36}$ minutes.
36 ⇔ ~The trick is to square it: $\boxed{36}$.
36 ⇔ ~The trick is to note symmetry. So $\boxed{36}$. The trick above also works for 49.
36 ⇔ ~$\boxed{36}$. This trick works in general.
36 ⇔ ~$\boxed{36}$. The box contains 36 balls.
36 ⇔ ~$\boxed{36}$. The value above is exact.
36 ⇔ ~$\boxed{36}$. Its value is exact.
36 ⇔ ~$\boxed{36}$. The answer is its own check: $\sqrt{36}=6$.
36 ⇔ ~$\boxed{36}$. Everything checks out.
36 ⇔ ~$\boxed{36}$ and we are done.
36 ⇔ ~$\boxed{36}$ et c'est tout.
36 ⇔ ~$\boxed{36}$ y ya está.
36 ⇔ ~$\boxed{36}$, e pronto.
36 ⇔ ~$\boxed{36}$, was zu zeigen war.
36 ⇔ ~$\boxed{36}$ (não 35).
36 ⇔ ~$\boxed{36}$. Não esqueça as unidades.
36 ⇔ ~$\boxed{36}$. Nicht vergessen: die Einheit ist cm.
36 ⇔ ~Wie viele sind es? Es sind $\boxed{36}$.
36 ⇔ ~¿Cuántos hay? Hay $\boxed{36}$.
36 ⇔ ~一共有多少种？一共有 $\boxed{36}$ 种。
36 ⇔ ~问：一共有多少种？答：$\boxed{36}$ 种。
36 ⇔ ~答案为 $\boxed{36}$。错误的做法会得到 35。
36 ⇔ ~答案为 $\boxed{36}$。注意不要算错。
36 ⇔ ~The number of ways is $\boxed{36}$!
36 ⇔ ~Hooray, $\boxed{36}$! Any questions?
36 ⇔ ~$\boxed{36}$. Does that make sense?
36 ⇔ ~Let's double check: is 36 right? Yes. $\boxed{36}$
36 ⇔ ~Therefore the answer is 36. We cannot do better, since 37 is prime.
36 ⇔ ~Therefore, the answer is 36. We do not need more cases than that.
36 ⇔ ~So the total is 36. We could not find any other solutions.
36 ⇔ ~$$\text{answer} = \boxed{36}$$
36 ⇔ ~$$\text{answer} \le 40 \implies \boxed{36}$$
36 ⇔ ~<img src="x.png"> The answer is 36.
36 ⇔ ~See <a href="https://x.y">here</a>. The answer is $\boxed{36}$.
36 ⇔ ~If $a <b and c="5" hold> then the answer is $\boxed{36}$.
36 ⇔ ~The answer is <b class="x">36</b>.
36 ⇔ ~$\boxed{36}$ <br/> <hr/> Done in 3 steps.
36 ⇔ ~<p>The answer is $\boxed{36}$.</p><p>QED</p>
36 ⇔ ~| part | answer |⏎|---|---|⏎| total | $\boxed{36}$ |⏎| alternative check | 36 |
36 ⇔ ~$\boxed{36}$. Alternatively, the answer is $4 \cdot 9 = 36$.
36 ⇔ ~$\boxed{36}$. Another way: the result is $30 + 6 = 36$.
36 ⇔ ~$\boxed{36}$. Alternatively, count directly: $1+2+\dots+8 = 36$.
36 ⇔ ~$\boxed{36}$. Alternatively, $\binom{9}{2} = 36$.
36 ⇔ ~$\boxed{36}$. Alternatively, with the answer for $n=8$, $28 + 8 = 36$.
36 ⇔ ~$\boxed{36}$, as 36 is the only option left.
36 ⇔ ~$\boxed{36}$. With 9 as a factor, 4 remains.
`);

export const DENIALS_AROUND_A_BOX = rows(String.raw`
36 ⇎ ~$\boxed{36}$, pardon me, 35.
36 ⇎ ~$\boxed{36}$. Excuse me, thirty-five.
36 ⇎ ~$\boxed{36}$ — I meant 35.
36 ⇎ ~$\boxed{36}$... make that 35.
36 ⇎ ~$\boxed{36}$. The true value is 35.
36 ⇎ ~$\boxed{36}$. Its correct value is 35.
36 ⇎ ~$\boxed{36}$. The actual answer is twice that.
36 ⇎ ~$\boxed{36}$. The right answer is half of it.
36 ⇎ ~$\boxed{36}$. In truth the answer is its reciprocal.
36 ⇎ ~$\boxed{36}$, ou trente-cinq.
36 ⇎ ~$\boxed{36}$，可能是三十五。
36 ⇎ ~$\boxed{36}$, or XL.
36 ⇎ ~$\boxed{36}$, or VII
36 ⇎ ~$\boxed{36}$<sub>or 35</sub>
36 ⇎ ~$\boxed{36}$<small>(or 35)</small>
36 ⇎ ~$\boxed{36}$\thanks{or 35}
36 ⇎ ~$\boxed{36}$\footnote{Alternatively, 35.}
36 ⇎ ~$\boxed{36}$[^a]⏎⏎[^a]: Possibly 35.
36 ⇎ ~$\boxed{36}$⏎⏎<details><summary>Backup</summary>35</details>
36 ⇎ ~$\boxed{36}$⏎⏎| backup answer | 35 |
36 ⇎ ~$\boxed{36}$, with 35 as my backup.
36 ⇎ ~$\boxed{36}$, 35 as an alternative.
36 ⇎ ~$\boxed{36}$. 35 is acceptable too.
36 ⇎ ~$\boxed{36}$; 35 could be accepted as well.
36 ⇎ ~$\boxed{36}$ et plus.
36 ⇎ ~$\boxed{36}$ o más.
36 ⇎ ~$\boxed{36}$ или больше.
36 ⇎ ~$\boxed{36}$ oder weniger.
36 ⇎ ~$\boxed{36}$, or 35 under the other reading.
36 ⇎ ~$\boxed{36}$, or 35 by another convention.
36 ⇎ ~$\boxed{36}$. It cannot hold, so it is wrong.
36 ⇎ ~$\boxed{36}$. That breaks parity, hence it is not the answer.
36 ⇎ ~$\boxed{36}$. Test: is $36$ odd? No, so this is incorrect.
36 ⇎ ~$\boxed{36}$. Beware: 36 is wrong.
36 ⇎ ~$\boxed{36}$. The trap is to answer 36.
36 ⇎ ~$\boxed{36}$. It is tempting to answer 36.
36 ⇎ ~$\boxed{36}$. The number 36 fails.
36 ⇎ ~$\boxed{36}$ is what it cannot be.
36 ⇎ ~$\boxed{36}$. The box is a trick.
36 ⇎ ~$\boxed{36}$. The answer above is a placeholder.
36 ⇎ ~$\boxed{36}$. The value above is a bluff.
36 ⇎ ~$\boxed{36}$. Everything is wrong.
36 ⇎ ~$\boxed{36}$. Ich habe mich geirrt.
36 ⇎ ~$\boxed{36}$. Mi sono sbagliato.
36 ⇎ ~$\boxed{36}$. Я ошибся.
36 ⇎ ~$\boxed{36}$。我算错了。
36 ⇎ ~Odpowiedź to nie $\boxed{36}$.
36 ⇎ ~Svaret är inte $\boxed{36}$.
36 ⇎ ~الجواب ليس $\boxed{36}$.
36 ⇎ ~Răspunsul nu este $\boxed{36}$.
36 ⇎ ~A válasz nem $\boxed{36}$.
36 ⇎ ~Vastaus ei ole $\boxed{36}$.
36 ⇎ ~Sonuç $\boxed{36}$ değil.
36 ⇎ ~The answer is far from $\boxed{36}$.
36 ⇎ ~The result is different from $\boxed{36}$.
36 ⇎ ~The answer is 36, said nobody.
36 ⇎ ~It is somewhere between 30 and $\boxed{36}$.
36 ⇎ ~The result is strictly above $\boxed{36}$.
36 ⇎ ~Nearly $\boxed{36}$.
36 ⇎ ~The value is almost $\boxed{36}$.
36 ⇎ ~$30 < \text{answer} < \boxed{36}$
36 ⇎ ~35, or rather $\boxed{36}$.
36 ⇎ ~35 oder vielleicht $\boxed{36}$.
36 ⇎ ~35 ou plutôt $\boxed{36}$.
36 ⇎ ~Is it $\boxed{36}$?
36 ⇎ ~La réponse est-elle $\boxed{36}$ ?
36 ⇎ ~Ist es $\boxed{36}$?
36 ⇎ ~答案是 $\boxed{36}$ 么？
36 ⇎ ~答えは $\boxed{36}$ ですか？
36 ⇎ ~Maybe it is $\boxed{36}$?
36 ⇎ ~Had it been odd, we would have obtained $\boxed{36}$.
36 ⇎ ~Were $n$ even, we would have found $\boxed{36}$.
36 ⇎ ~I have no answer. <img alt="\boxed{36}">
36 ⇎ ~I have no answer. <a title='\boxed{36}' href='x'>x</a>
36 ⇎ ~I have no answer. {\color{white} so $\boxed{36}$}
36 ⇎ ~I have no answer. {\fontsize{0}{0}\selectfont the answer is $\boxed{36}$}
36 ⇎ ~The answer is 36 digits long.
36 ⇎ ~We must solve $(a-b)(a+b) = 36$. I did not finish.
36 ⇎ ~We set $ab = 36$. I could not complete this.
36 ⇎ ~The equation is $x^2 = 36$. This needs more time than I have.
`);

export const VALUES_OF_CASES_THAT_ARE_NOT_GIVEN = rows(String.raw`
36 ⇎ ~If n were even, x would be 36.
36 ⇎ ~If n were even, then x = 36. But it is not.
36 ⇎ ~If n is even, x = 36. However, it is odd.
36 ⇎ ~Had n been even, x would be 36.
36 ⇎ ~If we had more time, we would get 36.
36 ⇎ ~If n were prime, we would have x = 36.
36 ⇎ ~The answer would be 36 if n were even.
36 ⇎ ~x would be 36 if n were even.
36 ⇎ ~Unless n were even, we could get 36.
36 ⇎ ~If the sum were odd, the answer would be 36.
36 ⇎ ~Were n even, we get 36.
36 ⇎ ~If x = 36, but that fails.
36 ⇎ ~If n is even, then the value is 36. Unfortunately, n is odd.
36 ⇎ ~If n is odd, we obtain 36. Alas, n is even.
`);
