import { rows } from '../rules/rows.js';

// A third set of what a model writes that has solved the problem, and wrong neighbours. Labelled before it was scored, and scored once.

export const HONEST_INTEGER = rows(String.raw`
204 ⇔ ~Let the walking speed be $s$ and the coffee-shop time $t$ minutes. From $\frac{9}{s}+\frac{t}{60}=4$ and $\frac{9}{s+2}+\frac{t}{60}=2.4$ we get $s=2.5$ and $t=24$. At $s+\frac12=3$ km/h the walk takes 3 hours = 180 minutes, so the total is $180+24$.⏎⏎$$\boxed{204}$$
204 ⇎ ~Subtracting the two equations gives $\frac{9}{s}-\frac{9}{s+2}=1.6$, so $s=2.5$. At $3$ km/h the walk takes $180$ minutes. ⏎⏎**Final Answer**⏎\boxed{180}
25 ⇔ ~Taking logs, $\log_x(y^x)=x\log_x y=10$ and $4y\log_y x=10$. Multiplying gives $4xy\cdot 1=100$, hence⏎⏎\[⏎xy = \boxed{25}.⏎\]⏎⏎This matches a quick sanity check: $x\log_x y = 10$ and $4y \log_y x = 10$ multiply to $4xy = 100$.
25 ⇎ ~Multiplying the two equations gives $xy\log_x y\log_y x = 100$, so $xy = \boxed{100}$. (The factor of 4 cancels because the logarithms are reciprocal.)
809 ⇔ ~<think>⏎Alice wins from n iff n mod 5 not in {0,2}. Losing positions: n ≡ 0 or 2 mod 5. Count up to 2024: multiples of 5: 404. n≡2 mod 5: 2,7,...,2022: 405. Total 809.⏎</think>⏎⏎The losing positions for the player to move are exactly those with $n \equiv 0$ or $n\equiv 2 \pmod 5$.⏎⏎* $n\equiv 0 \pmod 5$: $5,10,\dots,2020$, which is $404$ numbers.⏎* $n\equiv 2 \pmod 5$: $2,7,\dots,2022$, which is $405$ numbers.⏎⏎Thus the number of positive integers is $404+405=\boxed{809}$.
809 ⇎ ~The losing positions are $n\equiv 0,2\pmod 5$. There are $404$ multiples of $5$ up to $2024$ and $404$ numbers congruent to $2$, so Bob wins for $\boxed{808}$ values of $n$.
116 ⇔ ~Given that Jen wins a prize, the probability she wins the grand prize is $\frac{1}{115}$: there are $1$ grand-prize outcomes and $90+24+1=115$ prize outcomes. So $m+n=1+115=116$.⏎⏎### Final answer⏎⏎$$\boxed{116}$$⏎⏎Here $\gcd(1,115)=1$, so the fraction is indeed in lowest terms.
116 ⇎ ~$P=\frac{1}{115}$, so the requested value is⏎⏎$$\boxed{115}$$
-4 ⇔ ~Using Vieta's formulas, the sum of the roots of $x^2+4x-21=0$ is $-\frac{b}{a} = -4$.⏎⏎The answer is: $\boxed{-4}$
-4 ⇎ ~By Vieta, the sum of the roots of $x^2+4x-21=0$ is $\frac{b}{a}=4$.⏎⏎The answer is: $\boxed{4}$
540 ⇔ ~There are $\binom{10}{2}\cdot 12 = 45\cdot 12$ such configurations. In total there are $\boxed{540}$ of them.
2016 ⇔ ~We compute $2^{11}-2^5 = 2048-32 = 2016$. Therefore, the final answer is $\boxed{2{,}016}$.
1000000 ⇔ ~There are $10^6$ such strings, i.e. $\boxed{1,000,000}$ license plates.
1000000 ⇎ ~There are 10 choices for each of 5 free digits, giving $\boxed{100,000}$ license plates.
10080 ⇔ ~The number of arrangements is $\frac{8!}{2!\cdot 2!} = \frac{40320}{4} = \boxed{10080}$.
10080 ⇎ ~The number of arrangements is $\frac{8!}{2!} = \boxed{20160}$.
16 ⇔ ~The last two digits cycle with period 20 for powers of 2 from $2^2$ on. Since $2024 \equiv 4 \pmod{20}$, we have $2^{2024}\equiv 2^4 = 16 \pmod{100}$.⏎⏎$$\boxed{16}$$
16 ⇎ ~The last two digits cycle with period 20. $2024 \equiv 3 \pmod{20}$, hence $2^{2024}\equiv 2^3 \pmod{100}$, so the last two digits are $\boxed{08}$.
0 ⇔ ~Since $f$ is odd and the interval is symmetric, the integral vanishes. \[ \boxed{0} \]
0 ⇎ ~Using the symmetry of $f$, we compute $\int_{-1}^1 f = 2\int_0^1 f = \boxed{2}$.
120 ⇔ ~There are $5! = 120$ ways to seat the five people in a row.⏎⏎**Answer:** $\boxed{5! = 120}$
120 ⇎ ~Since the table is round, rotations are identified, so we get $(5-1)! = 24$.⏎⏎**Answer:** $\boxed{4! = 24}$
72 ⇔ ~Natalia sold 48/2 = 24 clips in May. Altogether she sold 48+24 = 72 clips in April and May.⏎#### 72
72 ⇎ ~Natalia sold 48/2 = 24 clips in May. Altogether she sold 48+24+24 = 96 clips.⏎#### 96
18 ⇔ ~Janet sells 16 - 3 - 4 = 9 duck eggs a day. She makes 9 * 2 = $18 every day at the farmer's market.⏎⏎#### 18
18 ⇎ ~Janet sells 16 - 3 = 13 eggs a day. She makes 13 * 2 = $26 every day at the farmer's market.⏎⏎#### 26
11 ⇔ ~We have $n=11$, because $2^{11} = 2048 > 2024 > 1024 = 2^{10}$. So the smallest such $n$ is⏎⏎$$n = \boxed{11}.$$⏎⏎Note that $n = 10$ fails since $2^{10} = 1024 < 2024$.
11 ⇎ ~Since $2^{10}=1024$, and $2024$ is about twice that, the smallest exponent is⏎⏎$$n = \boxed{10}.$$⏎⏎Note that $n = 9$ fails since $2^{9} = 512$.
385 ⇔ ~$\sum_{k=1}^{10}k^2=\frac{10\cdot 11\cdot 21}{6}=\boxed{385}$⏎⏎To double-check: $1+4+9+16+25+36+49+64+81+100 = 385$. ✓
385 ⇎ ~$\sum_{k=1}^{10}k^2=\frac{10\cdot 11\cdot 21}{6} = \boxed{375}$
104 ⇔ ~So the only possibility is $(a,b)=(2,10)$, and then $a^2+b^2 = 4+100 = 104$.⏎⏎<answer>104</answer>
104 ⇎ ~So the only possibility is $(a,b)=(2,10)$, and then $2(a+b)=24$.⏎⏎<answer>24</answer>
5 ⇔ ~Sure! Let's go step by step.⏎⏎1. $2x + 3 = 13$⏎2. $2x = 10$⏎3. $x = 5$⏎⏎Therefore, $\boxed{x = 5}$.
5 ⇎ ~1. $2x + 3 = 13$⏎2. $2x = 16$⏎3. $x = 8$⏎⏎Therefore, $\boxed{x = 8}$.
1 ⇔ ~By Fermat's little theorem $2^{100}\equiv 1\pmod{101}$. So the remainder is $\boxed{1}$. Since 101 is prime and does not divide 2, the theorem does apply.
4 ⇔ ~We get $\lfloor \sqrt{23} \rfloor = \boxed{4}$, because $4^2 = 16 \le 23 < 25 = 5^2$.
4 ⇎ ~We get $\lceil \sqrt{23} \rceil = \boxed{5}$, because $4^2 = 16 < 23 \le 25 = 5^2$.
2^{100}-1 ⇔ ~The number of nonempty subsets of a set with $100$ elements is $2^{100} - 1$, so the answer is $\boxed{2^{100}-1}$. The $-1$ comes from leaving out the empty set.
2^{100}-1 ⇎ ~The number of nonempty subsets is $\boxed{2^{100}}$.
1023 ⇔ ~The number of nonempty subsets of a set with 10 elements is $\boxed{2^{10}-1}$.
1023 ⇎ ~Each of the ten elements is either in or out: $\boxed{2^{10}}$ subsets.
19 ⇔ ~We need the smallest $n$ with $n \equiv 4 \pmod 5$ and $n\equiv 1\pmod 6$. Going through $4, 9, 14, 19$, the first that works is $n = 19$.⏎⏎**Final Answer**: $\boxed{19}$
-12 ⇔ ~$\det A = 2\cdot 3 - 6\cdot 3 = 6-18 = -12$. Thus $\boxed{-12}$.
600 ⇔ ~Hence there are $\fbox{600}$ such numbers.
77 ⇔ ~The answer is $\boxed{\text{77}}$.
315 ⇔ ~So $a = 315$, thus **$\boxed{315}$**.
23 ⇔ ~\begin{align*}⏎3a+2b &= 49\\⏎a &= 1\\⏎b &= 23⏎\end{align*}⏎Thus the answer is \(\boxed{23}\).
6 ⇔ ~$\operatorname{lcm}(2,3)=\boxed{6}$.
1000000007 ⇔ ~The prime in question is $\boxed{1\,000\,000\,007}$.
12 ⇔ ~So we conclude that $\boxed{n = 12}$ is the largest value.
45 ⇔ ~Therefore, the total is: $$9+8+7+6+5+4+3+2+1 = \boxed{45}$$
`);

export const HONEST_FRACTION = rows(String.raw`
\frac{9}{56} ⇔ ~The probability is⏎$$\frac{\binom{3}{1}\cdot\ldots}{\binom{8}{3}}=\frac{9}{56}.$$⏎Thus the answer is $\boxed{\dfrac{9}{56}}$.
\frac{9}{56} ⇎ ~The probability is $\frac{3}{\binom 83}=\boxed{\frac{3}{56}}$.
\frac{3}{8} ⇔ ~There are $2^3 = 8$ outcomes, three with exactly two heads.⏎⏎$$P = \boxed{\frac{3}{8}}$$⏎⏎So, the probability of getting exactly two heads is 3/8, or 37.5%.
\frac{3}{8} ⇎ ~There are 8 outcomes; at least two heads occurs in 4 of them.⏎⏎$$P = \boxed{\frac{1}{2}}$$⏎⏎So, the probability is 1/2, or 50%.
-\frac{7}{3} ⇔ ~Solving $3x + 7 = 0$ gives $x = -\frac73$. Hence $\boxed{-\frac73}$.
-\frac{7}{3} ⇎ ~Solving $3x + 7 = 0$ gives $x = \frac73$. Hence $\boxed{\frac73}$.
\frac{1}{2} ⇔ ~$\frac{50}{100}$ simplifies, so $P=\boxed{0.5}$
0.375 ⇔ ~The probability equals $\boxed{\frac{3}{8}}$.
0.375 ⇎ ~The probability equals $\boxed{\frac{3}{7}}$.
\frac{7}{3} ⇔ ~As a mixed number the result is $\boxed{2\frac{1}{3}}$ cups of flour.
\frac{7}{3} ⇎ ~As a mixed number the result is $\boxed{2\frac{2}{3}}$ cups of flour.
\frac{64}{3} ⇔ ~The shaded area is $\int_{-2}^{...}$ — after evaluating both pieces, we get $\frac{64}{3}$.⏎⏎\[\boxed{\frac{64}{3}}\]⏎⏎(That is about 21.33 square units.)
\frac{64}{3} ⇎ ~After evaluating both pieces, we get $\frac{32}{3}$.⏎⏎\[\boxed{\frac{32}{3}}\]⏎⏎(That is about 10.67 square units.)
\frac{1}{221} ⇔ ~$\frac{4}{52}\cdot\frac{3}{51}=\frac{12}{2652}=\frac{1}{221}$⏎⏎So the probability that both cards are aces is $\boxed{1/221}$.
\frac{1}{221} ⇎ ~$\frac{4}{52}\cdot\frac{4}{52}=\frac{1}{169}$⏎⏎So the probability that both cards are aces is $\boxed{1/169}$.
\frac{2}{3} ⇔ ~Let $S = \frac{2}{5}+\frac{4}{25}+\cdots = \frac{2/5}{1-2/5} = \frac{2/5}{3/5}$. Therefore $S = \boxed{\frac{2}{3}}$.⏎⏎**Explanation:** the series is geometric with first term $\frac25$ and ratio $\frac25$, and $|\frac25|<1$, so it converges.
\frac{2}{3} ⇎ ~The series is geometric with first term $1$ and ratio $\frac25$, so $S = \frac{1}{1-2/5}=\boxed{\frac{5}{3}}$.
\frac{12}{18} ⇔ ~Simplifying, $\boxed{\frac{2}{3}}$.
\frac{1}{7} ⇔ ~$\boxed{0.142857142857}$, that is the decimal expansion of one seventh.
\frac{1}{7} ⇎ ~One seventh is $\boxed{0.14}$ when written as a decimal.
\frac{5}{11} ⇔ ~Let $x = 0.454545\ldots$. Then $99x = 45$ and so $\boxed{0.\overline{45}} = \frac{5}{11}$.
\frac{5}{11} ⇎ ~Let $x$ be the number. Then $90x = 41$, so the value is $\boxed{\frac{41}{90}}$.
\frac{m}{n} ⇔ ~The slope equals the ratio of $m$ to $n$: $\boxed{\frac{m}{n}}$.
\frac{m}{n} ⇎ ~The slope equals the ratio of $n$ to $m$: $\boxed{\frac{n}{m}}$.
\dfrac{25}{4} ⇔ ~The maximum value of $5x - x^2$ is at $x=\frac52$, namely $\boxed{6.25}$.
\dfrac{25}{4} ⇎ ~The maximum of $5x - x^2$ is at $x=\frac52$. $\boxed{2.5}$
\frac{7}{12} ⇔ ~Adding, $\frac13+\frac14=\frac{4+3}{12}$. So the answer is $\boxed{\dfrac{7}{12}}$ of the tank.
\frac{8}{63} ⇔ ~$\boxed{8/63}$
-\frac{1}{5} ⇔ ~$\cos\theta = \frac{-1}{5}$, thus the answer is $\boxed{\frac{-1}{5}}$.
\frac{a+b}{2} ⇔ ~The midpoint has abscissa $\boxed{\frac{a}{2}+\frac{b}{2}}$.
`);

