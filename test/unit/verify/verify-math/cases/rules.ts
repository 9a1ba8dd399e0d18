import { table } from './table.js';

/** One rule of the comparison each. */
export const RULES = table(String.raw`
f(x) ⇎ (f(x))!
xy ⇎ (xy)!
5 ⇎ \text{at most }x=5
x=5 ⇎ \text{at least }x=5
6 ⇎ 5=6
6 ⇎ x=5=6
yes ⇎ \text{Yes, no}
no ⇎ \text{no, yes}
A ⇎ (A)\cdot 3
1,000 ⇎ 1,000i
1,000 ⇎ 1,000x
1,000 ⇎ 1,000\cdot10
5 ⇎ [5
\frac\pi3 ⇎ \pi/[3
inf ⇎ -inf
C, A ⇎ -(C, A)
yes ⇎ yes-1
yes ⇎ yes, 1
A ⇎ (A)i
A ⇎ (A) \text{ or } 17
A ⇎ A \cdot 3
25\,\Omega ⇔ 25
25\,\Omega ⇎ 25\,V
D=(0,1) ⇎ \text{at least } D=(0,1)
y=2x+1 ⇎ \text{at least } y=2x+1
k=1 ⇎ \text{at least }k=1
5 ⇔ 5 \checkmark
5 ⇔ 5 \quad \blacksquare
\frac13 ⇔ P(X=2)=\frac13
\frac13 ⇔ P(X\ge2)=\frac13
\frac13 ⇔ P(A \cap B)=\frac13
\frac13 ⇔ P(A | B)=\frac13
3\pmod 7 ⇔ 3
3\pmod 7 ⇎ 4
x=-5,\quad p=\frac{14}{3} ⇔ (-5, \frac{14}{3})
x=-5,\quad p=\frac{14}{3} ⇎ (\frac{14}{3},-5)
\begin{cases} x = 1 \\ y = 2 \end{cases} ⇔ (1,2)
\begin{cases} x = 1 \\ y = 2 \end{cases} ⇎ (2,1)
(1,2) ⇔ \begin{cases} x = 1 \\ y = 2 \end{cases}
90^\circ ⇎ 90 \text{ radians}
90^\circ ⇔ \frac\pi2 \text{ radians}
\frac\pi2 ⇔ \frac\pi2 \text{ radians}
\frac{\pi}{2}\text{ radians} ⇔ 90^\circ
\frac{\pi}{2}\text{ radians} ⇔ \frac\pi2
2 \text{ rad} ⇎ 2^\circ
y=2,x=1 ⇔ (1,2)
y=2,x=1 ⇎ (2,1)
2\text{ rad/s} ⇔ 2\ \mathrm{rad/s}
2\text{ rad/s} ⇔ 2
5 ⇔ 5 (approximately)
-4 ⇔ \text{minus four}
-4 ⇔ \text{negative } 4
-\frac12 ⇔ \text{negative }\frac12
4 ⇎ \text{minus four}
4 ⇎ \text{minus }4
C ⇔ c
1011_2 ⇎ 1011 \text{ base } 3
1011_2 ⇎ 1010 \text{ base } 2
1011_2 ⇔ 1011 in base 2
2:3 ⇎ 3 to 2
5 ⇔ f_{\max}=5
5 ⇔ \max_{x\in[0,1]} f(x)=5
\langle 3, -2 \rangle ⇔ 3\mathbf{i} - 2\mathbf{j}
\langle 3, -2 \rangle ⇔ 3i - 2j
\langle 3, -2 \rangle ⇔ 3\hat{\imath} - 2\hat{\jmath}
\langle 3, -2 \rangle ⇔ 3\vec{i} - 2\vec{j}
(1,3) ⇎ \mathbf{i}+2\mathbf{j}
(1,3) ⇎ \mathbf{i}+2\mathbf{j}+1
(1,2,3) ⇔ \mathbf{i}+2\mathbf{j}+3\mathbf k
(1,2,3) ⇎ \mathbf{i}+3\mathbf{j}+2\mathbf k
(1,2,0) ⇔ \mathbf{i}+2\mathbf{j}
(1,2) ⇎ 2\mathbf{i}\mathbf{j}
\begin{pmatrix}1\\2\end{pmatrix} ⇔ \mathbf{i}+2\mathbf{j}
\mathbf{i}+2\mathbf{j} ⇔ \begin{pmatrix}1\\2\end{pmatrix}
3+4i ⇎ (3,4)
\{1\} \cup \{2\} ⇔ \{1,2\}
\{1,2\} ⇔ \{1\} \cup \{2\}
\{1,2\} ⇔ \{1,2,3\} \cap \{1,2\}
\{a\} ⇔ \{a,b\} \setminus \{b\}
\emptyset ⇔ \{1\} \cap \{2\}
\{1,2\} ⇎ \{1\} \cap \{2\}
\{1,2\} ⇎ \{1\} \cup \{3\}
\ln x+\ln y ⇔ \ln(xy)
\ln|x| ⇎ \ln x
\ln x ⇎ \frac12\ln(x^2)
\ln\frac xy ⇔ \ln x-\ln y
\ln\frac xy ⇎ \ln y-\ln x
\log_2(xy) ⇔ \log_2x+\log_2y
\log(x^3) ⇔ 3\log x
\log(x^3) ⇎ 2\log x
\ln x ⇎ \ln(-x)
\ln x ⇎ \ln 2x
\frac{\ln x}{\ln 2} ⇔ \log_2 x
x\ln x - x ⇔ x(\ln x-1)
\frac12\ln\left|\frac{x-1}{x+1}\right|+C ⇔ \frac12\ln|x-1|-\frac12\ln|x+1|+C
\frac12\ln\left|\frac{x-1}{x+1}\right|+C ⇎ \frac12\ln|x+1|-\frac12\ln|x-1|+C
\sin(\sin((8)x(10))) ⇔ \sin(\sin((10)x(8)))
e^{x^2} ⇔ e^{x\cdot x}
e^{e^{x}} ⇔ e^{e^x}
\frac{\pi}{4}+k\pi ⇔ x=\frac{\pi}{4}+n\pi, n\in\mathbb{Z}
\frac{\pi}{4}+k\pi ⇎ \frac{\pi}{4}+n\pi // no letter is said to be an integer
\frac{\pi}{4}+k\pi ⇔ x=\frac{5\pi}{4}+n\pi (n\in\mathbb{Z})
\frac{\pi}{4}+k\pi ⇔ x=\frac{\pi}{4}+n\pi, \text{ where } n \text{ is an integer}
\frac{\pi}{4}+k\pi ⇔ x=\frac{\pi}{4}+n\pi \text{ for any integer } n
\frac{\pi}{4}+k\pi ⇎ x=\frac{\pi}{4}+2n\pi, n\in\mathbb{Z}
\frac{\pi}{4}+k\pi ⇎ x=\frac{\pi}{3}+n\pi, n\in\mathbb{Z}
\frac{\pi}{4}+k\pi ⇎ \frac{\pi}{4}
\frac{\pi}{4}+k\pi ⇎ \frac{\pi}{4}+\pi
\frac{\pi}{4}+k\pi, k\in\mathbb{Z} ⇔ \frac{\pi}{4}+k\pi
x=\frac{\pi}{6}+2k\pi \text{ or } x=\frac{5\pi}{6}+2k\pi, k\in\mathbb Z ⇔ x=\frac{\pi}{6}+2n\pi, \frac{5\pi}{6}+2n\pi
x=\frac{\pi}{6}+2k\pi \text{ or } x=\frac{5\pi}{6}+2k\pi, k\in\mathbb Z ⇎ x=\frac{\pi}{6}+2n\pi
x=\pm\frac{\pi}{3}+2k\pi ⇔ x=\frac\pi3+2k\pi \text{ or } x=-\frac\pi3+2k\pi
x=\pm\frac{\pi}{3}+2k\pi ⇔ x=\frac\pi3+2k\pi \text{ or } x=\frac{5\pi}3+2k\pi
\frac\pi4+\frac{k\pi}{2} ⇔ \frac{(2k+1)\pi}{4}
\frac\pi4+\frac{k\pi}{2} ⇎ \frac{\pi}4+k\pi, \frac{3\pi}4+k\pi // no letter is said to be an integer
k\pi ⇎ n\pi // no letter is said to be an integer
k\pi ⇎ 2n\pi
k\pi ⇎ k\pi+\pi
45^\circ+180^\circ k ⇎ 45^\circ+180^\circ n // no letter is said to be an integer
45^\circ+180^\circ k ⇔ 225^\circ+180^\circ n, n\in\mathbb Z
2n+1 ⇎ 2k+1
2n+1 ⇎ 2n-1
2n+1, n\in\mathbb Z ⇔ 2k-1, k\in\mathbb{Z}
2n+1, n\in\mathbb Z ⇔ 2k-1
\{2n+1 : n\in\mathbb Z\} ⇔ \{2k+1 \mid k\in\mathbb{Z}\}
\{2n+1 : n\in\mathbb Z\} ⇎ \{2k \mid k\in\mathbb{Z}\}
x \in \{ \frac{\pi}{2}+k\pi \mid k\in\mathbb{Z}\} ⇔ x = \frac\pi2+k\pi
\pi r^2 ⇎ \pi n^2
\approx 7.07 ⇔ 5\sqrt2
\approx 7.07 ⇔ 7.07
\approx 7.07 ⇔ 7.071
\approx 7.07 ⇎ 7.08
x \approx 7.07 ⇔ 7.07
\approx 7.07 ⇎ 7.1
≈ 7.07 ⇔ 5\sqrt2
3 ⇔ 3个
3米 ⇎ 3元
3米 ⇔ 3\text{ m}
\lfloor n/2 \rfloor ⇎ \lfloor n/3 \rfloor
\lfloor n/2 \rfloor ⇎ \lfloor n/2 \rfloor^{-1}
\lfloor n/2 \rfloor ⇔ \left\lfloor\frac{n}{2}\right\rfloor
\lceil x\rceil ⇔ -\lfloor -x\rfloor
\lfloor x\rfloor + 1 ⇔ \lfloor x+1\rfloor
\lfloor x\rfloor + 1 ⇎ \lceil x\rceil
\lfloor 2x\rfloor ⇎ 2\lfloor x\rfloor
\lfloor \frac{n}{10}\rfloor ⇎ \lfloor \frac{n}{9}\rfloor
\left\lfloor\frac{n}{2}\right\rfloor+\left\lfloor\frac{n}{3}\right\rfloor ⇎ \left\lfloor\frac{5n}{6}\right\rfloor
\left\lfloor\frac{(n+1)^2}{4}\right\rfloor ⇎ \left\lfloor\frac{n^2}{4}\right\rfloor
x - \lfloor x\rfloor ⇎ x
\lfloor\sqrt n\rfloor ⇎ \lfloor \sqrt{n+1}\rfloor
\lfloor\log_2 n\rfloor ⇎ \lfloor \log_3 n\rfloor
\lfloor\log_2 n\rfloor ⇔ \lfloor \frac{\ln n}{\ln 2}\rfloor
k=1 ⇎ \text{no }k=1
\lfloor\frac{n^2}{4}\rfloor ⇔ \lfloor\frac{n}{2}\rfloor\lceil\frac n2\rceil
\lfloor\frac{n^2}{4}\rfloor ⇔ \frac{2n^2-1+(-1)^n}{8}
[2,2] ⇔ \{2\}
[2,2] ⇎ \{3\}
\{2\} ⇎ (1,3)
\mathbb{N} ⇔ \text{all natural numbers}
\mathbb Z ⇔ \text{all integers}
\mathbb Q ⇔ \text{the rational numbers}
\mathbb Q ⇎ \text{the irrational numbers}
\text{infinitely many} ⇔ \infty
\text{infinitely many} ⇔ \text{infinitely many solutions}
\text{infinite} ⇔ \infty
\infty ⇔ \text{infinite}
\frac{\sqrt x}{\sqrt y} ⇔ \sqrt{\frac xy}
\sqrt{x^2y} ⇎ x\sqrt y
(ab)^{1/2} ⇔ a^{1/2}b^{1/2}
(x^a)^b ⇔ x^{ab}
(xy)^a ⇔ x^ay^a
\sqrt{xy} ⇎ \sqrt{x}+\sqrt{y}
x^{a+b} ⇎ x^{ab}
\sqrt{x}-\sqrt{y} ⇎ \sqrt{x-y}
\sum_{k=1}^{\infty}\frac{1}{3^k} ⇔ \frac12
e ⇔ \sum_{k=0}^{\infty}\frac{1}{k!}
3 ⇎ \sum_{k=0}^{\infty}\frac{1}{2^k}
\sum_{k=0}^{\infty}\frac{1}{2^k} ⇎ 1.999999
2 ⇔ \sum_{n=1}^{\infty} \frac{n}{2^n}
2 ⇎ \sum_{n=1}^{100} \frac{n}{2^n}
\frac{1}{1-x} ⇎ \sum_{n=0}^{\infty} x^n+1
1 ⇎ \sum_{n=1}^\infty 1
0 ⇎ \sum_{n=1}^\infty n
x^2+C ⇎ x^2-C
c+\sin x ⇔ \sin x+C
abc ⇎ abC
a+c ⇎ a+k+1
11,\! 111,\! 111,\! 100 ⇔ 11{,}111{,}111{,}100
\ln|x| + C ⇎ \ln x + C
5 ⇎ 5 \text{ or } 5+1
y = c_1 e^x + c_2 e^{-x} ⇔ y = C_1 e^{x} + C_2 e^{-x}
C_1 e^x + C_2 e^{-x} ⇔ c_1 e^{x} + c_2 e^{-x}
(1, -2, 3)^T ⇔ \begin{pmatrix}1\\-2\\3\end{pmatrix}
(1,-2,3)^T ⇔ (1,-2,3)
(1,-2,3)^T ⇎ (1,2,3)
0.5 ⇎ 5\%
75\% ⇎ 7.5
75\% ⇎ 750
75\% ⇎ \frac{3}{5}
1\% ⇎ 1.01
100\% ⇔ 100
3\% ⇎ 3\text{ cm}
10^3 ⇎ 10\cdot 3
10^{-3} ⇎ 10^{3}
1.5\times10^{4} ⇎ 1.5\times10^{5}
1.5\times10^{4} ⇎ 1.5\times 10
\sqrt{18} ⇎ 2\sqrt3
\sqrt[3]{4} ⇎ \sqrt{4}
\sqrt[4]{8} ⇎ \sqrt[3]{8}
\sqrt{2+\sqrt3} ⇎ \sqrt{2}+\sqrt[4]{3}
\sqrt{3-2\sqrt{2}} ⇎ 1-\sqrt2
\sqrt{3-2\sqrt{2}} ⇔ \sqrt2-1
2+\sqrt3 ⇎ 2-\sqrt3
(2+\sqrt3)^{-1} ⇔ 2-\sqrt3
\frac{\pi}{6} ⇎ \frac{\pi}{3}
\frac{\pi}{6} ⇎ 60^\circ
\frac{\pi}{6} ⇎ 30\pi
30^\circ ⇎ \frac{\pi}{3}
30^\circ ⇎ 0.5
e^3 ⇎ 3e
\ln 3 ⇎ \log 3
\log_2 8 ⇎ 4
\log_{10} 5 ⇎ \ln 5
\sin 30^\circ ⇎ \sin 30
\sin 30^\circ ⇎ \frac{\sqrt3}{2}
\tan 45^\circ ⇎ -1
\cos^{-1}(0.5) ⇎ 2
\cos^{-1}(0.5) ⇔ \frac\pi3
2+3i ⇎ 3+2i
2+3i ⇎ -2-3i
|2+3i| ⇔ \sqrt{13}
|2+3i| ⇎ \sqrt5
e^{i\pi/4} ⇔ \frac{\sqrt2}{2}+\frac{\sqrt2}{2}i
e^{i\pi/4} ⇎ \frac{\sqrt2}{2}-\frac{\sqrt2}{2}i
5! ⇎ 5!!
\binom{5}{2} ⇎ \frac{5}{2}
\binom{5}{2} ⇎ (5,2)
\binom{5}{2} ⇎ 20
|{-3}| ⇎ -3
\lfloor 2.7\rfloor ⇎ 3
\lceil 2.1\rceil ⇎ 2
\lfloor -2.5\rfloor ⇎ -2
\sum_{k=1}^{4}k ⇎ \sum_{k=1}^{5}k
\sum_{k=1}^{4}k ⇎ \prod_{k=1}^4 k
\prod_{k=1}^{3}2k ⇔ 48
101_2 ⇎ 101_{10}
12_{3} ⇎ 12_{4}
2 \pmod 5 ⇎ 3\pmod 5
2 \pmod 5 ⇎ 2\pmod{7}
2\pmod 5 ⇔ 7 \pmod 5
x\equiv 2 \pmod 5 ⇎ x=2
5\text{ cm} ⇎ 5\text{ cm}^2
5\text{ cm} ⇎ 5\text{ inches}
5\text{ m/s} ⇎ 5\text{ m/s}^2
5\text{ m/s} ⇎ 5\text{ s/m}
5\text{ kg} ⇎ 5\text{ mg}
5\text{ square feet} ⇎ 5\text{ feet}
5\text{ square feet} ⇎ 5\text{ cubic feet}
\$5 ⇎ \$50
\$5 ⇎ £5
\$5 ⇎ 5\%
\pm 5 ⇎ 5
\pm 5 ⇎ \pm 6
\pm 5 ⇎ \mp5+1
1\pm 2 ⇎ 3
1\pm 2 ⇔ 3,-1
(1,2) ⇎ (1,2,0)
(1,2) ⇎ (-1,-2)
(1,2) ⇎ 1,2,3
\{1,2\} ⇎ \{1\}
\{1,2\} ⇎ [1,2]
[1,2] ⇎ \{1,2\}
[1,2] ⇎ [1,3]
[1,2] ⇎ 1\le x<2
(1,2] ⇎ 1\le x<2
(-\infty,3) ⇎ (3,\infty)
(-\infty,3) ⇎ x>3
(-\infty,3) ⇎ (-\infty,3]
(-\infty,3)\cup(5,\infty) ⇎ 3<x<5
(-\infty,3)\cup(5,\infty) ⇎ (-\infty,5)\cup(3,\infty)
\emptyset ⇎ \mathbb{R}
\emptyset ⇎ \text{all real numbers}
\infty ⇎ 0
\infty ⇎ \text{undefined}
x>1 ⇎ x<1
x>1 ⇎ -x>1
x>1 ⇎ x>-1
x>1 ⇎ 2x>1
1<x<2 ⇎ 1<x<3
1<x<2 ⇎ x>1
x=1 ⇎ x=2
y=2x+3 ⇎ y=3x+2
y=2x+3 ⇎ y=-2x+3
y=2x+3 ⇎ 2x+3=0
x^2+y^2=9 ⇎ x^2+y^2=3
x^2+1 ⇎ x^2
x^2+1 ⇎ x^2+1=0
x^2+1 ⇎ (x+1)^2
2x ⇎ 2
2x ⇎ 2x+1
2x ⇎ 2y
3x^2 ⇎ (3x)^2
\frac{1}{x} ⇎ x
\frac{x+1}{2} ⇎ x+\frac12
\frac{1}{x+1} ⇎ \frac1x+1
(x+1)(x-2) ⇎ (x-1)(x+2)
\begin{pmatrix}1&2\end{pmatrix} ⇎ \begin{pmatrix}2&1\end{pmatrix}
\begin{pmatrix}1\\2\end{pmatrix} ⇎ \begin{pmatrix}1\\-2\end{pmatrix}
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇎ -\begin{pmatrix}1&2\\3&4\end{pmatrix}
A ⇎ D
\text{yes} ⇎ \text{maybe}
\text{blue} ⇎ \text{red}
\text{one} ⇎ 2
\text{Tuesday} ⇎ \text{Wednesday}
3:4 ⇎ 3:5
3:4 ⇎ 34
2:30 ⇎ 3:30
1,2,3 ⇎ 1,2,3,3
1,1,2 ⇔ 1,2,1
12 ⇔ A_4^2
12 ⇔ \mathrm{A}_4^2
12 ⇔ P_4^2
5 ⇔ x = 5, \text{ since } x > 0
5 ⇔ 5^{\text{th}}
≥ 5 ⇔ \geq 5
\geq 5 ⇔ x\ge 5
x \geq 5 ⇔ \ge 5
\geq 5 ⇎ > 5
\geq 5 ⇎ 5
5 ⇎ \geq 5
x\ne 5 ⇔ \neq 5
[5,\infty) ⇔ \geq 5
5 ⇎ \neq 5
5 ⇎ > 5
5 ⇎ < 5
A ⇎ A_4^2
A_4^2 ⇎ 16
12\text{ in}^2 ⇔ 12\text{ square inches}
12\text{ in}^3 ⇎ 12\text{ square inches}
12\text{ m}^2 ⇔ 12 m^2
12\text{ sq cm} ⇔ 12\text{ cm}^2
12\text{ cubic feet} ⇔ 12\text{ ft}^3
8\text{ years old} ⇔ 8
0xFF ⇔ 255
0xFF ⇎ 256
5\text{ ft } 6\text{ in} ⇔ 5\text{ feet and }6\text{ inches}
5\text{ ft}, 6\text{ ft} ⇎ 11\text{ ft}
\sec 2 ⇎ 2
2\sec x ⇔ \frac{2}{\cos x}
\min(2,3) ⇔ 2
4 ⇎ x^2+y^2=4
1 ⇎ x+y=1
27 ⇎ a+b+c=27
(0,1) ⇎ x=0 \text{ or } x=1
3 ⇎ x\equiv 3\pmod 7
\text{divergent} ⇎ \text{does not exist}
\text{diverges} ⇔ \text{divergent}
5 ⇔ \vec a\cdot\vec b=5
5 ⇔ |\vec a+\vec b|=5
5 ⇔ AB+CD=5
5 ⇔ S_{\triangle ABC}=5
5 ⇔ f(1)+f(2)=5
1/3 ⇔ \frac13 \text{ of the cake}
\frac13\text{ of the cake} ⇔ \frac13
5 ⇎ 5 \text{ of the } 6
\text{True} ⇔ \text{T}
\text{True} ⇎ \text{F}
\vec{0} ⇔ 0
0 ⇔ \vec{0}
1 ⇎ \vec{1}
`);
