import { table } from './table.js';

/** A second look at every kind of answer, in other spellings. */
export const MORE = table(String.raw`
0 ⇔ 0.0
-0.5 ⇔ -\frac{1}{2}
-0.5 ⇔ -.5
-0.5 ⇔ \frac{-1}{2}
\frac{-1}{2} ⇎ \frac{1}{2}
007 ⇔ 7
1{,}000{,}000 ⇔ 10^6
1{,}000{,}000 ⇔ 1 million
1{,}000{,}000 ⇎ 10^7
1\;000\;000 ⇔ 1000000
2\,500 ⇔ 2500
12 345.67 ⇔ 12345.67
99{,}999.5 ⇔ 99999.5
100,000 ⇎ 100
1,5 ⇎ 1.5 // in a formula a comma lists
3{,}5 ⇔ 3.5
1.000 ⇔ 1
1.010 ⇎ 1.1
0.1 + 0.2 ⇔ 0.3
0.30000000000000004 ⇔ 0.3 // as a double is printed
\frac{22}{7} ⇎ \pi
\frac{355}{113} ⇎ \pi
3.1415927 ⇔ \pi
\pi ⇎ 3.1415927536
1.4142135623730951 ⇔ \sqrt2
0.142857 ⇔ \frac17
0.142858 ⇎ \frac17
0.14286 ⇎ \frac17
0.25 ⇔ 25\%
25\% ⇔ \frac{1}{4}
150\% ⇔ 1.5
0.5\% ⇔ 0.005
0.5\% ⇎ 0.5\cdot 100
5\% ⇎ 5\text{ cm}
100\% ⇔ 1
1 ⇔ 100\%
-12\% ⇔ -0.12
7 \times 10^{-5} ⇔ 0.00007
7 \times 10^{-5} ⇔ 7e-05
7 \times 10^{-5} ⇎ 7 \times 10^{5}
1.0 \times 10^3 ⇔ 1000
3.0\times10^8 ⇔ 300000000
3\times10^8\text{ m/s} ⇔ 3\times 10^{8}
9.11 \times 10^{-31} ⇎ 9.12 \times 10^{-31}
\frac{1}{2^{10}} ⇔ 2^{-10}
2^{-10} ⇎ 2^{-11}
1\frac{1}{2} ⇔ 1.5
1\frac{1}{2} ⇔ \frac{3}{2}
1\frac{1}{2} ⇎ \frac{1}{2}
1 \frac{1}{2} ⇔ 1.5
1 1/2 ⇔ 1.5
2\frac{5}{8} ⇔ \frac{21}{8}
-1\frac{3}{4} ⇔ -1.75
10\frac{2}{5} ⇔ 10.4
3 \cdot \frac{1}{2} ⇔ 1.5
3 \cdot \frac{1}{2} ⇎ 3.5
\frac{a}{b} ⇎ \frac{b}{a}
\frac{0}{5} ⇔ 0
\frac{5}{0} ⇎ 0
\frac{6}{3} ⇔ 2
\frac{100!}{99!} ⇔ 100
\frac{1}{3}+\frac{1}{6} ⇔ \frac12
0.0\overline{27} ⇔ \frac{3}{110}
2.\overline{7} ⇔ \frac{25}{9}
0.\overline{012345679} ⇔ \frac{1}{81}
0.999... ⇔ 1
0.1666... ⇔ \frac16
0.123123123... ⇔ \frac{41}{333}
0.12 ⇎ 0.\overline{12}
3.14... ⇎ \pi // any number may begin so
3.15... ⇎ \pi
\sqrt{0} ⇔ 0
\sqrt{1} ⇔ 1
\sqrt{49} ⇔ 7
\sqrt{49} ⇎ \pm 7
\sqrt{50} ⇔ 5\sqrt{2}
\sqrt{8}+\sqrt{2} ⇔ 3\sqrt2
\sqrt{8}+\sqrt{2} ⇎ \sqrt{10}
\sqrt{2}\sqrt{3} ⇔ \sqrt{6}
\sqrt{\frac{1}{2}} ⇔ \frac{1}{\sqrt2}
\sqrt{\frac{3}{4}} ⇔ \frac{\sqrt{3}}{2}
\frac{\sqrt{3}}{3} ⇔ \frac{1}{\sqrt{3}}
\frac{3}{\sqrt{3}} ⇔ \sqrt{3}
\frac{1+\sqrt5}{2} ⇎ \frac{1-\sqrt5}{2}
\frac{1+\sqrt5}{2} ⇔ \frac{2}{\sqrt5-1}
\frac{1+\sqrt{5}}{2} ⇎ 2
2\sqrt[3]{4} ⇔ \sqrt[3]{32}
2\sqrt[3]{4} ⇎ 2\sqrt{4}
\sqrt[3]{2} ⇔ 2^{1/3}
\sqrt[3]{2} ⇔ 2^{\frac{1}{3}}
\sqrt[3]{-27} ⇔ -3
-\sqrt[3]{27} ⇔ -3
\sqrt[3]{\frac{1}{8}} ⇔ \frac12
\sqrt{\sqrt{16}} ⇔ 2
\sqrt{7+4\sqrt{3}} ⇔ 2+\sqrt3
\sqrt{6-2\sqrt5} ⇔ \sqrt5-1
\sqrt{6-2\sqrt5} ⇎ 1-\sqrt5
\sqrt{3+2\sqrt{2}}-\sqrt{3-2\sqrt{2}} ⇔ 2
4\sqrt{2} ⇎ 4
4 ⇎ 4\sqrt{2}
1\sqrt{19} ⇎ 1
1\sqrt{19} ⇔ \sqrt{19}
\pi^2 ⇎ \pi
\frac{\pi^2}{6} ⇔ \pi^2/6
4\pi-8 ⇔ 4(\pi-2)
100\pi ⇔ 314.159265
100\pi ⇎ 314
100\pi ⇎ 314.16
\pi/4 ⇔ 0.785398
45^\circ ⇔ \frac{\pi}{4}
45^\circ ⇎ \frac{\pi}{3}
60° ⇔ 60^{\circ}
60^o ⇔ 60^\circ
60 degrees ⇔ 60^\circ
30^\circ 30' ⇔ 30.5^\circ
\sin 60^\circ ⇔ \frac{\sqrt3}{2}
\sin(60^\circ) ⇔ \frac{\sqrt{3}}{2}
\sin 60° ⇔ \frac{\sqrt3}{2}
\sin(\frac{\pi}{3}) ⇔ \frac{\sqrt3}{2}
\sin\left(\frac{\pi}{3}\right) ⇔ \frac{\sqrt3}{2}
\cos 120^\circ ⇔ -\frac12
\cos 120^\circ ⇎ \frac12
\tan 60^\circ ⇔ \sqrt{3}
\tan 60^\circ ⇎ \frac{1}{\sqrt3}
\sin 75^\circ ⇔ \frac{\sqrt6+\sqrt2}{4}
\sin 18^\circ ⇔ \frac{\sqrt5-1}{4}
\cos\frac{\pi}{5} ⇔ \frac{1+\sqrt5}{4}
\sin 10^\circ\sin 50^\circ\sin 70^\circ ⇔ \frac18
\arccos\frac{1}{3} ⇎ \arcsin\frac13
\arccos\frac{1}{3} ⇔ \cos^{-1}\frac13
\arctan\frac34 ⇔ \tan^{-1}\left(\frac{3}{4}\right)
\arcsin 1 ⇔ 90^\circ
\ln 8 ⇔ 3\ln 2
\ln\frac{1}{2} ⇔ -\ln 2
\ln 1 ⇔ 0
\ln e ⇔ 1
e^{\ln 5} ⇔ 5
e^{2\ln 3} ⇔ 9
\log_3 81 ⇔ 4
\log_{\frac12} 8 ⇔ -3
\log_5 7 ⇔ \frac{\log 7}{\log 5}
\log 2+\log 5 ⇔ 1
\log_9 27 ⇔ 1.5
\log_2 10 ⇎ \log_{10} 2
\ln 10 ⇎ \log 10
2+3i ⇔ 3i+2
2+3i ⇎ 2-3i
2+3i ⇎ 2+3
-i ⇔ \frac{1}{i}
-i ⇔ i^3
i ⇎ -i
i ⇎ 1
(2+i)(2-i) ⇔ 5
\frac{2+i}{1-i} ⇔ \frac12+\frac32 i
e^{i\pi/2} ⇔ i
e^{i\pi/3} ⇔ \frac{1+i\sqrt{3}}{2}
2e^{i\pi/6} ⇔ \sqrt3+i
|1+i| ⇔ \sqrt2
\sqrt{-1} ⇔ i
\sqrt{-9} ⇔ 3i
2 \pm 3i ⇔ 2+3i, 2-3i
2 \pm 3i ⇎ 2+3i
\pm i ⇔ i, -i
7! ⇔ 5040
\frac{8!}{3!5!} ⇔ 56
6!! ⇔ 48
\binom{8}{3} ⇔ 56
\binom83 ⇔ 56
\binom{8}{3} ⇎ \binom{8}{4}
{}_8C_3 ⇔ 56
8! ⇎ 40321
\dbinom{10}{5} ⇔ 252
2^5 \cdot 3^2 ⇔ 288
2^{5} \times 3^{2} ⇔ 288
|x| ⇔ \left|x\right|
|-3|-|2| ⇔ 1
\left\lfloor \frac{7}{2} \right\rfloor ⇔ 3
\left\lceil \frac{7}{2} \right\rceil ⇔ 4
\lfloor -0.5 \rfloor ⇔ -1
\lfloor 2.5 \rfloor ⇎ 2.5
\sum_{k=0}^{5} \binom{5}{k} ⇔ 32
\sum_{k=1}^{100} k ⇔ 5050
\sum_{k=1}^{4} \frac{1}{k(k+1)} ⇔ \frac45
\sum_{k=1}^{n} k^2 ⇔ \frac{n(n+1)(2n+1)}{6}
\sum_{k=0}^{n} 2^k ⇔ 2^{n+1}-1
\sum_{k=0}^{n} 2^k ⇎ 2^n-1
\prod_{k=1}^{n} k ⇔ n!
\prod_{i=1}^{4} (2i-1) ⇔ 105
101_2 ⇔ 101_{2}
101_2 ⇔ 101_{(2)}
101_2 ⇎ 101_3
101_2 ⇎ 5
101_2 ⇎ 101
101_2 ⇎ 110_2
1234_8 ⇔ 1234_{\text{eight}}
0101_2 ⇔ 101_2
2A_{16} ⇔ 2A_{16}
2A_{16} ⇔ 2a_{16}
2A_{16} ⇎ 42
5 \pmod{12} ⇔ 5 \pmod{12}
5 \pmod{12} ⇔ 17 \pmod{12}
5 \pmod{12} ⇎ 6 \pmod{12}
5 \pmod{12} ⇎ 5 \pmod{13}
x \equiv 5 \pmod{12} ⇔ x \equiv -7 \pmod{12}
n \equiv 2 \mod 5 ⇔ n\equiv 2\pmod 5
n \equiv 2 \mod 5 ⇎ n\equiv 3\pmod 5
10\text{ kg} ⇎ 10\text{ g}
10\text{ kg} ⇔ 10 kilograms
10\text{ kg} ⇔ 10\,\text{kg}
10 kg ⇔ 10000 g
10 hours ⇔ 10 h
10 hours ⇔ 10 hr
10 hours ⇎ 10 days
3.5\text{ liters} ⇔ 3.5 L
3.5\text{ liters} ⇎ 3.5\text{ mL}
20 m^2 ⇔ 20\text{ m}^2
20 m^2 ⇎ 20\text{ m}
20\text{ m}^2 ⇔ 20\text{ square meters}
20\text{ m}^3 ⇔ 20\text{ cubic meters}
20\text{ ft}^2 ⇔ 20 \text{ sq ft}
20\text{ ft}^2 ⇎ 20\text{ m}^2
50 mph ⇔ 50
50\text{ mph} ⇔ 50\text{ miles per hour}
9.8 \text{ m/s}^2 ⇔ 9.8
120 N ⇔ 120
£5 ⇎ $5
£5 ⇔ 5
\$1{,}250 ⇔ 1250
\$1{,}250 ⇔ \$1250.00
\$1{,}250 ⇎ \$1250.50
\$0.75 ⇎ 75
75\text{ cents} ⇔ 75
75¢ ⇔ 75 cents
12\text{ pencils} ⇔ 12
12\text{ pencils} ⇎ 12\text{ erasers}
12\text{ people} ⇔ 12 people
x=2\text{ or }x=3 ⇔ 2,3
x=2\text{ or }x=3 ⇔ x = 3, x = 2
x=2\text{ or }x=3 ⇔ \{2,3\}
x=2\text{ or }x=3 ⇔ x\in\{2,3\}
x=2\text{ or }x=3 ⇎ 2
x=2\text{ or }x=3 ⇎ x=2
x=2 ⇎ x=2\text{ or }x=3
x=2, y=3 ⇔ (x,y) = (2,3)
x=2, y=3 ⇔ (2,3)
x=2, y=3 ⇔ y = 3, x = 2
x=2, y=3 ⇎ (3,2)
x=2, y=3 ⇎ x=3, y=2
x=2, y=3 ⇎ x=2
a=1,b=2,c=3 ⇔ (1,2,3)
a=1,b=2,c=3 ⇔ a = 1, \quad b = 2, \quad c = 3
a=1,b=2,c=3 ⇎ (1,3,2)
(a,b,c)=(1,2,3) ⇔ a=1, b=2, c=3
x_1=2, x_2=3 ⇔ 2, 3
x_{1}=2, x_{2}=3 ⇔ x_1=2,x_2=3
a_1=2, a_2=3 ⇎ a_1=3, a_2=2
k = \pm 3 ⇔ 3, -3
k = \pm 3 ⇔ k=3 \text{ or } k=-3
k = \pm 3 ⇎ 3
\pm\sqrt{5} ⇔ \sqrt5, -\sqrt5
\pm\sqrt{5} ⇔ -\sqrt5\text{ and }\sqrt5
1 \pm \sqrt{2} ⇔ 1-\sqrt2, 1+\sqrt2
1 \pm \sqrt{2} ⇎ 1 \pm \sqrt{3}
\frac{3\pm\sqrt{5}}{2} ⇔ \frac{3}{2}\pm\frac{\sqrt5}{2}
1, 2, 3, 4 ⇔ 4, 3, 2, 1
1, 2, 3, 4 ⇔ \{4,3,2,1\}
1, 2, 3, 4 ⇎ 1, 2, 3
1, 2, 3, 4 ⇎ 1, 2, 3, 5
\{1, 2\} ⇔ 2, 1
\{1, 2\} ⇔ \left\{1,2\right\}
\{1, 2\} ⇎ \{1, 3\}
\{1, 2\} ⇎ 1
\{a, b\} ⇔ \{b, a\}
\{(1,2),(2,1)\} ⇔ (2,1),(1,2)
\{(1,2),(2,1)\} ⇎ (1,2)
\{\} ⇔ \emptyset
\emptyset ⇔ \text{No solution}
\emptyset ⇔ \text{no solutions}
\emptyset ⇔ \text{There is no solution.}
\emptyset ⇔ none
\text{no real solution} ⇔ \text{No solution}
(0,1) ⇎ [0,1]
(0,1) ⇎ (0,1]
(0,1) ⇎ (1,0)
(0,1) ⇔ 0<x<1
(0,1) ⇔ ]0,1[
(0,1] ⇔ 0 < x \leq 1
(0,1] ⇔ \{x \mid 0 < x \le 1\}
(0,1] ⇔ x\in(0,1]
(0,1] ⇔ x > 0 \text{ and } x \le 1
(0,1] ⇎ x > 0 \text{ or } x \le 1
[2,\infty) ⇔ x \geq 2
[2,\infty) ⇔ x ≥ 2
[2,\infty) ⇔ [2, +\infty)
[2,\infty) ⇔ [2,∞)
[2,\infty) ⇎ (2,\infty)
[2,\infty) ⇎ (-\infty, 2]
[2,\infty) ⇎ 2
(-\infty,0)\cup(0,\infty) ⇔ x\neq 0
(-\infty,0)\cup(0,\infty) ⇔ \mathbb{R}\setminus\{0\}
(-\infty,0)\cup(0,\infty) ⇔ \mathbb{R} \backslash \{0\}
(-\infty,0)\cup(0,\infty) ⇔ \{x \mid x \neq 0\}
(-\infty,0)\cup(0,\infty) ⇔ x<0\text{ or }x>0
(-\infty,0)\cup(0,\infty) ⇎ \mathbb{R}
(-\infty,-2]\cup[2,\infty) ⇔ x\le-2\text{ or }x\ge2
(-\infty,-2]\cup[2,\infty) ⇎ x\le-2\text{ and }x\ge2
(-\infty,-2]\cup[2,\infty) ⇎ -2\le x\le 2
(-\infty,-2]\cup[2,\infty) ⇎ (-\infty,-2)\cup(2,\infty)
x>2 ⇔ 2<x
x>2 ⇎ x\ge 2
x>2 ⇎ x>3
x>2 ⇎ 2
x>2 ⇎ x<2
x>2 ⇎ x^2>4
x>2 ⇎ 3x>6
a \le b ⇔ b \ge a
a \le b ⇎ b \le a
m>n ⇎ n>m
2\le x\le 5 ⇔ 5\ge x\ge 2
2\le x\le 5 ⇔ [2,5]
2\le x\le 5 ⇎ (2,5)
2\le x\le 5 ⇎ 2, 5
y=x^2 ⇔ x^2
y=x^2 ⇔ x^2-y=0
y=x^2 ⇎ x=y^2
y=x^2 ⇎ y=x^3
y=-\frac{1}{2}x+3 ⇔ x+2y=6
y=-\frac{1}{2}x+3 ⇔ x+2y-6=0
y=-\frac{1}{2}x+3 ⇔ y=3-\frac{x}{2}
y=-\frac{1}{2}x+3 ⇎ y=\frac{1}{2}x+3
2x-3y=7 ⇔ 4x-6y=14
2x-3y=7 ⇔ -2x+3y=-7
2x-3y=7 ⇎ 2x+3y=7
2x-3y=7 ⇎ 2x-3y=8
2x-3y=7 ⇎ 7
f(x)=x^2+1 ⇔ x^2+1
f(x)=x^2+1 ⇔ f(x)=1+x^2
f(x)=x^2+1 ⇎ f(x)=x^2-1
f(x)=x^2+1 ⇎ f(t)=x^2+1
f(x)=2x ⇎ g(x)=2x
a_n=2n+1 ⇔ 2n+1
a_n=2n+1 ⇎ 2n-1
P(x)=(x-1)(x-2) ⇔ x^2-3x+2
p(x)=x^3-x ⇔ x(x-1)(x+1)
V=\frac43\pi r^3 ⇔ \frac{4\pi r^3}{3}
V=\frac43\pi r^3 ⇎ \frac43\pi r^2
(x+2)(x-3) ⇔ x^2-x-6
(x+2)(x-3) ⇔ (x-3)(x+2)
(x+2)(x-3) ⇎ (x-2)(x+3)
x(x+1) ⇔ x^2+x
2(x+3) ⇔ 2x+6
-(x-y) ⇔ y-x
a-b ⇎ b-a
a^2-b^2 ⇔ (a+b)(a-b)
a^2-b^2 ⇎ (a-b)^2
(a+b)^3 ⇔ a^3+3a^2b+3ab^2+b^3
x^3+y^3 ⇔ (x+y)(x^2-xy+y^2)
x^3+y^3 ⇎ (x+y)^3
\frac{x^2-4}{x-2} ⇔ x+2
\frac{1}{x-1}-\frac{1}{x+1} ⇔ \frac{2}{x^2-1}
\frac{a+b}{c} ⇎ a+\frac{b}{c}
\frac{a}{b+c} ⇎ \frac{a}{b}+\frac{a}{c}
\frac{x}{2} ⇔ \frac12x
\frac{x}{2} ⇔ x/2
\frac{2}{x} ⇎ \frac{x}{2}
x^{2y} ⇔ (x^y)^2 // at positive and negative x alike
\sqrt{x^2+2x+1} ⇔ |x+1|
\sqrt{x^2+2x+1} ⇎ x+1
\sqrt{4x} ⇔ 2\sqrt{x}
\sqrt{x+y} ⇎ \sqrt{x}+\sqrt{y}
\sqrt{a}\sqrt{a} ⇔ a
\ln x^2 ⇎ (\ln x)^2
\ln(x+y) ⇎ \ln x+\ln y
e^x\cdot e^{-x} ⇔ 1
\sin(-x) ⇔ -\sin x
\cos(-x) ⇔ \cos x
\tan x ⇔ \frac{\sin x}{\cos x}
\sin x\cos x ⇔ \frac12\sin 2x
\sin^2 x ⇔ \frac{1-\cos 2x}{2}
\sin^2 x ⇔ (\sin x)^2
\sin^2 x ⇎ \sin x^2
\sin 3x ⇔ 3\sin x-4\sin^3 x
\cos(x+y) ⇔ \cos x\cos y-\sin x\sin y
\cos(x+y) ⇎ \cos x+\cos y
\cosh^2x-\sinh^2x ⇔ 1
2^n\cdot 2^n ⇔ 4^n
2^n\cdot 2^n ⇎ 2^{n^2}
3^{n}+3^{n}+3^n ⇔ 3^{n+1}
n(n+1) ⇔ n^2+n
\frac{n!}{(n-2)!} ⇔ n(n-1)
\frac{(2n)!}{n!} ⇎ 2
\binom{n}{3} ⇔ \frac{n(n-1)(n-2)}{6}
x+C ⇎ x
\frac{x^2}{2}+C ⇔ C+\frac{1}{2}x^2
\vec{a}+\vec{b} ⇔ \vec{b}+\vec{a}
\mathbf{i}+2\mathbf{j} ⇔ 2\mathbf{j}+\mathbf{i}
\begin{pmatrix}1\\-2\end{pmatrix} ⇎ \begin{pmatrix}-1\\2\end{pmatrix}
\begin{pmatrix}1\\-2\end{pmatrix} ⇔ \begin{bmatrix}1\\-2\end{bmatrix}
\begin{pmatrix}1\\-2\end{pmatrix} ⇔ (1,-2)
\begin{bmatrix}a&b\\c&d\end{bmatrix} ⇎ \begin{bmatrix}a&c\\b&d\end{bmatrix}
\begin{bmatrix}a&b\\c&d\end{bmatrix}^T ⇔ \begin{bmatrix}a&c\\b&d\end{bmatrix}
\begin{pmatrix}2&0\\0&2\end{pmatrix} ⇔ 2\begin{pmatrix}1&0\\0&1\end{pmatrix}
\begin{pmatrix}1&1\\0&1\end{pmatrix}^2 ⇔ \begin{pmatrix}1&2\\0&1\end{pmatrix}
\begin{pmatrix}1&2\\3&4\end{pmatrix}^{-1} ⇔ \begin{pmatrix}-2&1\\1.5&-0.5\end{pmatrix}
\text{blue} ⇔ Blue
\text{blue} ⇎ red
\text{Friday} ⇔ friday
\text{Friday} ⇎ Thursday
\text{Friday} ⇎ mon
\text{increasing} ⇎ decreasing
\text{convergent} ⇎ divergent
\text{neither} ⇔ Neither
\text{isosceles triangle} ⇔ an isosceles triangle
\text{parabola} ⇔ \text{a parabola}
true ⇎ false
C ⇔ \text{(C)}
C ⇔ \boxed{C}
C ⇔ \text{C. 12}
C ⇔ C: the third
C ⇎ c^2
C ⇎ \text{(D)}
E ⇔ (E)
(B) ⇔ B
(B) ⇎ A
B ⇔ \mathbf{B}
42 ⇔ \mathrm{42}
42 ⇔ \textbf{42}
42 ⇔ \bf 42
42 ⇔ {\bf 42}
42 ⇔ {\color{blue} 42}
42 ⇔ \color{blue} 42
42 ⇔ \textstyle 42
42 ⇔ 42 \text{.}
42 ⇔ 42;
42 ⇔ \quad 42
42 ⇔ 42\quad
42 ⇔ \! 42
42 ⇔ ~42~
42 ⇔ \left( 42 \right)
42 ⇔ =42
42 ⇔ N=42
42 ⇔ \therefore 42
42 ⇔ x=42\text{ is the answer}
42 ⇔ \text{The answer is }42\text{.}
42 ⇎ 42x
42 ⇎ 4.2
42 ⇎ 24
42 ⇎ 42 or 43
42 ⇎ \text{not }42
42 ⇎ \approx 43
42 ⇔ \approx 42
\frac{3}{5} ⇔ \frac {3} {5}
\frac{3}{5} ⇔ \frac35
\frac{3}{5} ⇔ \frac{3}5
\frac{3}{5} ⇔ \dfrac{3}{5}
\frac{3}{5} ⇔ 3/5
\frac{3}{5} ⇔ (3)/(5)
\frac{3}{5} ⇔ \frac{\text{3}}{\text{5}}
\frac{3}{5} ⇔ 0.6
\frac{3}{5} ⇔ \frac{3}{5
\frac{\sqrt{2}}{2} ⇔ \frac{\sqrt2}2
\frac{\sqrt{2}}{2} ⇔ \frac{\sqrt{2}}2
\frac{\sqrt{2}}{2} ⇔ \sqrt2/2
\frac{\sqrt{2}}{2} ⇔ \sqrt{2}/2
\frac{\sqrt{2}}{2} ⇔ √2/2
\frac{\sqrt{2}}{2} ⇔ (√2)/2
\frac{\sqrt{2}}{2} ⇔ sqrt(2)/2
2\sqrt{3} ⇔ 2sqrt(3)
2\sqrt{3} ⇔ 2 sqrt 3
2\sqrt{3} ⇔ 2√3
2\sqrt{3} ⇔ 2·√3
x^2 ⇔ x²
x^2+y^2 ⇔ x²+y²
x^{-1} ⇔ x⁻¹
x_1 ⇔ x₁
a \times b ⇔ a·b
a \times b ⇔ a*b
2 \le x ⇔ 2 ≤ x
\theta ⇔ θ
\alpha ⇎ \beta
\frac{π}{2} ⇔ \frac{\pi}{2}
½ ⇔ 0.5
3×4 ⇔ 12
10÷4 ⇔ 2.5
𝑥+1 ⇔ x+1
2 ⇔ 17 \bmod 5
2 ⇔ 17 mod 5
3 ⇎ 17 \bmod 5
17 \bmod 5 ⇔ 2
3 ⇎ 10 \pmod 7
n\equiv 2 \mod 5 ⇎ n \equiv 2 \mod 7
A ⇎ (A) or (B)
A ⇎ (A) \text{ or } (B)
A ⇎ A or B
A ⇎ A, B
A ⇎ (A)-1
\infty ⇎ -(infinity)
(1,2) ⇎ (x,y)=[1,2)
`);