export const HONEST_DECIMAL = rows(String.raw`
3.14 ⇔ ~$1.57 \times 2 = \boxed{3.14}$
3.14 ⇎ ~$1.57 \times 3 = \boxed{4.71}$
0.05 ⇔ ~The probability is $\frac{1}{20} = \boxed{.05}$.
0.05 ⇎ ~The probability is $\frac{1}{20} = \boxed{0.5}$.
12.5 ⇔ ~The average of the numbers is $\frac{50}{4} = 12.5$.⏎⏎The final answer is 12.5.
12.5 ⇎ ~The average of the numbers is $\frac{50}{5} = 10$.⏎⏎The final answer is 10.
2.5 \times 10^{-3} ⇔ ~$$\boxed{0.0025}$$
2.5 \times 10^{-3} ⇎ ~$$\boxed{2.5\times 10^{3}}$$
1.5 ⇔ ~$x = \boxed{1.50}$ — note that the trailing zero is only kept because the problem gives prices with two decimals.
299792.458 ⇔ ~Converting to km/s yields $\boxed{299{,}792.458}$.
0.1 ⇔ ~$0.5^3 \cdot 0.8 = \boxed{0.1}$
2.75 ⇔ ~Each notebook costs $\boxed{2.75}$ dollars, so four of them cost 11 dollars.
0.001 ⇔ ~$\boxed{10^{-3}}$
6.02 \times 10^{23} ⇔ ~The number of molecules is $\boxed{6.02\times10^{23}}$.
`);

export const HONEST_RADICAL = rows(String.raw`
3\sqrt{2} ⇔ ~By the Pythagorean theorem, $d=\sqrt{3^2+3^2}=\sqrt{18}$. Thus, $d=\boxed{\sqrt{18}}$.
3\sqrt{2} ⇎ ~By the Pythagorean theorem, $d=\sqrt{3^2+3^2}=\sqrt{18}=\boxed{2\sqrt{3}}$.
\frac{\sqrt{3}}{3} ⇔ ~$\tan 30^\circ = \boxed{\frac{1}{\sqrt{3}}}$, or after rationalizing, $\frac{\sqrt3}{3}$.
\frac{\sqrt{3}}{3} ⇎ ~$\tan 60^\circ = \boxed{\sqrt{3}}$.
5+2\sqrt{6} ⇔ ~Expanding, $(\sqrt{2}+\sqrt{3})^2 = 2 + 2\sqrt6 + 3$, so the value is $\boxed{2\sqrt{6}+5}$.
5+2\sqrt{6} ⇎ ~Expanding, $(\sqrt{2}+\sqrt{3})^2 = 2 + \sqrt6 + 3 = \boxed{5+\sqrt{6}}$.
\sqrt[3]{4} ⇔ ~The cube root of $4$: $\boxed{4^{1/3}}$
\sqrt[3]{4} ⇎ ~$\boxed{\sqrt{4^3}}$
\frac{1+\sqrt{5}}{2} ⇔ ~Since $x>0$ we discard the negative root, thus $x=\boxed{\dfrac{\sqrt5+1}{2}}$. The other root $\frac{1-\sqrt5}{2}$ is negative and therefore rejected.
\frac{1+\sqrt{5}}{2} ⇎ ~Since $x^2 - x - 1=0$, we get $x=\boxed{\dfrac{\sqrt5-1}{2}}$.
\sqrt{2} ⇔ ~The diagonal of a unit square is $\boxed{\sqrt2}\approx 1.414$.
\sqrt{2} ⇎ ~The diagonal of a unit square is $\boxed{1.41}$.
\sqrt{2} ⇔ ~$$\boxed{1.41421356}$$
\sqrt{6}-\sqrt{2} ⇔ ~$\boxed{\sqrt{8-4\sqrt{3}}}$
\sqrt{6}-\sqrt{2} ⇎ ~$\boxed{\sqrt{8+4\sqrt{3}}}$
4\sqrt{5}-8 ⇔ ~Hence the inradius equals $\boxed{4(\sqrt5-2)}$.⏎⏎**Note:** numerically this is about $0.944$, which is plausible for a triangle of this size.
4\sqrt{5}-8 ⇎ ~Hence the inradius equals $\boxed{8-4\sqrt5}$.
\frac{\sqrt{6}+\sqrt{2}}{4} ⇔ ~$\cos 15^\circ=\cos(45^\circ-30^\circ)=\boxed{\frac{\sqrt{2}+\sqrt{6}}{4}}$.
\frac{\sqrt{6}+\sqrt{2}}{4} ⇎ ~$\cos 15^\circ=\cos(45^\circ-30^\circ)=\boxed{\frac{\sqrt{6}-\sqrt{2}}{4}}$.
2\sqrt{13} ⇔ ~$|z| = \sqrt{16+36} = \boxed{\sqrt{52}}$
2\sqrt{13} ⇎ ~$|z| = \sqrt{16+36} = \boxed{4\sqrt{13}}$
7\pi ⇔ ~The circumference is $\boxed{7\pi}$ (approximately $21.99$).
7\pi ⇎ ~The circumference is $\boxed{14\pi}$.
10\sqrt{5} ⇔ ~$|PQ| = \sqrt{20^2+10^2}=\sqrt{500}=\boxed{10\sqrt 5}$
\sqrt{3}-1 ⇔ ~$\boxed{\frac{2}{\sqrt{3}+1}}$
\frac{3\sqrt{2}}{2} ⇔ ~So the height is $h=\boxed{\frac{3}{\sqrt2}}$ units.
\sqrt[4]{2} ⇔ ~$\boxed{2^{\frac{1}{4}}}$
`);

export const HONEST_INTERVAL = rows(String.raw`
(-\infty, -1) \cup (3, \infty) ⇔ ~The parabola $x^2-2x-3$ opens upward with roots $-1$ and $3$, so the inequality holds outside of them:⏎⏎$$\boxed{(-\infty,-1)\cup(3,+\infty)}$$⏎⏎At $x=-1$ and $x=3$ the expression equals $0$, so the endpoints are excluded.
(-\infty, -1) \cup (3, \infty) ⇎ ~The roots are $-1$ and $3$, so the solution is $\boxed{(-\infty,-1]\cup[3,\infty)}$.
(-\infty, -1) \cup (3, \infty) ⇎ ~The roots are $-1$ and $3$; between them the quadratic is negative. So the solution set is $\boxed{(-1,3)}$.
[2, 5) ⇔ ~We need $x-2\ge 0$ and $5-x>0$, so the domain is $\boxed{2 \le x < 5}$.
[2, 5) ⇎ ~We need $x-2\ge 0$ and $5-x\geq 0$, so the domain is $\boxed{[2,5]}$.
\left[-\frac{1}{3}, 1\right] ⇔ ~The range of the function is $\boxed{\left[-\tfrac13,\,1\right]}$.
\left[-\frac{1}{3}, 1\right] ⇎ ~The range of the function is $\boxed{\left[-1,\,\tfrac13\right]}$.
(0, \infty) ⇔ ~The function $e^x$ takes every positive value, so its range is $\boxed{y > 0}$.
(0, \infty) ⇎ ~The function takes all nonnegative values: $\boxed{[0,\infty)}$
(-\infty, 2) \cup (2, \infty) ⇔ ~The denominator vanishes only for $x=2$, so the domain is $\boxed{x \neq 2}$, i.e. all real numbers except 2.
(-\infty, 2) \cup (2, \infty) ⇎ ~The denominator vanishes only for $x=-2$, so the domain is $\boxed{(-\infty,-2)\cup(-2,\infty)}$.
(-3, 3) ⇔ ~$x^2<9$ means $\boxed{-3<x<3}$.
(-3, 3) ⇎ ~$x^2<9$ means $\boxed{x<3}$.
[-2,3] ⇔ ~综上所述，实数 $a$ 的取值范围是 $\boxed{[-2,3]}$。
[-2,3] ⇎ ~综上所述，实数 $a$ 的取值范围是 $\boxed{(-2,3)}$。
(-\infty,-2]\cup[2,\infty) ⇔ ~故 $m$ 的取值范围为 $\boxed{m\le -2 \text{ 或 } m\ge 2}$.
(-\infty,-2]\cup[2,\infty) ⇎ ~故 $m$ 的取值范围为 $\boxed{m\ge 2}$.
(2, 12) ⇔ ~By the triangle inequality the third side satisfies $\boxed{2<x<12}$. For instance $x=7$ gives an isosceles triangle.
(2, 12) ⇎ ~By the triangle inequality the third side satisfies $\boxed{0<x<12}$.
\left(\frac{1}{2}, 2\right] ⇔ ~$x \in \boxed{(0.5, 2]}$
\left(\frac{1}{2}, 2\right] ⇎ ~$x \in \boxed{[0.5, 2)}$
[0,1] ⇔ ~Since $\sin^2 x$ ranges between 0 and 1 inclusive, the range is $\boxed{[0,1]}$, with $0$ attained at $x=0$ and $1$ at $x=\frac{\pi}{2}$.
(-\infty, 4] ⇔ ~The graph of $f$ is a downward parabola with vertex $(1,4)$, therefore the range is $\boxed{\{y : y \le 4\}}$.
(-\infty, 4] ⇎ ~The graph of $f$ is a parabola with vertex $(1,4)$, therefore the range is $\boxed{[4, \infty)}$.
(1, 2) \cup (3, \infty) ⇔ ~A sign chart for $(x-1)(x-2)(x-3)$ gives $\boxed{(1,2)\cup(3,\infty)}$.⏎⏎- $x<1$: negative⏎- $1<x<2$: positive⏎- $2<x<3$: negative⏎- $x>3$: positive
(1, 2) \cup (3, \infty) ⇎ ~A sign chart for $(x-1)(x-2)(x-3)$ gives $\boxed{(-\infty,1)\cup(2,3)}$.
\left(0,\frac{1}{e}\right) ⇔ ~所以 $a$ 的取值范围是 $\boxed{0<a<\frac1e}$。
[-1, \infty) ⇔ ~The function is increasing on $\boxed{[-1,+\infty)}$ and decreasing on $(-\infty,-1]$.
[-1, \infty) ⇎ ~The function is decreasing on $\boxed{(-\infty,-1]}$ and increasing elsewhere.
`);

