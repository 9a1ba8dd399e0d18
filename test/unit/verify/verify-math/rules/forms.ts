import { rows } from './rows.js';

/** Right answers in other forms. */
export const FORMS = rows(String.raw`
a + bt, t \in \mathbb{R} ⇔ a + bt
(1+2t, 3-t), t \in \mathbb{R} ⇔ (1+2t, 3-t)
(1+2t, 3-t) ⇔ (1+2t, 3-t), t \in \mathbb{R}
x = 2t, y = 3t, t \in \mathbb{R} ⇔ x = 2t, y = 3t
c e^{2x}, c \in \mathbb{R} ⇔ c e^{2x}
y = Ce^{x} ⇔ y = Ce^{x}, C \in \mathbb{R}
y = Ce^{x} ⇔ y = Ce^{x}, \text{ where } C \text{ is a constant}
y = Ce^{x} ⇔ y = Ce^{x} \text{ for some constant } C
\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} ⇔ \begin{pmatrix} 1 & 2 \\[4pt] 3 & 4 \end{pmatrix}
\begin{pmatrix} \frac12 \\[2mm] 3 \end{pmatrix} ⇔ \begin{pmatrix} \frac12 \\ 3 \end{pmatrix}
\begin{cases} x=1 \\[4pt] y=2 \end{cases} ⇔ x = 1, y = 2
xy = 6 ⇔ yx = 6
2xy + 3 = z ⇔ 2yx+3 = z
pq = 12 ⇔ qp = 12
y = 2x+1 ⇔ y(x) = 2x+1
y(x) = e^{2x} ⇔ y = e^{2x}
y(x) = e^{2x} ⇔ e^{2x}
e^{2x} ⇔ y(x) = e^{2x}
e^{2x} ⇔ u(x) = e^{2x}
x(t) = \sin t ⇔ \sin t
x^2 + 1 ⇔ P(x) = x^2+1
24 ⇔ \Gamma(5)
\Gamma(5) ⇔ 24
\sqrt{\pi} ⇔ \Gamma(\frac12)
\Gamma(n+1) ⇔ n!
n! ⇔ \Gamma(n+1)
n! ⇎ \Gamma(n)
\frac{3\sqrt\pi}{4} ⇔ \Gamma(\frac52)
6 ⇎ \Gamma(3)
\{1, 2, 3\} ⇔ x \in \{1, 2, 3\}
x \in \{1,2,3\} ⇔ \{1,2,3\}
n \in \{1, 2, 3\} ⇔ n = 1, 2, 3
x = 1 \text{ or } x = 2 ⇔ x \in \{1, 2\}
x = 2 ⇔ x \in \{2\}
f(x) = \begin{cases} x & \text{if } x > 0 \\ -x & \text{if } x \le 0 \end{cases} ⇔ \begin{cases} x & x > 0 \\ -x & x \le 0 \end{cases}
\begin{cases} x, & x > 0 \\ -x, & \text{otherwise} \end{cases} ⇔ \begin{cases} x, & \text{if } x > 0 \\ -x, & \text{otherwise} \end{cases}
\begin{cases} 1 & \text{if } n \text{ is even} \\ 0 & \text{if } n \text{ is odd} \end{cases} ⇔ \begin{cases} 0 & \text{if } n \text{ is odd} \\ 1 & \text{if } n \text{ is even} \end{cases}
\begin{cases} x & x>0 \\ -x & x\le 0\end{cases} ⇎ \begin{cases} x & \text{if } x>0 \\ x & \text{if } x\le 0\end{cases}
\begin{cases} x & x>0 \\ 1 & \text{otherwise}\end{cases} ⇔ \begin{cases} x & \text{for } x>0 \\ 1 & \text{for } x \le 0\end{cases}
\mathbb{R} \setminus \{0\} ⇔ \text{all nonzero real numbers}
\mathbb{R} \setminus \{0\} ⇔ \text{all non-zero real numbers}
\mathbb{R} \setminus \{0\} ⇔ \text{all real numbers except } 0
\mathbb{R} \setminus \{2\} ⇔ \text{all real numbers except } 2
\mathbb{R} \setminus \{2\} ⇎ \text{all real numbers except } 3
(-\infty, 2) \cup (2, \infty) ⇔ \text{all real numbers except } x = 2
(-\infty, 2) \cup (2, \infty) ⇔ \text{all reals except 2}
(0, \infty) ⇔ \text{all positive real numbers}
(0,\infty) ⇔ \text{positive reals}
[0, \infty) ⇔ \text{all nonnegative real numbers}
[0,\infty) ⇔ \text{all non-negative real numbers}
(-\infty, 0) ⇔ \text{all negative real numbers}
(0, \infty) ⇎ \text{all negative real numbers}
\text{all nonzero real numbers} ⇔ x \ne 0
\text{all positive integers} ⇔ \mathbb{Z}^+
(2,\infty) ⇔ \text{all real numbers greater than } 2
[2,\infty) ⇔ \text{all real numbers greater than or equal to } 2
(-\infty,2) ⇔ \text{all real numbers less than } 2
\mathbf{R} ⇔ \mathbb{R}
\mathbb{R} ⇔ \mathbf{R}
x \in \mathbf{R} ⇔ \mathbb{R}
\frac13 ⇔ .\overline{3}
.\overline{3} ⇔ \frac13
\frac{5}{9} ⇔ .\bar{5}
\frac{1}{6} ⇔ .1\overline{6}
\frac{7}{2} ⇔ 3{\frac12}
\frac{7}{2} ⇔ 3{\frac{1}{2}}
\frac72 ⇔ {3}\frac{1}{2}
\frac72 ⇔ 3\,\frac12
0,5 ⇔ 0.5
0.5 ⇔ 0,5
0.25 ⇔ 0,25
0.125 ⇔ 0,125
\frac12 ⇔ 0{,}5
\frac12 ⇔ $0,5$
3.14 ⇔ 3{,}14
#### 7 ⇔ 7
#### 7 ⇎ 8
#### 1,234 ⇔ 1234
So the total is 3+4=7.⏎#### 7 ⇔ 7
f'(2) = 12 ⇔ 12
12 ⇔ f'(2) = 12
12 ⇔ f''(2) = 12
6x ⇔ f'(x) = 6x
y' = 6x ⇔ 6x
\bar x = 5 ⇔ 5
5 ⇔ \bar x = 5
5 ⇔ \overline{x} = 5
5 ⇔ \hat{y} = 5
5 ⇔ |z| = 5
|z| = 5 ⇔ 5
5 ⇔ |\vec{v}| = 5
5 ⇔ \|v\| = 5
5 ⇔ \lVert v \rVert = 5
5 ⇔ |z_1 + z_2| = 5
x = 5 ⇔ 5
x + y = 5 ⇔ x+y=5
x + y = 5 ⇏ 5
\frac{dy}{dx} = 2x ⇔ 2x
2x ⇔ \frac{dy}{dx} = 2x
2x ⇔ y' = 2x
2x ⇔ \frac{d}{dx}(x^2) = 2x
\int x\,dx = \frac{x^2}{2}+C ⇔ \frac{x^2}{2}+C
3+4 = 7 ⇔ 7
2 \cdot 3 = 6 ⇔ 6
P(A) = \frac13 ⇔ \frac13
P(A|B) = \frac13 ⇔ \frac13
\frac13 ⇔ P(A \mid B) = \frac13
\frac13 ⇔ \Pr(X=2) = \frac13
10 ⇔ \binom{5}{2} = 10
E(X) = 5 ⇔ 5
5 ⇔ \mathbb{E}[X] = 5
5 ⇔ E[X] = 5
5 ⇔ \operatorname{Var}(X) = 5
5 ⇔ \sigma^2 = 5
5 ⇔ \angle ABC = 5
30^\circ ⇔ \angle ABC = 30^\circ
5 ⇔ [ABC] = 5
5 ⇔ S_{ABC} = 5
5 ⇔ S_{\triangle ABC} = 5
5 ⇔ \text{Area} = 5
5 ⇔ \operatorname{Area}(ABC) = 5
5 ⇔ a_{10} = 5
5 ⇔ \max f(x) = 5
5 ⇔ \max_{x} f(x) = 5
5 ⇔ f(g(2)) = 5
5 ⇔ f^{-1}(2) = 5
5 ⇔ \deg p = 5
5 ⇔ \dim V = 5
5 ⇔ |A| = 5
5 ⇔ |A \cap B| = 5
5 ⇔ n(A) = 5
5 ⇔ \#A = 5
5 ⇔ x_{\max} = 5
5 ⇔ x_{\text{min}} = 5
5 ⇔ \lim_{x\to 2} f(x) = 5
5 ⇔ \det A = 5
5 ⇔ \operatorname{rank}(A) = 5
5 ⇔ \log_2 32 = 5
a:b = 3:4 ⇔ \frac{a}{b} = \frac34
a:b = 3:4 ⇔ \frac34
\frac{a}{b} = \frac34 ⇔ a:b = 3:4
3:4 ⇔ \frac{3}{4}
\frac{AB}{CD} = \frac{3}{4} ⇔ 3:4
a:b:c = 1:2:3 ⇔ 1:2:3
5050 ⇔ 1+2+3+\cdots+100
5050 ⇔ 1 + 2 + \ldots + 100
55 ⇔ 1+2+3+4+5+6+7+8+9+10
2500 ⇔ 1+3+5+\cdots+99
5050 ⇎ 1+2+3+\cdots+99
1+2+\cdots+n ⇔ \frac{n(n+1)}{2}
5050 ⇔ \sum_{k=1}^{100} k
333833500 ⇔ \sum_{k=1}^{1000} k^2
\sum_{k=1}^{2023} k ⇔ 2047276
1 - \frac{1}{2024} ⇔ \sum_{k=1}^{2023} \frac{1}{k(k+1)}
\frac{2}{7} ⇔ 0.2857142857142857
0.1 ⇔ 0.1
1.1 ⇔ 1.1
3.3 ⇔ 3.3000000000000003
(2,3) ⇔ (2, 3)
(x-1)(x-2) = 0 ⇔ x^2-3x+2=0
y = 2x ⇔ 2x = y
y=2x ⇔ y-2x=0
\frac{x^2}{4} + y^2 = 1 ⇔ x^2 + 4y^2 = 4
`);
