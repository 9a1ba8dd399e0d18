import { rows } from '../rules/rows.js';

// A fourth set of what a model writes that has solved the problem, and wrong neighbours. Labelled before it was scored, and scored once.

export const FOURTH_HONEST_CORRECT = rows(String.raw`
204 ⇔ ~Let $s$ be Aya's speed. The total time for the 9 km walk is $\frac{9}{s} + t = 4$ hours, and $\frac{9}{s+2} + t = 2.4$ hours.⏎⏎Subtracting, $\frac{9}{s} - \frac{9}{s+2} = 1.6$, so $s^2 + 2s - \frac{45}{4} = 0$ and $s = 2.5$. Then $t = 0.4$ hours $= 24$ minutes.⏎⏎At $s + \frac12 = 3$ km/h the walk takes $3$ hours, i.e. $180$ minutes, plus $24$ minutes in the coffee shop.⏎⏎Therefore the walk takes $\boxed{204}$ minutes.
73 ⇔ ~We have $m+n = 25 + 48 = 73$. AIME answers have three digits, so we write $\boxed{073}$.
116 ⇔ ~The probability is $\frac{1}{115}$. Since $\gcd(1,115)=1$, we obtain $\boxed{m+n = 1+115 = 116}$.
385 ⇔ ~<think>⏎Okay, so I need to find the smallest prime for which there's an n with p^2 | n^4+1. Hmm. p must be 1 mod 8, so p = 17. Then lifting... maybe 110? Let me check 110^4 + 1 mod 289. 110^2 = 12100 = 289*41 + 251, so 251 = -38. (-38)^2 = 1444 = 289*5 - 1 = -1. Yes!⏎⏎n could be 110 or 289 - 110 = 179 and two others. Anyway the other question, the sum 1^2+...+10^2 = 10*11*21/6 = 385.⏎</think>⏎⏎The sum of the first ten squares is $\frac{10 \cdot 11 \cdot 21}{6} = 385$.⏎⏎<answer>\boxed{385}</answer>
12 ⇔ ~From $3x + 4 = 40$ we get $3x = 36$.⏎⏎$$\boxed{12}$$⏎⏎Check: $3 \cdot 12 + 4 = 36 + 4 = 40$. ✓
540 ⇔ ~## Solution⏎⏎**Step 1.** The prime factorisation of the product is $2^2 \cdot 3^3 \cdot 5$.⏎⏎**Step 2.** Multiply: $4 \cdot 27 = 108$ and $108 \cdot 5 = 540$.⏎⏎**Final Answer: 540**
18 ⇔ ~Janet's ducks lay 16 eggs per day. She eats 3 and bakes with 4, so 16 - 3 - 4 = 9 eggs are left.⏎She makes 9 * 2 = 18 dollars every day.⏎#### 18
1048576 ⇔ ~We compute $2^{20} = (2^{10})^2 = 1024^2$. So the number of subsets is $\boxed{1,048,576}$.
362880 ⇔ ~The nine books can be arranged in $9!$ ways:⏎\[⏎9! = \boxed{362\,880}⏎\]
720 ⇔ ~There are six people and six seats, so there are $\boxed{6!}$ seatings.
210 ⇔ ~We choose 4 of the 10 points, and every choice gives exactly one crossing. The number of intersection points is therefore $\boxed{\binom{10}{4}}$.
1024 ⇔ ~Each of the ten switches is on or off, hence⏎$$N = \boxed{2^{10}}.$$
45 ⇔ ~A first count gives $\boxed{36}$.⏎⏎Wait, I forgot the diagonals themselves. With $n = 10$ points there are $\frac{10\cdot 9}{2}$ segments, so the corrected answer is $\boxed{45}$.
27 ⇔ ~We need the number of ordered triples with entries in {1,2,3}. Each entry can be chosen in 3 ways independently. So the answer is 27.
96 ⇔ ~The four walls have areas 24, 24, 24 and 24 square feet.⏎⏎The final answer is $96$.
809 ⇔ ~Step 1: Write the number as $810 - 1$.⏎Step 2: Check that it is prime.⏎⏎Final Answer: The final answer is $809$. I hope it is correct.
31 ⇔ ~2^0 + 2^1 + 2^2 + 2^3 + 2^4⏎= 1 + 2 + 4 + 8 + 16⏎= 31
1001 ⇔ ~<think>7 * 143 = 1001, and 1001 = 7 * 11 * 13. Good.</think>⏎<answer>1001</answer>
144 ⇔ ~The largest perfect square Fibonacci number is $\boxed{144}$. Its digit sum is 9.
60 ⇔ ~We have to be careful with the order of the letters. The count is $\boxed{60}$, not 120.
35 ⇔ ~So the committee can be formed in $\boxed{35}$ ways, of which 15 contain Anna.
19 ⇔ ~Hence the remainder equals $\boxed{19}$, by Lemma 2.
7 ⇔ ~Since $2^3 \equiv -1 \pmod 9$, we have $2^4 = 16 \equiv 7$. The remainder of the number is $\boxed{7 \pmod 9}$.
43 ⇔ ~$$7^{2} \equiv 49, \quad 7^3 \equiv 343 \equiv 43 \pmod{100}$$⏎⏎The last two digits are $\boxed{43}$.
9 ⇔ ~There are exactly nine ways to tile the strip.⏎⏎**Answer:** nine
-17 ⇔ ~Expanding along the first row, $\det A = 1\cdot(-5) - 2 \cdot 6 = -17$. Thus $\det A = \boxed{-17}$.
-8 ⇔ ~The minimum of the function on [−2, 2] is at the left end.⏎⏎Answer: −8
2400 ⇔ ~After two years the interest is $400 in total, and the balance is \$2,400.⏎⏎\boxed{\$2,400}
12\text{ cm} ⇔ ~The legs are 9 and $\sqrt{63}$, so the hypotenuse has length $\boxed{12}$.
48 ⇔ ~The area of the rhombus is half the product of its diagonals:⏎$$\frac12 \cdot 8 \cdot 12 = \boxed{48 \text{ cm}^2}$$
24\text{ cm}^2 ⇔ ~Area = 4 · 6, so the area is \boxed{24 \text{ square centimeters}}.
1.5\text{ m} ⇔ ~The ladder reaches $\boxed{150\text{ cm}}$ up the wall.
2\text{ hours} ⇔ ~The two pumps together need $\boxed{120 \text{ minutes}}$.
20\text{ m/s} ⇔ ~Converting, the train moves at $\boxed{72 \text{ km/h}}$.
3 \times 10^8 ⇔ ~The speed is \boxed{300000000}.
0.00042 ⇔ ~In scientific notation the mass is $\boxed{4.2 \times 10^{-4}}$.
6.02\times10^{23} ⇔ ~So the number of molecules is $\boxed{60.2 \cdot 10^{22}}$.
\frac{7}{12} ⇔ ~Adding up the cases, $P = \frac{4}{12}+\frac{3}{12}$, so that $$P = \boxed{\dfrac{7}{12}}.$$
\frac{5}{18} ⇔ ~Number of favourable outcomes: 10. Total: 36.⏎⏎The answer is 10/36 = 5/18.
\frac{5}{9} ⇔ ~The probability equals $\boxed{\frac{20}{36}}$.
-\frac{3}{4} ⇔ ~The slope of the perpendicular line is $\boxed{\frac{-3}{4}}$.
-\frac{2}{5} ⇔ ~Solving for $k$ gives $k = \frac{2}{-5}$.⏎⏎\boxed{\frac{2}{-5}}
\frac{17}{5} ⇔ ~In total they walked $\boxed{3\frac{2}{5}}$ miles.
4\frac{1}{2} ⇔ ~So $x = 9/2$, i.e. $\boxed{4.5}$.
\frac{5}{11} ⇔ ~Long division gives $5 \div 11 = \boxed{0.\overline{45}}$.
0.1\overline{6} ⇔ ~Let $y = 0.1666\ldots$; then $60y = 10$ and we get $\boxed{\dfrac{1}{6}}$.
\frac{2}{7} ⇔ ~Dividing 2 by 7 gives approximately $\boxed{0.285714}$.
\frac{22}{7} ⇔ ~The ratio is $\boxed{\frac{22}{7} \approx 3.142857}$.
\frac{3}{8} ⇔ ~Exactly 3 of the 8 outcomes have two heads, which gives $\boxed{\frac38}$.
\frac{3}{4} ⇔ ~Three of the four quarters are shaded. The shaded part is \boxed{\text{three quarters}} of the square.
37.5\% ⇔ ~3/8 of the students chose chess.⏎⏎**Answer: 37.5%**
40\% ⇔ ~The price dropped by $\boxed{40 \text{ percent}}$.
62.5\% ⇔ ~So the share of odd numbers is \boxed{62.5}\%.
3:4 ⇔ ~The areas are $27$ and $36$, so the ratio is $\boxed{27:36}$, which is the same as 3:4.
2:3:5 ⇔ ~Angles: 36°, 54°, 90°. Dividing by 18 we see that they are in the ratio $\boxed{2 : 3 : 5}$.
\frac{\sqrt{3}}{3} ⇔ ~We have $\tan 30^\circ = \boxed{\frac{1}{\sqrt{3}}}$.
\sqrt{5}+2 ⇔ ~The continued fraction equals $x = \frac{1}{\sqrt{5}-2}$.⏎⏎Answer: $\boxed{\dfrac{1}{\sqrt5-2}}$
1+\sqrt{2} ⇔ ~Squaring shows that the side is $\boxed{\sqrt{3+2\sqrt{2}}}$.
6 - 2\sqrt{3} ⇔ ~So $AP = \boxed{2(3-\sqrt{3})}$.
\frac{1+\sqrt{5}}{2} ⇔ ~The positive root is the golden ratio, $\varphi = \boxed{\frac{1}{2} + \frac{\sqrt{5}}{2}}$.
5\sqrt{3} ⇔ ~The altitude of an equilateral triangle with side 10 is 10*sqrt(3)/2.⏎⏎The answer is 5*sqrt(3).
2\sqrt{7} ⇔ ~By the law of cosines c² = 16 + 36 − 24 = 28, so c = 2√7.⏎⏎**Answer: 2√7**
2\sqrt[3]{2} ⇔ ~The edge satisfies $a^3 = 16$, so $a = \boxed{\sqrt[3]{16}}$.
\sqrt[4]{8} ⇔ ~Simplifying the product of radicals: $2^{1/2}\cdot 2^{1/4} = \boxed{2^{3/4}}$.
-3 ⇔ ~The only real solution is $x = \boxed{\sqrt[3]{-27}}$.
\sqrt{2} ⇔ ~The length of the diagonal is $\boxed{1.414214}$.
4\sqrt{6} ⇔ ~The length of the common chord is $\boxed{4\sqrt6}$, which is approximately $9.798$.
36\pi ⇔ ~Volume of the sphere: $\frac43\pi r^3$ with $r=3$. Therefore $V = \boxed{36\pi}$ cubic units.
\frac{5\pi}{6} ⇔ ~In radians: $150^\circ = 150 \cdot \frac{\pi}{180} = \boxed{\frac{5}{6}\pi}$.
12\pi ⇔ ~Circumference = 2 * pi * 6, so the answer is 12pi.
\frac{2\pi}{3}-\sqrt{3} ⇔ ~The area of the lens is $\boxed{\frac{2\pi - 3\sqrt{3}}{3}}$.
\log_2 3 ⇔ ~Taking logarithms, $x = \boxed{\frac{\ln 3}{\ln 2}}$.
2\ln 3 ⇔ ~$$\int_1^9 \frac{dx}{x} = \Big[\ln x\Big]_1^9 = \boxed{\ln 9}$$
\frac{1}{e^2} ⇔ ~The limit is $\left(e^{-1}\right)^2 = \boxed{e^{-2}}$.
\frac{\sqrt{3}}{2} ⇔ ~The sine of the angle is $\boxed{\sin 60^\circ}$.
\frac{\pi}{4} ⇔ ~The line makes the angle $\boxed{\arctan 1}$ with the x-axis.
75^\circ ⇔ ~In triangle $ABC$ the angles sum to $180^\circ$, so $\angle C = 180 - 60 - 45 = \boxed{75}$ degrees.
120 ⇔ ~The interior angle of a regular hexagon is $\boxed{120^\circ}$.
36^\circ ⇔ ~Hence ∠BAC = 36°.⏎⏎Answer: 36°
54^\circ ⇔ ~\[⏎\boxed{\angle AOB = 54^{\circ}}⏎\]
(x+2)(x-5) ⇔ ~Multiplying out, the expression becomes $\boxed{x^2-3x-10}$.
x^3 - x ⇔ ~Factoring completely, $x^3 - x = \boxed{x(x-1)(x+1)}$.
2a^2+3ab-b^2 ⇔ ~Collecting like terms yields $\boxed{-b^2 + 2a^2 + 3ba}$.
4x^3 - 2x^2 + 7 ⇔ ~$\boxed{2x^2(2x-1)+7}$
\frac{1}{x(x+1)} ⇔ ~Partial fractions: $\boxed{\frac1x - \frac{1}{x+1}}$.
\frac{3}{2-x} ⇔ ~We obtain $f(x) = \boxed{-\frac{3}{x-2}}$.
\cos 2x ⇔ ~Using the double-angle formula the expression simplifies to $\boxed{1-2\sin^2 x}$.
\sin^2 x \cos^2 x ⇔ ~$\boxed{\tfrac14 \sin^2(2x)}$
3x^2 e^x + x^3 e^x ⇔ ~By the product rule, $f'(x) = \boxed{x^2 e^x (3+x)}$.
\frac{1-\ln x}{x^2} ⇔ ~Using the quotient rule, $$y' = \boxed{\frac{1}{x^2} - \frac{\ln x}{x^2}}$$
\frac{x^3}{3} - x + C ⇔ ~$\int (x^2-1)\,dx = \boxed{\frac{1}{3}x^3 - x + C}$
\frac{1}{2}e^{2x} + C ⇔ ~Substituting $u = 2x$ we get $\boxed{\frac{e^{2x}}{2}+C}$ where $C$ is an arbitrary constant.
f(x) = x^2 - 4x + 1 ⇔ ~Completing the square gives $\boxed{(x-2)^2-3}$.
f(x) = 3x + 2 ⇔ ~So the function is $\boxed{f(t) = 3t+2}$.
a_n = 2^n - 1 ⇔ ~因此数列的通项公式为 $\boxed{a_n = 2^n - 1}$。
a_n = 3n-1 ⇔ ~Since the first term is 2 and the common difference is 3, $\boxed{a_n = 2 + 3(n-1)}$.
\frac{n(n+1)(2n+1)}{6} ⇔ ~$$\sum_{k=1}^n k^2 = \boxed{\frac{n^3}{3} + \frac{n^2}{2} + \frac{n}{6}}$$
\frac{ab}{a+b} ⇔ ~The resistance is $\boxed{\dfrac{1}{\frac1a + \frac1b}}$.
|x-3| ⇔ ~$\boxed{\sqrt{x^2-6x+9}}$
2^{2n+1} ⇔ ~The expression simplifies to $\boxed{2\cdot 4^n}$.
\binom{n}{2} ⇔ ~The number of edges of the complete graph is $\boxed{\frac{n(n-1)}{2}}$.
x^2 + 3x ⇔ ~After simplifying: the answer is x^2 + 3*x.
\{-1, 4\} ⇔ ~The quadratic factors as $(x-4)(x+1) = 0$, so $\boxed{x = 4 \text{ or } x = -1}$.
\{2, 7\} ⇔ ~$\boxed{x_1 = 2,\ x_2 = 7}$
1+\sqrt{3}, 1-\sqrt{3} ⇔ ~By the quadratic formula $x = \frac{2\pm\sqrt{12}}{2}$, so $\boxed{x = 1\pm\sqrt3}$.
\{3, 5\} ⇔ ~The solutions are $\boxed{5}$ and $\boxed{3}$.
\{1, 4, 9, 16\} ⇔ ~The possible values are $\boxed{\{16, 9, 4, 1\}}$.
\{\frac{1}{2}, 3\} ⇔ ~Therefore the solution set is $\boxed{\{3, 0.5\}}$.
\{2, 3, 5\} ⇔ ~The prime factors of 30 are 2, 3 and 5.⏎⏎**Final Answer:** 2, 3 and 5
\pm 6 ⇔ ~So $k^2 = 36$ and $\boxed{k = 6 \text{ or } k = -6}$.
\emptyset ⇔ ~The discriminant is negative, so there is \boxed{\text{no real solution}}.
\emptyset ⇔ ~$A \cap B = \boxed{\varnothing}$
x = 3 ⇔ ~The equation $x^2-6x+9 = 0$ gives $(x-3)^2=0$. Thus $\boxed{x=3}$.
x = -\frac{5}{2} ⇔ ~Subtracting, $2x = -5$, so $x$ is $\boxed{-2.5}$.
14 ⇔ ~$$\boxed{n = 14}$$
5 ⇔ ~$\boxed{3x = 15 \implies x = 5}$
(2, -3) ⇔ ~Adding the equations gives $5x = 10$.⏎⏎$\boxed{x = 2,\ y = -3}$
(4, 1) ⇔ ~The solution of the system is⏎$$\boxed{\begin{cases} x = 4 \\ y = 1 \end{cases}}$$
x = 1, y = 2, z = 3 ⇔ ~Back substitution gives $(x,y,z) = \boxed{(1,2,3)}$.
(3, 4, 5) ⇔ ~We find $\boxed{(a,b,c) = (3,4,5)}$.
\{(1, 6), (2, 3)\} ⇔ ~The positive pairs with product $6$ and $x<y$ are $\boxed{(2,3), (1,6)}$.
2 \pm 3i ⇔ ~The roots of $z^2 - 4z + 13 = 0$ are $\boxed{2+3i,\ 2-3i}$.
(-1, 3) ⇔ ~Solving $x^2-2x-3<0$: $\boxed{-1 < x < 3}$.
x \le -2 \text{ or } x > 5 ⇔ ~The solution set is $\boxed{(-\infty, -2] \cup (5, \infty)}$.
[0, 4] ⇔ ~Domain: $\boxed{\{x \mid 0 \le x \le 4\}}$
(2, \infty) ⇔ ~$\boxed{\{x \in \mathbb{R} : x > 2\}}$
[1, 5) ⇔ ~$\boxed{x \in [1,5)}$
x > 7 ⇔ ~Therefore $\boxed{7 < x}$.
x \geq \frac{3}{2} ⇔ ~It follows that $\boxed{x \geqslant 1.5}$.
(-\infty, 0) \cup (1, \infty) ⇔ ~$$\boxed{(1, +\infty) \cup (-\infty, 0)}$$
[-3, 3] ⇔ ~$\boxed{|x| \le 3}$
(0, 1] ⇔ ~So the range of the function is 0 < y <= 1.⏎⏎Answer: (0, 1]
(-\infty, \infty) ⇔ ~The expression under the root is always positive. The domain is \boxed{\mathbb{R}}.
\mathbb{R} ⇔ ~The inequality holds for \boxed{\text{all real numbers}}.
(-\infty, 2)\cup(2, \infty) ⇔ ~The domain is $\boxed{\mathbb{R}\setminus\{2\}}$.
\mathbb{R} \setminus \{-1\} ⇔ ~$\boxed{(-\infty,-1)\cup(-1,\infty)}$
(-\infty, -1) \cup (3, \infty) ⇔ ~解不等式 $x^2 - 2x - 3 > 0$,得 $\boxed{x < -1 \text{ 或 } x > 3}$。
(1-\sqrt{2}, 1+\sqrt{2}) ⇔ ~$\boxed{1-\sqrt2 < x < 1+\sqrt2}$
0 < a < \frac{1}{4} ⇔ ~实数 $a$ 的取值范围是 $\boxed{\left(0,\frac14\right)}$。
x = \frac{\pi}{4} + k\pi, k \in \mathbb{Z} ⇔ ~The general solution is $\boxed{x = n\pi - \frac{3\pi}{4},\ n\in\mathbb{Z}}$.
x = 30^\circ + 360^\circ k, k\in\mathbb{Z} ⇔ ~$\boxed{x = -330^\circ + 360^\circ n,\ n \in \mathbb Z}$
2k+1, k\in\mathbb{Z} ⇔ ~All odd integers: $\boxed{2n-1,\ n\in\mathbb{Z}}$
n \equiv 2 \pmod 5 ⇔ ~$\boxed{n = 5k+2, \ k \in \mathbb{Z}}$
x \equiv 6 \pmod 7 ⇔ ~$\boxed{x \equiv -1 \pmod{7}}$
x = \frac{k\pi}{2}, k\in\mathbb{Z} ⇔ ~$\boxed{x = \frac{\pi}{2} n, \quad n \in \mathbb{Z}}$
x = -\frac{\pi}{6} + k\pi, k\in\mathbb{Z} ⇔ ~$\tan x = -\frac{1}{\sqrt3}$, so $\boxed{x = \frac{5\pi}{6}+k\pi \ (k\in\mathbb{Z})}$.
y = 2x + 3 ⇔ ~The line is $\boxed{2x - y + 3 = 0}$.
3x + 4y = 12 ⇔ ~$\boxed{6x + 8y = 24}$
x - 2y + 4 = 0 ⇔ ~The tangent line is $\boxed{y = \frac{1}{2}x + 2}$.
y = 3x - 5 ⇔ ~An equation of the line is $\boxed{y - 1 = 3(x - 2)}$.
(x-1)^2 + (y+2)^2 = 9 ⇔ ~The equation of the circle is $\boxed{x^2+y^2-2x+4y-4=0}$.
\frac{x^2}{4} + \frac{y^2}{3} = 1 ⇔ ~椭圆的方程为 $\boxed{3x^2+4y^2=12}$。
\frac{x^2}{9} - \frac{y^2}{16} = 1 ⇔ ~$\boxed{1 = \frac{x^2}{9} - \frac{y^2}{16}}$
y^2 = 8x ⇔ ~The parabola has the equation $\boxed{x = \frac{y^2}{8}}$.
x + 2y - z = 4 ⇔ ~The plane is given by $\boxed{x+2y-z-4=0}$.
3 - 4i ⇔ ~$\boxed{-4i+3}$
\frac{1}{2} + \frac{3}{2}i ⇔ ~$\frac{2+i}{1-i} = \frac{(2+i)(1+i)}{2} = \boxed{\frac{1+3i}{2}}$
1 + i\sqrt{3} ⇔ ~In polar form the number is $\boxed{2e^{i\pi/3}}$.
-i ⇔ ~$\boxed{\cos\frac{3\pi}{2} + i\sin\frac{3\pi}{2}}$
-4 ⇔ ~$\boxed{(1+i)^4}$
\begin{pmatrix} 3 \\ -1 \\ 2 \end{pmatrix} ⇔ ~The cross product is $\boxed{\begin{bmatrix} 3 \\ -1 \\ 2 \end{bmatrix}}$.
\begin{pmatrix} 1/2 \\ 2 \end{pmatrix} ⇔ ~$\mathbf{v} = \boxed{\begin{pmatrix} 0.5 \\ 2 \end{pmatrix}}$
\begin{pmatrix} -2 & 1 \\ 3/2 & -1/2 \end{pmatrix} ⇔ ~$$A^{-1} = \boxed{-\frac12\begin{pmatrix} 4 & -2 \\ -3 & 1\end{pmatrix}}$$
\begin{pmatrix} 0 & 1 \\ 1 & 0 \end{pmatrix} ⇔ ~$\boxed{P = \begin{bmatrix} 0 & 1 \\ 1 & 0 \end{bmatrix}}$
\left(\frac{3}{2}, -\frac{1}{2}\right) ⇔ ~The midpoint is $\boxed{(1.5, -0.5)}$.
(4, -3) ⇔ ~The foot of the perpendicular is the point $\boxed{H(4,-3)}$.
\frac{1}{2}\vec{a} + \frac{1}{2}\vec{b} ⇔ ~$\overrightarrow{AM} = \boxed{\frac12\left(\vec a+\vec b\right)}$
2\vec{a} - \vec{b} ⇔ ~$\boxed{2\mathbf{a}-\mathbf{b}}$
|x - 2| ⇔ ~$$\boxed{f(x)=\begin{cases} x-2 & x \ge 2 \\ 2-x & x < 2 \end{cases}}$$
\begin{cases} x^2 & x \ge 0 \\ -x & x < 0 \end{cases} ⇔ ~$\boxed{\begin{cases} -x, & x < 0 \\ x^2, & x \ge 0 \end{cases}}$
\begin{cases} 1 & x > 0 \\ 0 & x = 0 \\ -1 & x < 0 \end{cases} ⇔ ~$$\boxed{\begin{cases} 1, & \text{if } x > 0, \\ 0, & \text{if } x = 0, \\ -1, & \text{if } x < 0. \end{cases}}$$
B ⇔ ~Comparing the four options, only the second one is true.⏎⏎The correct answer is \boxed{\textbf{(B)}}.
\text{(D)} ⇔ ~After eliminating A, B and C we are left with D.⏎⏎**Answer: D**
C ⇔ ~<answer>c</answer>
\text{(A)}\ 12 ⇔ ~The area is $3\cdot 4$, so the answer is $\boxed{\text{(A)}\ 12}$.
B ⇔ ~由题意,$f(x)$ 在 $(0,+\infty)$ 上单调递增,所以 B 正确。⏎⏎故选:B
C ⇔ ~综上,函数的最小正周期为 $\pi$,选项 C 正确。答案为 $\boxed{C}$。
A ⇔ ~Since the graph passes through the origin, the correct option is A.
\{A, C, D\} ⇔ ~The true statements are $\boxed{A, D, C}$.
\text{Yes} ⇔ ~Since both triangles have the same angles, they are similar.⏎⏎**Final Answer:** yes
\text{No} ⇔ ~Suppose such a polynomial existed. Then $P(7)-P(1)$ would be divisible by 6, a contradiction. So the answer is \boxed{\text{No}}.
\text{True} ⇔ ~\boxed{\text{true}}
\text{Tuesday} ⇔ ~$100 = 14 \cdot 7 + 2$, so 100 days after Sunday it is \boxed{\text{Tuesday}}.
\text{ellipse} ⇔ ~The discriminant $B^2-4AC = -12$ is negative, hence the curve is an \boxed{\text{ellipse}}.
\text{even} ⇔ ~Since $f(-x)=f(x)$ for all $x$, the function is \boxed{\text{even}}.
\text{Evelyn} ⇔ ~The greatest average speed belongs to the runner with the steepest segment, which is $\boxed{\textbf{Evelyn}}$.
\frac{3}{5} ⇔ ~所以这个分数是 $\boxed{\text{五分之三}}$。
2\sqrt{3} ⇔ ~由余弦定理,$c^2 = 4 + 16 - 8 = 12$,所以 $c = 2\sqrt{3}$。⏎⏎答案:$2\sqrt{3}$
15\text{ km} ⇔ ~甲、乙两地相距 $\boxed{15\text{ 千米}}$。
28 ⇔ ~解:设共有 $n$ 人,则 $\frac{n(n-1)}{2} = 378$,解得 $n = 28$ 或 $n = -27$(舍去)。⏎⏎因此答案是 28。
9 ⇔ ~有人会认为答案不是整数,但由 $3^2 = 9$ 可知最终答案为 $\boxed{9}$。
\emptyset ⇔ ~判别式 $\Delta = 1 - 8 < 0$,故方程 \boxed{\text{无解}}。
a \ge 1 ⇔ ~综上所述,$a$ 的取值范围为 $\boxed{[1,+\infty)}$。
42 ⇔ ~En additionnant les deux équations, on obtient $2x = 84$.⏎⏎La réponse est 42.
\frac{3}{7} ⇔ ~Por lo tanto, la probabilidad pedida es $\boxed{\frac{3}{7}}$.
6 ⇔ ~Nach dem Satz des Pythagoras gilt $c^2 = 100$, also $b = 6$.⏎⏎Die Antwort ist 6.
15 ⇔ ~Пусть $x$ — число яблок. Тогда $x + 2x = 45$.⏎⏎Ответ: 15
12 ⇔ ~方程式を解くと $x = 12$ となる。⏎⏎答えは12です。
81 ⇔ ~Portanto, o número total de senhas possíveis é $\boxed{81}$.
-\frac{1}{3} ⇔ ~Damit ist die Steigung der Normalen gleich $\boxed{-\tfrac{1}{3}}$.
5 ⇔ ~따라서 구하는 값은 $\boxed{5}$이다.
1101_2 ⇔ ~Converting 13 to binary: $13 = 8+4+1$, so we get $\boxed{1101_2}$.
204_5 ⇔ ~In base five the number is $\boxed{204_{5}}$.
33_4 ⇔ ~So the sum is \boxed{33}_4.
54 ⇔ ~$204_5 = 2\cdot 25 + 4$ and this is $\boxed{54_{10}}$.
2024-03-15 ⇔ ~Counting 14 days from March 1 we arrive at \boxed{\text{March 15, 2024}}.
June 20 ⇔ ~The project is finished on June 20.⏎⏎**Answer: June 20**
\$0.75 ⇔ ~Each pencil costs $\boxed{75 \text{ cents}}$.
\$12.50 ⇔ ~The change is \boxed{\$12.5}.
36 ⇔ ~Therefore, she paid **36 dollars** in total.⏎⏎The answer is 36 dollars.
\infty ⇔ ~The sequence grows without bound, so the limit is $\boxed{+\infty}$.
-\infty ⇔ ~$\lim_{x\to 0^+} \ln x = \boxed{-\infty}$
3 ⇔ ~$$\boxed{\lim_{x\to0}\frac{\sin 3x}{x} = 3}$$
9 ⇔ ~On $[0,3]$ the function increases, so $\boxed{f_{\max} = f(3) = 9}$.
6\sqrt{5} ⇔ ~$\boxed{S_{\triangle ABC} = 6\sqrt{5}}$
\frac{1}{6} ⇔ ~$\boxed{P(A) = \frac16}$
4 ⇔ ~By AM-GM the minimum is $\boxed{4}$, attained at $(1, 2)$.
\frac{7}{8} ⇔ ~So the probability is $\boxed{\frac78}$, or $0.875$.
90\text{ minutes} ⇔ ~The trip takes $\boxed{90\text{ minutes}}$, or 1.5 hours.
20 ⇔ ~There are $\boxed{20}$ such numbers. A common mistake is to answer 24.
44 ⇔ ~The number of derangements of five objects is $\boxed{44}$. I am not completely sure.
84 ⇔ ~We get $\binom{9}{3} = 84$, so the answer is $\boxed{84}$.⏎⏎Wait, let me check: $\frac{9\cdot 8\cdot 7}{6} = 84$. Yes.
17 ⇔ ~$\boxed{17}$⏎⏎So the final answer is 17.
50 ⇔ ~The maximum area is $\boxed{50}$ square units, where $x = 5$ and $y = 10$.
30 ⇔ ~The area of the triangle is $\boxed{30}$. The legs are 5 and 12.
233168 ⇔ ~${'```'}python⏎print(sum(n for n in range(1000) if n % 3 == 0 or n % 5 == 0))⏎${'```'}⏎${'```'}output⏎233168⏎${'```'}⏎The sum is $\boxed{233168}$.
65 ⇔ ~Hence \fbox{65}.
\frac{\sqrt{2+\sqrt{3}}}{2} ⇔ ~$\cos 15^\circ = \boxed{\frac{\sqrt{2+\sqrt{3}}}{2}}$
\frac{\sqrt{6}+\sqrt{2}}{4} ⇔ ~$\cos 15^\circ = \sqrt{\frac{1+\cos 30^\circ}{2}} = \boxed{\frac{\sqrt{2+\sqrt{3}}}{2}}$
\frac{9}{16} ⇔ ~\[ \boxed{\displaystyle \frac{9}{16}} \]
x^2 ⇔ ~The derivative of $\frac{x^3}{3}$ is \boxed{$x^2$}.
77 ⇔ ~Thus the answer is $\boxed{77.}$
\frac{4}{3} ⇔ ~### Final Answer⏎⏎**4/3**
\frac{\sqrt{10}}{5} ⇔ ~<think>⏎|a x b| / |b| = sqrt(2)/sqrt(5). Rationalise: sqrt(10)/5. OK.⏎</think>⏎<answer>$\sqrt{\frac{2}{5}}$</answer>
11 ⇔ ~<think>Maybe \boxed{10}? Hmm, let me recount: there are 5 + 6 = 11 lattice points.</think>⏎⏎The segment passes through $5+6 = 11$ lattice points, so the answer is $\boxed{11}$.
(0, \frac{\pi}{2}) ⇔ ~$\boxed{\left(0,\ \tfrac{\pi}{2}\right)}$
12 ⇔ ~It takes \boxed{\text{about } 12} days.
2.50 ⇔ ~$\boxed{2.5}$
0.75 ⇔ ~The answer is $\boxed{.75}$.
1.125 ⇔ ~$x = \boxed{\frac{9}{8}}$
3500000 ⇔ ~The population is $\boxed{3.5 \text{ million}}$.
7850 ⇔ ~In total $\boxed{7{,}850}$ tickets were sold.
90\text{ seconds} ⇔ ~It takes $\boxed{1.5\text{ minutes}}$.
3 ⇔ ~The digit is $\boxed{\lfloor \pi \rfloor}$.
5050 ⇔ ~We have to add up: $\boxed{\frac{100 \cdot 101}{2}}$.
e - 2 ⇔ ~$\int_0^1 x^2 e^x\,dx = \left[x^2e^x-2xe^x+2e^x\right]_0^1 = \boxed{-2+e}$
\frac{\pi^2}{6} ⇔ ~The famous Basel sum equals $\boxed{\frac{1}{6}\pi^2}$.
2^4 \cdot 3^2 ⇔ ~$\boxed{144}$
`);