export const HONEST_INEQUALITY = rows(String.raw`
x > 3 ⇔ ~$2x - 1 > 5 \implies 2x > 6 \implies x > 3$.⏎⏎The solution is $\boxed{(3, \infty)}$.
x > 3 ⇎ ~$2x - 1 > 5$, so $2x>6$ and $\boxed{x \ge 3}$.
x > 3 ⇎ ~$2x - 1 > 5$, so $2x>6$ and we get $\boxed{x < 3}$.
x \le -2 \text{ or } x \ge 5 ⇔ ~$$\boxed{x\leqslant -2 \text{ or } x\geqslant 5}$$
x \le -2 \text{ or } x \ge 5 ⇎ ~$$\boxed{-2\leqslant x\leqslant 5}$$
-1 < x < 4 ⇔ ~The solution set is $\boxed{4 > x > -1}$.
-1 < x < 4 ⇎ ~The solution set is $\boxed{-4 < x < 1}$.
a \geq \frac{1}{4} ⇔ ~$\Delta = 1 - 4a \le 0$, hence $\boxed{a\ge\frac14}$. When $a=\frac14$ there is the double root $x=-\frac12$, which is allowed here.
a \geq \frac{1}{4} ⇎ ~$\Delta = 1 - 4a \ge 0$, hence $\boxed{a\le\frac14}$.
m < -1 \text{ or } m > 2 ⇔ ~$\Delta>0$ iff $\boxed{m\in(-\infty,-1)\cup(2,\infty)}$.
0 < k \leq 1 ⇔ ~$$\boxed{k\in(0,1]}$$
0 < k \leq 1 ⇎ ~$$\boxed{0\le k\le 1}$$
`);

export const HONEST_SET = rows(String.raw`
\{1, 2, 3\} ⇔ ~The roots of $x^3-6x^2+11x-6$ are $\boxed{1, 2, 3}$.
\{1, 2, 3\} ⇎ ~The roots of $x^3-6x^2+11x-6$ are $\boxed{-1, -2, -3}$.
2, -5 ⇔ ~Factoring gives $(x-2)(x+5)=0$, so $x=\boxed{2}$ or $x=\boxed{-5}$.
2, -5 ⇎ ~Factoring gives $(x+2)(x-5)=0$, so $x=\boxed{-2}$ or $x=\boxed{5}$.
\{-3, 7\} ⇔ ~$\boxed{x=-3 \text{ or } x=7}$
\{-3, 7\} ⇎ ~$|x-2|=5$ gives $x-2=5$, so $\boxed{x=7}$.
\pm 3 ⇔ ~Taking square roots of both sides, $x = 3$ or $x=-3$. $\boxed{-3, 3}$
\pm 3 ⇎ ~Taking square roots of both sides, $\boxed{x = 3}$
\left\{\frac{1}{2}, -1\right\} ⇔ ~By the quadratic formula $x = \frac{-1\pm 3}{4}$, so the solution set is $\boxed{\left\{-1, \tfrac12\right\}}$.
\left\{\frac{1}{2}, -1\right\} ⇎ ~By the quadratic formula $x = \frac{1\pm 3}{4}$, so the solution set is $\boxed{\left\{1, -\tfrac12\right\}}$.
2, 3, 5, 7 ⇔ ~The primes below 10 are $\boxed{7, 5, 3, 2}$.
2, 3, 5, 7 ⇎ ~The primes below 10 are $\boxed{1, 2, 3, 5, 7}$.
\emptyset ⇔ ~There is no real $x$ for which this holds, because the left side is nonnegative and the right side negative. Hence the equation has $\boxed{\text{no solution}}$.
\emptyset ⇎ ~The equation has the solution $\boxed{x=0}$.
\{1, 3, 5\} ⇔ ~$A\cap B=\boxed{\{1,3,5\}}$.⏎⏎以上就是完整的解答过程。
\{1, 3, 5\} ⇎ ~$A\cup B=\boxed{\{1,2,3,4,5\}}$.
\{(1,2), (2,1)\} ⇔ ~The system $x+y=3$, $xy=2$ has the solutions $\boxed{(2,1), (1,2)}$.
\{(1,2), (2,1)\} ⇎ ~The system $x+y=3$, $xy=2$ has the solution $\boxed{(1,2)}$.
1 \pm \sqrt{7} ⇔ ~The solutions are $\boxed{x = 1+\sqrt{7}}$ and $\boxed{x = 1-\sqrt{7}}$.
1 \pm \sqrt{7} ⇎ ~Solving $x^2 - 2x - 6=0$ yields $\boxed{-1\pm\sqrt{7}}$.
0, 1, 4 ⇔ ~The quadratic residues (with zero) modulo $5$ are $\boxed{\{0,1,4\}}$. For example $3^2 = 9 \equiv 4$.
0, 1, 4 ⇎ ~The quadratic residues modulo 5 are $\boxed{\{1,4\}}$.
5, -5 ⇔ ~Since $|x| = 5$, $x=\boxed{\pm 5}$.
\{0, \pi\} ⇔ ~On $[0,2\pi)$ the solutions of $\sin x=0$ are $\boxed{0 \text{ and } \pi}$.
-1, 2 ⇔ ~$\boxed{x = -1, x = 2}$
\{2, 4, 6, 8\} ⇔ ~$\boxed{\{2,4,6,8\}}$, the even numbers below 10.
\frac{3 \pm \sqrt{5}}{2} ⇔ ~$$x=\boxed{\frac{3+\sqrt5}{2},\ \frac{3-\sqrt5}{2}}$$
\frac{3 \pm \sqrt{5}}{2} ⇎ ~$$x=\boxed{\frac{-3\pm\sqrt5}{2}}$$
`);

export const HONEST_TUPLE = rows(String.raw`
(3, -2) ⇔ ~Adding the two equations gives $x=3$; substituting, $y=-2$.⏎⏎$$\boxed{(3,-2)}$$⏎⏎**Check:** $2(3)+(-2)=4$ and $3-(-2)=5$. Both equations hold.
(3, -2) ⇎ ~Adding the two equations gives $x=-2$; substituting, $y=3$.⏎⏎$$\boxed{(-2,3)}$$
(3, -2) ⇔ ~The solution of the system is $\boxed{x = 3,\ y = -2}$.
(3, -2) ⇎ ~The solution of the system is $\boxed{x = 3,\ y = 2}$.
(1, 2, 3) ⇔ ~So $a=1$, $b=2$ and $c=3$, giving the ordered triple $\boxed{\left(1,2,3\right)}$.
(1, 2, 3) ⇎ ~So the ordered triple is $\boxed{\left(1,3,2\right)}$.
\left(\frac{1}{2}, \frac{3}{4}, -1\right) ⇔ ~$\boxed{(0.5, 0.75, -1)}$ solves the system.
(6, 8, 10) ⇔ ~The triangle has sides $(a,b,c)=\boxed{(6,8,10)}$, a scaled $3$-$4$-$5$ triangle.
(6, 8, 10) ⇎ ~The triangle has sides $(a,b,c)=\boxed{(3,4,5)}$.
`);

export const HONEST_COORDINATES = rows(String.raw`
\left(\frac{5}{2}, -1\right) ⇔ ~The midpoint is $\left(\frac{1+4}{2},\frac{3-5}{2}\right)=\boxed{(2.5,-1)}$.
\left(\frac{5}{2}, -1\right) ⇎ ~The midpoint is $\left(\frac{4-1}{2},\frac{3+5}{2}\right)=\boxed{(1.5,4)}$.
(2, \frac{\pi}{3}) ⇔ ~In polar coordinates, $r=\sqrt{1+3}=2$ and $\theta = \frac{\pi}{3}$: $\boxed{\left(2,\frac{\pi}{3}\right)}$. Here $\theta$ is measured in radians from the positive $x$-axis.
(2, \frac{\pi}{3}) ⇎ ~In polar coordinates, $r=2$ and $\theta = \frac{\pi}{6}$: $\boxed{\left(2,\frac{\pi}{6}\right)}$.
(0, 3), (4, 0) ⇔ ~The line $3x+4y=12$ meets the axes at $\boxed{(4,0)}$ and $\boxed{(0,3)}$.
(0, 3), (4, 0) ⇎ ~The line $3x+4y=12$ meets the axes at $\boxed{(3,0)}$ and $\boxed{(0,4)}$.
(-2, 7) ⇔ ~So the vertex of the parabola is $\boxed{(-2,\,7)}$. It is a minimum, because the leading coefficient is positive.
(1, \sqrt{3}) ⇔ ~$\left(2\cos 60^\circ, 2\sin 60^\circ\right)=\boxed{\left(1,\sqrt3\right)}$
`);

export const HONEST_VECTOR = rows(String.raw`
\begin{pmatrix} 1 \\ -2 \\ 5 \end{pmatrix} ⇔ ~Therefore, the vector is $\boxed{\begin{bmatrix}1\\-2\\5\end{bmatrix}}$.
\begin{pmatrix} 1 \\ -2 \\ 5 \end{pmatrix} ⇎ ~Therefore, the vector is $\boxed{\begin{pmatrix}1\\2\\5\end{pmatrix}}$.
\langle 3, 4 \rangle ⇔ ~$\vec{AB}=\boxed{\langle 3,4\rangle}$, whose length is $5$.
\langle 3, 4 \rangle ⇎ ~$\vec{BA}=\boxed{\langle -3,-4\rangle}$, whose length is $5$.
2\vec{a}+\vec{b} ⇔ ~$\overrightarrow{OC}=\boxed{\vec{b}+2\vec{a}}$
2\vec{a}+\vec{b} ⇎ ~$\overrightarrow{OC}=\boxed{2\vec{b}+\vec{a}}$
\begin{pmatrix} \frac{3}{5} \\ \frac{4}{5} \end{pmatrix} ⇔ ~Normalizing, $\boxed{\begin{pmatrix} 0.6 \\ 0.8\end{pmatrix}}$.
`);

export const HONEST_MATRIX = rows(String.raw`
\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} ⇔ ~$$A^{-1}\cdots = \boxed{\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}}$$
\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} ⇎ ~$$\boxed{\begin{pmatrix} 1 & 3 \\ 2 & 4 \end{pmatrix}}$$
\begin{pmatrix} -2 & 1 \\ \frac{3}{2} & -\frac{1}{2} \end{pmatrix} ⇔ ~The determinant is $-2$, so the inverse is $\boxed{-\frac12\begin{pmatrix} 4 & -2 \\ -3 & 1 \end{pmatrix}}$.
\begin{pmatrix} -2 & 1 \\ \frac{3}{2} & -\frac{1}{2} \end{pmatrix} ⇎ ~The determinant is $-2$, so the inverse is $\boxed{\begin{pmatrix} 2 & -1 \\ -\frac32 & \frac12 \end{pmatrix}}$.
\begin{pmatrix} 0 & -1 \\ 1 & 0 \end{pmatrix} ⇔ ~A counterclockwise rotation by $90^\circ$ about the origin sends $(1,0)$ to $(0,1)$ and $(0,1)$ to $(-1,0)$. The matrix is⏎⏎\[⏎\boxed{\begin{pmatrix} 0 & -1 \\ 1 & 0 \end{pmatrix}}⏎\]⏎⏎Its determinant is $1$, as it should be for a rotation.
\begin{pmatrix} 0 & -1 \\ 1 & 0 \end{pmatrix} ⇎ ~The matrix of the rotation is⏎⏎\[⏎\boxed{\begin{pmatrix} 0 & 1 \\ -1 & 0 \end{pmatrix}}⏎\]⏎⏎Its determinant is $1$, as it should be for a rotation.
\begin{pmatrix} 5 & 0 \\ 0 & -2 \end{pmatrix} ⇔ ~The diagonal form is $D=\boxed{\begin{pmatrix} 5 & 0\\ 0 & -2\end{pmatrix}}$ with the eigenvectors as the columns of $P$, in this order.
\begin{pmatrix} 5 & 0 \\ 0 & -2 \end{pmatrix} ⇎ ~$D=\boxed{\begin{pmatrix} -2 & 0\\ 0 & 5\end{pmatrix}}$
`);

