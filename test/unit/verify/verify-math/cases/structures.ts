import { table } from './table.js';

/** Several values, sets, intervals, tuples, matrices, units and bases. */
export const STRUCTURES = table(String.raw`
\frac{1}{1+i} ⇔ \frac{1-i}{2}
e^{i\pi/3} ⇔ \frac12+\frac{\sqrt3}{2}i
e^{i\pi/3} ⇔ \cos\frac\pi3+i\sin\frac\pi3
\text{cis } 60^\circ ⇔ \frac{1+i\sqrt3}{2}
\operatorname{cis}(\pi) ⇔ -1
-1\pm 2i ⇔ -1+2i, -1-2i
2i ⇎ 2
3 + 4j ⇎ 3+4i
2\mathrm{i} ⇔ 2i
\frac{5!}{4} ⇔ 30
\binom{10}{3} ⇔ 120
\dbinom{10}{3} ⇔ 120
{10 \choose 3} ⇔ 120
C(10,3) ⇔ 120
\binom{10}{3} ⇎ \binom{10}{4}
\binom{10}{3} ⇔ \binom{10}{7}
{}_{10}C_3 ⇔ 120
C_{10}^3 ⇔ 120
P(5,2) ⇔ 20
2^{10}-1 ⇔ 1023
20! ⇔ 2432902008176640000
20! ⇎ 2432902008176640001
\frac{20!}{18!} ⇔ 380
(n+1)! ⇔ (n+1)\cdot n!
n! ⇎ (n+1)!
\binom{n}{k} ⇎ \binom{n}{k+1}
\frac{n!}{k!(n-k)!} ⇔ \binom nk
100! ⇎ 99!
\lceil 3.2\rceil ⇔ 4
\lfloor -1.5\rfloor ⇔ -2
\lfloor\pi\rfloor ⇔ 3
\lfloor x \rfloor ⇎ x
\lfloor x \rfloor ⇎ \lceil x\rceil
\left\lfloor \frac{n}{2}\right\rfloor ⇔ \lfloor n/2 \rfloor
\left\lfloor \frac{n}{2}\right\rfloor ⇎ \left\lceil \frac{n}{2}\right\rceil
|a|-|b| ⇎ |a-b|
\sum_{i=1}^{5} i^2 ⇔ 55
\sum_{k=1}^{n} k ⇔ \frac{n(n+1)}2
\sum_{k=0}^{n} \binom{n}{k} ⇔ 2^n
\sum_{k=1}^{n} k ⇎ \frac{n(n-1)}2
2 ⇔ \sum_{k=0}^{\infty}\frac{1}{2^k}
1+2+3+\cdots+10 ⇎ 54
1011_2 ⇔ 1011_{2}
1011_2 ⇔ 1011_{\text{two}}
1011_2 ⇔ (1011)_2
1011_2 ⇎ 1011_3
1011_2 ⇎ 11
1011_2 ⇎ 1011
11 ⇔ 1011_2
11 ⇎ 1010_2
1011_2 ⇔ 01011_2
FF_{16} ⇔ \text{FF}_{16}
FF_{16} ⇔ ff_{16}
2A_{16} ⇎ 2B_{16}
1011_2 ⇔ 1011 \text{ base } 2
1011_2 ⇔ 1011\text{ (base 2)}
1011_2 ⇎ 1011\text{ base }3
1011_2 ⇔ 1011_{\text{base }2}
x\equiv 3\pmod 7 ⇔ x \equiv 3 \mod 7
x\equiv 3\pmod 7 ⇔ x \equiv 10 \pmod{7}
x\equiv 3\pmod 7 ⇔ 3 \pmod 7
x\equiv 3\pmod 7 ⇎ x\equiv 3 \pmod 5
x\equiv 3\pmod 7 ⇎ x\equiv 4 \pmod 7
x\equiv 3\pmod 7 ⇔ x \equiv -4 (\text{mod } 7)
x \equiv 1, 4 \pmod 5 ⇔ x\equiv 1 \pmod 5 \text{ or } x \equiv 4 \pmod 5
x \equiv 1, 4 \pmod 5 ⇔ x\equiv \pm 1 \pmod 5
x \equiv 1, 4 \pmod 5 ⇎ x\equiv 1 \pmod 5
12\text{ cm} ⇎ 12\text{ mm}
12\text{ cm}^2 ⇔ 12\text{ sq cm}
12\text{ cm}^2 ⇔ 12\,\text{cm}^2
12\text{ cm}^2 ⇔ 12
12\text{ cm}^2 ⇎ 12\text{ cm}^3
5\text{ km} ⇔ 5000\text{ m}
5\text{ hours} ⇔ 5\text{ h}
5\text{ hours} ⇔ 5\text{ hrs}
5\text{ hours} ⇎ 5\text{ minutes}
30\text{ mph} ⇔ 30\text{ miles per hour}
30\text{ mph} ⇔ 30\ \text{mi/hr}
9.8\text{ m/s}^2 ⇔ 9.8\,\mathrm{m/s^2}
9.8\text{ m/s}^2 ⇔ 9.8\ \mathrm{m\cdot s^{-2}}
20\text{ kg} ⇔ 20\text{ kilograms}
20\text{ kg} ⇎ 20\text{ g}
20\text{ kg} ⇎ 20\text{ lb}
100\text{ feet} ⇔ 100 \text{ ft}
6\text{ inches} ⇔ 6''
1.5\text{ L} ⇎ 1.5\text{ mL}
3\text{ N} ⇎ 3\text{ J}
10\,\text{kJ/mol} ⇔ 10\ \mathrm{kJ\,mol^{-1}}
36\pi\text{ cm}^3 ⇔ 36\pi
36\pi\text{ cm}^3 ⇎ 36\text{ cm}^3
36\pi ⇔ 36\pi \text{ cubic inches}
\$18.90 ⇔ 18.90
\$18.90 ⇔ 18.9
\$18.90 ⇔ \$18.9
\$18.90 ⇔ 18.90 \text{ dollars}
\$18.90 ⇎ 18.90\text{ euros}
\$18.90 ⇎ 1890
\$18.90 ⇎ \$18.09
\$1{,}250 ⇔ \$1250
50¢ ⇔ 50\text{ cents}
\text{USD } 20 ⇔ \$20
£5 ⇔ 5\text{ pounds}
\pm 3 ⇔ 3, -3
\pm 3 ⇔ -3,3
\pm 3 ⇔ \{-3,3\}
\pm 3 ⇔ x=\pm3
\pm 3 ⇔ x=3\text{ or }x=-3
\pm 3 ⇎ 3
\pm 3 ⇎ -3
3 ⇎ \pm 3
1\pm\sqrt2 ⇔ 1+\sqrt2,1-\sqrt2
1\pm\sqrt2 ⇎ 1+\sqrt2
1\pm\sqrt2 ⇎ -1\pm\sqrt2
\frac{-1\pm\sqrt5}{2} ⇔ \frac{-1+\sqrt5}{2}, \frac{-1-\sqrt5}{2}
\frac{-1\pm\sqrt5}{2} ⇔ -\frac12\pm\frac{\sqrt5}{2}
\frac{-1\pm\sqrt5}{2} ⇎ \frac{1\pm\sqrt5}{2}
1,2,3 ⇔ 3,2,1
1,2,3 ⇔ 1, 2 \text{ and } 3
1,2,3 ⇔ \{1,2,3\}
1,2,3 ⇎ 1,2
1,2,3 ⇎ 1,2,3,4
1,2,3 ⇎ 1,2,4
1, 2 ⇔ 1 \text{ or } 2
1, 2 ⇔ 1;2
x=1,2 ⇔ x=1\text{ or }x=2
12 ⇎ 12 \text{ or } 13
12 ⇎ \text{either } 12 \text{ or } 13
12 ⇎ 12\text{ and }13
13 ⇎ 12 \text{ or } 13
12 ⇎ \text{12 (or 13)}
12 ⇎ 12/13
12 ⇎ 12 \text{ if } x>0,\ 13 \text{ otherwise}
(1,2,3) ⇎ (1,2)
(1/2, 0.25) ⇔ (\frac12,\frac14)
(1,-2) ⇎ (-1,2)
(3,\frac{\pi}{2}) ⇔ \left(3,\frac{\pi}2\right)
(3,\frac{\pi}{2}) ⇎ (3,\frac{\pi}{3})
(1,2),(2,1) ⇎ (1,2),(1,2)
\{1,2,3\} ⇔ \{1,2,2,3\}
\{1,2,3\} ⇔ \left\{1,2,3\right\}
\{1,2,3\} ⇔ 1,2,3
\{1,2,3\} ⇎ (1,2,3)
\{1\} ⇔ 1
1 ⇔ \{1\}
\{0\} ⇎ \emptyset
\emptyset ⇔ \text{No solutions}
0 ⇎ \emptyset
\emptyset ⇎ \{\emptyset\}
\text{No real solutions} ⇔ \emptyset
[0,1] ⇔ [0, 1]
[0,1] ⇎ (0,1)
[0,1] ⇎ [0,1)
[0,1] ⇎ [1,0]
[0,1) ⇎ (0,1]
[0,1] ⇔ 0\le x\le 1
0\le x\le1 ⇔ [0,1]
0\le x\le1 ⇔ x\in[0,1]
0\le x\le1 ⇔ 1\ge x\ge 0
0\le x\le1 ⇔ x\ge0\text{ and }x\le1
0\le x\le1 ⇎ 0<x\le1
0\le x\le1 ⇎ x\ge 0
0\le x\le1 ⇎ x \ge 0 \text{ or } x\le 1
0\le x\le1 ⇔ \{x\mid 0\le x\le 1\}
0\le x\le1 ⇔ \{x\in\mathbb{R}: 0\le x\le 1\}
(-\infty,1)\cup(2,\infty) ⇔ x<1\text{ or }x>2
(-\infty,1)\cup(2,\infty) ⇔ x>2\text{ or }x<1
(-\infty,1)\cup(2,\infty) ⇔ (2,+\infty)\cup(-\infty,1)
(-\infty,1)\cup(2,\infty) ⇔ \mathbb{R}\setminus[1,2]
(-\infty,1)\cup(2,\infty) ⇎ (-\infty,1]\cup(2,\infty)
(-\infty,1)\cup(2,\infty) ⇎ (-\infty,1)\cap(2,\infty)
(-\infty,1)\cup(2,\infty) ⇎ (1,2)
(-\infty,1)\cup(2,\infty) ⇎ (-\infty,1)
(-\infty, \infty) ⇔ \mathbb{R}
(-\infty, \infty) ⇔ \text{all real numbers}
\mathbb{R}\setminus\{0\} ⇔ x\ne 0
\mathbb{R}\setminus\{0\} ⇔ (-\infty,0)\cup(0,\infty)
\mathbb{R}\setminus\{0\} ⇎ \mathbb{R}
[0,\infty) ⇔ x\ge0
[0,\infty) ⇎ x>0
[0,\infty) ⇔ [0,+\infty)
[0,\infty) ⇎ [0,-\infty)
\{1\}\cup[2,3] ⇔ [2,3]\cup\{1\}
\{1\}\cup[2,3] ⇎ [1,3]
(2,3) ⇔ 2<x<3
2<x<3 ⇔ (2,3)
2<x<3 ⇎ (2,4)
x^2<4 ⇎ -2<x<2
-2<x<2 ⇎ x^2<4
(-2,2) ⇎ x^2<4
2x<4 ⇎ x<2
x+1=3 ⇎ x=2
2 ⇎ x+1=3
x=2 ⇎ x^2=4
|x|<2 ⇔ -2<x<2
x \le 3 ⇔ 3\ge x
x \le 3 ⇎ x<3
x \le 3 ⇎ x\ge3
x \le 3 ⇎ y\le3
x \le 3 ⇔ (-\infty,3]
x \le 3 ⇔ x\in(-\infty,3]
x \le 3 ⇎ 3
3 ⇎ x\le 3
a>1 ⇔ (1,\infty)
-\infty ⇔ -\infty
\infty ⇎ 10^{100}
x=5 ⇎ x=-5
y=2x+1 ⇔ y=1+2x
y=2x+1 ⇔ 2x-y+1=0
y=2x+1 ⇔ y-2x=1
y=2x+1 ⇔ 2x+1
y=2x+1 ⇎ y=2x-1
y=2x+1 ⇎ x=2y+1
x^2+y^2=4 ⇔ x^2+y^2-4=0
x^2+y^2=4 ⇎ x^2+y^2=2
(x-1)^2+(y+2)^2=9 ⇎ (x+1)^2+(y-2)^2=9
x^2-5x+6=0 ⇎ x=2,3
x^2-5x+6=0 ⇎ (x-2)(x+3)=0
x^2-5x+6=0 ⇔ (x-2)(x-3)=0
f(x)=x^2 ⇔ x^2
f(x)=x^2 ⇔ f(x)=x\cdot x
f(x)=x^2 ⇔ y=x^2
f(x)=x^2 ⇎ f(x)=x^3
f(x)=x^2 ⇎ f(x)=2x
a=1,b=2 ⇔ b=2,a=1
a=1,b=2 ⇎ a=2,b=1
a=1,b=2 ⇔ (1,2)
a=1,b=2 ⇔ 1,2
x=1,y=2 ⇔ (x,y)=(1,2)
x=1,y=2 ⇎ (x,y)=(2,1)
3x+4y=12 ⇔ 6x+8y=24
3x+4y=12 ⇎ 3x+4y=13
3x+4y=12 ⇔ \frac{x}{4}+\frac y3=1
x=2y ⇔ y = \frac x2
x=2y ⇎ y=2x
x^2+2x+1 ⇔ 1+2x+x^2
x^2+2x+1 ⇎ x^2+2x-1
x^2+2x+1 ⇎ (x-1)^2
x^2-y^2 ⇔ (x-y)(x+y)
(x-1)(x-2) ⇔ (2-x)(1-x)
(x-1)(x-2) ⇔ (x-2)(x-1)
\frac{1}{x}+\frac1y ⇔ \frac{x+y}{xy}
\frac{1}{x}+\frac1y ⇎ \frac{1}{x+y}
x^3 ⇎ 3x
2x ⇔ x+x
2x ⇎ x^2
x y ⇔ xy
-x ⇎ x
x^{-1} ⇔ \frac1x
2^{n+1} ⇔ 2\cdot2^n
2^{n+1} ⇎ 2^n+1
2^n+1 ⇎ 2^{n+1}
e^{x+y} ⇔ e^xe^y
\frac{x}{2} ⇔ 0.5x
x/2y ⇎ \frac{x}{3y}
\ln(xy) ⇔ \ln x+\ln y
\ln(x^2) ⇎ 2x
x^2+y^2 ⇎ (x+y)^2
\sqrt{x^2+y^2} ⇎ x+y
n^2 ⇎ m^2
x ⇎ X
a_n = 2n+1 ⇔ 2n+1
a_n = 2n+1 ⇔ a_n=1+2n
a_n = 2n+1 ⇎ a_n = 2n-1
a_1 ⇎ a_2
x_1 + x_2 ⇔ x_2+x_1
\frac{3x+6}{3} ⇔ x+2
4x^2-9 ⇔ (2x-3)(2x+3)
(a+b)^3 ⇎ a^3+b^3
1-x ⇎ x-1
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇔ \left[\begin{array}{cc}1&2\\3&4\end{array}\right]
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇎ \begin{pmatrix}1&2\\3&5\end{pmatrix}
\begin{pmatrix}1\\2\end{pmatrix} ⇎ \begin{pmatrix}1&2\end{pmatrix}
\begin{pmatrix}1\\2\end{pmatrix} ⇎ \begin{pmatrix}2\\1\end{pmatrix}
\begin{pmatrix}1\\2\end{pmatrix} ⇔ \begin{bmatrix}1\\2\end{bmatrix}
\begin{pmatrix}1/2&0\\0&1/2\end{pmatrix} ⇔ \frac12\begin{pmatrix}1&0\\0&1\end{pmatrix}
\begin{pmatrix} 3 \\ -1 \end{pmatrix} ⇔ (3,-1)
2\mathbf{i}+3\mathbf{j} ⇔ 3\mathbf{j}+2\mathbf{i}
2\mathbf{i}+3\mathbf{j} ⇔ 2\hat{i}+3\hat{j}
2\mathbf{i}+3\mathbf{j} ⇎ 3\mathbf{i}+2\mathbf{j}
2\mathbf{i}+3\mathbf{j} ⇔ \langle2,3\rangle
2\mathbf{i}+3\mathbf{j} ⇔ (2,3)
\{x\in\mathbb{Z} : 1\le x\le 3\} ⇔ \{1,2,3\}
\{1,2,3\} ⇔ \{x\in\mathbb{Z} \mid 0<x<4\}
\{x\in\mathbb{N} \mid x<3\} ⇎ \{1,2,3\}
\{x \mid x>3\} ⇔ (3,\infty)
\{x \mid x>3\} ⇎ [3,\infty)
\{y \mid y>3\} ⇔ (3,\infty)
\{(x,y) \mid x+y=1\} ⇎ \{(x,y) \mid x-y=1\}
\{(1,2),(3,4)\} ⇎ \{(2,1),(4,3)\}
\{\{1\},\{2\}\} ⇔ \{\{2\},\{1\}\}
\{\{1\},\{2\}\} ⇎ \{1,2\}
\{1,2\} ⇎ \{1,2,\{3\}\}
\{-2,2\} ⇔ \pm 2
\{-2,2\} ⇔ x=\pm2
\{\pm1,\pm2\} ⇔ \{-2,-1,1,2\}
\{\pm1,\pm2\} ⇎ \{1,2\}
\{0,1,\ldots,9\} ⇔ \{0,1,2,3,4,5,6,7,8,9\}
\{1,2,\ldots,10\} ⇎ \{1,2,\ldots,11\}
\{a,b\} ⇔ \{b,a\}
\{a,b\} ⇎ \{a,c\}
A\cup B ⇔ B\cup A
A\cup B ⇎ A\cap B
A\cap B ⇎ A\setminus B
A^c ⇎ A
\{1, 2\} ⇔ 1 \text{ and } 2
\{\frac12,\frac13\} ⇔ \{0.5,\frac13\}
\{\sqrt2,-\sqrt2\} ⇔ \pm\sqrt2
\{\emptyset\} ⇎ \emptyset
\{\} ⇔ \varnothing
\mathbb{R} ⇎ \mathbb{Q}
\mathbb{R}^+ ⇔ (0,\infty)
\mathbb{R}^+ ⇎ [0,\infty)
\mathbb{Z}^+ ⇎ \mathbb{Z}
\mathbb{R}\setminus\{1,2\} ⇔ (-\infty,1)\cup(1,2)\cup(2,\infty)
\mathbb{R} - \{2\} ⇔ x\ne 2
\mathbb{R}\setminus\mathbb{Q} ⇎ \mathbb{Q}
(0,1)\cup\{2\} ⇎ (0,1)\cup\{3\}
(0,1)\cup(1,2) ⇎ (0,2)
(0,1]\cup(1,2) ⇔ (0,2)
[0,1]\cap[1,2] ⇔ \{1\}
[0,2]\setminus\{1\} ⇔ [0,1)\cup(1,2]
(a,b) ⇔ a<x<b
(-a,a) ⇎ (a,-a)
(-a,a) ⇔ (-a, a)
[a,\infty) ⇎ (a,\infty)
(-\infty,a)\cup(b,\infty) ⇎ (-\infty,b)\cup(a,\infty)
\left(\frac{1}{e},e\right) ⇔ (e^{-1},e)
(\ln 2,\infty) ⇔ x>\ln 2
(0,2\pi) ⇔ 0<\theta<2\pi
[-\frac{\pi}{2},\frac{\pi}{2}] ⇔ -\frac\pi2\le x\le\frac\pi2
[-\frac{\pi}{2},\frac{\pi}{2}] ⇎ (-\frac\pi2,\frac\pi2)
(-1,1)\cup(1,\infty) ⇔ x>-1, x\neq1
(-1,1)\cup(1,\infty) ⇔ x>-1 \text{ and } x\neq1
(-1,1)\cup(1,\infty) ⇎ x>-1
[1,2),(3,4] ⇔ [1,2)\cup(3,4]
(1,2)\cup(3,4) ⇔ (3,4)\cup(1,2)
x\in(1,2)\cup(3,4) ⇔ 1<x<2\text{ or }3<x<4
x\in(1,2)\cup(3,4) ⇎ 1<x<2\text{ and }3<x<4
(1,2) \text{ or } (3,4) ⇔ (1,2)\cup(3,4)
(1,2,3) ⇔ 1,2,3
(1,2,3) ⇔ \langle1,2,3\rangle
(1,2,3) ⇎ (3,2,1)
(a,b)=(1,2) ⇔ a=1,b=2
(a,b)=(1,2) ⇎ (b,a)=(1,2)
(a,b)=(1,2) ⇔ (b,a)=(2,1)
(1,2) ⇎ 1+2i
(1,2) ⇎ 1.2
(1,2) ⇎ 12
(1, 2) ⇔ (1; 2)
(1,2) ⇔ (1.0, 2.0)
(0,0) ⇔ \text{origin}
(0,0) ⇔ \text{the origin}
P=(1,2) ⇔ (1,2)
(1,2) ⇔ P(1,2)
(\frac12,-3) ⇔ \left(0.5,\,-3\right)
(3, \pi/6) ⇔ (3, 30^\circ)
(1,2)\text{ and }(2,1) ⇔ (2,1),(1,2)
(1,2)\text{ and }(2,1) ⇎ (1,2)
(\pm1,0) ⇔ (1,0),(-1,0)
(\pm1,0) ⇎ (1,0)
(\pm1,\pm1) ⇔ (1,1),(1,-1),(-1,1),(-1,-1)
(\pm1,\mp1) ⇔ (1,-1),(-1,1)
(\pm1,\mp1) ⇎ (1,1),(-1,-1)
(1,\infty) ⇎ (1,2)
((1,2),3) ⇎ (1,(2,3))
(1,2,\ldots,n) ⇔ (1,2,\dots,n)
\begin{pmatrix}1&0\\0&1\end{pmatrix} ⇎ \begin{pmatrix}0&1\\1&0\end{pmatrix}
\begin{pmatrix}1&0\\0&1\end{pmatrix} ⇎ 1
\begin{pmatrix}a&b\\c&d\end{pmatrix}^T ⇔ \begin{pmatrix}a&c\\b&d\end{pmatrix}
\begin{pmatrix}2&4\end{pmatrix} ⇔ 2\begin{pmatrix}1&2\end{pmatrix}
\begin{pmatrix}1&2\\3&4\end{pmatrix}^{-1} ⇔ \begin{pmatrix}-2&1\\\frac32&-\frac12\end{pmatrix}
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇔ \begin{pmatrix} 1 & 2 \\ 3 & 4 \\ \end{pmatrix}
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇎ \begin{vmatrix}1&2\\3&4\end{vmatrix}
\begin{pmatrix}x\\y\end{pmatrix}=\begin{pmatrix}1\\2\end{pmatrix} ⇔ \begin{pmatrix}1\\2\end{pmatrix}
A=\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇔ \begin{pmatrix}1&2\\3&4\end{pmatrix}
\begin{pmatrix}\cos\theta&-\sin\theta\\\sin\theta&\cos\theta\end{pmatrix} ⇎ \begin{pmatrix}\cos\theta&\sin\theta\\-\sin\theta&\cos\theta\end{pmatrix}
\begin{pmatrix}0.5&0\\0&2\end{pmatrix} ⇔ \begin{bmatrix}\frac12&0\\0&2\end{bmatrix}
\begin{cases}x&x>0\\-x&x\le0\end{cases} ⇔ \begin{cases}-x&x\le0\\x&x>0\end{cases}
\begin{cases}x&x>0\\-x&x\le0\end{cases} ⇎ \begin{cases}-x&x>0\\x&x\le0\end{cases}
\begin{cases}1,&\text{if } n\text{ is odd}\\0,&\text{if }n\text{ is even}\end{cases} ⇎ \begin{cases}0,&\text{if } n\text{ is odd}\\1,&\text{if }n\text{ is even}\end{cases}
`);