export const FOURTH_HONEST_INCORRECT = rows(String.raw`
204 ⇎ ~The walk itself takes 3 hours and the coffee break lasts 24 minutes, but I have to subtract the break. $180 - 24 = 156$.⏎⏎$$\boxed{156}$$
-17 ⇎ ~Expanding along the first column I get $5 + 12 = 17$. Hence $\det A = \boxed{17}$.
1000 ⇎ ~Counting from 1 up to and including 999 gives \(\boxed{999}\).
1000000007 ⇎ ~The smallest prime above a billion is $\boxed{1000000009}$.
385 ⇎ ~<think>⏎Let me write the sum of squares formula: n(n+1)(2n+1)/6. For n = 10 this becomes 10 * 11 * 21 / 6. Now 10 * 11 = 110 and 110 * 21 = 2310, so we divide 2310 by
1260 ⇎ ~There are $\frac{7!}{2! \cdot 2!}$ arrangements, and $7! = 5040$, so the number is⏎⏎$$\boxed{12
57 ⇎ ~I tried small cases, but I was not able to find a general pattern for this problem. I'm sorry that I cannot give a final answer.
14 ⇎ ~Solving the recursion gives the value asked for.⏎⏎$$\boxed{}$$
12 ⇎ ~The casework gives \boxed{12 \text{ or } 13}, depending on whether rotations count.
36 ⇎ ~So the count is $\boxed{36}$.⏎⏎Hmm wait, each pair was counted only once, so I should double it. The final answer is $\boxed{72}$.
21 ⇎ ~<think>C(7,2) = 21. But the two people who know each other already don't shake hands, so 20. The problem says "every two people" though... I go with 20.</think>⏎⏎Handshakes: $\binom{7}{2} - 1 = 20$.⏎⏎<answer>20</answer>
18 ⇎ ~She has 16 - 3 = 13 eggs left and sells each for $2: 13 * 2 = 26.⏎#### 26
809 ⇎ ~By the Chinese remainder theorem the smallest such number is 908.⏎⏎**Final answer:** $908$
116 ⇎ ~The probability in lowest terms is $\boxed{\frac{1}{115}}$.
1048576 ⇎ ~$2^{20} = \boxed{104{,}576}$
8 ⇎ ~By the pigeonhole principle we need \boxed{\text{at least } 8} ... of the colours; I could not prove equality.
1.5\text{ m} ⇎ ~The height is $\boxed{15\text{ cm}}$.
3 \times 10^8 ⇎ ~Therefore $c = \boxed{3 \times 10^{6}}$.
4.2\times 10^{-4} ⇎ ~The mass is \boxed{4.2\times 10^{4}}.
16 ⇎ ~The problem asks for the number of integers n between 1 and 100 for which n^2 + 16 is a square. We can factor (m - n)(m + n) = 16 and look at the divisors. This would need more cases than I can treat here.
24 ⇎ ~So the answer is 24. Wait, no, the circular arrangement of five people with two together gives 12. So the answer is 12.
\frac{7}{12} ⇎ ~Thus the ratio is $\boxed{\frac{12}{7}}$.
\frac{2}{7} ⇎ ~The probability is about $\boxed{0.286}$.
\frac{5}{11} ⇎ ~Using a calculator, the answer is 0.45.
\frac{5}{11} ⇎ ~Long division gives $\boxed{0.4\overline{5}}$.
\frac{17}{5} ⇎ ~They walked $\boxed{3\frac{1}{5}}$ miles.
25 ⇎ ~The answer is $\boxed{25\%}$.
37.5\% ⇎ ~The part is 3 of 9, that is $\boxed{33.\overline{3}\%}$.
-\frac{3}{4} ⇎ ~The slope is $\boxed{-\frac{-3}{4}}$.
\frac{5}{18} ⇎ ~Therefore, the probability that the sum is at least eight is⏎⏎$$1 - \frac{5}{18} = \boxed{\frac{13}{18}}$$
3:4 ⇎ ~The ratio of the areas is $\boxed{4:3}$.
2:3:5 ⇎ ~The sides are in the ratio $\boxed{2:3}$.
\frac{13}{204} ⇎ ~The probability of two hearts and one spade: $P = \frac{13 \cdot 12 \cdot 13}{...}$. Simplifying, $P =
3\sqrt{2} ⇎ ~$\sqrt{18} = \boxed{2\sqrt{3}}$
6-2\sqrt{3} ⇎ ~So $AP = \boxed{6+2\sqrt{3}}$.
\sqrt{5}+2 ⇎ ~Multiplying by the conjugate gives $\boxed{\frac{\sqrt5+2}{9}}$.
5 ⇎ ~$\sqrt{3^2+4^2} = \boxed{3 + 4}$
\sqrt{2} ⇎ ~The diagonal is $\boxed{1.41}$.
4\sqrt{6} ⇎ ~The chord has length $\boxed{9.79\ldots}$.
36\pi ⇎ ~The volume of the sphere is $\boxed{36}$.
12\pi ⇎ ~Circumference $= 2 \cdot 3.14 \cdot 6 = \boxed{37.68}$.
49\pi ⇎ ~Area $= \frac{22}{7}\cdot 7^2 = \boxed{154}$
\log_2 3 ⇎ ~$x = \boxed{\log_3 2}$
\ln 6 ⇎ ~$\ln 2 + \ln 3 = \boxed{\ln 5}$
75^\circ ⇎ ~The angle is $\boxed{105^\circ}$.
\frac{1}{e^2} ⇎ ~Hence the limit equals $\boxed{e^{2}}$.
(x+2)(x-5) ⇎ ~$\boxed{x^2+3x-10}$
a^2+2ab+b^2 ⇎ ~Squaring gives $\boxed{a^2+b^2}$.
\frac{x^3}{3}-x+C ⇎ ~$\int (x^2-1)\,dx = \boxed{\frac{x^3}{3}-x}$
\cos 2x ⇎ ~The expression equals $\boxed{1-\sin^2 x}$.
3x^2e^x+x^3e^x ⇎ ~$f'(x) = \boxed{3x^2 e^x}$
|x-3| ⇎ ~$\sqrt{x^2-6x+9} = \boxed{x-3}$
a_n = 3n-1 ⇎ ~The general term is $\boxed{a_n = 3n+2}$.
\frac{n(n+1)}{2} ⇎ ~$1 + 2 + \dots + n = \boxed{\frac{n(n-1)}{2}}$
2^{2n+1} ⇎ ~We obtain $\boxed{4^{n+1}}$.
\frac{1}{x(x+1)} ⇎ ~$\boxed{\frac1x+\frac1{x+1}}$
3x+2 ⇎ ~The result is $\boxed{3y+2}$.
x^3 - x ⇎ ~$\boxed{x(x-1)}$
\frac{n(n-3)}{2} ⇎ ~For the decagon we get the number of diagonals $\boxed{35}$.
\{-1, 4\} ⇎ ~Dividing by $x+1$ leaves $x - 4 = 0$, so $\boxed{x=4}$.
x = 3 ⇎ ~Squaring both sides gives $x^2 - x - 6 = 0$, so $\boxed{x = 3 \text{ or } x = -2}$.
\{2, 7\} ⇎ ~$\boxed{x = -2 \text{ or } x = -7}$
\pm 6 ⇎ ~$k = \boxed{6}$
6 ⇎ ~$k = \boxed{\pm 6}$
\{1, 4, 9, 16\} ⇎ ~The squares are $\boxed{\{1, 4, 9\}}$.
3 ⇎ ~Checking the domain we see that the equation has $\boxed{\text{no solution}}$.
\emptyset ⇎ ~$\boxed{x = 1}$
(2, -3) ⇎ ~The intersection point is $\boxed{(-3, 2)}$.
x = 5 ⇎ ~Simplifying, we end with $\boxed{3x - 15 = 0}$.
\{(1, 6), (2, 3)\} ⇎ ~The only pair is $\boxed{(2,3)}$.
2 \pm 3i ⇎ ~The roots are $\boxed{2\pm 9i}$.
(2, -3) ⇎ ~So we have $\boxed{x = 2}$.
\emptyset ⇎ ~Hence $A\cap B=\boxed{\{0\}}$.
[1, 5) ⇎ ~$\boxed{[1,5]}$
x \ge \frac{3}{2} ⇎ ~$\boxed{x > \frac32}$
(-1, 3) ⇎ ~Since the parabola opens upwards, $\boxed{x<-1 \text{ or } x>3}$.
x > 7 ⇎ ~Dividing by $-2$: $\boxed{x < 7}$
(-\infty, 0)\cup(1, \infty) ⇎ ~$\boxed{(1,\infty)}$
x < -1 \text{ or } x > 3 ⇎ ~$\boxed{x < -1 \text{ and } x > 3}$
[0, 4] ⇎ ~$\boxed{\{0, 4\}}$
(-\infty, 2)\cup(2, \infty) ⇎ ~The domain is $\boxed{(-\infty, \infty)}$.
[-3, 3] ⇎ ~The range of $f$ is $\boxed{[0,3]}$.
(0, \infty) ⇎ ~$\boxed{[0, +\infty)}$
x = \frac{\pi}{4}+k\pi, k\in\mathbb{Z} ⇎ ~$\boxed{x = \frac{\pi}{4}+2k\pi,\ k\in\mathbb{Z}}$
x = \frac{\pi}{4}+k\pi, k\in\mathbb{Z} ⇎ ~$\tan x = 1$, hence $\boxed{x = \frac{\pi}{4}}$.
5k-2, k\in\mathbb{Z} ⇎ ~The solutions are $\boxed{5t+3, \ t \in \mathbb{N}}$.
x \equiv 3 \pmod 7 ⇎ ~$\boxed{x\equiv 5 \pmod 7}$
n \equiv 2 \pmod 5 ⇎ ~$\boxed{n \equiv 2 \pmod{10}}$
x = -\frac{\pi}{6}+k\pi, k\in\mathbb{Z} ⇎ ~So $\boxed{x=\frac{\pi}{6}+k\pi,\ k\in\mathbb{Z}}$.
y = 2x+3 ⇎ ~$\boxed{2x - y - 3 = 0}$
(x-1)^2+(y+2)^2 = 9 ⇎ ~$\boxed{(x-1)^2+(y+2)^2=3}$
(x-1)^2+(y+2)^2=9 ⇎ ~$\boxed{(x+1)^2+(y-2)^2=9}$
\frac{x^2}{4}+\frac{y^2}{3}=1 ⇎ ~$\boxed{\frac{x^2}{3}+\frac{y^2}{4}=1}$
\frac{x^2}{9}-\frac{y^2}{16}=1 ⇎ ~The curve is $\boxed{\frac{x^2}{9}+\frac{y^2}{16}=1}$.
y = 3x - 5 ⇎ ~The tangent is $\boxed{y=-\frac13 x - 5}$.
y = \pm\frac{3}{4}x ⇎ ~$\boxed{y=\pm\frac43x}$
y = \pm\frac{3}{4}x ⇎ ~$\boxed{y = \frac{3}{4}x}$
y^2 = 8x ⇎ ~$\boxed{x^2 = 8y}$
3-4i ⇎ ~$\boxed{3+4i}$
3-4i ⇎ ~$|z| = \boxed{5}$
5 + 5i ⇎ ~$(2+i)(3+i) = \boxed{7+5i}$
\begin{pmatrix} 3 \\ -1 \\ 2 \end{pmatrix} ⇎ ~$\boxed{\begin{pmatrix} 3 \\ 1 \\ 2 \end{pmatrix}}$
\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} ⇎ ~$\boxed{\begin{pmatrix} 1 & 3 \\ 2 & 4 \end{pmatrix}}$
\begin{pmatrix} -2 & 1 \\ 3/2 & -1/2 \end{pmatrix} ⇎ ~$A^{-1} = \boxed{\begin{pmatrix} 4 & -2 \\ -3 & 1 \end{pmatrix}}$
(1, 2, 2) ⇎ ~The projection is $\boxed{(1,2)}$.
\frac{1}{2}\vec{a}+\frac{1}{2}\vec{b} ⇎ ~$\boxed{\vec a+\vec b}$
\vec{b}-\vec{a} ⇎ ~$\overrightarrow{AB} = \boxed{\vec a-\vec b}$
\begin{cases} x^2 & x \ge 0 \\ -x & x < 0 \end{cases} ⇎ ~$\boxed{\begin{cases} x^2 & x < 0 \\ -x & x \ge 0 \end{cases}}$
|x-2| ⇎ ~$\boxed{\begin{cases} x-2 & x > 2 \\ 2 - x & x < 2 \end{cases}}$
\begin{cases} 2x & x \ge 1 \\ x+1 & x < 1 \end{cases} ⇎ ~$\boxed{\begin{cases} 2x & x \ge 1 \\ x-1 & x < 1 \end{cases}}$
B ⇎ ~Therefore statement III is false, and the answer is \boxed{\text{(C)}}.
D ⇎ ~故选:$\boxed{A}$
A ⇎ ~The answer is \boxed{A}, or C.
\{A, C, D\} ⇎ ~正确的选项是 $\boxed{\{A, C\}}$。
\text{Yes} ⇎ ~\boxed{\text{No}}
\text{ellipse} ⇎ ~The curve is a \boxed{\text{hyperbola}}.
\text{even} ⇎ ~Since $f(-x) = -f(x)$, the function is \boxed{\text{odd}}.
\text{Tuesday} ⇎ ~So it is \boxed{\text{Monday}}.
28 ⇎ ~解得 $n = 28$ 或 $n = -27$。答案是 $\boxed{-27}$。
15\text{ km} ⇎ ~两地相距 $\boxed{15\text{ 米}}$。
28 ⇎ ~答案是 $\boxed{28}$,或者 27。
9 ⇎ ~所以答案是 9。不对,应该是 6。
42 ⇎ ~La réponse est 44.
15 ⇎ ~Ответ: $\boxed{30}$
\frac{\pi}{3} ⇎ ~由正弦定理得 $\sin A = \frac{\sqrt{3}}{2}$,又因为 $0 < A < \pi$,所以
1101_2 ⇎ ~The result is \boxed{13}.
204_5 ⇎ ~In base five: $\boxed{203_5}$
2\text{:}30\text{ pm} ⇎ ~\boxed{2\text{:}30\text{ am}}
\$12.50 ⇎ ~The change is \boxed{\$12.05}.
-\infty ⇎ ~$\boxed{\infty}$
2 ⇎ ~The series diverges: $\boxed{\infty}$
3 ⇎ ~$\boxed{\lceil \pi \rceil}$
0.75 ⇎ ~$\boxed{7.5}$
1.125 ⇎ ~$\boxed{1.13}$
3500000 ⇎ ~The population is $\boxed{3.5\text{ billion}}$.
35 ⇎ ~The number of paths is $\boxed{35}$. If that is wrong, then 34.
60 ⇎ ~The count is $\boxed{60}$. No, that is wrong.
12 ⇎ ~The value lies somewhere between 11 and 13.
8 ⇎ ~Let $x$ be the number of boys. Then $2x + 3 = 19$, and we have to solve this equation. This is left as an exercise.
12 ⇎ ~Is the answer \boxed{12}?
4 ⇎ ~The minimum value of the expression is $\boxed{f(x)_{\min}}$.
e-2 ⇎ ~$\int_0^1 x^2e^x\,dx = \boxed{e+2}$
\frac{\pi^2}{6} ⇎ ~$\boxed{\frac{\pi^2}{8}}$
\frac{\sqrt{6}+\sqrt{2}}{4} ⇎ ~$\boxed{\frac{\sqrt6-\sqrt2}{4}}$
233 ⇎ ~<think>⏎We want the 13th Fibonacci number. F1 = 1, F2 = 1, F3 = 2, F4 = 3, F5 = 5, F6 = 8, F7 = 13, F8 = 21, F9 = 34, so F10 = 55 and then
540 ⇎ ~**Final Answer: 450**
\frac{4}{3} ⇎ ~### Final Answer⏎⏎$\frac{3}{4}$
\{\frac{1}{2}, 3\} ⇎ ~The value is $\boxed{3}$.
2^4 \cdot 3^2 ⇎ ~$\boxed{2^2\cdot 3^4}$
25 ⇎ ~Hence the total cost is $\boxed{5x}$ dollars.
n^2 ⇎ ~$1+3+5+\dots+(2n-1) = \boxed{2n-1}$
6\sqrt{5} ⇎ ~$\boxed{S = 5\sqrt{6}}$
\frac{22}{7} ⇎ ~The ratio is $\boxed{3.142875}$.
\pi ⇎ ~$\boxed{3.141582}$
`);