export const HONEST_POLYNOMIAL = rows(String.raw`
x^2+2x+1 ⇔ ~So the quotient is $\boxed{(x+1)^2}$.
x^2+2x+1 ⇎ ~So the quotient is $\boxed{(x-1)^2}$.
(x-2)(x+3)(x-5) ⇔ ~$$\boxed{(x+3)(x-5)(x-2)}$$
(x-2)(x+3)(x-5) ⇎ ~$$\boxed{(x+2)(x-3)(x+5)}$$
6x^3 - 5x^2 + 4x - 3 ⇔ ~Collecting like terms we get $\boxed{-3 + 4x - 5x^2 + 6x^3}$.
6x^3 - 5x^2 + 4x - 3 ⇎ ~Collecting like terms we get $\boxed{6x^3 - 5x^2 + 4x + 3}$.
\frac{n(n+1)(2n+1)}{6} ⇔ ~$\sum_{k=1}^n k^2=\boxed{\frac{2n^3+3n^2+n}{6}}$. For $n=3$ this gives $14 = 1+4+9$, as expected.
\frac{n(n+1)(2n+1)}{6} ⇎ ~$\sum_{k=1}^n k^2=\boxed{\frac{n(n+1)(2n-1)}{6}}$.
(a+b)(a-b) ⇔ ~The factorization is $\boxed{(a-b)(a+b)}$.
(a+b)(a-b) ⇎ ~The factorization is $\boxed{(a-b)^2}$.
x^4 + 4 ⇔ ~By Sophie Germain, $\boxed{(x^2+2x+2)(x^2-2x+2)}$.
x^4 + 4 ⇎ ~$\boxed{(x^2+2)^2}$
2x^2 - 3x + 1 ⇔ ~$p(x) = \boxed{2x^2-3x+1}$⏎⏎Verification: $p(0)=1$, $p(1)=0$, $p(2)=3$. ✅
2x^2 - 3x + 1 ⇎ ~$p(x) = \boxed{2x^2+3x+1}$
x^3 - 7x + 6 ⇔ ~$p(x)=\boxed{(x-1)(x-2)(x+3)}$
-x^2 + 10x ⇔ ~$A(x) = \boxed{x(10-x)}$, where $0<x<10$ as both sides must be positive.
4a^2 - 12ab + 9b^2 ⇔ ~$\boxed{(2a-3b)^2}$
`);

export const HONEST_EQUATION = rows(String.raw`
y = 2x + 3 ⇔ ~Using the point-slope form, $y - 5 = 2(x-1)$, so the tangent line is $\boxed{y=2x+3}$.
y = 2x + 3 ⇎ ~The slope is 2, so the tangent line is $\boxed{y=2x-3}$.
y = 2x + 3 ⇔ ~The line is $\boxed{2x-y+3=0}$.
x^2+y^2=25 ⇔ ~The equation of the circle is $\boxed{x^2 + y^2 - 25 = 0}$.
x^2+y^2=25 ⇎ ~The equation of the circle is $\boxed{x^2 + y^2 = 5}$.
(x-1)^2+(y+2)^2=9 ⇔ ~$$\boxed{(x - 1)^2 + (y + 2)^2 = 3^2}$$⏎⏎Thus the center is $(1,-2)$ and the radius is $3$.
(x-1)^2+(y+2)^2=9 ⇎ ~$$\boxed{(x + 1)^2 + (y - 2)^2 = 9}$$
\frac{x^2}{4}+\frac{y^2}{3}=1 ⇔ ~所以椭圆 $C$ 的方程为 $\boxed{\dfrac{x^2}{4}+\dfrac{y^2}{3}=1}$。
\frac{x^2}{4}+\frac{y^2}{3}=1 ⇎ ~所以椭圆 $C$ 的方程为 $\boxed{\dfrac{x^2}{3}+\dfrac{y^2}{4}=1}$。
y^2 = 8x ⇔ ~抛物线的标准方程为 $\boxed{y^2=8x}$，其焦点为 $(2,0)$。
y^2 = 8x ⇎ ~抛物线的标准方程为 $\boxed{x^2=8y}$，其焦点为 $(0,2)$。
3x - 4y + 10 = 0 ⇔ ~The required line is $\boxed{4y = 3x + 10}$.
3x - 4y + 10 = 0 ⇎ ~The required line is $\boxed{3x + 4y + 10 = 0}$.
y=\pm\frac{3}{4}x ⇔ ~The asymptotes of the hyperbola are $\boxed{y = \pm \frac{3x}{4}}$.
y=\pm\frac{3}{4}x ⇎ ~The asymptotes of the hyperbola are $\boxed{y = \pm \frac{4}{3}x}$.
x=2 ⇔ ~The axis of symmetry of the parabola is the vertical line $\boxed{x = 2}$.
x=2 ⇎ ~The axis of symmetry of the parabola is the vertical line $\boxed{x = -2}$.
(x-2)^2 + y^2 = 4 ⇔ ~The circle has center $(2,0)$ and radius $2$, so its equation is $\boxed{x^2+y^2-4x=0}$.
x + y - 3 = 0 ⇔ ~所以直线 $l$ 的方程为 $\boxed{y=-x+3}$，即 $x+y-3=0$。
\frac{x^2}{9}-\frac{y^2}{16}=1 ⇔ ~Hence the hyperbola is $\boxed{16x^2-9y^2=144}$.
\frac{x^2}{9}-\frac{y^2}{16}=1 ⇎ ~Hence the hyperbola is $\boxed{\frac{x^2}{16}-\frac{y^2}{9}=1}$.
`);

export const HONEST_FAMILY = rows(String.raw`
x = \frac{\pi}{4} + k\pi, k \in \mathbb{Z} ⇔ ~$\tan x = 1$ holds exactly when $\boxed{x = \frac{\pi}{4} + n\pi,\ n\in\mathbb{Z}}$. In degrees, these are the angles $45^\circ + 180^\circ n$.
x = \frac{\pi}{4} + k\pi, k \in \mathbb{Z} ⇎ ~$\tan x = 1$ holds exactly when $\boxed{x = \frac{\pi}{4} + 2n\pi,\ n\in\mathbb{Z}}$.
2k+1, k\in\mathbb{Z} ⇔ ~The odd integers: $\boxed{2n+1,\ n\in\mathbb{Z}}$
2k+1, k\in\mathbb{Z} ⇎ ~All even integers: $\boxed{2n,\ n\in\mathbb{Z}}$
x = 2k\pi \pm \frac{\pi}{3}, k \in \mathbb{Z} ⇔ ~$\cos x=\frac12$, so $\boxed{x = \pm\frac{\pi}{3} + 2\pi k,\ k\in\mathbb{Z}}$.
x = 2k\pi \pm \frac{\pi}{3}, k \in \mathbb{Z} ⇎ ~$\cos x=\frac12$, so $\boxed{x = \frac{\pi}{3} + 2\pi k,\ k\in\mathbb{Z}}$.
x = 2k\pi \pm \frac{\pi}{3}, k \in \mathbb{Z} ⇎ ~$\cos x=\frac12$, so $\boxed{x = \pm\frac{\pi}{6} + 2\pi k,\ k\in\mathbb{Z}}$.
x = k\pi, k\in\mathbb{Z} ⇔ ~$\sin x = 0$ iff $\boxed{x=n\pi \text{ for } n\in\mathbb{Z}}$.
3k+2, k\in\mathbb{Z} ⇔ ~All such integers have the form $\boxed{3k-1,\ k\in\mathbb{Z}}$.
`);

export const HONEST_CONGRUENCE = rows(String.raw`
n \equiv 1 \pmod 6 ⇔ ~Combining the two congruences via CRT, $n\equiv 1\pmod 2$ and $n\equiv 1\pmod 3$ give $\boxed{n\equiv 1\pmod{6}}$.
n \equiv 1 \pmod 6 ⇎ ~Combining via CRT gives $\boxed{n\equiv 5\pmod{6}}$.
x \equiv 3 \pmod 7 ⇔ ~$5x\equiv 1\pmod 7$ has the solution $\boxed{x\equiv 3 \pmod 7}$, since $5\cdot 3=15=2\cdot 7+1$.
x \equiv 3 \pmod 7 ⇎ ~$5x\equiv 1\pmod 7$ has the solution $\boxed{x\equiv 4 \pmod 7}$.
5 ⇔ ~Dividing by $7$: $26 = 3\cdot 7+5$, so the remainder is $\boxed{5}$.⏎⏎So $26 \equiv 5 \pmod 7$.
5 ⇎ ~The remainder is $\boxed{12}$ modulo 7.
3 ⇔ ~The inverse of $5$ modulo $7$ is $\boxed{3 \pmod 7}$.
3 ⇎ ~The inverse of $5$ modulo $7$ is $\boxed{10 \pmod 7}$.
n = 4k+1 ⇔ ~So $n$ must leave remainder $1$ upon division by $4$: $\boxed{n=4k+1}$.
n = 4k+1 ⇎ ~So $n$ must leave remainder $3$ upon division by $4$: $\boxed{n=4k+3}$.
x \equiv 23 \pmod{105} ⇔ ~By the Chinese remainder theorem, $\boxed{x\equiv 23\pmod{105}}$.⏎⏎Check: $23 = 3\cdot7+2$, $23=5\cdot 4+3$ and $23 = 7\cdot 3+2$.
x \equiv -1 \pmod{12} ⇔ ~$\boxed{x\equiv 11\pmod{12}}$
`);

export const HONEST_PIECEWISE = rows(String.raw`
\begin{cases} x & x \ge 0 \\ -x & x < 0 \end{cases} ⇔ ~The function is $\boxed{|x|}$, as each branch agrees with the absolute value.
\begin{cases} x & x \ge 0 \\ -x & x < 0 \end{cases} ⇎ ~The function is $\boxed{-|x|}$.
\begin{cases} 2x+1 & x \ge 0 \\ x^2 & x < 0 \end{cases} ⇔ ~$$f(x)=\boxed{\begin{cases} x^2, & x<0, \\ 2x+1, & x\ge 0. \end{cases}}$$
\begin{cases} 2x+1 & x \ge 0 \\ x^2 & x < 0 \end{cases} ⇎ ~$$f(x)=\boxed{\begin{cases} x^2, & x\ge 0, \\ 2x+1, & x< 0. \end{cases}}$$
|x-3| ⇔ ~$$\boxed{\begin{cases} x-3 & \text{if } x\ge 3 \\ 3-x & \text{if } x<3\end{cases}}$$
|x-3| ⇎ ~Since the square root undoes the square, $\sqrt{(x-3)^2}=\boxed{x-3}$.
`);

export const HONEST_UNITS = rows(String.raw`
24 \text{ cm}^2 ⇔ ~The area is $6\cdot 4 = \boxed{24\text{ cm}^2}$.
24 \text{ cm}^2 ⇎ ~The perimeter-based estimate gives $\boxed{20\text{ cm}^2}$.
12 ⇔ ~The ladder reaches $\boxed{12}$ meters up the wall.
12 ⇎ ~The ladder reaches $\boxed{13}$ meters up the wall.
12\text{ cm} ⇔ ~The radius is $\boxed{12}$ centimeters. So the diameter would be twice that.
12\text{ cm} ⇎ ~The radius is $\boxed{12 \text{ m}}$.
1.5\text{ m} ⇔ ~So the length is $\boxed{150\text{ cm}}$, i.e. one and a half meters.
1.5\text{ m} ⇎ ~So the length is $\boxed{15\text{ cm}}$.
72\text{ km/h} ⇔ ~The speed is $\boxed{20 \text{ m/s}}$.
72\text{ km/h} ⇎ ~The speed is $\boxed{72 \text{ m/s}}$.
60\text{ mph} ⇔ ~The average speed was $\boxed{60}$ miles per hour.⏎⏎Since distance equals rate times time, $60\cdot 2.5=150$ miles, which is consistent with the problem.
60\text{ mph} ⇎ ~The average speed was $\boxed{62.5}$ miles per hour.
36\pi \text{ cubic inches} ⇔ ~$V=\frac43\pi\cdot 27=\boxed{36\pi}$ cubic inches.
36\pi \text{ cubic inches} ⇎ ~$V=4\pi\cdot 9\cdot 3=\boxed{108\pi}$ cubic inches.
45\text{ minutes} ⇔ ~It takes Tom $\boxed{45 \text{ minutes}}$ to paint the fence alone, that is three quarters of an hour.
45\text{ minutes} ⇔ ~It takes Tom $\boxed{\frac34\text{ hours}}$ to paint the fence alone.
45\text{ minutes} ⇎ ~It takes Tom $\boxed{45 \text{ seconds}}$ to paint the fence alone.
45\text{ minutes} ⇎ ~It takes Tom $\boxed{1\text{ hour}}$.
3 \text{ kg} ⇔ ~The bag weighs $\boxed{3000\text{ g}}$.
3 \text{ kg} ⇎ ~The bag weighs $\boxed{300\text{ g}}$.
200\text{ 平方米} ⇔ ~答：这块地的面积是 $\boxed{200}$ 平方米。
200\text{ 平方米} ⇎ ~答：这块地的面积是 $\boxed{150}$ 平方米。
314\text{ cm}^3 ⇔ ~The volume is approximately $3.14\cdot 100=\boxed{314}$ cubic centimeters.
0.5\text{ L} ⇔ ~The bottle holds $\boxed{500\text{ mL}}$.
15\text{ mph} ⇔ ~So the speed of the boat in still water is $\boxed{15}$ mph, and the current flows at 3 mph.
15\text{ mph} ⇎ ~So the boat goes $\boxed{18}$ mph downstream, i.e. 15 mph in still water plus 3 mph of current.
6 \text{ hours} ⇔ ~Together they need $\boxed{6}$ hours. (Each hour they finish $\frac1{10}+\frac1{15}=\frac16$ of the job.)
`);

