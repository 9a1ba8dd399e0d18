import { rows } from './rows.js';

/** Answers as data sets and models write them, of every kind. */
export const USUAL_FORMS = rows(String.raw`
\{1\}\cup\{2\} ⇔ \{1,2\}
[0,\infty) ⇔ x\ge 0
(-\infty,0)\cup(0,\infty) ⇔ x\ne 0
\{x \mid x>0\} ⇔ (0,\infty)
\{x\in\mathbb{R}: 1<x<2\} ⇔ 1<x<2
1<x<2 ⇔ x\in(1,2)
1<x<2 ⇔ 2>x>1
x<1 \text{ or } x>2 ⇔ (-\infty,1)\cup(2,\infty)
\begin{pmatrix}\frac12&0\\0&1\end{pmatrix} ⇔ \begin{pmatrix}0.5&0\\0&1\end{pmatrix}
\begin{pmatrix}1\\2\end{pmatrix} ⇔ (1,2)^T
\begin{pmatrix}1\\2\end{pmatrix} ⇔ \langle 1,2\rangle
1,234,567 ⇔ 1234567
1234567 ⇔ 1,\!234,\!567
1234567 ⇔ 1.234567\times 10^6
10000 ⇔ 10{,}000
5 ⇔ 5\text{ cm}
5\text{ cm} ⇔ 5 cm
5\text{ cm} ⇔ 5\,\mathrm{cm}
5\text{ cm} ⇔ 50\text{ mm}
5\text{ m/s} ⇔ 5\ \text{m}\cdot\text{s}^{-1}
5\text{ m/s}^2 ⇔ 5 \frac{\text{m}}{\text{s}^2}
5 ⇔ x=2+3=5
x=1,y=2 ⇔ (1,2)
x=1,y=2 ⇔ y=2, x=1
x=1 \text{ and } y=2 ⇔ x=1, y=2
x=1 \text{ or } x=2 ⇔ \{1,2\}
\{1,2\} ⇔ x_1=1, x_2=2
1,2 ⇔ 1 \text{ and } 2
1,2 ⇔ \text{1 and 2}
2x+1 ⇔ y=2x+1
y=2x+1 ⇔ f(x)=2x+1
2x+1 ⇔ 1+2x
(x+1)^2 ⇔ x^2+2x+1
\frac{1}{\sqrt2} ⇔ \frac{\sqrt2}{2}
\ln e^2 ⇔ 2
e^{\ln 3} ⇔ 3
\sqrt[3]{8} ⇔ 2
2^{\frac12} ⇔ \sqrt 2
\frac34 ⇔ 0.75
1\frac12 ⇔ \frac32
0.333\ldots ⇔ \frac13
\text{even} ⇔ even
\text{Yes} ⇔ \text{yes}
\text{Monday} ⇔ Monday
B ⇔ \textbf{B}
B ⇔ \mathbf{(B)}
B ⇔ (B) 5
\text{B} ⇔ B. 5
\angle A=30^\circ ⇔ 30^\circ
2\pi ⇔ 6.283185307
2\pi ⇔ 360^\circ
2:30 ⇔ 2:30\text{ PM}
1+i ⇔ i+1
1+i ⇔ 1+1i
\frac{1+i}{2} ⇔ 0.5+0.5i
\overline{z} ⇔ \bar z
|z|=2 ⇔ 2
2 ⇔ |z|=2
x^2+y^2=1 ⇔ y^2+x^2=1
x^2+y^2=1 ⇔ x^2+y^2-1=0
2x+3y=6 ⇔ 4x+6y=12
2x+3y-6=0 ⇔ y=-\frac23x+2
x>3 ⇔ 3<x
x\geq 3 ⇔ x\geqslant 3
x \in \mathbb{R} ⇔ \mathbb{R}
\mathbb{Z} ⇔ \text{integers}
n! ⇔ n\cdot(n-1)!
10 ⇔ \text{10 ways}
10 ⇔ 10\text{ ways}
\frac{a}{b} ⇔ a/b
\frac{a+b}{2} ⇔ 0.5(a+b)
a^{-1} ⇔ \frac1a
\vec{a}+\vec{b} ⇔ \mathbf{a}+\mathbf{b}
\overrightarrow{AB} ⇔ \vec{AB}
x^3 + 3x + C ⇔ x^3+3x+c
11_2 ⇔ 11_{2}
11_2 ⇔ (11)_2
11_2 ⇔ 11_{\text{two}}
5:00 ⇔ 5:00\text{ p.m.}
(3,\frac{\pi}{2}) ⇔ \left(3,\frac{\pi}{2}\right)
(2,3] ⇔ ]2,3]
(2,3) ⇔ ]2,3[
\left(2,3\right] ⇔ 2<x\le 3
\text{max}\{1,2\} ⇔ 2
\lfloor 2.5\rfloor ⇔ 2
1.5\times 10^{-3} ⇔ 0.0015
1.5e-3 ⇔ 0.0015
1.5\cdot 10^{-3} ⇔ 1.5E-3
a_1=2, a_2=3 ⇔ 2,3
A=2, B=3 ⇔ (A,B)=(2,3)
(A,B)=(2,3) ⇔ (2,3)
k=2 \text{ or } k=3 ⇔ k\in\{2,3\}
k\in\{2,3\} ⇔ \{2,3\}
x \neq 2 ⇔ x\not=2
\{(1,2),(3,4)\} ⇔ (1,2),(3,4)
\{(1,2),(3,4)\} ⇔ (3,4),(1,2)
(x,y)=(1,2),(3,4) ⇔ (1,2) \text{ and } (3,4)
2023 ⇔ \textbf{2023}
2023 ⇔ {2023}
2023 ⇔ \fbox{2023}
2023 ⇔ \$2023
2023 ⇔ 2023.
2023 ⇔ 2023.0
2023 ⇔ 2023.00
5 ⇔ 5\ \text{(units)}
5 ⇔ 5\text{ square units}
5\text{ cm}^2 ⇔ 5\text{ sq cm}
x = \frac{-1\pm\sqrt5}{2} ⇔ \frac{-1+\sqrt5}{2}, \frac{-1-\sqrt5}{2}
x^2 - 5x + 6 = 0 ⇔ (x-2)(x-3)=0
\tan\theta = 1 ⇔ 1
\cos 2\theta ⇔ 1-2\sin^2\theta
\arctan x ⇔ \tan^{-1} x
\operatorname{arctg} x ⇔ \arctan x
9:1 ⇔ 9
x\equiv 3\pmod 5 ⇔ x = 3 + 5k
-\frac{1}{2} ⇔ \frac{-1}{2}
-\frac{1}{2} ⇔ \frac{1}{-2}
-\frac{1}{2} ⇔ -0.5
\dfrac{x}{y} ⇔ \tfrac xy
\text{A and B} ⇔ A, B
\text{1, 2, and 3} ⇔ 1,2,3
(1, 2, 3) ⇔ 1, 2, 3
1 \le x \le 2 ⇔ [1,2]
1/3 < x ⇔ x>\frac13
4\sqrt{3}\text{ cm} ⇔ 4\sqrt3
10\% ⇔ \text{10 percent}
10\% ⇔ 10 \text{ per cent}
0 ⇔ \{0\}
x = 0 ⇔ \{0\}
\{x\} ⇔ x
6\text{ hours} ⇔ 360\text{ minutes}
\text{6:00 AM} ⇔ 6 \text{ a.m.}
`);
