import { rows } from './rows.js';

/** An answer that has no value, is not evaluated or costs too much is wrong, where the ground truth is understood. */
export const UNJUDGED = rows(String.raw`
5 ⇎ \int_0^1 x dx
5 ⇎ \int_0^5 1\,dx
5 ⇎ \lim_{x\to 0} \frac{\sin 5x}{x}
5 ⇎ \frac{1}{0}
5 ⇎ \frac{0}{0}
5 ⇎ \infty - \infty
5 ⇎ \frac{\infty}{\infty}
5 ⇎ 9^{9^{9^{9}}}
5 ⇎ 9^{9^{9}}
5 ⇎ \log 0
5 ⇎ \ln(0)
5 ⇎ 0^{-1}
5 ⇎ \tan(90^\circ)
5 ⇎ \sum_{k=1}^{10^{12}} k
5 ⇎ \sum_{k=1}^{\infty} \frac{1}{k}
5 ⇎ (10^{10})!
5 ⇎ \prod_{k=1}^\infty k
5 ⇎ ~Then \boxed{
5 ⇎ ~Then \boxed{5
5 ⇎ ~Then $\boxed{\frac{
5 ⇎ ~Then \boxed{4 +
5 ⇎ ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((5))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
\frac12 ⇎ \int x
x^2+1 ⇎ \frac{d}{dx} x^3
x^2+1 ⇎ \frac{x}{0}
x^2+1 ⇎ x^{x^{x^{x^{99}}}}
\{1,2\} ⇎ \{1, \frac10\}
\{1,2\} ⇎ \{1, \infty-\infty\}
(1,2) ⇎ (1, \frac{1}{0})
[0,1] ⇎ [0, \int_0^1 1]
[0,1] ⇎ [0, 1/0]
x > 5 ⇎ x > \frac{1}{0}
x=5 ⇎ x=\frac{5}{0}
\pi ⇎ \iint_D 1
\pi ⇔ \Gamma(1/2)^2
\sqrt2 ⇎ \sqrt[0]{2}
\sqrt2 ⇎ \sqrt[n]{2}
\begin{pmatrix}1\\2\end{pmatrix} ⇎ \begin{pmatrix}1\\1/0\end{pmatrix}
12\% ⇎ \frac{1}{0}\%
30^\circ ⇎ \frac{1}{0}^\circ
\emptyset ⇎ \frac10
\infty ⇎ \infty - \infty
\infty ⇏ \frac{1}{0}
5 ⇎ \prod_{p} p
5 ⇎ \min_{x} f(x)
5 ⇎ \boxed{\boxed{\boxed{
5 ⇎ \zeta(2)
5 ⇎ \operatorname{foo}(3)
5 ⇎ \gamma
5 ⇎ 10^{100000}
5 ⇎ \binom{10^9}{10^8}
5 ⇎ \underset{x}{\arg}
5 ⇎ \begin{tikzcd} 5 \end{tikzcd}
\text{Yes} ⇎ \int
\text{(B)} ⇎ \int_0^1
\text{(B)} ⇎ \frac{1}{0}
x \equiv 3 \pmod 7 ⇎ x \equiv \frac{1}{0} \pmod 7
2:3 ⇎ \frac10:3
1010_2 ⇎ \int
9^{9^{9^9}} ⇏ 5
9^{9^{9^9}} ⇔ 9^{9^{9^9}}
\int_0^1 f(x)\,dx ? 5
\int_0^1 f(x)\,dx ⇔ \int_0^1 f(x)\,dx
\frac{1}{0} ? 5
 ? 5
\lim_{n\to\infty} a_n ? 7
\sum_{k=1}^{\infty} \frac1{k^2} ⇏ \frac{\pi^2}{6}
\sum_{k=1}^{\infty} \frac1{k^2} ⇏ 2
\frac{\pi^2}{6} ⇏ \sum_{k=1}^{\infty} \frac1{k^2}
2 ⇔ \sum_{k=0}^{\infty} \frac1{2^k}
`);