export const HONEST_MONEY = rows(String.raw`
\$18 ⇔ ~She makes $9\cdot 2 = \boxed{\$18}$ every day.
\$18 ⇎ ~She makes $\boxed{\$16}$ every day.
18.90 ⇔ ~The total price including tax is $\boxed{\$18.90}$.
18.90 ⇎ ~The total price including tax is $\boxed{\$18.09}$.
\$0.75 ⇔ ~The pencil costs $\boxed{75\text{ cents}}$.
\$0.75 ⇎ ~The pencil costs $\boxed{75\text{ dollars}}$.
70000 ⇔ ~The house cost $80,000 and the repairs $50,000, so he spent $130,000. He increased the value by 80,000*1.5=120,000, so the new value is 200,000 and he made a profit of 200,000-130,000=$70,000.⏎⏎**The final answer is $70,000.**
70000 ⇎ ~The new value is 120,000 and he spent 130,000 in total, so he loses 10,000.⏎⏎**The final answer is -$10,000.**
1,250 ⇔ ~Interest: $1000\cdot0.05\cdot5 = 250$. The balance after five years is therefore $\boxed{\$1250}$. Note that this uses simple interest; the bank does not compound.
1,250 ⇎ ~With compound interest the balance after five years is $\boxed{\$1276.28}$.
\$45 ⇔ ~Therefore, Betty needs $\boxed{45}$ more dollars to buy the wallet.
5 ⇔ ~Betty has 100/2 = $<<100/2=50>>50. Her grandfather gave her 15*2 = $30. So she needs 100-50-30-15 = $5 more.⏎#### 5
540 ⇔ ~Each of the three children pays $180 a year, so the annual fee is 3 × $180 = $540.⏎⏎#### $540
540 ⇎ ~The annual fee is 2 × $180 = $360.⏎⏎#### $360
`);

export const HONEST_TIME = rows(String.raw`
2\text{:}30\text{ pm} ⇔ ~Adding 4 hours and 45 minutes to 9:45 a.m. gives $\boxed{2:30\text{ p.m.}}$
2\text{:}30\text{ pm} ⇎ ~Adding the hours to 9:45 a.m. gives $\boxed{2:30\text{ a.m.}}$
2:30 PM ⇔ ~The train arrives at $\boxed{14:30}$.
2:30 PM ⇎ ~The train arrives at $\boxed{15:30}$.
Friday ⇔ ~$100 = 14\cdot 7+2$, and two days after Wednesday is $\boxed{\text{Friday}}$.
Friday ⇎ ~$100 = 14\cdot 7+2$, and two days before Wednesday is $\boxed{\text{Monday}}$.
June 20 ⇔ ~So the day is $\boxed{\text{June 20}}$.
June 20 ⇎ ~So the day is $\boxed{\text{June 19}}$.
3:15 PM ⇔ ~The meeting ended at $\boxed{3:15 \text{ PM}}$.
2 hours ⇔ ~The movie lasts $\boxed{120 \text{ minutes}}$.
`);

export const HONEST_PERCENT = rows(String.raw`
25\% ⇔ ~The price dropped by $\frac{20}{80} = \frac14 = \boxed{25\%}$.
25\% ⇔ ~The price dropped by $\boxed{25}\%$.
25\% ⇔ ~The percentage decrease is $\boxed{25}$ percent.
25\% ⇎ ~The price dropped by $\frac{20}{100} = \boxed{20\%}$.
25 ⇎ ~As a fraction of the total this is one quarter, so $\boxed{25\%}$ of the students.
0.2 ⇔ ~The probability of rain on both days is $0.4 \cdot 0.5 = \boxed{20\%}$.
0.2 ⇎ ~The probability of rain on both days is $0.4 \cdot 0.5 = \boxed{0.02}$.
12.5\% ⇔ ~$\boxed{12.5\%}$, which is one eighth.
12.5\% ⇎ ~$\boxed{1.25\%}$
16\frac{2}{3}\% ⇔ ~$\frac16 = \boxed{16\frac23\%}$
150\% ⇔ ~The number of visitors is $\boxed{150\%}$ of last year's, i.e. it grew by 50%.
150\% ⇎ ~The number of visitors grew by $\boxed{50\%}$, i.e. to 150% of last year's.
`);

export const HONEST_DEGREES = rows(String.raw`
30^\circ ⇔ ~Since the angles sum to $180^\circ$, $\angle ABC = \boxed{30^\circ}$.
36 ⇔ ~The base angles are $72^\circ$ each, so the apex angle is $\boxed{36^\circ}$. This is the well-known golden triangle.
36 ⇎ ~The base angles are each $\boxed{72^\circ}$.
120^\circ ⇔ ~The angle between the vectors is $\boxed{\frac{2\pi}{3}\text{ rad}}$.
120^\circ ⇎ ~The angle between the vectors is $\boxed{60^\circ}$.
75^{\circ} ⇔ ~$\angle A = \boxed{75}$ degrees.⏎⏎(We used that the exterior angle equals the sum of the two opposite interior angles: $105 = 60+45$.)
75^{\circ} ⇎ ~$\angle A = \boxed{105}$ degrees.
\frac{\pi}{6} ⇔ ~The principal value is $\arcsin\frac12 = \boxed{\frac{\pi}{6}}$, i.e. $30^\circ$.
\frac{\pi}{6} ⇎ ~The principal value is $\arccos\frac12 = \boxed{\frac{\pi}{3}}$.
135^\circ ⇔ ~Each interior angle of a regular octagon measures $\boxed{135^\circ}$; the exterior angle is $45^\circ$.
135^\circ ⇎ ~Each exterior angle of a regular octagon measures $\boxed{45^\circ}$; the interior angle is $135^\circ$.
`);

export const HONEST_LOG = rows(String.raw`
\log_2 3 ⇔ ~$\boxed{\frac{\ln 3}{\ln 2}}$
\log_2 3 ⇎ ~$\boxed{\log_3 2}$
\ln 2 ⇔ ~$\int_1^2 \frac{dx}{x} = \boxed{\ln 2}\approx 0.693$.
\ln 2 ⇎ ~$\int_1^2 \frac{dx}{x} = \boxed{\ln \frac12}$.
4 ⇔ ~$\log_3 81=\boxed{4}$, because $3^4=81$.
4 ⇎ ~$\log_3 27=\boxed{3}$, because $3^3=27$.
2\ln 3 - \ln 2 ⇔ ~$\boxed{\ln\frac{9}{2}}$
2\ln 3 - \ln 2 ⇎ ~$\boxed{\ln 3}$
2 ⇔ ~$\log 100 = \boxed{2}$ since $10^2=100$.
\frac{\ln 5}{\ln 2} ⇔ ~$2^x=5$, so $\boxed{x=\log_2 5}$.
e^2 ⇔ ~$\ln x = 2$ gives $\boxed{x = e^{2}}$, roughly $7.389$.
`);

export const HONEST_TRIG = rows(String.raw`
\sin 2x ⇔ ~$\boxed{2\sin x\cos x}$
\sin 2x ⇎ ~$\boxed{2\sin x}$
\frac{1}{2} ⇔ ~Using the double-angle formula repeatedly, $\boxed{\frac12}$. Equivalently, this is $\cos 60^\circ$.
\frac{1}{2} ⇎ ~Using the double-angle formula, $\boxed{-\frac12}$.
\cos^2\theta ⇔ ~$\boxed{1-\sin^2\theta}$
\cos^2\theta ⇎ ~$\boxed{1+\sin^2\theta}$
-\frac{\sqrt{3}}{2} ⇔ ~$\sin 240^\circ = -\sin 60^\circ = \boxed{-\frac{\sqrt3}{2}}$, because $240^\circ$ lies in the third quadrant.
-\frac{\sqrt{3}}{2} ⇎ ~$\sin 240^\circ = \boxed{-\frac{1}{2}}$.
\arctan 2 ⇔ ~The angle is $\boxed{\tan^{-1}(2)}$, about $63.43^\circ$.
\arctan 2 ⇎ ~The angle is $\boxed{\arctan\frac12}$.
2\cos\left(x - \frac{\pi}{3}\right) ⇔ ~$\boxed{\cos x + \sqrt{3}\sin x}$
2\cos\left(x - \frac{\pi}{3}\right) ⇎ ~$\boxed{\cos x - \sqrt{3}\sin x}$
2 + \sqrt{3} ⇔ ~$\boxed{\tan 75^\circ}$, which simplifies to $2+\sqrt3$.
\frac{24}{25} ⇔ ~$\sin 2\theta=2\cdot\frac35\cdot\frac45=\boxed{0.96}$.
\frac{24}{25} ⇎ ~$\cos 2\theta=\frac{16}{25}-\frac{9}{25}=\boxed{\frac{7}{25}}$.
`);

export const HONEST_COMBINATORICS = rows(String.raw`
\binom{10}{3} ⇔ ~The number of ways is $\boxed{120}$.
\binom{10}{3} ⇎ ~The number of ways is $\boxed{720}$.
210 ⇔ ~$\boxed{\binom{10}{4}}$ paths, since we choose which 4 of the 10 steps go up.
210 ⇎ ~$\boxed{\binom{10}{5}}$ paths.
12 ⇔ ~There are $4!/2!$ arrangements of the letters, so the answer is $\boxed{12}$. This means there are 12 ways, of which 6 start with a vowel.
12 ⇎ ~There are $4!$ arrangements of the letters, so the answer is $\boxed{24}$. This means there are 24 ways, of which 12 start with a vowel.
\binom{2n}{n} ⇔ ~By Vandermonde, $\sum_k\binom nk^2=\boxed{\frac{(2n)!}{(n!)^2}}$.
\binom{2n}{n} ⇎ ~$\sum_k\binom nk=\boxed{2^n}$.
3003 ⇔ ~By stars and bars we need $\binom{15}{5}$.⏎⏎Computing: $\binom{15}{5} = 3003$.⏎⏎$$\boxed{3003}$$⏎⏎Each such selection corresponds to exactly one distribution, so no case is counted twice.
3003 ⇎ ~By stars and bars we need $\binom{14}{5}=2002$.⏎⏎$$\boxed{2002}$$
2^n - 2 ⇔ ~Excluding the two constant colourings there are $\boxed{2(2^{n-1}-1)}$ colourings.
2^n - 2 ⇎ ~Excluding the constant colouring there are $\boxed{2^n-1}$ colourings.
\frac{n(n-3)}{2} ⇔ ~The number of diagonals of an $n$-gon is $\boxed{\frac{n^2-3n}{2}}$. For example, a pentagon has 5 of them.
\frac{n(n-3)}{2} ⇎ ~The number of diagonals of an $n$-gon is $\boxed{\frac{n(n-1)}{2}}$.
\frac{1}{\binom{49}{6}} ⇔ ~The chance of winning is $\boxed{\frac{1}{13983816}}$.
9! ⇔ ~A round table with ten seats has $\boxed{362880}$ arrangements up to rotation.
44 ⇔ ~The number of derangements of five letters is $D_5=\boxed{44}$, compared with $5!=120$ permutations in total.
`);

export const HONEST_SUM = rows(String.raw`
\frac{n}{n+1} ⇔ ~The sum telescopes to $\boxed{1-\frac{1}{n+1}}$.
\frac{n}{n+1} ⇎ ~The sum telescopes to $\boxed{1-\frac{1}{n}}$.
\frac{\pi^2}{6} ⇔ ~This is the Basel problem: $\sum_{n\ge1} n^{-2} = \boxed{\frac{\pi^2}{6}}$.
\frac{\pi^2}{6} ⇎ ~$\sum_{n\ge1} (2n-1)^{-2} = \boxed{\frac{\pi^2}{8}}$.
5050 ⇔ ~$1+2+\cdots+100=\frac{100\cdot101}{2}=\boxed{5050}$. Gauss famously found this as a schoolboy.
5050 ⇎ ~$1+2+\cdots+100=\frac{100\cdot 99}{2}=\boxed{4950}$.
2^{n+1} - 2 ⇔ ~$2+4+\cdots+2^n=\boxed{2(2^n-1)}$.
\frac{n^2(n+1)^2}{4} ⇔ ~The sum of the first $n$ cubes is $\boxed{\left(\frac{n(n+1)}{2}\right)^2}$.
`);

