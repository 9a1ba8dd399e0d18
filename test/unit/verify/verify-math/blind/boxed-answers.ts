import { rows } from '../rules/rows.js';

/** Answers in boxes with work around them, right and wrong, as models give them. */
export const BOXED_ANSWERS = rows(String.raw`
2^{1012} ⇔ ~Pairing the factors, each pair contributes a factor of 4 and there are 506 pairs.⏎⏎\[⏎\boxed{4^{506}}⏎\]
2^{1012} ⇎ ~<think>⏎Pairing the factors, we get one factor of two from each of the 1011 pairs.⏎</think>⏎⏎The final answer is $\boxed{2^{1011}}$.
\binom{10}{3} ⇔ ~We choose three of the ten bars. Hence⏎$$\boxed{120}$$
\frac{n(n+1)}{2} ⇔ ~**Solution.** Each handshake corresponds to a pair out of $n+1$ people.⏎⏎**Final Answer:** $\boxed{\binom{n+1}{2}}$
\binom{2n}{n} ⇔ ~Lattice paths from $(0,0)$ to $(n,n)$.⏎⏎So the answer is \boxed{\frac{(2n)!}{(n!)^2}}
\frac{1}{n+1}\binom{2n}{n} ⇎ ~Let's work through it step by step.⏎⏎1. By the ballot argument we divide by the number of rotations.⏎2. This gives the result we want.⏎⏎\(\boxed{\frac{1}{n}\binom{2n}{n}}\)
\frac{1}{n+1}\binom{2n}{n} ⇔ ~Reflecting the bad paths and subtracting them. Thus our final result is $\boxed{\binom{2n}{n}-\binom{2n}{n+1}}.$
3^{2023}-2^{2023} ⇔ ~Complementary counting. Therefore, the answer is $\boxed{3^{2023} - 2\cdot 2^{2022}}$.
3^{2023}-2^{2023} ⇎ ~Inclusion-exclusion over the three colours.⏎⏎\[⏎\boxed{3^{2023}-3\cdot 2^{2023}+3}⏎\]
1022121 ⇔ ~<think>⏎The number of such ordered pairs is a perfect square.⏎</think>⏎⏎The final answer is $\boxed{1011^2}$.
25200 ⇔ ~The multinomial coefficient counts these arrangements. Hence⏎$$\boxed{\frac{10!}{3!\,3!\,2!\,2!}}$$
504 ⇔ ~**Solution.** Choose the digits one by one.⏎⏎**Final Answer:** $\boxed{9\cdot 8\cdot 7}$
504 ⇎ ~First digit nonzero, the next two distinct.⏎⏎So the answer is \boxed{9\cdot 9\cdot 8}
x \equiv 23 \pmod{105} ⇔ ~Let's work through it step by step.⏎⏎1. By the Chinese remainder theorem we combine the three congruences.⏎2. This gives the result we want.⏎⏎\(\boxed{x \equiv 128 \pmod{105}}\)
x \equiv 23 \pmod{105} ⇎ ~By the Chinese remainder theorem we combine the three congruences. Thus our final result is $\boxed{x \equiv 53 \pmod{105}}.$
n \equiv 1 \pmod{6} ⇔ ~Testing the residues modulo 6 leaves only one. Therefore, the answer is $\boxed{n = 6k+1,\ k\in\mathbb{Z}}$.
x \equiv \pm 1 \pmod{8} ⇔ ~Squares of odd numbers, then checking.⏎⏎\[⏎\boxed{x \equiv 1, 7 \pmod{8}}⏎\]
x \equiv \pm 1 \pmod{8} ⇎ ~<think>⏎Legendre symbol of 2.⏎</think>⏎⏎The final answer is $\boxed{x \equiv 1, 3 \pmod{8}}$.
73 ⇔ ~We find $m=48$ and $n=25$, coprime, so $m+n=73$. AIME format: $\boxed{073}$.
045 ⇔ ~Adding up the contributions, $20+25=45$.⏎⏎$\boxed{45}$
073 ⇎ ~We find $m=12,n=25$. Hence⏎$$\boxed{37}$$
(2,3),(3,2) ⇔ ~**Solution.** WLOG $p<q$, then check small primes and restore the symmetry.⏎⏎**Final Answer:** $\boxed{(3,2) \text{ and } (2,3)}$
\{(1,1,2),(1,2,1),(2,1,1)\} ⇔ ~By symmetry it suffices to find one solution.⏎⏎So the answer is \boxed{(2,1,1),\,(1,2,1),\,(1,1,2)}
(2,3),(3,2) ⇎ ~Let's work through it step by step.⏎⏎1. WLOG $p<q$, so $p=2$.⏎2. This gives the result we want.⏎⏎\(\boxed{(2,3)}\)
2, 3, 5 ⇔ ~Only the small primes survive modulo 30. Thus our final result is $\boxed{p\in\{2,3,5\}}.$
2023 ⇔ ~Prime factorisation. Therefore, the answer is $\boxed{7\cdot 17^2}$.
2^3\cdot 3^2\cdot 7 ⇔ ~Multiplying out.⏎⏎\[⏎\boxed{504}⏎\]
2^3\cdot 3^2\cdot 7 ⇎ ~<think>⏎Prime factorisation.⏎</think>⏎⏎The final answer is $\boxed{2^2\cdot 3^3\cdot 7}$.
2210_3 ⇔ ~Dividing repeatedly by 3 the remainders are 0, 1, 2, 2. Hence⏎$$\boxed{2210_{\text{three}}}$$
75 ⇔ ~**Solution.** Dividing repeatedly by 3 the remainders are 0, 1, 2, 2.⏎⏎**Final Answer:** $\boxed{2210_3}$
2210_3 ⇔ ~Dividing repeatedly by 3 the remainders are 0, 1, 2, 2, which read backwards is $\boxed{2210}_3$.
2210_3 ⇎ ~Dividing repeatedly by 3.⏎⏎So the answer is \boxed{2201_3}
1A7_{16} ⇔ ~Let's work through it step by step.⏎⏎1. Grouping the bits in fours.⏎2. This gives the result we want.⏎⏎\(\boxed{\text{1A7}_{16}}\)
1A7_{16} ⇎ ~Grouping the bits in fours. Thus our final result is $\boxed{\text{1B7}_{16}}.$
\frac{15\sqrt{7}}{4} ⇔ ~Heron's formula with $s=15/2$. Therefore, the answer is $\boxed{\frac{15}{4}\sqrt7}$.
6\sqrt{3} ⇔ ~Pythagoras in the right triangle.⏎⏎\[⏎\boxed{\sqrt{108}}⏎\]
\frac{\sqrt{6}-\sqrt{2}}{4} ⇔ ~<think>⏎The half-chord subtends fifteen degrees.⏎</think>⏎⏎The final answer is $\boxed{\sin 15^\circ}$.
\sqrt{5+2\sqrt6} ⇔ ~Denesting the radical. Hence⏎$$\boxed{\sqrt2+\sqrt3}$$
\sqrt{5-2\sqrt6} ⇎ ~**Solution.** Denesting the radical.⏎⏎**Final Answer:** $\boxed{\sqrt2-\sqrt3}$
\sqrt{5-2\sqrt6} ⇔ ~Denesting the radical and taking the positive one.⏎⏎So the answer is \boxed{|\sqrt2-\sqrt3|}
60^\circ ⇔ ~The triangle turns out to be equilateral. Therefore, the answer is $\boxed{\angle ABC = 60^\circ}$.
12 ⇔ ~Half base times height.⏎⏎\[⏎\boxed{[ABC] = 12}⏎\]
12 ⇔ ~<think>⏎Half base times height.⏎</think>⏎⏎The final answer is $\boxed{S_{\triangle ABC} = 12}$.
5 ⇔ ~By the Pythagorean theorem. Hence⏎$$\boxed{AB = 5}$$
5 ⇎ ~**Solution.** By the Pythagorean theorem.⏎⏎**Final Answer:** $\boxed{AB = 6}$
36\pi\text{ cm}^3 ⇔ ~Volume of the ball of radius 3. Thus our final result is $\boxed{36\pi \text{ cubic centimeters}}.$
48 ⇔ ~Area is base times height. Therefore, the answer is $\boxed{48\ \mathrm{cm}^2}$.
36\pi\text{ cm}^3 ⇎ ~Surface of the ball of radius 3.⏎⏎\[⏎\boxed{36\pi \text{ cm}^2}⏎\]
72.5^\circ ⇔ ~Angle chasing. Hence⏎$$\boxed{72^\circ 30^\prime}$$
108^\circ ⇎ ~Let's work through it step by step.⏎⏎1. Exterior angle of a regular pentagon.⏎2. This gives the result we want.⏎⏎\(\boxed{72^\circ}\)
\arccos\frac{3}{5} ⇔ ~From the 3-4-5 triangle. Thus our final result is $\boxed{\arctan\frac{4}{3}}.$
\arccos\frac{3}{5} ⇔ ~From the 3-4-5 triangle. Therefore, the answer is $\boxed{\sin^{-1}\left(\frac45\right)}$.
\arctan 2 ⇔ ~<think>⏎Complementary angles.⏎</think>⏎⏎The final answer is $\boxed{\frac{\pi}{2}-\arctan\frac12}$.
2:3 ⇔ ~By the angle bisector theorem. Hence⏎$$\boxed{4:6}$$
3:4:5 ⇔ ~**Solution.** Side lengths from similarity.⏎⏎**Final Answer:** $\boxed{6 : 8 : 10}$
\frac{x^2}{4}+\frac{y^2}{9}=1 ⇔ ~Let's work through it step by step.⏎⏎1. The locus is an ellipse.⏎2. This gives the result we want.⏎⏎\(\boxed{9x^2+4y^2=36}\)
(x-1)^2+(y+2)^2=9 ⇔ ~Completing the square backwards. Thus our final result is $\boxed{x^2+y^2-2x+4y-4=0}.$
(x-1)^2+(y+2)^2=9 ⇎ ~The centre and radius are known. Therefore, the answer is $\boxed{(x+1)^2+(y-2)^2=9}$.
y=\frac{2}{3}x-\frac{1}{3} ⇔ ~The slope is two thirds and it passes through $(2,1)$.⏎⏎\[⏎\boxed{2x-3y=1}⏎\]
y=\frac{2}{3}x-\frac{1}{3} ⇎ ~<think>⏎The slope is two thirds.⏎</think>⏎⏎The final answer is $\boxed{2x-3y=-1}$.
\left(\frac{1}{2},-\frac{3}{4}\right) ⇔ ~Vertex by completing the square. Hence⏎$$\boxed{(0.5,\,-0.75)}$$
(4,-2) ⇔ ~**Solution.** The fourth vertex of the parallelogram is $D=A+C-B$.⏎⏎**Final Answer:** $\boxed{D(4,-2)}$
(4,-2) ⇎ ~The fourth vertex of the parallelogram.⏎⏎So the answer is \boxed{(-2,4)}
\frac{3}{8} ⇔ ~Let's work through it step by step.⏎⏎1. Three of the eight outcomes.⏎2. This gives the result we want.⏎⏎\(\boxed{P(A) = \frac{3}{8}}\)
\frac{3}{8} ⇔ ~Three of the eight outcomes. Thus our final result is $\boxed{37.5\%}.$
37.5\% ⇔ ~Three of the eight outcomes. Therefore, the answer is $\boxed{\frac{3}{8}}$.
\frac{3}{8} ⇎ ~Three of the eight outcomes, rounded.⏎⏎\[⏎\boxed{38\%}⏎\]
\frac{91}{216} ⇔ ~<think>⏎Complement: no six at all.⏎</think>⏎⏎The final answer is $\boxed{1-\left(\frac{5}{6}\right)^3}$.
\frac{91}{216} ⇎ ~No six at all. Hence⏎$$\boxed{\left(\frac56\right)^3}$$
\frac{1}{e} ⇔ ~**Solution.** Limit of the derangement probability.⏎⏎**Final Answer:** $\boxed{e^{-1}}$
\frac{\binom{4}{2}\binom{48}{3}}{\binom{52}{5}} ⇔ ~Hypergeometric count.⏎⏎So the answer is \boxed{\frac{2162}{54145}}
e^{i\pi/3} ⇔ ~Let's work through it step by step.⏎⏎1. The root in the first quadrant.⏎2. This gives the result we want.⏎⏎\(\boxed{\frac{1+i\sqrt3}{2}}\)
\frac{1}{2}+\frac{\sqrt3}{2}i ⇔ ~In polar form. Thus our final result is $\boxed{\cos\frac{\pi}{3}+i\sin\frac{\pi}{3}}.$
\{1, e^{2\pi i/3}, e^{4\pi i/3}\} ⇔ ~The cube roots of unity. Therefore, the answer is $\boxed{1, \frac{-1\pm i\sqrt3}{2}}$.
\{1, e^{2\pi i/3}, e^{4\pi i/3}\} ⇎ ~The cube roots of unity.⏎⏎\[⏎\boxed{1, \frac{1\pm i\sqrt3}{2}}⏎\]
-1\pm 2i ⇔ ~<think>⏎Quadratic formula.⏎</think>⏎⏎The final answer is $\boxed{-1+2i, -1-2i}$.
\pm(2+i) ⇔ ~Let $z=a+bi$ and compare parts. Hence⏎$$\boxed{2+i,\ -2-i}$$
\pm(2+i) ⇎ ~**Solution.** Let $z=a+bi$ and compare parts.⏎⏎**Final Answer:** $\boxed{2\pm i}$
16 ⇔ ~Each square gives $2i$.⏎⏎So the answer is \boxed{(1+i)^8}
2e^{-i\pi/4} ⇔ ~Let's work through it step by step.⏎⏎1. Converting from polar form.⏎2. This gives the result we want.⏎⏎\(\boxed{\sqrt2-\sqrt2\,i}\)
2e^{-i\pi/4} ⇎ ~Converting from polar form. Thus our final result is $\boxed{1-i}.$
z = 3 - 4i ⇔ ~Conjugating both sides. Therefore, the answer is $\boxed{3-4i}$.
\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} ⇔ ~Reading off the columns as images of basis vectors.⏎⏎\[⏎\boxed{\left[\begin{array}{cc} 1 & 2 \\ 3 & 4 \end{array}\right]}⏎\]
\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} ⇎ ~<think>⏎Reading off the rows.⏎</think>⏎⏎The final answer is $\boxed{\begin{pmatrix} 1 & 3 \\ 2 & 4 \end{pmatrix}}$.
\begin{pmatrix} \frac12 & 0 \\ -\frac14 & 1 \end{pmatrix} ⇔ ~Inverse by the adjugate. Hence⏎$$\boxed{\frac{1}{4}\begin{pmatrix} 2 & 0 \\ -1 & 4 \end{pmatrix}}$$
\langle 1,-2,5\rangle ⇔ ~Cross product by the determinant rule.⏎⏎So the answer is \boxed{\mathbf{i}-2\mathbf{j}+5\mathbf{k}}
\begin{pmatrix} 1 \\ -2 \\ 5 \end{pmatrix} ⇎ ~Let's work through it step by step.⏎⏎1. Cross product by the determinant rule.⏎2. This gives the result we want.⏎⏎\(\boxed{\begin{pmatrix} -1 \\ 2 \\ -5 \end{pmatrix}}\)
-2 ⇔ ~Expanding along the first row. Thus our final result is $\boxed{\det A = -2}.$
\lambda = 1, 3 ⇔ ~The characteristic polynomial is $(\lambda-1)(\lambda-3)$. Therefore, the answer is $\boxed{\lambda_1 = 1,\ \lambda_2 = 3}$.
(-\infty,3) ⇔ ~<think>⏎Dividing by $-2$ flips the sign.⏎</think>⏎⏎The final answer is $\boxed{x<3}$.
(-\infty,3) ⇔ ~Dividing by $-2$ flips the sign. Hence⏎$$\boxed{]-\infty, 3[}$$
(-\infty,3) ⇎ ~**Solution.** Dividing by $-2$.⏎⏎**Final Answer:** $\boxed{x>3}$
[1,2)\cup(2,\infty) ⇔ ~Radicand nonnegative and denominator nonzero.⏎⏎So the answer is \boxed{x\ge 1,\ x\neq 2}
[1,2)\cup(2,\infty) ⇎ ~Let's work through it step by step.⏎⏎1. Radicand nonnegative.⏎2. This gives the result we want.⏎⏎\(\boxed{[1,\infty)}\)
\mathbb{R}\setminus\{-1,1\} ⇔ ~The denominator vanishes at two points. Thus our final result is $\boxed{(-\infty,-1)\cup(-1,1)\cup(1,\infty)}.$
(-\infty,-1)\cup(-1,1)\cup(1,\infty) ⇔ ~The denominator vanishes at two points. Therefore, the answer is $\boxed{x \neq \pm 1}$.
[-1,4] ⇔ ~The parabola opens upwards.⏎⏎\[⏎\boxed{\{x\in\mathbb{R} \mid -1\le x\le 4\}}⏎\]
[-1,4] ⇔ ~<think>⏎The parabola opens upwards.⏎</think>⏎⏎The final answer is $\boxed{4 \ge x \ge -1}$.
0 < a \le \frac1e ⇔ ~The tangent case gives the bound. Hence⏎$$\boxed{a\in\left(0, e^{-1}\right]}$$
0 < a \le \frac1e ⇎ ~**Solution.** The tangent case gives the bound.⏎⏎**Final Answer:** $\boxed{a\in\left(0, e^{-1}\right)}$
(-\infty,-1)\cup(2,\infty) ⇔ ~Sign chart.⏎⏎So the answer is \boxed{x<-1 \text{ or } x>2}
(-\infty,-1)\cup(2,\infty) ⇎ ~Let's work through it step by step.⏎⏎1. Sign chart.⏎2. This gives the result we want.⏎⏎\(\boxed{-1<x<2}\)
[0,\infty) ⇔ ~The range of a square. Thus our final result is $\boxed{\{y : y\ge 0\}}.$
k<\frac14 ⇔ ~Discriminant positive. Therefore, the answer is $\boxed{(-\infty, 0.25)}$.
\left[-\sqrt2,\sqrt2\right] ⇔ ~Amplitude of the combined sine.⏎⏎\[⏎\boxed{-\sqrt{2}\leqslant y\leqslant \sqrt{2}}⏎\]
\left[-\sqrt2,\sqrt2\right] ⇎ ~<think>⏎Each of sine and cosine is at most one.⏎</think>⏎⏎The final answer is $\boxed{[-2,2]}$.
a \ge 4 ⇔ ~Minimum of the sum of distances. Hence⏎$$\boxed{[4,+\infty)}$$
\mathbb{R} ⇔ ~**Solution.** Always true.⏎⏎**Final Answer:** $\boxed{(-\infty,\infty)}$
(1,3)\cup\{5\} ⇔ ~Boundary case.⏎⏎So the answer is \boxed{1<x<3 \text{ or } x=5}
\{-3,0,3\} ⇔ ~Factor $x(x^2-9)$. Thus our final result is $\boxed{x = 0 \text{ or } x = \pm 3}.$
\{-3,0,3\} ⇔ ~Factor $x(x^2-9)$. Therefore, the answer is $\boxed{0,\,\pm3}$.
\{-3,0,3\} ⇎ ~Divide by $x$ and solve.⏎⏎\[⏎\boxed{x=\pm 3}⏎\]
\emptyset ⇔ ~<think>⏎The discriminant is negative.⏎</think>⏎⏎The final answer is $\boxed{\text{There are no real solutions}}$.
\text{no solution} ⇔ ~Contradiction modulo 4. Hence⏎$$\boxed{\varnothing}$$
\{1,2,\ldots,10\} ⇔ ~**Solution.** Each one is attained.⏎⏎**Final Answer:** $\boxed{\{1,2,3,4,5,6,7,8,9,10\}}$
\left\{\frac12, 2\right\} ⇔ ~Substitute $t=\log_2 x$.⏎⏎So the answer is \boxed{\left\{2, 0.5\right\}}
\left\{\frac12, 2\right\} ⇎ ~Let's work through it step by step.⏎⏎1. Quadratic in $t$.⏎2. This gives the result we want.⏎⏎\(\boxed{\left\{2, -0.5\right\}}\)
\begin{cases} x+1 & x<0 \\ 1-x & x\ge 0\end{cases} ⇔ ~Split at the origin. Thus our final result is $\boxed{\begin{cases} 1-x & \text{if } x\ge 0 \\ x+1 & \text{if } x<0\end{cases}}.$
\begin{cases} x+1 & x<0 \\ 1-x & x\ge 0\end{cases} ⇔ ~Split at the origin. Therefore, the answer is $\boxed{1-|x|}$.
\begin{cases} x+1 & x<0 \\ 1-x & x\ge 0\end{cases} ⇎ ~Split at the origin.⏎⏎\[⏎\boxed{\begin{cases} x-1 & x<0 \\ 1-x & x\ge 0\end{cases}}⏎\]
\max(a,b) ⇔ ~<think>⏎Standard identity.⏎</think>⏎⏎The final answer is $\boxed{\frac{a+b+|a-b|}{2}}$.
a_n = 2^n+1 ⇔ ~The characteristic roots are 1 and 2. Hence⏎$$\boxed{2^n+1}$$
\frac{1}{n(n+1)} ⇔ ~**Solution.** Telescoping.⏎⏎**Final Answer:** $\boxed{a_n = \frac1n-\frac{1}{n+1}}$
a_n = 2^n+1 ⇎ ~Let's work through it step by step.⏎⏎1. The characteristic roots are 1 and 2.⏎2. This gives the result we want.⏎⏎\(\boxed{a_n = 2^{n+1}+1}\)
3\cdot 2^{n-1} ⇔ ~Geometric with ratio 2. Thus our final result is $\boxed{\frac{3}{2}\cdot 2^n}.$
\frac{4^n-1}{3} ⇔ ~Summing the geometric series.⏎⏎\[⏎\boxed{\frac{1}{3}\left(2^{2n}-1\right)}⏎\]
\frac{n(n+1)(2n+1)}{6} ⇔ ~<think>⏎Sum of squares.⏎</think>⏎⏎The final answer is $\boxed{\frac{n^3}{3}+\frac{n^2}{2}+\frac{n}{6}}$.
\frac{n(n+1)(2n+1)}{6} ⇎ ~Sum of squares. Hence⏎$$\boxed{\frac{n^3}{3}+\frac{n^2}{2}+\frac{n}{3}}$$
n! ⇔ ~**Solution.** Recursively.⏎⏎**Final Answer:** $\boxed{n\,(n-1)!}$
\frac{1+\sqrt5}{2} ⇔ ~Diagonal of the regular pentagon.⏎⏎So the answer is \boxed{2\cos 36^\circ}
\tan^2 x ⇔ ~Let's work through it step by step.⏎⏎1. Pythagorean identity.⏎2. This gives the result we want.⏎⏎\(\boxed{\sec^2x-1}\)
\tan\frac{x}{2} ⇔ ~Half-angle formula. Thus our final result is $\boxed{\frac{1-\cos x}{\sin x}}.$
\tan\frac{x}{2} ⇎ ~Half-angle formula. Therefore, the answer is $\boxed{\frac{1+\cos x}{\sin x}}$.
x=\pm\frac{\pi}{3}+2k\pi ⇔ ~Cosine one half.⏎⏎\[⏎\boxed{x=\frac{\pi}{3}+2\pi k \text{ or } x=-\frac{\pi}{3}+2\pi k,\ k\in\mathbb{Z}}⏎\]
x = \frac{\pi}{6}+2k\pi, \frac{5\pi}{6}+2k\pi, k\in\mathbb{Z} ⇔ ~<think>⏎Sine one half.⏎</think>⏎⏎The final answer is $\boxed{x=\frac{5\pi}{6}+2n\pi \text{ or } x=\frac{\pi}{6}+2n\pi,\ n\in\mathbb{Z}}$.
x=\pm\frac{\pi}{3}+2k\pi ⇎ ~Cosine one half. Hence⏎$$\boxed{x=\frac{\pi}{3}+2k\pi}$$
60^\circ, 300^\circ ⇔ ~**Solution.** Cosine one half.⏎⏎**Final Answer:** $\boxed{x = 60^\circ \text{ and } x = 300^\circ}$
4\sin\left(x+\frac{\pi}{3}\right) ⇔ ~Let's work through it step by step.⏎⏎1. Expand the sine of a sum.⏎2. This gives the result we want.⏎⏎\(\boxed{2\sin x+2\sqrt3\cos x}\)
4\sin\left(x+\frac{\pi}{3}\right) ⇎ ~Auxiliary angle. Thus our final result is $\boxed{4\sin\left(x-\frac{\pi}{3}\right)}.$
\log_2 3 ⇔ ~Change of base. Therefore, the answer is $\boxed{\frac{\ln 3}{\ln 2}}$.
\log_2 3 ⇔ ~Base and argument squared.⏎⏎\[⏎\boxed{\log_4 9}⏎\]
-\ln 2 ⇔ ~Log rules. Hence⏎$$\boxed{\ln\frac12}$$
\ln\frac{x}{y} ⇔ ~**Solution.** Log rules.⏎⏎**Final Answer:** $\boxed{\ln x-\ln y}$
\ln(x+y) ⇎ ~Log rules.⏎⏎So the answer is \boxed{\ln x+\ln y}
2+\log_{10} 3 ⇔ ~Let's work through it step by step.⏎⏎1. Log rules; default base ten.⏎2. This gives the result we want.⏎⏎\(\boxed{\log 300}\)
\ln(1+\sqrt2) ⇔ ~Inverse hyperbolic sine. Therefore, the answer is $\boxed{\operatorname{arcsinh}(1)}$.
x^3-6x^2+11x-6 ⇔ ~Vieta.⏎⏎\[⏎\boxed{(x-1)(x-2)(x-3)}⏎\]
(a+b+c)(a^2+b^2+c^2-ab-bc-ca) ⇔ ~<think>⏎Known identity.⏎</think>⏎⏎The final answer is $\boxed{a^3+b^3+c^3-3abc}$.
x^3-6x^2+11x-6 ⇎ ~Vieta. Hence⏎$$\boxed{x^3+6x^2+11x+6}$$
(x^2+2x+2)(x^2-2x+2) ⇔ ~**Solution.** Sophie Germain.⏎⏎**Final Answer:** $\boxed{x^4+4}$
(x^2+2x+2)(x^2-2x+2) ⇎ ~Completing the square.⏎⏎So the answer is \boxed{(x^2+2)^2}
P(x) = x^2 - 3x + 2 ⇔ ~Let's work through it step by step.⏎⏎1. Two roots and leading coefficient one.⏎2. This gives the result we want.⏎⏎\(\boxed{P(x)=(x-1)(x-2)}\)
\frac{1}{x-1}-\frac{1}{x+1} ⇔ ~Combine the fractions. Thus our final result is $\boxed{\frac{2}{x^2-1}}.$
\frac{1}{x-1}-\frac{1}{x+1} ⇎ ~Combine the fractions. Therefore, the answer is $\boxed{\frac{2x}{x^2-1}}$.
x=2\pm\sqrt3 ⇔ ~Quadratic formula.⏎⏎\[⏎\boxed{2+\sqrt3,\;2-\sqrt3}⏎\]
f(x)=x, f(x)=-x ⇔ ~Injective and an involution. Hence⏎$$\boxed{f(x)=\pm x}$$
f(x)=0, f(x)=x^2 ⇔ ~**Solution.** Put $y=0$.⏎⏎**Final Answer:** $\boxed{f(x)=x^2,\ f(x)=0}$
f(x)=0, f(x)=x^2 ⇎ ~Put $y=0$.⏎⏎So the answer is \boxed{f(x)=x^2}
f(x)=0 ⇔ ~Let's work through it step by step.⏎⏎1. Bounded and additive.⏎2. This gives the result we want.⏎⏎\(\boxed{f\equiv 0}\)
f(n)=n+1 ⇔ ~Induction.⏎⏎\[⏎\boxed{f(m)=m+1 \text{ for all } m}⏎\]
g(x)=\frac{1}{1-x} ⇔ ~<think>⏎Iterate thrice.⏎</think>⏎⏎The final answer is $\boxed{g(t)=\frac{-1}{t-1}}$.
\frac{1}{2}\ln|2x+1|+C ⇔ ~Substitute $u=2x+1$. Hence⏎$$\boxed{C+\frac{\ln|2x+1|}{2}}$$
\frac{1}{2}\ln|2x+1|+C ⇎ ~**Solution.** Substitute $u=2x+1$.⏎⏎**Final Answer:** $\boxed{\ln|2x+1|+C}$
xe^x-e^x+C ⇔ ~By parts.⏎⏎So the answer is \boxed{(x-1)e^x+C}
\infty ⇔ ~Let's work through it step by step.⏎⏎1. The harmonic series diverges.⏎2. This gives the result we want.⏎⏎\(\boxed{+\infty}\)
\text{DNE} ⇔ ~Left and right limits differ. Therefore, the answer is $\boxed{\text{does not exist}}$.
\frac{\pi^2}{6} ⇔ ~Basel problem.⏎⏎\[⏎\boxed{\frac{1}{6}\pi^{2}}⏎\]
y = Ce^{2x} ⇔ ~<think>⏎Separate variables.⏎</think>⏎⏎The final answer is $\boxed{y=Ce^{2x}}$.
55 ⇔ ~Add the triangular layers. Hence⏎$$\boxed{\sum_{k=1}^{10} k}$$
2\sqrt{x}\,(x-3) ⇔ ~**Solution.** Factor.⏎⏎**Final Answer:** $\boxed{2x^{3/2}-6x^{1/2}}$
3\times10^8 ⇔ ~Let's work through it step by step.⏎⏎1. Speed of light, rounded.⏎2. This gives the result we want.⏎⏎\(\boxed{300{,}000{,}000}\)
4.5\times10^{-4} ⇔ ~Moving the decimal point four places. Thus our final result is $\boxed{0.00045}.$
4.5\times10^{-4} ⇎ ~Moving the decimal point four places. Therefore, the answer is $\boxed{4.5\times10^{4}}$.
6.02e23 ⇔ ~Avogadro: the number of particles is $6.02 \times 10^{23}$.⏎⏎Final answer: $\boxed{6.02 \times 10^{23}}$
1.2e6 ⇔ ~Multiply.⏎⏎\[⏎\boxed{1{,}200{,}000}⏎\]
1.2e6 ⇎ ~<think>⏎Multiply.⏎</think>⏎⏎The final answer is $\boxed{1.2\times 10^{5}}$.
5000000 ⇔ ~Population after the growth. Hence⏎$$\boxed{5\text{ million}}$$
5000000 ⇎ ~**Solution.** Population after the growth.⏎⏎**Final Answer:** $\boxed{5\text{ thousand}}$
3\frac{1}{7} ⇔ ~Divide.⏎⏎So the answer is \boxed{\frac{22}{7}}
3\frac{1}{7} ⇎ ~Let's work through it step by step.⏎⏎1. Convert.⏎2. This gives the result we want.⏎⏎\(\boxed{\frac{31}{7}}\)
0.625 ⇔ ~Convert to a decimal. Thus our final result is $\boxed{\frac58 = 0.625}.$
0.1\overline{6} ⇎ ~Convert to a fraction.⏎⏎\[⏎\boxed{\frac{16}{99}}⏎\]
\sqrt3 ⇔ ~<think>⏎Height of the triangle.⏎</think>⏎⏎The final answer is $\boxed{\sqrt{3}\approx 1.732}$.
\frac{22}{7} ⇔ ~Both forms. Hence⏎$$\boxed{\frac{22}{7} = 3\frac{1}{7}}$$
\frac{2}{3} ⇔ ~Divide.⏎⏎So the answer is \boxed{0.666667}
\frac{2}{3} ⇎ ~Let's work through it step by step.⏎⏎1. Divide, rounded to the nearest hundredth.⏎2. This gives the result we want.⏎⏎\(\boxed{0.67}\)
\frac{2}{7} ⇔ ~Computing gives $0.285714285714\ldots$, i.e. $\boxed{0.\overline{285714}}$
\$5.50 ⇔ ~Count the quarters and dimes. Thus our final result is $\boxed{550\text{ cents}}.$
\$1,250 ⇔ ~Simple interest over two years. Therefore, the answer is $\boxed{1250\text{ dollars}}$.
1200 ⇔ ~Cost price from the profit.⏎⏎\[⏎\boxed{\text{Rs. }1200}⏎\]
\$12.50 ⇔ ~<think>⏎Half of twenty-five.⏎</think>⏎⏎The final answer is $\boxed{12.5}$.
\$12.50 ⇎ ~Half of twenty-five. Hence⏎$$\boxed{\$12.05}$$
£3.20 ⇔ ~**Solution.** Change from a five pound note.⏎⏎**Final Answer:** $\boxed{\pounds 3.20}$
3{:}45\text{ pm} ⇔ ~Let's work through it step by step.⏎⏎1. Adding 2 h 20 min to 1:25 pm.⏎2. This gives the result we want.⏎⏎\(\boxed{15{:}45}\)
3{:}45\text{ pm} ⇎ ~Adding 2 h 20 min to 1:25. Thus our final result is $\boxed{3{:}45\text{ a.m.}}.$
7:30 \text{ AM} ⇔ ~Counting back from noon. Therefore, the answer is $\boxed{7{:}30\text{ a.m.}}$.
2 \text{ hours } 30 \text{ minutes} ⇔ ~Distance over speed.⏎⏎\[⏎\boxed{150\text{ minutes}}⏎\]
90\text{ minutes} ⇔ ~<think>⏎Distance over speed.⏎</think>⏎⏎The final answer is $\boxed{1.5\text{ hours}}$.
2 \text{ hours } 30 \text{ minutes} ⇎ ~Distance over speed. Hence⏎$$\boxed{2.3\text{ hours}}$$
1\frac{1}{2}\text{ hours} ⇔ ~**Solution.** Distance over speed.⏎⏎**Final Answer:** $\boxed{1\text{ hour }30\text{ minutes}}$
9.8\,\mathrm{m/s^2} ⇔ ~Newton's second law.⏎⏎So the answer is \boxed{9.8 \text{ m}\cdot\text{s}^{-2}}
1.5\text{ kJ} ⇔ ~Energy conservation. Thus our final result is $\boxed{1500\text{ J}}.$
1.5\text{ kJ} ⇎ ~Energy conservation. Therefore, the answer is $\boxed{150\text{ J}}$.
3\text{ N} ⇔ ~Newton's second law.⏎⏎\[⏎\boxed{3\ \mathrm{kg\cdot m/s^2}}⏎\]
2\text{ feet} ⇔ ~<think>⏎Similar triangles.⏎</think>⏎⏎The final answer is $\boxed{24\text{ inches}}$.
2\text{ feet} ⇎ ~Similar triangles. Hence⏎$$\boxed{20\text{ inches}}$$
60 ⇔ ~Average speed.⏎⏎So the answer is \boxed{60\text{ mph}}
3\text{ kg} ⇎ ~Let's work through it step by step.⏎⏎1. Balance of masses.⏎2. This gives the result we want.⏎⏎\(\boxed{3\text{ g}}\)
B ⇔ ~Checking the choices. Thus our final result is $\boxed{\text{(B) } 12}.$
C ⇔ ~AMC style. Therefore, the answer is $\boxed{\textbf{(C)}\ \frac{3}{4}}$.
(E) ⇔ ~<think>⏎None of the others works.⏎</think>⏎⏎The final answer is $\boxed{\text{E}}$.
A, C ⇔ ~Statements A and C hold. Hence⏎$$\boxed{\text{C, A}}$$
A, C ⇎ ~**Solution.** Statement A holds.⏎⏎**Final Answer:** $\boxed{\text{A}}$
\text{True} ⇔ ~Let's work through it step by step.⏎⏎1. By the mean value theorem.⏎2. This gives the result we want.⏎⏎\(\boxed{\text{true}}\)
\text{True} ⇎ ~Counterexample at zero. Thus our final result is $\boxed{\text{False}}.$
\text{even} ⇔ ~Parity argument. Therefore, the answer is $\boxed{\textbf{even}}$.
\text{even} ⇎ ~Parity argument.⏎⏎\[⏎\boxed{\text{odd}}⏎\]
\text{Alice} ⇔ ~<think>⏎Mirror strategy; the first player wins.⏎</think>⏎⏎The final answer is $\boxed{\text{Alice}}$.
\text{Alice} ⇎ ~Pairing strategy for the second player. Hence⏎$$\boxed{\text{Bob}}$$
(3,-4) ⇔ ~Elimination.⏎⏎So the answer is \boxed{x=3\text{ and }y=-4}
a=2, b=5 ⇔ ~Let's work through it step by step.⏎⏎1. Compare coefficients.⏎2. This gives the result we want.⏎⏎\(\boxed{b=5,\ a=2}\)
a=2, b=5 ⇎ ~Compare coefficients. Thus our final result is $\boxed{a=5,\ b=2}.$
the minimum is -1 and the maximum is 3 ⇔ ~Check endpoints and the vertex. Therefore, the answer is $\boxed{\text{maximum } 3,\ \text{minimum } -1}$.
the minimum is -1 and the maximum is 3 ⇎ ~Check endpoints and the vertex.⏎⏎\[⏎\boxed{\text{maximum } 3,\ \text{minimum } 0}⏎\]
7 ⇔ ~The count is seven. $$\boxed{\;7\,.}$$
24 ⇔ ~First I guessed \boxed{20}, but I double counted. Correcting, the total is \boxed{24}.
\frac{15\sqrt{7}}{4} ⇎ ~<think>⏎Heron's formula, forgetting the half.⏎</think>⏎⏎The final answer is $\boxed{\frac{15\sqrt7}{2}}$.
120^\circ ⇎ ~Law of cosines with the wrong sign. Hence⏎$$\boxed{60^\circ}$$
\frac{1}{3} ⇎ ~**Solution.** Ordered against unordered.⏎⏎**Final Answer:** $\boxed{\frac{1}{6}}$
3+4i ⇎ ~Conjugate.⏎⏎So the answer is \boxed{3-4i}
[2,5) ⇎ ~Let's work through it step by step.⏎⏎1. End points.⏎2. This gives the result we want.⏎⏎\(\boxed{(2,5]}\)
x^2+y^2=25 ⇎ ~Radius five. Thus our final result is $\boxed{x^2+y^2=5}.$
2^{n-1} ⇎ ~Compositions of $n$. Therefore, the answer is $\boxed{2^n-1}$.
n^2-n+2 ⇎ ~Regions cut by circles.⏎⏎\[⏎\boxed{n^2-n+1}⏎\]
5040 ⇎ ~<think>⏎Arrangements round a table.⏎</think>⏎⏎The final answer is $\boxed{720}$.
2, -3 ⇎ ~**Solution.** Discarded a root.⏎⏎**Final Answer:** $\boxed{2}$
-\frac{1}{2} ⇎ ~Sign of the derivative.⏎⏎So the answer is \boxed{\frac12}
(1,2,3) ⇎ ~Let's work through it step by step.⏎⏎1. Back substitution.⏎2. This gives the result we want.⏎⏎\(\boxed{(1,3,2)}\)
\frac{\pi}{4} ⇎ ~Wrong quadrant. Thus our final result is $\boxed{\frac{3\pi}{4}}.$
e^2-1 ⇎ ~Evaluate at the bounds. Therefore, the answer is $\boxed{e^2}$.
\frac{a}{b}+\frac{b}{a} ⇎ ~Common denominator.⏎⏎\[⏎\boxed{\frac{a+b}{ab}}⏎\]
n\equiv 0,1\pmod 4 ⇎ ~<think>⏎Sum must be even.⏎</think>⏎⏎The final answer is $\boxed{n\equiv 0,3\pmod 4}$.
n\equiv 0,1\pmod 4 ⇔ ~Sum must be even. Hence⏎$$\boxed{n\equiv 1 \text{ or } 0 \pmod{4}}$$
2024 ⇎ ~Off by one in the telescoping.⏎⏎So the answer is \boxed{2025}
6\text{ hours} ⇎ ~Work rates. Therefore, the answer is $\boxed{6\text{ days}}$.
0.05 ⇎ ~Decimal point.⏎⏎\[⏎\boxed{0.5}⏎\]
\frac{n}{n+1} ⇎ ~<think>⏎Telescoping; the remaining term.⏎</think>⏎⏎The final answer is $\boxed{\frac{1}{n+1}}$.
\begin{pmatrix}0&-1\\1&0\end{pmatrix} ⇎ ~**Solution.** Rotation by ninety degrees.⏎⏎**Final Answer:** $\boxed{\begin{pmatrix}0&1\\-1&0\end{pmatrix}}$
y=-\frac12x+3 ⇎ ~Perpendicular slope.⏎⏎So the answer is \boxed{y=2x+3}
9\pi ⇎ ~Let's work through it step by step.⏎⏎1. Area and circumference confused.⏎2. This gives the result we want.⏎⏎\(\boxed{6\pi}\)
\{1,3,9\} ⇎ ~Divisors. Thus our final result is $\boxed{\{1,3,6\}}.$
\sqrt[3]{4} ⇎ ~Index and radicand. Therefore, the answer is $\boxed{\sqrt[4]{3}}$.
10\sqrt{3}\text{ m} ⇎ ~Tower height.⏎⏎\[⏎\boxed{10\sqrt{2}\text{ m}}⏎\]
\text{odd} ⇎ ~<think>⏎Parity.⏎</think>⏎⏎The final answer is $\boxed{\text{prime}}$.
\frac{7}{16} ⇎ ~Meeting problem; complement. Hence⏎$$\boxed{\frac{9}{16}}$$
f(x)=2x ⇎ ~**Solution.** Cauchy.⏎⏎**Final Answer:** $\boxed{f(x)=x+2}$
k\ge 2 ⇎ ~Discriminant.⏎⏎So the answer is \boxed{k>2}
-1\le x\le 1 ⇎ ~Let's work through it step by step.⏎⏎1. Sign chart.⏎2. This gives the result we want.⏎⏎\(\boxed{x\le -1 \text{ or } x\ge 1}\)
4:1 ⇎ ~Ratio of areas. Therefore, the answer is $\boxed{2:1}$.
1+\sqrt2+\sqrt3 ⇎ ~Sum of roots.⏎⏎\[⏎\boxed{1+\sqrt5}⏎\]
(0,0), (1,1) ⇎ ~<think>⏎Both curves meet.⏎</think>⏎⏎The final answer is $\boxed{(0,0)}$.
(0,0), (1,1) ⇔ ~Both curves meet. Hence⏎$$\boxed{(1,1),(0,0)}$$
n\ge 3 ⇔ ~Base case.⏎⏎So the answer is \boxed{n\in[3,\infty)}
10:15 ⇎ ~Adding minutes. Therefore, the answer is $\boxed{10{:}45}$.
8! ⇎ ~Reflections counted.⏎⏎\[⏎\boxed{\frac{8!}{2}}⏎\]
\frac{8!}{2} ⇔ ~<think>⏎Reflections counted.⏎</think>⏎⏎The final answer is $\boxed{20160}$.
-\frac{3}{2} ⇔ ~Vieta. Hence⏎$$\boxed{\frac{-3}{2}}$$
\frac{\sqrt{3}}{3} ⇔ ~**Solution.** Special angle.⏎⏎**Final Answer:** $\boxed{\tan\frac{\pi}{6}}$
3x^2(1-x) ⇔ ~Expand.⏎⏎So the answer is \boxed{3x^2-3x^3}
`);