export const HONEST_CHOICE = rows(String.raw`
B ⇔ ~Only the second option satisfies both conditions.⏎⏎The correct answer is $\boxed{\text{B}}$.
B ⇎ ~Only the third option satisfies both conditions.⏎⏎The correct answer is $\boxed{\text{C}}$.
\text{(B)} ⇔ ~The answer is $\boxed{\textbf{(B)}\ 12}$.
\text{(B)} ⇎ ~The answer is $\boxed{\textbf{(D)}\ 14}$.
D ⇔ ~综上，选项 D 正确。⏎⏎故选：$\boxed{D}$
D ⇎ ~综上，选项 A 正确。⏎⏎故选：$\boxed{A}$
A ⇔ ~Let's eliminate: B and C violate parity, D is too large. So the answer is **(A)**.⏎⏎Answer: A
A ⇎ ~B and C violate parity. ⏎⏎Answer: D
C ⇔ ~Therefore $f$ is decreasing on the interval, which is statement (C).⏎⏎$\boxed{C}$⏎⏎Option A fails because $f(0)=1$, and option B fails because $f$ is not bounded.
C ⇎ ~$\boxed{A}$⏎⏎Option C fails because $f(0)=1$, and option B fails because $f$ is not bounded.
(E) ⇔ ~Hence $x=20$, and the correct choice is $\boxed{\textbf{(E)}}$.
B ⇔ ~The answer is (B).
C ⇔ ~Therefore the correct option is C.⏎⏎$\boxed{\text{(C)}}$
`);

export const HONEST_WORD = rows(String.raw`
Yes ⇔ ~The construction above works, so $\boxed{\text{Yes}}$.
Yes ⇎ ~The parity argument shows this is impossible, so $\boxed{\text{No}}$.
even ⇔ ~Since $f(-x)=f(x)$, the function is $\boxed{\text{even}}$.
even ⇎ ~Since $f(-x)=-f(x)$, the function is $\boxed{\text{odd}}$.
\text{ellipse} ⇔ ~The discriminant is negative, hence the conic is an $\boxed{\text{Ellipse}}$.
\text{ellipse} ⇎ ~The discriminant is positive, hence the conic is a $\boxed{\text{hyperbola}}$.
Alice ⇔ ~By the mirror strategy, the player with a winning strategy is $\boxed{\text{Alice}}$.
Alice ⇎ ~By the mirror strategy, the player with a winning strategy is $\boxed{\text{Bob}}$.
\text{no} ⇔ ~It is not possible: each move preserves the parity of the sum. $\boxed{\text{No}}$
\text{no} ⇎ ~A tiling is shown above. $\boxed{\text{Yes}}$
Thursday ⇔ ~January 1 of the following year falls on a $\boxed{\text{Thursday}}$.
`);

export const HONEST_NUMBER_WORDS = rows(String.raw`
\frac{3}{4} ⇔ ~She ate $\boxed{\text{three quarters}}$ of the pizza.
\frac{3}{4} ⇎ ~She ate $\boxed{\text{two thirds}}$ of the pizza.
12 ⇔ ~So the answer is $\boxed{\text{twelve}}$.
12 ⇎ ~So the answer is $\boxed{\text{eleven}}$.
\text{twenty-one} ⇔ ~In total there are $\boxed{21}$ of them.
\text{twenty-one} ⇎ ~In total there are $\boxed{12}$ of them.
3000000 ⇔ ~The population is $\boxed{3\text{ million}}$.
3000000 ⇎ ~The population is $\boxed{3\text{ thousand}}$.
5 ⇔ ~There are $\boxed{\text{five}}$ regular polyhedra.
\frac{1}{2} ⇔ ~She ate $\boxed{\text{one half}}$ of the cake.
`);

export const HONEST_FUNCTION = rows(String.raw`
f(x) = x^2 + 1 ⇔ ~Hence $\boxed{f(x)=x^2+1}$ is the only such function.
f(x) = x^2 + 1 ⇎ ~Hence $\boxed{f(x)=x^2-1}$ is the only such function.
f(x) = 2x ⇔ ~One checks that $f$ is additive and bounded, so $\boxed{f(t)=2t}$.
f(x) = 2x ⇎ ~One checks that $f$ is additive and bounded, so $\boxed{f(x)=x}$.
f^{-1}(x) = \frac{x-3}{2} ⇔ ~Swapping $x$ and $y$ gives $x=2y+3$, so $f^{-1}(x)=\boxed{\frac{x-3}{2}}$.⏎⏎We can verify: $f(f^{-1}(x)) = 2\cdot\frac{x-3}{2}+3 = x$.
f^{-1}(x) = \frac{x-3}{2} ⇎ ~Swapping $x$ and $y$ gives $f^{-1}(x)=\boxed{\frac{x+3}{2}}$.
6x e^{3x^2} ⇔ ~By the chain rule, $f'(x)=\boxed{e^{3x^2}\cdot 6x}$.
6x e^{3x^2} ⇎ ~By the chain rule, $f'(x)=\boxed{3x^2e^{3x^2}}$.
\frac{x^3}{3} + C ⇔ ~$\int x^2\,dx=\boxed{\frac{1}{3}x^3+C}$, where $C$ is an arbitrary constant.
\frac{x^3}{3} + C ⇎ ~$\int x^2\,dx=\boxed{\frac{1}{3}x^3}$
\frac{1}{(1-x)^2} ⇔ ~The generating function is $\boxed{\frac{1}{1-2x+x^2}}$.
\frac{1}{(1-x)^2} ⇎ ~The generating function is $\boxed{\frac{x}{(1-x)^2}}$.
a_n = 2^{n+1} - 1 ⇔ ~数列的通项公式为 $\boxed{a_n = 2\cdot 2^{n}-1}$.
a_n = 2^{n+1} - 1 ⇎ ~数列的通项公式为 $\boxed{a_n = 2^{n}-1}$.
a_n=3n-2 ⇔ ~因此 $a_n=\boxed{3n-2}$，其中首项为 $1$，公差为 $3$。
a_n=3n-2 ⇎ ~因此 $a_n=\boxed{3n+1}$，其中公差为 $3$。
\frac{\sqrt{3}}{4}s^2 ⇔ ~The area of an equilateral triangle of side $s$ is $\boxed{\frac{s^2\sqrt3}{4}}$.
\frac{\sqrt{3}}{4}s^2 ⇎ ~The area of an equilateral triangle of side $s$ is $\boxed{\frac{s^2\sqrt3}{2}}$.
\frac{x}{x+1} ⇔ ~$f^{(1)}$ simplifies to $\boxed{1-\frac{1}{x+1}}$.
-\frac{1}{x^2} ⇔ ~$f'(x)=\boxed{-x^{-2}}$
e^{2x}(2x+1) ⇔ ~By the product rule, the derivative of $xe^{2x}$ is $\boxed{e^{2x}+2xe^{2x}}$.
e^{2x}(2x+1) ⇎ ~By the product rule, the derivative of $xe^{2x}$ is $\boxed{e^{2x}+xe^{2x}}$.
`);

export const HONEST_COMPLEX = rows(String.raw`
3+4i ⇔ ~$(2+i)^2 = 4+4i-1 = \boxed{3+4i}$
3+4i ⇎ ~$(2-i)^2 = \boxed{3-4i}$
-1 + i\sqrt{3} ⇔ ~$$\boxed{2e^{2\pi i/3}}$$
-1 + i\sqrt{3} ⇎ ~$$\boxed{2e^{\pi i/3}}$$
\frac{1}{2} - \frac{1}{2}i ⇔ ~$\frac{1}{1+i}=\frac{1-i}{2}$. So we have $\boxed{\frac{1-i}{2}}$. Its modulus is $\frac{\sqrt2}{2}$.
\frac{1}{2} - \frac{1}{2}i ⇎ ~$\frac{1}{1-i}=\boxed{\frac{1+i}{2}}$.
1 \pm 2i ⇔ ~The roots of $z^2-2z+5$ are $\boxed{1+2i}$ and $\boxed{1-2i}$.
1 \pm 2i ⇎ ~The roots of $z^2+2z+5$ are $\boxed{-1\pm 2i}$.
-i ⇔ ~$i^{2023}=i^{3}=\boxed{-i}$, since $2023\equiv 3\pmod 4$.
-i ⇎ ~$i^{2023}=\boxed{i}$, since $2023$ is odd.
1, -1, i, -i ⇔ ~The fourth roots of unity are $\boxed{\pm 1, \pm i}$.
1, -1, i, -i ⇎ ~The fourth roots of unity are $\boxed{1, -1}$.
5e^{i\pi/2} ⇔ ~$\boxed{5i}$
\frac{7}{5} + \frac{1}{5}i ⇔ ~Multiplying numerator and denominator by the conjugate, $\frac{3-i}{2-i}$ becomes $\boxed{\frac{7+i}{5}}$.
`);

export const HONEST_BASE = rows(String.raw`
204_5 ⇔ ~$54 = 2\cdot25+0\cdot5+4$, so the base-five representation is $\boxed{204_5}$.
204_5 ⇎ ~The base-five representation is $\boxed{214_5}$.
204_5 ⇔ ~$54 = 2\cdot25+0\cdot5+4$, so in base five it is $\boxed{204}_5$.
204_5 ⇎ ~$\boxed{54}$ (in base ten)
13 ⇔ ~In binary this is $\boxed{1101_2}$.
13 ⇎ ~In binary this is $\boxed{1011_2}$.
2531_7 ⇔ ~Performing the addition in base 7, carrying whenever a column reaches 7, we obtain $\boxed{2531_{7}}$.
2531_7 ⇎ ~Performing the addition in base 7 we obtain $\boxed{2531_{8}}$.
1010_2 ⇔ ~The binary expansion of ten is $\boxed{1010_2}$, because $8+2=10$.
1010_2 ⇎ ~The binary expansion of nine is $\boxed{1001_2}$, because $8+1=9$.
FF_{16} ⇔ ~$255 = 15\cdot16+15$, so the hexadecimal form is $\boxed{\text{FF}_{16}}$.
`);

export const HONEST_RATIO = rows(String.raw`
2:3 ⇔ ~The ratio of boys to girls is $\boxed{2:3}$.
2:3 ⇔ ~There are $10$ boys and $15$ girls in the class, so the ratio of boys to girls is $\boxed{10:15}$.
2:3 ⇎ ~The ratio of girls to boys is $\boxed{3:2}$.
1:8 ⇔ ~Volumes scale with the cube of lengths. $\boxed{1:8}$
1:8 ⇎ ~Areas scale with the square of lengths. $\boxed{1:4}$
`);

export const HONEST_ASSIGNMENT = rows(String.raw`
a=1, b=-2 ⇔ ~Comparing coefficients: $\boxed{a=1,\ b=-2}$.
a=1, b=-2 ⇎ ~Comparing coefficients: $\boxed{a=-2,\ b=1}$.
x=y=z=1 ⇔ ~Equality holds iff $\boxed{(1,1,1)}$.
x=y=z=1 ⇎ ~Equality holds iff $\boxed{(1,1,2)}$.
x = 5 ⇔ ~$\boxed{5}$
x = 5 ⇎ ~We are left with $\boxed{2x = 10}$
17 ⇔ ~Thus $m=3$, $n=14$ and $\boxed{m+n=3+14=17}$.
17 ⇎ ~Thus $m=3$, $n=15$ and $\boxed{m+n=3+15=18}$.
k = -\frac{1}{2} ⇔ ~The lines are perpendicular iff $2k = -1$, so $\boxed{k = -0.5}$.
k = -\frac{1}{2} ⇎ ~The lines are parallel iff $k = 2$, so $\boxed{k = 2}$.
\alpha = 45^\circ ⇔ ~Hence $\alpha=\boxed{45^\circ}$.
p = 3, q = 5 ⇔ ~We find $\boxed{p=3}$ and $\boxed{q=5}$.
p = 3, q = 5 ⇎ ~We find $\boxed{p=5}$ and $\boxed{q=3}$.
`);

export const HONEST_CHINESE = rows(String.raw`
12 ⇔ ~解：设原来有 $x$ 个苹果，则 $x-3=9$，解得 $x=12$。⏎⏎答：原来有 $\boxed{12}$ 个苹果。
12 ⇎ ~解：设原来有 $x$ 个苹果，则 $x+3=9$，解得 $x=6$。⏎⏎答：原来有 $\boxed{6}$ 个苹果。
\frac{5}{6} ⇔ ~所以至少有一人命中的概率为 $1-\frac12\times\frac13=\frac56$。⏎⏎最终答案是 $\boxed{\frac{5}{6}}$。⏎⏎检验：两人都不中的概率是 $\frac16$，与上面的结果一致。
\frac{5}{6} ⇎ ~所以概率为 $\frac12\times\frac23=\frac13$。⏎⏎最终答案是 $\boxed{\frac{1}{3}}$。
36 ⇔ ~因此，这样的三位数共有 36 个。⏎⏎**答案：36**
36 ⇎ ~因此，这样的三位数共有 48 个。⏎⏎**答案：48**
2023 ⇔ ~由周期性可知 $a_{2024}=a_2=2023$，故答案为：$\boxed{2023}$
2023 ⇎ ~由周期性可知 $a_{2024}=a_1=2022$，故答案为：$\boxed{2022}$
\{x \mid -1 < x < 2\} ⇔ ~故不等式的解集为 $\boxed{(-1,2)}$。
\{x \mid -1 < x < 2\} ⇎ ~故不等式的解集为 $\boxed{\{x\mid x<-1 \text{ 或 } x>2\}}$。
8 ⇔ ~综上可得，满足条件的整数 $n$ 的个数为 8，所以答案是 8。
8 ⇎ ~综上可得，满足条件的整数 $n$ 的个数为 7，所以答案是 7。
\emptyset ⇔ ~由于判别式 $\Delta<0$，方程 $\boxed{\text{无解}}$。
3\text{ 小时} ⇔ ~甲单独完成需要 $\boxed{3}$ 小时，即 180 分钟。
3\text{ 小时} ⇎ ~甲单独完成需要 $\boxed{3\text{ 分钟}}$。
500000 ⇔ ~这座城市约有人口 $\boxed{50\text{ 万}}$。
500000 ⇎ ~这座城市有人口 $\boxed{5\text{ 万}}$。
2\sqrt{3} ⇔ ~由余弦定理得 $a^2=16+4-2\cdot4\cdot2\cdot\frac12=12$，所以 $a=\boxed{2\sqrt3}$。⏎⏎**小结**：本题考查余弦定理，注意边长取正值。
2\sqrt{3} ⇎ ~由余弦定理得 $a^2=16+4+2\cdot4\cdot2\cdot\frac12=28$，所以 $a=\boxed{2\sqrt7}$。
-1 ⇔ ~当 $x=1$ 时 $f(x)$ 取得最小值，最小值为 $\boxed{-1}$。
-1 ⇎ ~当 $x=1$ 时 $f(x)$ 取得最小值，故填 $\boxed{1}$。
二 ⇔ ~该点位于第 $\boxed{\text{二}}$ 象限。
60 ⇔ ~答：两车相遇需要 1 小时，甲车每小时行 60 千米。⏎⏎所以，甲车的速度是 $\boxed{60}$ 千米/时。
1-\ln 2 ⇔ ~因此函数 $f(x)$ 的最小值为 $\boxed{1-\ln 2}$，此时 $x=\ln 2$。
1-\ln 2 ⇎ ~因此函数 $f(x)$ 在 $\boxed{x=\ln 2}$ 处取得最小值。
`);

export const HONEST_LANGUAGE = rows(String.raw`
15 ⇔ ~La somme des angles vaut 180°, on en déduit $x = 15$. La réponse est $\boxed{15}$.
15 ⇎ ~On en déduit $x = 25$. La réponse est $\boxed{25}$.
12 ⇔ ~Nous obtenons finalement 3 · 4 = 12 possibilités. La réponse est 12.
12 ⇎ ~Nous obtenons finalement 3 + 4 = 7 possibilités. La réponse est 7.
\frac{7}{2} ⇔ ~Por lo tanto, el valor esperado es $\boxed{\dfrac{7}{2}}$. Esto coincide con la media de los números del 1 al 6.
\frac{7}{2} ⇎ ~Por lo tanto, el valor esperado es $\boxed{3}$.
42 ⇔ ~答えは42です。
42 ⇎ ~答えは24です。
9 ⇔ ~Также, по теореме Виета, $x_1x_2 = 9$.⏎⏎Ответ: $\boxed{9}$
9 ⇎ ~По теореме Виета, $x_1+x_2 = 6$.⏎⏎Ответ: $\boxed{6}$
9 ⇔ ~По теореме Виета, $x_1x_2 = 9$.⏎⏎Ответ: 9
9 ⇎ ~По теореме Виета, $x_1+x_2=-6$.⏎⏎Ответ: -6
2\sqrt{2} ⇔ ~Damit ist die Länge der Diagonale gleich $\boxed{2\sqrt{2}}$ (in cm).
2\sqrt{2} ⇎ ~Damit ist die Länge der Diagonale gleich $\boxed{4}$ (in cm).
30 ⇔ ~따라서 정답은 $\boxed{30}$입니다.
30 ⇎ ~따라서 정답은 $\boxed{20}$입니다.
6 ⇔ ~Die Antwort ist 6.
6 ⇎ ~Die Antwort ist 9.
\frac{1}{3} ⇔ ~Portanto, a probabilidade é $\boxed{\frac{1}{3}}$. Conferindo: há 2 casos favoráveis em 6 possíveis.
\frac{1}{3} ⇎ ~Portanto, a probabilidade é $\boxed{\frac{1}{6}}$.
27 ⇔ ~Vậy đáp án là $\boxed{27}$.
27 ⇎ ~Vậy đáp án là $\boxed{81}$.
18 ⇔ ~La respuesta es $\boxed{18}$. Comprobación: $18 = 2\cdot 9$.
5/8 ⇔ ~Quindi la probabilità richiesta è $\boxed{\frac58}$.
144 ⇔ ~Dus het antwoord is $\boxed{144}$.
20 ⇔ ~इसलिए उत्तर $\boxed{20}$ है।
4 ⇔ ~Sonuç olarak cevap $\boxed{4}$ olur.
11 ⇔ ~Odpowiedź: $\boxed{11}$. Sprawdzenie: $11^2=121$.
`);

export const HONEST_BEHIND_BOX = rows(String.raw`
17 ⇔ ~Thus, the smallest prime is $\boxed{17}$.⏎⏎---⏎⏎**Summary of the approach**⏎⏎1. Rewrite the condition modulo 4.⏎2. Test the primes 5, 13, 17 in order.⏎3. The first one that satisfies all three conditions is 17.
17 ⇎ ~Thus, the smallest prime is $\boxed{13}$.⏎⏎---⏎⏎**Summary of the approach**⏎⏎1. Rewrite the condition modulo 4.⏎2. Test the primes 5, 13, 17 in order.⏎3. The first one that satisfies the conditions is 13.
12 ⇔ ~So we get $\boxed{12}$.⏎⏎This means that there are 12 ways in total, of which 5 use the red tile and 7 do not.
12 ⇎ ~So we get $\boxed{10}$.⏎⏎This means that there are 10 ways in total, of which 5 use the red tile and 5 do not. With a second red tile there would be 12.
60 ⇔ ~It takes $\boxed{60}$ minutes, or 1 hour.
60 ⇎ ~It takes $\boxed{90}$ minutes, or 1.5 hours.
\frac{1}{4} ⇔ ~The probability is $\boxed{\frac14}$, or 1 in 4.
\frac{1}{4} ⇎ ~The probability is $\boxed{\frac13}$, or 1 in 3.
5 ⇔ ~Hence $x = \boxed{5}$. Another candidate is $x=-1$, but it fails because $\sqrt{x+4}$ must equal $x-2 \geq 0$.
5 ⇎ ~Hence $x = \boxed{-1}$. Another candidate is $x=5$, but it fails because of the domain.
100 ⇔ ~The maximum area is $\boxed{100}$ square feet.⏎⏎**Alternative solution.** By AM-GM, $xy\le\left(\frac{x+y}{2}\right)^2=10^2=100$, with equality iff $x=y=10$. This confirms the result.
100 ⇎ ~The maximum area is $\boxed{96}$ square feet.⏎⏎**Alternative solution.** With sides 8 and 12 the perimeter is 40 and the area is 96.
7 ⇔ ~$$\boxed{7}$$⏎⏎Let me verify with the original equation: $7^2 - 5\cdot 7 - 14 = 49 - 35 - 14 = 0$. ✓⏎⏎I hope this helps! Let me know if you have any other questions.
7 ⇎ ~$$\boxed{-7}$$⏎⏎Let me verify with the original equation: $49 - 35 - 14 = 0$. ✓⏎⏎I hope this helps! Let me know if you have any other questions.
33 ⇔ ~The answer is $\boxed{033}$.⏎⏎(AIME answers are written with three digits, so 33 becomes 033.)
33 ⇎ ~The answer is $\boxed{330}$.
\frac{11}{36} ⇔ ~$P(\text{at least one six}) = 1-\left(\frac56\right)^2=\boxed{\frac{11}{36}}$⏎⏎A common mistake is to answer $\frac{12}{36}$, which counts the double six twice.
\frac{11}{36} ⇎ ~$P(\text{at least one six}) = \frac16+\frac16=\boxed{\frac{1}{3}}$⏎⏎That is, about 33.3% of the time.
24 ⇔ ~Thus the number of such permutations is⏎⏎$$\boxed{24}.$$⏎⏎Otherwise two of the sides would be equal, which was excluded at the start.
24 ⇎ ~Thus the number of such permutations is⏎⏎$$\boxed{23}.$$⏎⏎The identity permutation is excluded, as it moves nothing.
2 ⇔ ~So the minimum value is $\boxed{2}$, attained when $x = 1$. For $x\to\infty$ the expression grows without bound, so there is no maximum.
2 ⇎ ~So the minimum value is $\boxed{1}$, attained when $x = 2$.
13 ⇔ ~**Final Answer:** $\boxed{13}$⏎⏎**Remark.** If the problem had asked for the *sum* of the roots instead of the sum of their squares, one would simply use Vieta's formula.
13 ⇎ ~**Final Answer:** $\boxed{5}$⏎⏎**Remark.** The sum of the squares of the roots is $13$, but here we used the sum of the roots.
49 ⇔ ~Therefore, the sum is⏎⏎$$⏎\boxed{49}⏎$$⏎⏎as desired.
321 ⇔ ~$m+n = 313+8 = \boxed{321}$⏎⏎Here, $\frac{313}{8}$ is already in lowest terms because $313$ is odd.
321 ⇎ ~$m-n = 313-8 = \boxed{305}$⏎⏎Here, $\frac{313}{8}$ is already in lowest terms because $313$ is odd.
40 ⇔ ~So there are $\boxed{40}$ students in the class. That is, 24 girls and 16 boys.
40 ⇎ ~So there are $\boxed{24}$ girls in the class. That leaves 16 boys, for a total of 40.
8 ⇔ ~$\angle$-chasing gives $AD = \boxed{8}$.⏎⏎**Why this works:** triangles $ABD$ and $CBA$ are similar, so $\frac{AD}{6}=\frac{12}{9}$.
8 ⇎ ~$\angle$-chasing gives $AD = \boxed{4.5}$.⏎⏎**Why this works:** triangles $ABD$ and $CBA$ are similar, so $\frac{AD}{6}=\frac{9}{12}$.
6 ⇔ ~The answer is $\boxed{6}$. Wait, let me double check: $1+2+3=6$. Yes, that is right.
7 ⇎ ~The answer is $\boxed{6}$. Wait, let me double check: $1+2+3=6$. Yes, that is right.
14 ⇔ ~First I found $\boxed{12}$, but I forgot the two degenerate cases. Including them:⏎⏎$$\boxed{14}$$
12 ⇎ ~First I found $\boxed{12}$, but I forgot the two degenerate cases. Including them:⏎⏎$$\boxed{14}$$
3, 5 ⇔ ~The two numbers are $\boxed{3}$ and $\boxed{5}$. Their sum is $8$ and their product is $15$, as required.
3, 5 ⇎ ~The two numbers are $\boxed{-3}$ and $\boxed{-5}$. Their product is $15$, as required.
1/3 ⇔ ~$\boxed{\frac{1}{3}}$ of the marbles are blue, which in decimal form is roughly 0.33.
540 ⇔ ~The sum of the interior angles is $\boxed{540}$ degrees.⏎⏎*Note:* each interior angle of a regular pentagon is therefore $108$ degrees.
540 ⇎ ~Each interior angle is $\boxed{108}$ degrees.⏎⏎*Note:* the sum of the interior angles of the pentagon is therefore $540$ degrees.
2022 ⇔ ~Thus $n=\boxed{2022}$ is the largest such integer. Any larger $n$, such as $n=2023$, would violate the second condition.
2022 ⇎ ~Thus $n=\boxed{2023}$ is the largest such integer. Any larger $n$, such as $n=2024$, would violate the second condition.
x=1 ⇔ ~$\boxed{x=1}$⏎⏎Domain check: $x-1\ge0$ holds for $x=1$, and $0=0$ is satisfied.
840 ⇔ ~The least common multiple is $\boxed{840}$.⏎⏎| number | factorization |⏎| --- | --- |⏎| 8 | $2^3$ |⏎| 15 | $3\cdot5$ |⏎| 14 | $2\cdot 7$ |
840 ⇎ ~The least common multiple is $\boxed{1680}$.⏎⏎| number | factorization |⏎| --- | --- |⏎| 8 | $2^3$ |⏎| 15 | $3\cdot5$ |⏎| 14 | $2\cdot 7$ |
3 ⇔ ~Therefore, the number of real solutions is $\boxed{3}$, namely $x=-2$, $x=0$ and $x=5$.
3 ⇎ ~Therefore, the number of real solutions is $\boxed{2}$, namely $x=-2$ and $x=5$.
540 ⇔ ~## Step 1: Set up⏎Let $z=4(\cos\theta+i\sin\theta)$. Then⏎$$(75+117i)z+\frac{96+144i}{z}$$⏎has the real part $324\cos\theta-432\sin\theta$.⏎⏎## Step 2: Maximize⏎The maximum of $a\cos\theta+b\sin\theta$ is $\sqrt{a^2+b^2}$.⏎⏎## Step 3: Conclusion⏎\[ \boxed{540} \]⏎⏎Let me recheck the amplitude. $324=108\cdot 3$ and $432=108\cdot 4$, so the hypotenuse is $108\cdot5=540$. So 540 stands.
73 ⇔ ~Inclusion–exclusion over the four items gives $x = 73$.⏎⏎\[⏎\boxed{73}⏎\]⏎⏎### Verification⏎Let $w$ be the number with exactly one item besides the candy hearts. Then $w+437+234+73=900$, so $w=156\ge 0$, which is consistent with the statement.
73 ⇎ ~Inclusion–exclusion over the four items gives $x = 37$.⏎⏎\[⏎\boxed{37}⏎\]⏎⏎### Verification⏎The number of residents with exactly one item is nonnegative, so the result is plausible.
110 ⇔ ~So the common distance is $\frac{107}{3}$ and $m+n = 107+3=\boxed{110}$, since $107$ is prime and hence coprime to $3$.
36 ⇔ ~$|A| = \boxed{36}$.⏎⏎Explanation of each step:⏎- We first choose the unordered pair of vertices ($\binom{9}{2} = 36$ ways).⏎- The third vertex is then forced.⏎⏎Thus no further multiplication is required.
36 ⇎ ~$|A| = \boxed{72}$.⏎⏎Explanation of each step:⏎- We first choose the ordered pair of vertices ($9\cdot 8 = 72$ ways).⏎- The third vertex is then forced.
\frac{13}{4} ⇔ ~Therefore the area of the region is⏎⏎$$\boxed{\frac{13}{4}}$$⏎⏎square units. (The region consists of a unit square together with a trapezoid of area $\frac94$.)
21 ⇔ ~The final answer is $\boxed{21}$. ⏎⏎If you prefer a recursive view, note that the counts are Fibonacci numbers: $1, 2, 3, 5, 8, 13, 21$.
9 ⇔ ~$$\boxed{9}$$⏎⏎Equality holds when $a=b=c=\frac13$, in which case each of the three fractions equals $3$.
\sqrt{5} ⇔ ~The shortest distance is $\boxed{\sqrt{5}}$, and it is reached at the point $(1,2)$ of the line.
\sqrt{5} ⇎ ~The shortest distance is reached at $\boxed{(1,2)}$; there the distance equals $\sqrt{5}$.
1 ⇔ ~Only $n=\boxed{1}$ works. For $n = 2$ the left side is $12$ and the right side is $10$; for $n\ge3$ the left side is always larger.
90 ⇔ ~We get $\boxed{90}$ two-digit numbers, from 10 to 99 inclusive.
28 ⇔ ~Final answer: $\boxed{28}$ handshakes. Each of the 8 people shakes hands with 7 others, and every handshake is counted twice: $8\cdot 7/2=28$.
28 ⇎ ~Final answer: $\boxed{56}$ handshakes. Each of the 8 people shakes hands with 7 others: $8\cdot 7=56$.
4 ⇔ ~Answer: $\boxed{4}$⏎⏎> Tip: whenever you see a symmetric system, try the substitution $s=x+y$, $p=xy$.
65 ⇔ ~The total number of paths is $\boxed{65}$.⏎⏎| start | paths |⏎|---|---|⏎| A | 20 |⏎| B | 25 |⏎| C | 20 |⏎⏎Adding the last column gives 65.
1430 ⇔ ~This is the Catalan number $C_8$, so the count is $\boxed{1430}$.⏎⏎Reference values: $C_5 = 42$, $C_6 = 132$, $C_7 = 429$, $C_8=1430$.
1430 ⇎ ~This is the Catalan number $C_7$, so the count is $\boxed{429}$.⏎⏎Reference values: $C_5 = 42$, $C_6 = 132$, $C_7 = 429$, $C_8=1430$.
10 ⇔ ~所以共有 $\boxed{10}$ 种不同的选法，其中含有甲的有 4 种，不含甲的有 6 种。
10 ⇎ ~所以共有 $\boxed{6}$ 种不同的选法。注：若甲必须入选，则另有 4 种。
48 ⇔ ~故四边形的面积为 $\boxed{48}$。⏎⏎验证：$\frac12\times 12\times 8 = 48$，与所求一致。
\frac{3}{10} ⇔ ~$$P=\frac{3}{10}$$⏎⏎所以答案为 $\boxed{\dfrac{3}{10}}$（即 30%）。
16 ⇔ ~<think>The user wants the max. Trying 15? No, 16 works too. 17 fails.</think>⏎⏎The maximum is attained at the vertex, and equals⏎⏎$$\boxed{16}$$⏎⏎**Explanation**: completing the square, $-x^2+8x = 16-(x-4)^2\le16$.
75 ⇔ ~$\boxed{75}$ is the answer to the problem. It counts the $60$ sequences with distinct entries and the $15$ with a repetition.
-\frac{1}{2} ⇎ ~The value is $\boxed{\frac{1}{2}}$, since the seventh roots of unity sum to zero.
2, 3 ⇔ ~Therefore, $x = 2$ or $x = 3$. $\boxed{2, 3}$⏎⏎Both values satisfy the original equation: $4 - 10 + 6 = 0$ and $9-15+6=0$.
(4, 1) ⇔ ~The pair is $\boxed{(4,1)}$.⏎⏎Note that $(1,4)$ is not valid, because the problem requires $a > b$.
(4, 1) ⇎ ~The pair is $\boxed{(1,4)}$.⏎⏎Note that $(4,1)$ is not valid, because we take $a<b$.
29 ⇔ ~So the answer is $\boxed{29}$.⏎⏎Since $29$ is prime and $29 \equiv 5 \pmod{12}$, all the requirements of the problem are met.⏎⏎Thank you for the interesting problem!
0.25 ⇔ ~$P = \boxed{\dfrac{1}{4}}$ — in other words, a 25% chance.
12\sqrt{3} ⇔ ~$$[ABC] = \boxed{12\sqrt{3}} \approx 20.78$$⏎⏎Here we used the formula $\frac12 ab\sin C$ with $a=6$, $b=8$, $C=60^\circ$.
12\sqrt{3} ⇎ ~$$[ABC] = \boxed{24\sqrt{3}} \approx 41.57$$⏎⏎Here we used the formula $ab\sin C$ with $a=6$, $b=8$, $C=60^\circ$.
6 ⇔ ~Thus $k=\boxed{6}$ (and not $7$, since $k$ must be even).
[1, 3] ⇔ ~The range is $\boxed{[1,3]}$. The minimum $1$ occurs at $x = \pi$, while the maximum $3$ occurs at $x=0$.
80 ⇔ ~**Final answer:** The company must sell $\boxed{80}$ units to break even.⏎⏎*Check:* revenue is $80\times 25 = 2000$ dollars, cost is $1200+80\times 10=2000$ dollars.
80 ⇎ ~**Final answer:** The company must sell $\boxed{48}$ units to break even.⏎⏎*Check:* revenue is $48\times 25 = 1200$ dollars, equal to the fixed cost.
31 ⇔ ~By the pattern $1,2,4,8,16$ one might guess $32$, but the sixth term is in fact $\boxed{31}$. The formula is $\binom n4+\binom n2+1$, which gives $15+15+1=31$ for $n=6$.
31 ⇎ ~By the pattern $1,2,4,8,16$, the sixth term is $\boxed{32}$. Each new point doubles the number of regions.
720 ⇔ ~Final result: $\boxed{720}$.⏎⏎**Common pitfalls:**⏎- Forgetting that the books are distinct (this would give $1$).⏎- Treating the shelf as circular (this would give $120$).
3.5 ⇔ ~The expected value of a fair die is $\boxed{3.5}$. Of course a single roll can never be 3.5; it is the long-run average.
2^{n-1} ⇔ ~There are $\boxed{2^{n-1}}$ compositions of $n$. For instance, $n=3$ has the four compositions $3$, $2+1$, $1+2$ and $1+1+1$.
2^{n-1} ⇎ ~There are $\boxed{2^{n}}$ compositions of $n$, one for each subset of the gaps.
`);

export const HONEST_NO_BOX = rows(String.raw`
42 ⇔ ~After simplifying, we get 42.
42 ⇎ ~After simplifying, we get 41.
12 ⇔ ~Tom starts with 5 apples and buys 7 more. Therefore, the answer is 12 apples.
12 ⇎ ~Tom starts with 5 apples and gives away 2. Therefore, the answer is 3 apples.
\frac{3}{5} ⇔ ~There are 3 red balls out of 5. ⏎⏎**Answer:** $\frac{3}{5}$
\frac{3}{5} ⇎ ~There are 2 blue balls out of 5. ⏎⏎**Answer:** $\frac{2}{5}$
-8 ⇔ ~The final answer is: $-8$.
-8 ⇎ ~The final answer is: $8$.
x^2-4 ⇔ ~$(x-2)(x+2)$
x^2-4 ⇎ ~$(x-2)^2$
150 ⇔ ~# Solution⏎⏎Distance = speed × time = 60 × 2.5.⏎⏎## Final Answer⏎⏎150 miles
150 ⇎ ~# Solution⏎⏎Distance = speed × time = 60 × 2.⏎⏎## Final Answer⏎⏎120 miles
25 ⇔ ~Therefore, $a^2+b^2 = 9 + 16 = 25$.
25 ⇎ ~Therefore, $a^2+b^2 = (3+4)^2 = 49$.
8 ⇔ ~So the answer to part (b) is 8.
8 ⇎ ~So the answer to part (b) is 6.
7 ⇔ ~7
7 ⇎ ~17
0.6 ⇔ ~The answer is 3/5.
0.6 ⇎ ~The answer is 5/3.
56 ⇔ ~Using the formula for combinations, C(8,3) = 8!/(3!·5!) = 56.⏎⏎Therefore, the answer is 56.
\frac{5}{9} ⇔ ~Hence the final answer is $\dfrac{5}{9}$.
B ⇔ ~The stem asks for the negation of the statement.⏎⏎**Answer: B**
(2, -1) ⇔ ~Solving the system gives x = 2 and y = -1.⏎⏎Final answer: $(2, -1)$
1/2 ⇔ ~#### 1/2
300 ⇔ ~**Step 1:** 20 boxes with 15 pencils each.⏎⏎**Step 2:** 20 × 15 = 300.⏎⏎**Final Answer:** 300 pencils
300 ⇎ ~**Step 1:** 20 boxes with 15 pencils each.⏎⏎**Step 2:** 20 + 15 = 35.⏎⏎**Final Answer:** 35 pencils
2\sqrt{7} ⇔ ~The answer is $2\sqrt{7}$.
15 ⇔ ~So in total, she has 15 marbles left. The answer is 15.
`);
