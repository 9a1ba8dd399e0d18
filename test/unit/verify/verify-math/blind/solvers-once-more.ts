import { rows } from '../rules/rows.js';

// A second set of what models write when they solve a problem, right and wrong. Written by another hand without sight of the verifier or of the first set, labelled and scored once.

export const HONEST_FRACTION_DECIMAL = rows(String.raw`
0.375 ⇔ ~So the probability is $\boxed{\dfrac{3}{8}}$.
-1.75 ⇔ ~Thus, the value is \boxed{-\frac{7}{4}}.
\frac{15}{36} ⇔ ~Therefore the ratio of the areas is \(\boxed{\tfrac{5}{12}}\).
\frac{11}{4} ⇔ ~$$\boxed{\frac{-11}{-4}}$$
0.4285 ⇎ ~The probability is $\boxed{\dfrac{3}{7}}$.
\frac{25}{36} ⇎ ~Thus $p=\boxed{\frac{11}{36}}$.
\frac{7}{4} ⇎ ~So $\boxed{-\frac{7}{4}}$.
`);

export const HONEST_MIXED_NUMBER = rows(String.raw`
\frac{25}{8} ⇔ ~She needs \boxed{3\dfrac{1}{8}} cups of flour.
-\frac{7}{5} ⇔ ~Answer: $\boxed{-1\frac{2}{5}}$
4\frac{5}{6} ⇔ ~The length is $\boxed{\frac{29}{6}}$ feet.
\frac{16}{3} ⇎ ~The total is \boxed{5\frac{2}{3}}.
-\frac{3}{5} ⇎ ~We get \boxed{-1\frac{2}{5}}.
`);

export const HONEST_RADICALS = rows(String.raw`
\sqrt{108} ⇔ ~Hence $AB=\boxed{6\sqrt{3}}$.
\frac{5}{\sqrt{2}} ⇔ ~So the side is $\boxed{\dfrac{5\sqrt{2}}{2}}$.
\frac{\sqrt{3}-1}{\sqrt{3}+1} ⇔ ~Thus $\tan 15^\circ=\boxed{2-\sqrt{3}}$.
\sqrt{5+2\sqrt{6}} ⇔ ~We obtain $\boxed{\sqrt{3}+\sqrt{2}}$.
\sqrt[3]{54} ⇔ ~$\boxed{3\sqrt[3]{2}}$
\sqrt{5+2\sqrt{6}} ⇎ ~So $\boxed{\sqrt{3}-\sqrt{2}}$.
\sqrt{108} ⇎ ~Hence $AB=\boxed{6\sqrt{2}}$.
\sqrt{119} ⇎ ~The diagonal is \boxed{13}.
a+b ⇎ ~$\boxed{\sqrt{a^2+b^2}}$
`);

export const HONEST_SCIENTIFIC = rows(String.raw`
300000000 ⇔ ~The speed of light is about \boxed{3.0 \times 10^8} m/s.
0.000045 ⇔ ~The mass is $\boxed{4.5\times10^{-5}}$.
12000000 ⇔ ~综上,用科学记数法表示为 $\boxed{1.2\times 10^{7}}$.
12000000 ⇎ ~用科学记数法表示为 $\boxed{1.2\times 10^{6}}$.
6.02 \times 10^{23} ⇎ ~\boxed{6.02 \times 10^{-23}}
`);

export const HONEST_SEPARATORS = rows(String.raw`
2^{20} ⇔ ~There are \boxed{1,048,576} such strings.
40320 ⇔ ~The answer is $\boxed{40\,320}$.
10! ⇔ ~\boxed{3,628,800}
123456 ⇎ ~The total is \boxed{12,345}.
40320 ⇎ ~The answer is $\boxed{40\,302}$.
`);

export const HONEST_PERCENT = rows(String.raw`
12.5\% ⇔ ~The percent increase is $\boxed{12.5\%}$.
12.5\% ⇔ ~The increase is $\boxed{\frac{1}{8}}$.
60\% ⇔ ~It is \boxed{60}% of the total.
35\% ⇔ ~The increase is \boxed{35}.
60\% ⇎ ~\boxed{0.6\%}
45 ⇎ ~The rate is \boxed{45\%}.
25\% ⇎ ~So the discount is \boxed{20}%.
`);

export const HONEST_UNITS = rows(String.raw`
24 ⇔ ~The area is \boxed{24\text{ cm}^2}.
20\text{ m/s} ⇔ ~The speed is $\boxed{72\ \text{km/h}}$.
90\text{ minutes} ⇔ ~The time is \boxed{1.5\text{ hours}}.
18 ⇔ ~It costs \boxed{\$18}.
2\text{ yards} ⇔ ~The height is \boxed{6\text{ feet}}.
24\text{ cm}^3 ⇎ ~The volume is \boxed{24\text{ cm}^2}.
90\text{ minutes} ⇎ ~The time is \boxed{1.5\text{ minutes}}.
3.6\text{ km} ⇎ ~The distance is \boxed{3.6\text{ m}}.
250\text{ g} ⇎ ~It weighs \boxed{250\text{ kg}}.
9.8 ⇔ ~$\boxed{9.8\ \mathrm{m/s^2}}$
2\text{ L} ⇔ ~$\boxed{2000\text{ mL}}$
15\text{ min} ⇔ ~$\boxed{0.25\text{ hours}}$
48 ⇔ ~$\boxed{48\text{ square units}}$
10000\text{ cm}^2 ⇔ ~$\boxed{1\text{ m}^2}$
10\text{ N}\cdot\text{m} ⇔ ~$\boxed{10\text{ J}}$
2\text{ L} ⇎ ~$\boxed{200\text{ mL}}$
1\text{ m}^2 ⇎ ~$\boxed{100\text{ cm}^2}$
0.25\text{ hours} ⇎ ~$\boxed{25\text{ min}}$
15\text{ km/h} ⇎ ~$\boxed{15\text{ mph}}$
`);

export const HONEST_DEGREES = rows(String.raw`
75 ⇔ ~Therefore $\angle ABC = \boxed{75^\circ}$.
75^\circ ⇔ ~Therefore $\angle ABC = \boxed{75}$ degrees.
120^{\circ} ⇔ ~所以∠A=\boxed{120°}
75^\circ ⇎ ~$\angle ABC=\boxed{105^\circ}$
\frac{\pi}{3} ⇎ ~The angle is $\boxed{\frac{\pi}{4}}$.
`);

export const HONEST_ROUNDING = rows(String.raw`
\frac{1}{7} ⇔ ~Approximately \boxed{0.142857}.
\pi^2 ⇔ ~$\pi^2\approx\boxed{9.869604}$
\frac{1}{7} ⇎ ~About \boxed{0.143}.
\frac{1}{7} ⇎ ~So it is about \boxed{0.142858}.
5\sqrt{2} ⇎ ~It is about \boxed{7.07}.
5\sqrt{2} ⇔ ~It is $5\sqrt2 \approx \boxed{7.071068}$.
`);

export const HONEST_REPEATING = rows(String.raw`
\frac{3}{11} ⇔ ~\boxed{0.\overline{27}}
0.4\overline{5} ⇔ ~$\boxed{\frac{41}{90}}$
\frac{3}{11} ⇎ ~$\boxed{0.\overline{72}}$
`);

export const HONEST_UNEVALUATED = rows(String.raw`
126 ⇔ ~The number of ways is $\boxed{\binom{9}{4}}$.
10080 ⇔ ~The number of arrangements is $\boxed{\frac{8!}{2!\,2!}}$.
1022 ⇔ ~In total $\boxed{2^{10}-2}$.
5 ⇔ ~\boxed{\log_2 32}
126 ⇎ ~The number of ways is $\boxed{\binom{9}{3}}$.
10080 ⇎ ~$\boxed{\frac{8!}{2!}}$
1022 ⇎ ~In total $\boxed{2^{10}-1}$.
`);

export const HONEST_CONSTANTS = rows(String.raw`
16(\pi-2) ⇔ ~The area is $\boxed{16\pi-32}$.
3\ln 2 ⇔ ~$\boxed{\ln 8}$
\sinh 1 ⇔ ~$\boxed{\frac{e^2-1}{2e}}$
\frac{\ln 5}{\ln 3} ⇔ ~So $x=\boxed{\log_3 5}$.
\frac{\ln 5}{\ln 3} ⇎ ~So $x=\boxed{\log_5 3}$.
16(\pi-2) ⇎ ~The area is $\boxed{32-16\pi}$.
\frac{\pi^2}{6} ⇎ ~$\boxed{\pi^2/12}$
`);

export const HONEST_TRIG_VALUES = rows(String.raw`
\sin 15^\circ ⇔ ~$\boxed{\frac{\sqrt6-\sqrt2}{4}}$
\arcsin\frac{3}{5} ⇔ ~$\theta=\boxed{\arctan\frac{3}{4}}$
\sin 15^\circ ⇎ ~$\boxed{\frac{\sqrt6+\sqrt2}{4}}$
\arcsin\frac{3}{5} ⇎ ~$\theta=\boxed{\arccos\frac35}$
`);

export const HONEST_COMPLEX = rows(String.raw`
2e^{2\pi i/3} ⇔ ~$z=\boxed{-1+i\sqrt{3}}$
\frac{1}{1+i} ⇔ ~\boxed{\dfrac{1-i}{2}}
2 - i ⇔ ~复数 $z=\boxed{2-i}$
2e^{2\pi i/3} ⇎ ~$z=\boxed{1+i\sqrt3}$
2 ⇎ ~复数的虚部为 $\boxed{2i}$
\frac{1}{1+i} ⇎ ~$\boxed{\frac{1+i}{2}}$
\{i,-i\} ⇔ ~The solutions are $\boxed{z=\pm i}$.
\sqrt5 ⇔ ~$\boxed{|z|=\sqrt{5}}$
e^{i\pi/5} ⇔ ~$\boxed{\cos\frac{\pi}{5}+i\sin\frac{\pi}{5}}$
13 ⇔ ~$\boxed{(3-2i)(3+2i)}$
\{i,-i\} ⇎ ~The solutions are $\boxed{z=i}$.
e^{i\pi/5} ⇎ ~$\boxed{\cos\frac{\pi}{5}-i\sin\frac{\pi}{5}}$
`);

export const HONEST_INTERVAL = rows(String.raw`
[-3, +\infty) ⇔ ~The range is $\boxed{[-3, \infty)}$.
[-1, 4) ⇔ ~So the solution is $\boxed{-1 \le x < 4}$.
(\frac{1}{e}, +\infty) ⇔ ~故 $a$ 的取值范围是 $\boxed{a>\frac{1}{e}}$.
(-\infty,-2) \cup (2,+\infty) ⇔ ~所以实数$m$的取值范围为\boxed{(-\infty,-2)\cup(2,+\infty)}
(-\infty,2)\cup(2,\infty) ⇔ ~The domain is $\boxed{x \neq 2}$, i.e. all reals except 2.
[-3,\infty) ⇎ ~The range is $\boxed{(-3, \infty)}$.
[-1,4) ⇎ ~The solution is $\boxed{[-1,4]}$.
(\frac{1}{e}, +\infty) ⇎ ~故 $a$ 的取值范围是 $\boxed{a\ge\frac{1}{e}}$.
(-\infty,-2) \cup (2,+\infty) ⇎ ~取值范围为 $\boxed{(-2,2)}$
(-\infty, 1] \cup (3, \infty) ⇎ ~\boxed{(-\infty, 1) \cup (3, \infty)}
(1,2)\cup(2,5) ⇎ ~$\boxed{(1,5)}$
(0,\infty) ⇎ ~The solution set is $\boxed{x\ge 0}$.
`);

export const HONEST_SETS = rows(String.raw`
\{3, -2\} ⇔ ~The solutions are $x=\boxed{-2, 3}$.
(-1,2) ⇔ ~解集为 $\boxed{\{x \mid -1<x<2\}}$
\{2, 1\} ⇔ ~$A\cap B=\boxed{\{1,2\}}$
\{1, -2.5\} ⇔ ~So $\boxed{x = 1 \text{ or } x = -\frac{5}{2}}$.
\{3,-2\} ⇎ ~$\boxed{\{-2, 3, 5\}}$
\{3,-2\} ⇎ ~$\boxed{\{-2\}}$
\{1,2\} ⇎ ~$A\cap B=\boxed{\{0,1,2\}}$
(-1,2) ⇎ ~解集为 $\boxed{\{x \mid -1\le x<2\}}$
\{0\} ⇎ ~$\boxed{\emptyset}$
`);

export const HONEST_MATRIX = rows(String.raw`
\begin{pmatrix} -2 & 1 \\ 1.5 & -0.5 \end{pmatrix} ⇔ ~$$A^{-1}=\boxed{\begin{bmatrix} -2 & 1 \\ \frac32 & -\frac12 \end{bmatrix}}$$
\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} ⇔ ~$\boxed{\frac{1}{2}\begin{pmatrix} 2 & 4 \\ 6 & 8\end{pmatrix}}$
-2 ⇔ ~$\boxed{\begin{vmatrix} 1 & 2 \\ 3 & 4 \end{vmatrix}}$
\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} ⇎ ~$\boxed{\begin{pmatrix} 1 & 3 \\ 2 & 4 \end{pmatrix}}$
\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} ⇎ ~$\boxed{\begin{pmatrix} 1 & 2 \end{pmatrix}}$
\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} ⇎ ~$\boxed{\begin{pmatrix} 1 & 2 \\ 3 & -4 \end{pmatrix}}$
`);

export const HONEST_VECTORS_POINTS = rows(String.raw`
(-0.5, 3) ⇔ ~$\boxed{\left(-\frac{1}{2},\, 3\right)}$
(2,-1) ⇔ ~The point is $\boxed{P(2,-1)}$.
x=3, y=4 ⇔ ~$(x,y)=\boxed{(3,4)}$
(-0.5, 3) ⇎ ~$\boxed{(3,-\frac12)}$
(2,-1) ⇎ ~$\boxed{(2,1)}$
(3,4) ⇎ ~$\boxed{(3,4,0)}$
x=3, y=4 ⇎ ~$(x,y)=\boxed{(4,3)}$
`);

export const HONEST_SYSTEMS = rows(String.raw`
(2,-1,0) ⇔ ~$\boxed{x=2,\ y=-1,\ z=0}$
x=5, y=-2 ⇔ ~$\boxed{\begin{cases} x=5 \\ y=-2 \end{cases}}$
(2,1),(1,2) ⇔ ~The solutions are $\boxed{(1,2)}$ and $\boxed{(2,1)}$.
x=5, y=-2 ⇎ ~$\boxed{\begin{cases} x=-2 \\ y=5 \end{cases}}$
(2,1),(1,2) ⇎ ~The solutions are $\boxed{(1,2)}$.
(2,1),(1,2) ⇎ ~$\boxed{(0,0),(1,2),(2,1)}$
(1,2,3) ⇔ ~$$\boxed{\left\{\begin{array}{l} x=1 \\ y=2 \\ z=3\end{array}\right.}$$
a=-1, b=6 ⇔ ~$\boxed{a=-1,\,b=6}$
a=-1, b=6 ⇔ ~So $\boxed{b=6, a=-1}$.
a=-1, b=6 ⇎ ~$\boxed{a=6,\,b=-1}$
(1,2,3) ⇎ ~$$\boxed{\left\{\begin{array}{l} x=1 \\ y=2 \end{array}\right.}$$
`);

export const HONEST_SEVERAL_VALUES = rows(String.raw`
4, -6 ⇔ ~Hence $m=\boxed{4}$ or $\boxed{-6}$.
1, \frac{-1 \pm \sqrt{5}}{2} ⇔ ~The values are \boxed{1, \frac{-1+\sqrt5}{2}, \frac{-1-\sqrt5}{2}}.
4, -6 ⇎ ~Hence $m=\boxed{4}$.
1, \frac{-1 \pm \sqrt{5}}{2} ⇎ ~The values are \boxed{1, \frac{1+\sqrt5}{2}, \frac{1-\sqrt5}{2}}.
`);

export const HONEST_PLUS_MINUS = rows(String.raw`
\frac{\sqrt2}{2}, -\frac{\sqrt2}{2} ⇔ ~$x = \boxed{\pm\frac{\sqrt{2}}{2}}$
\{3+\sqrt7, 3-\sqrt7\} ⇔ ~$x=\boxed{3\pm\sqrt7}$
\pm\sqrt{12} ⇔ ~$\boxed{k=\pm 2\sqrt{3}}$
3\pm\sqrt7 ⇎ ~$x=\boxed{3+\sqrt7}$
3\pm\sqrt7 ⇎ ~$x=\boxed{\pm(3+\sqrt7)}$
4 ⇎ ~$x=\boxed{\pm 4}$
3\pm\sqrt7 ⇎ ~$x=\boxed{-3\pm\sqrt7}$
`);

export const HONEST_EXPRESSIONS = rows(String.raw`
x^4-16 ⇔ ~$\boxed{(x-2)(x+2)(x^2+4)}$
\frac{2}{x^2-1} ⇔ ~$\boxed{\frac{1}{x-1}-\frac{1}{x+1}}$
\cos 2x ⇔ ~$\boxed{2\cos^2 x - 1}$
\sqrt{a}\sqrt[3]{a} ⇔ ~The simplified form is $\boxed{a^{5/6}}$.
n(n+1) ⇔ ~$\boxed{n^2+n}$
x^4-16 ⇎ ~$\boxed{(x-2)(x+2)(x^2-4)}$
\frac{2}{x^2-1} ⇎ ~$\boxed{\frac{1}{x+1}-\frac{1}{x-1}}$
\cos 2x ⇎ ~$\boxed{1-2\cos^2 x}$
n(n+1) ⇎ ~$\boxed{n^2+2n}$
\frac{n(n-1)}{2} ⇎ ~$\boxed{\frac{n(n+1)}{2}}$
`);

export const HONEST_FUNCTIONS = rows(String.raw`
2x+1 ⇔ ~$\boxed{f(x)=2x+1}$
f(x)=x^2 ⇔ ~Thus $\boxed{f(n)=n^2}$ for all $n$.
f(x)=x, f(x)=0 ⇔ ~The functions are $\boxed{f(x)=0}$ and $\boxed{f(x)=x}$.
\frac{x}{2}+\frac{3}{2} ⇔ ~$\boxed{g^{-1}(x)=\frac{x+3}{2}}$
f(x)=x, f(x)=0 ⇎ ~$\boxed{f(x)=x}$
2x+1 ⇎ ~$\boxed{f(x)=2x-1}$
f(t)=t^2 ⇎ ~$\boxed{f(x)=x^2+1}$
`);

export const HONEST_FAMILIES = rows(String.raw`
x=2k\pi+\frac{\pi}{6}, k\in\mathbb{Z} ⇔ ~$x=\boxed{\frac{\pi}{6}+2n\pi, n\in\mathbb{Z}}$
x = k\pi - \frac{\pi}{2}, k \in \mathbb{Z} ⇔ ~$\boxed{x=\frac{\pi}{2}+m\pi\ (m\in\mathbb{Z})}$
5k-2, k\in\mathbb{Z} ⇔ ~$\boxed{5t+3,\ t\in\mathbb{Z}}$
n \equiv -3 \pmod 8 ⇔ ~$\boxed{n\equiv 5\pmod{8}}$
x=2k\pi+\frac{\pi}{6}, k\in\mathbb{Z} ⇎ ~$x=\boxed{\frac{\pi}{6}+n\pi, n\in\mathbb{Z}}$
5k-2, k\in\mathbb{Z} ⇎ ~$\boxed{5t+2,\ t\in\mathbb{Z}}$
x = k\pi + \frac{\pi}{2}, k\in\mathbb{Z} ⇎ ~$\boxed{x=\frac{\pi}{2}+2m\pi,\ m\in\mathbb{Z}}$
n \equiv 5 \pmod 8 ⇎ ~$\boxed{n\equiv 5\pmod{4}}$
x=\frac{\pi}{3}+2n\pi, n\in\mathbb{Z} ⇔ ~$\boxed{\left\{\frac{\pi}{3}+2k\pi : k\in\mathbb{Z}\right\}}$
x=30^\circ+360^\circ k, k\in\mathbb{Z} ⇔ ~$\boxed{x = 30^\circ + 360^\circ n,\ n\in\mathbb{Z}}$
3m-2, m\in\mathbb{Z} ⇔ ~$\boxed{n = 3k+1 \ (k \in \mathbb{Z})}$
\frac{n\pi}{2}, n\in\mathbb{Z} ⇔ ~$\boxed{\frac{k\pi}{2}, k\in\mathbb{Z}}$
-6m, m\in\mathbb{Z} ⇔ ~$\boxed{6k,\ k\in\mathbb{Z}}$
3m, m\in\mathbb{Z} ⇎ ~$\boxed{6k,\ k\in\mathbb{Z}}$
x=30^\circ+360^\circ k, k\in\mathbb{Z} ⇎ ~$\boxed{x = 30^\circ + 180^\circ n,\ n\in\mathbb{Z}}$
\frac{\pi}{3}+2n\pi, n\in\mathbb{Z} ⇎ ~$\boxed{\frac{\pi}{3}}$
`);

export const HONEST_EQUATIONS = rows(String.raw`
4y=3x+5 ⇔ ~The line is $\boxed{3x-4y+5=0}$.
x^2+y^2-2x+4y-4=0 ⇔ ~$\boxed{(x-1)^2+(y+2)^2=9}$
x^2+4y^2=4 ⇔ ~椭圆方程为 $\boxed{\frac{x^2}{4}+y^2=1}$
y=2x, y=-2x ⇔ ~The asymptotes are $\boxed{y=\pm 2x}$.
x^2+y^2-2x+4y-4=0 ⇎ ~$\boxed{(x+1)^2+(y-2)^2=9}$
4y=3x+5 ⇎ ~The line is $\boxed{3x+4y+5=0}$.
x^2+4y^2=4 ⇎ ~椭圆方程为 $\boxed{\frac{x^2}{4}+\frac{y^2}{2}=1}$
y^2=8x ⇎ ~抛物线方程为 $\boxed{x^2=8y}$
`);

export const HONEST_CALCULUS = rows(String.raw`
\frac{x^2}{4}(2\ln x-1)+C ⇔ ~$\int = \boxed{\frac{x^2}{2}\ln x-\frac{x^2}{4}+C}$
\frac{1}{x^2}-\frac{\ln x}{x^2} ⇔ ~$f'(x)=\boxed{\frac{1-\ln x}{x^2}}$
\frac{x^2}{4}(2\ln x-1)+C ⇎ ~$\int=\boxed{\frac{x^2}{2}\ln x-\frac{x^2}{4}}$
\frac{1-\ln x}{x^2} ⇎ ~$f'(x)=\boxed{\frac{\ln x-1}{x^2}}$
e ⇎ ~The limit is $\boxed{e^{-1}}$.
-\infty ⇎ ~$\boxed{+\infty}$
`);

export const HONEST_CHOICE = rows(String.raw`
C ⇔ ~The correct option is $\boxed{\text{(C)}}$.
D ⇔ ~故选:$\boxed{D}$.
B ⇔ ~因此,正确答案是 \boxed{B}。
A ⇔ ~**Answer: (A)**
C ⇎ ~The correct option is $\boxed{\text{(E)}}$.
ABC ⇎ ~故选:\boxed{AC}
B ⇎ ~正确答案是 \boxed{A}。
`);

export const HONEST_WORDS = rows(String.raw`
No ⇔ ~Therefore the answer is \boxed{\text{No}}.
\text{Yes} ⇔ ~The answer is $\boxed{\text{yes}}$.
\emptyset ⇔ ~So there is $\boxed{\text{no solution}}$.
\text{No} ⇎ ~Therefore \boxed{\text{Yes}}.
\text{False} ⇎ ~So $\boxed{\text{True}}$
\text{Thursday} ⇎ ~The day is \boxed{\text{Tuesday}}.
\text{Friday} ⇔ ~It falls on a \boxed{\text{Friday}}.
`);

export const HONEST_DATE_TIME = rows(String.raw`
2015-03-14 ⇔ ~The date is \boxed{\text{March 14, 2015}}.
15:45 ⇔ ~They meet at \boxed{3:45\text{ pm}}.
15:45 ⇎ ~They meet at \boxed{3:45\text{ am}}.
2015-03-14 ⇎ ~The date is \boxed{\text{March 15, 2015}}.
11:50 ⇎ ~The train arrives at \boxed{11:05}.
`);

export const HONEST_RATIO = rows(String.raw`
6:4 ⇔ ~The ratio is $\boxed{3:2}$.
1:4 ⇔ ~面积比为 $\boxed{1:4}$
3:2 ⇎ ~The ratio is $\boxed{2:3}$.
1:2 ⇎ ~$\boxed{1:2:3}$
`);

export const HONEST_BASE = rows(String.raw`
42 ⇔ ~$\boxed{2A_{16}}$
156_7 ⇔ ~In base 7 this is $\boxed{156_7}$.
156_7 ⇎ ~In base 7 this is $\boxed{156_8}$.
156_7 ⇎ ~$\boxed{165_7}$
`);

export const HONEST_CHINESE_PROSE = rows(String.raw`
\sqrt{8} ⇔ ~综上所述,最小值为 $\boxed{2\sqrt{2}}$。
9 ⇔ ~所以这个数是$\boxed{\text{九}}$
12 ⇔ ~答案:12
36 ⇔ ~因此,一共有36种不同的方法。⏎⏎答案是 $\boxed{36\text{种}}$。
2\sqrt{2} ⇎ ~综上所述,最小值为 $\boxed{2}$。
12 ⇎ ~答案:21
36 ⇎ ~因此,一共有 $\boxed{35\text{种}}$ 方法。
20\text{平方厘米} ⇎ ~面积为 $\boxed{20\text{平方米}}$
20\text{ cm}^2 ⇔ ~面积为 $\boxed{20\text{平方厘米}}$
500\text{厘米} ⇔ ~长度是 $\boxed{5\text{米}}$
`);

export const HONEST_CHINESE_FORMULA = rows(String.raw`
(-\infty,-1)\cup(3,+\infty) ⇔ ~$\boxed{x>3 \text{ 或 } x<-1}$
1, 6 ⇔ ~$\boxed{x=1\text{ 或 }x=6}$
(2,3) ⇔ ~$\boxed{x=2\text{ 且 }y=3}$
(-\infty,-1)\cup(3,+\infty) ⇎ ~$\boxed{x>3 \text{ 且 } x<-1}$
1, 6 ⇎ ~$\boxed{x=1\text{ 或 }x=-6}$
(-\infty,-1)\cup(3,+\infty) ⇎ ~$\boxed{x\ge 3 \text{ 或 } x\le -1}$
`);

export const HONEST_OTHER_DIGITS = rows(String.raw`
42 ⇔ ~\boxed{٤٢}
128 ⇔ ~答えは \boxed{128}です。
15 ⇔ ~उत्तर है \boxed{१५}
42 ⇎ ~\boxed{٢٤}
128 ⇎ ~答えは \boxed{182}です。
15 ⇎ ~उत्तर है \boxed{१६}
`);

export const HONEST_TAGS = rows(String.raw`
4 ⇔ ~<think>Maybe 5? Let me check: 2+2=4.</think>⏎The answer is $\boxed{4}$.
10 ⇔ ~<think>First try \boxed{9}, no.</think><answer>10</answer>
0.4 ⇔ ~<answer>⏎\frac{2}{5}⏎</answer>
7 ⇔ ~I computed \boxed{3} first. <answer>7</answer>
15 ⇔ ~<reason>sum is 15</reason><answer>The answer is \boxed{15}</answer>
4 ⇎ ~<think>The answer is \boxed{4}.</think>⏎The answer is $\boxed{5}$.
10 ⇎ ~<think>10</think><answer>11</answer>
7 ⇎ ~<answer>7</answer> and after more thought \boxed{8}
`);

export const HONEST_CHAINED = rows(String.raw`
24 ⇔ ~$$\boxed{S=\frac12\cdot 6\cdot 8=24}$$
15 ⇔ ~$\boxed{\binom{6}{2}=15}$
78 ⇔ ~$$\frac{12\cdot 13}{2}=\boxed{78}.$$
24 ⇎ ~$$\boxed{S=\frac12\cdot 6\cdot 8=28}$$
6 ⇎ ~$\boxed{\binom{6}{2}=15}$
9 ⇎ ~$$\boxed{S = 3\cdot 9=27}$$
`);

export const HONEST_LABELS = rows(String.raw`
36\pi ⇔ ~$\boxed{V=36\pi\text{ cm}^3}$
\frac16 ⇔ ~$\boxed{P(A)=\frac{1}{6}}$
12 ⇔ ~$\boxed{\text{Area}=12}$
2n-1 ⇔ ~\boxed{a_n=2n-1}
5 ⇔ ~$\boxed{AB=5}$
6 ⇎ ~$\boxed{\text{Area}=12}$
2n-1 ⇎ ~\boxed{a_n=2n+1}
n^2 ⇎ ~$\boxed{S_n=n^2-1}$
73 ⇎ ~$\boxed{m+n=37}$
`);

export const HONEST_STATEMENT = rows(String.raw`
45 ⇔ ~After simplifying, we find that the final answer is 45.
18 ⇔ ~Janet makes 9 * 2 = $18 every day.⏎#### 18
\frac{7}{9} ⇔ ~**Final Answer:** $\frac{7}{9}$
1005 ⇔ ~### Answer⏎⏎1005
14 ⇔ ~Tom has 8 apples and buys 6 more. Therefore, Tom has 14 apples.
17 ⇔ ~So we get $x = 17$.
25 ⇔ ~La réponse est 25.
1/3 ⇔ ~La respuesta es $\frac{1}{3}$.
45 ⇎ ~After simplifying, we find that the final answer is 54.
18 ⇎ ~Janet makes 9 * 2 = $18 every day.⏎#### 16
17 ⇎ ~So we get $x = -17$.
14 ⇎ ~The problem mentions 14 apples and 6 pears.
25 ⇎ ~La réponse est 52.
`);

export const HONEST_REVISED = rows(String.raw`
14 ⇔ ~First I got \boxed{12}. Checking again, the correct value is \boxed{14}.
12 ⇎ ~First I got \boxed{12}. Checking again, the correct value is \boxed{14}.
60 ⇔ ~The answer is $\boxed{60}$ minutes, or 1 hour.
12 ⇎ ~The answer is 12. Wait, no. It should be 13.
12 ⇎ ~$\boxed{12}$. No, that is wrong.
`);

export const HONEST_MONEY = rows(String.raw`
1250.5 ⇔ ~The total cost is \boxed{\$1{,}250.50}.
\$0.50 ⇔ ~She spent \boxed{50\text{ cents}}.
50\text{ cents} ⇎ ~She spent \boxed{\$50}.
\$12 ⇎ ~It costs \boxed{€12}.
`);

export const HONEST_AIME_INTEGERS = rows(String.raw`
97 ⇔ ~Therefore $m+n=\boxed{097}$.
025 ⇔ ~Therefore, the remainder is $\boxed{025}$.
97 ⇎ ~Therefore $m+n=\boxed{096}$.
025 ⇎ ~The remainder is $\boxed{205}$.
999 ⇎ ~So the sum is $\boxed{1000}$.
`);

export const HONEST_INEQUALITY = rows(String.raw`
[4,\infty) ⇔ ~The minimum holds iff $\boxed{a\ge 4}$.
(0,2] ⇔ ~$\boxed{0<r\leq 2}$
[4,\infty) ⇎ ~$\boxed{a\le 4}$
(0,2] ⇎ ~$\boxed{0\le r\le 2}$
(-2,2) ⇎ ~$\boxed{|x|>2}$
`);

export const HONEST_ORDERED_TUPLES = rows(String.raw`
(2,1,3),(1,2,3) ⇔ ~$\boxed{(1,2,3),(2,1,3)}$
(2,1,3),(1,2,3) ⇎ ~$\boxed{(1,2,3),(2,3,1)}$
\{(1,2),(2,1)\} ⇎ ~$\boxed{\{(1,2)\}}$
(p,q)=(2,3) ⇎ ~$\boxed{(p,q)=(3,2)}$
(2,3) ⇔ ~$\boxed{(p,q)=(2,3)}$
`);

export const HONEST_GSM8K = rows(String.raw`
72 ⇔ ~Natalia sold 48/2 = 24 clips in May, so 48+24 = 72 clips altogether.⏎#### 72
23 ⇔ ~So the total is 5 * 4 + 3 = 23 dollars.⏎⏎The answer is \boxed{23}.
8 ⇔ ~Therefore, it will take her \boxed{8} weeks.
2.5 ⇔ ~Each child gets $2.50.⏎#### 2.50
1080 ⇔ ~**Answer:** \$1,080
-4 ⇔ ~The final answer is: $\boxed{-4}$
23 ⇎ ~The total is 5*4+3 = 23 dollars.⏎#### 20
8 ⇎ ~Therefore, it will take her \boxed{7} weeks.
2.5 ⇎ ~Each child gets \boxed{\$25}.
`);

export const HONEST_QWEN_STYLE = rows(String.raw`
-\frac{b}{a} ⇔ ~To solve this, we use the quadratic formula.⏎⏎Thus, the sum of the roots is:⏎\[⏎\boxed{-\frac{b}{a}}⏎\]
2.25 ⇔ ~The value of \( k \) is \(\boxed{\frac{9}{4}}\).
\frac{\sqrt5+1}{2} ⇔ ~Final answer: the sequence converges to \(\boxed{\frac{1+\sqrt{5}}{2}}\).
\begin{bmatrix}0\\-1\\2\end{bmatrix} ⇔ ~\[ \boxed{\begin{pmatrix} 0 \\ -1 \\ 2 \end{pmatrix}} \]
2+x ⇔ ~Therefore, the greatest common divisor is \(\boxed{x+2}\).
2.25 ⇎ ~The value of \( k \) is \(\boxed{\frac{4}{9}}\).
\frac{\sqrt5+1}{2} ⇎ ~converges to \(\boxed{\frac{1-\sqrt{5}}{2}}\).
`);

export const HONEST_DEEPSEEK_STYLE = rows(String.raw`
12 ⇔ ~<think>⏎Okay, so I need to find f(3). Hmm, maybe 10? Let me recompute... 12.⏎</think>⏎⏎**Solution.** We get⏎⏎\[\boxed{12}\]
\frac{3}{2}\sqrt{3} ⇔ ~</think>⏎⏎The minimum is attained at $x=1$.⏎⏎**Final Answer**⏎\boxed{\frac{3\sqrt{3}}{2}}
9 ⇔ ~<think>So the answer is \boxed{8}... wait, I forgot the origin, 9.</think> The number of lattice points is \boxed{9}.
9 ⇎ ~<think>\boxed{9}</think> The number of lattice points is \boxed{8}.
`);

export const HONEST_LLAMA_STYLE = rows(String.raw`
2\sqrt{13} ⇔ ~The final answer is: $\boxed{2\sqrt{13}}$. I hope it is correct.
\frac{243}{625} ⇔ ~Final Answer: The final answer is $\frac{243}{625}$. I hope it is correct.
10 ⇔ ~## Step 5: Combine⏎The sum is 10.⏎⏎The final answer is: $\boxed{10}$
\frac{243}{625} ⇎ ~Final Answer: The final answer is $\frac{243}{652}$. I hope it is correct.
`);

export const HONEST_POLYNOMIALS = rows(String.raw`
(x-1)(x-2)(x-3) ⇔ ~$\boxed{x^3 - 6x^2 + 11x - 6}$
(7-x)(x+3) ⇔ ~$\boxed{-(x-7)(x+3)}$
\frac{-x-1}{1-x} ⇔ ~$\boxed{\frac{x+1}{x-1}}$
6x^2+27x-15 ⇔ ~$\boxed{3(2x-1)(x+5)}$
2(2^n-1) ⇔ ~$\boxed{2^{n+1}-2}$
\frac{2n^3+3n^2+n}{6} ⇔ ~$\boxed{\frac{n(n+1)(2n+1)}{6}}$
(x-1)(x-2)(x-3) ⇎ ~$\boxed{x^3 - 6x^2 + 11x + 6}$
6x^2+27x-15 ⇎ ~$\boxed{3(2x+1)(x-5)}$
2(2^n-1) ⇎ ~$\boxed{2^{n}-2}$
`);

export const HONEST_TRIG_EXPRESSIONS = rows(String.raw`
\cos^2 x ⇔ ~$\boxed{\frac{1+\cos 2x}{2}}$
\tan^2\theta ⇔ ~$\boxed{\sec^2\theta-1}$
\sin x+\cos x ⇔ ~$\boxed{\sqrt{2}\sin\left(x+\frac{\pi}{4}\right)}$
\sin 3\theta ⇔ ~$\boxed{3\sin\theta-4\sin^3\theta}$
\sin x+\cos x ⇎ ~$\boxed{\sqrt{2}\sin\left(x-\frac{\pi}{4}\right)}$
\sin 3\theta ⇎ ~$\boxed{4\sin^3\theta-3\sin\theta}$
`);

export const HONEST_LOGS_EXPS = rows(String.raw`
\log_2 3 ⇔ ~$\boxed{\frac{\lg 3}{\lg 2}}$
\log_2 6 ⇔ ~$\boxed{1+\log_2 3}$
\ln\frac12 ⇔ ~$\boxed{-\ln 2}$
e\sqrt{e} ⇔ ~$\boxed{e^{3/2}}$
1+\log_2 3 ⇎ ~$\boxed{\log_2 5}$
\ln\frac12 ⇎ ~$\boxed{\ln 2}$
`);

export const HONEST_GAOKAO = rows(String.raw`
a \ge -\frac12 ⇔ ~综上,$a$的取值范围为$\boxed{\left[-\frac{1}{2},+\infty\right)}$。
a_n = \frac{3^n}{3} ⇔ ~故数列的通项公式为 $\boxed{a_n=3^{n-1}}$.
\sqrt{\frac54} ⇔ ~所以双曲线的离心率为 $\boxed{\frac{\sqrt{5}}{2}}$。
(-\infty,-1)\cup(\frac32,+\infty) ⇔ ~所以不等式的解集为 $\boxed{\left\{x\,\middle|\,x<-1\text{ 或 }x>\frac{3}{2}\right\}}$
-6 ⇔ ~因此 $\vec{a}\cdot\vec{b}=\boxed{-6}$。
(1, -2) ⇔ ~圆心坐标为 $\boxed{(1,-2)}$,半径为3。
y=-\frac{1}{2}x+\frac{3}{2} ⇔ ~直线$l$的方程为 $\boxed{x+2y-3=0}$
a \ge -\frac12 ⇎ ~综上,$a$的取值范围为$\boxed{\left(-\frac{1}{2},+\infty\right)}$。
a_n=3^{n-1} ⇎ ~故数列的通项公式为 $\boxed{a_n=3^{n}}$.
y=-\frac{1}{2}x+\frac{3}{2} ⇎ ~直线$l$的方程为 $\boxed{x-2y-3=0}$
\frac{\sqrt{5}}{2} ⇎ ~双曲线的离心率为 $\boxed{\frac{5}{4}}$。
`);

export const HONEST_CHINESE_NUMBERS = rows(String.raw`
30000 ⇔ ~答案是 $\boxed{3\text{万}}$
\frac12 ⇔ ~\boxed{\text{二分之一}}
24 ⇔ ~答:一共有\boxed{24}人。
-5 ⇔ ~最终答案为:\(\boxed{-5}\)。
30000 ⇎ ~答案是 $\boxed{3\text{亿}}$
24 ⇎ ~答:一共有\boxed{42}人。
`);

export const HONEST_OLYMPIAD = rows(String.raw`
2^{2024}-1 ⇔ ~The smallest such $n$ is $\boxed{2^{2024}-1}$.
(1,1),(3,2),(2,3) ⇔ ~The pairs are $(m,n)=\boxed{(1,1),(2,3),(3,2)}$.
\{2,0,-1,-3\} ⇔ ~All integers are $n=\boxed{-3,-1,0,2}$.
\lfloor \frac{n+2}{2} \rfloor ⇔ ~$\boxed{\left\lfloor\frac{n}{2}\right\rfloor+1}$
\frac{(n-1)(n+1)}{4} ⇔ ~The maximum is $\boxed{\frac{n^2-1}{4}}$.
f(x)=-x+1 ⇔ ~$\boxed{f(x)=1-x}$
(1,1),(3,2),(2,3) ⇎ ~The pairs are $\boxed{(1,1),(2,3)}$.
\lfloor \frac{n+2}{2} \rfloor ⇎ ~$\boxed{\left\lfloor\frac{n}{2}\right\rfloor}$
\{2,0,-1,-3\} ⇎ ~$n=\boxed{-3,-1,2}$
2^{2024}-1 ⇎ ~The smallest such $n$ is $\boxed{2^{2024}}$.
\lfloor\frac n2\rfloor ⇎ ~$\boxed{\lceil\frac{n}{2}\rceil}$
`);

export const HONEST_TEXT_IN_BOX = rows(String.raw`
17 ⇔ ~$\boxed{\text{The answer is }17}$
12 ⇔ ~\boxed{\text{12 ways}}
7 ⇔ ~$\boxed{x = 7 \text{ only}}$
\{14,15\} ⇔ ~$\boxed{14 \text{ and } 15}$
(-\infty,\infty) ⇔ ~$\boxed{\text{all real numbers}}$
12 ⇔ ~$\boxed{\text{twelve}}$
\mathbb{Z}^+ ⇔ ~$\boxed{\text{all positive integers}}$
[0,\infty) ⇎ ~$\boxed{\text{all real numbers}}$
\{14,15\} ⇎ ~$\boxed{14 \text{ or } 16}$
12 ⇎ ~$\boxed{\text{twenty}}$
\mathbb{R} ⇎ ~$\boxed{\text{all rational numbers}}$
`);

export const HONEST_TYPOGRAPHY = rows(String.raw`
3.5 ⇔ ~$\boxed{\displaystyle \frac{7}{2}}$
19 ⇔ ~$\fbox{19}$
i ⇔ ~$\boxed{\mathrm{i}}$
\{1,2\} ⇔ ~\boxed{ \left\{ 1,\; 2 \right\} }
\frac{3}{5} ⇔ ~$\boxed{\frac 3 5}$
\sqrt{5} ⇔ ~$\boxed{\sqrt5}$
5 ⇔ ~$\boxed{5.}$
(3,-4) ⇔ ~$\boxed{(3,\!-4)}$
12 ⇔ ~\boxed{12\,}
6 ⇔ ~$\boxed{\bf 6}$
`);

export const HONEST_PLAIN_TEXT = rows(String.raw`
\frac{3}{4} ⇔ ~The answer is 3/4.
\{2,-3\} ⇔ ~x = 2 or x = -3. Final answer: x = 2 or x = -3
\sqrt{2} ⇔ ~So the final answer is sqrt(2).
2\pi ⇔ ~Answer: 2*pi
1024 ⇔ ~The final answer is 2^10.
(0,5) ⇔ ~Therefore, the answer is (0, 5).
\frac{3}{4} ⇎ ~The answer is 4/3.
\sqrt{2} ⇎ ~So the final answer is sqrt(3).
\{2,-3\} ⇎ ~Final answer: x = 2
(0,5) ⇎ ~Therefore, the answer is (0, 5].
`);

export const HONEST_LANGUAGES = rows(String.raw`
\frac{3}{7} ⇔ ~Ответ: $\boxed{\frac{3}{7}}$
48 ⇔ ~Die Antwort ist 48.
16 ⇔ ~따라서 답은 $\boxed{16}$입니다.
\frac56 ⇔ ~したがって、答えは $\boxed{\frac{5}{6}}$ です。
30 ⇔ ~Vậy đáp số là \boxed{30}.
250\text{ cm} ⇔ ~Portanto, a resposta é $\boxed{2{,}5\text{ m}}$.
48 ⇎ ~Die Antwort ist 84.
16 ⇎ ~따라서 답은 $\boxed{15}$입니다.
\frac{3}{7} ⇎ ~Ответ: $\boxed{\frac{7}{3}}$
`);

export const HONEST_OPTIONS = rows(String.raw`
3 ⇔ ~$\boxed{\log 1000}$
`);

export const HONEST_MATRICES = rows(String.raw`
\frac12\begin{pmatrix}1&0\\0&1\end{pmatrix} ⇔ ~$\boxed{\begin{pmatrix} 1/2 & 0 \\ 0 & 1/2 \end{pmatrix}}$
\begin{pmatrix} 1/2 & -\sqrt3/2 \\ \sqrt3/2 & 1/2 \end{pmatrix} ⇔ ~$\boxed{\begin{bmatrix} \cos\frac{\pi}{3} & -\sin\frac{\pi}{3} \\ \sin\frac{\pi}{3} & \cos\frac{\pi}{3}\end{bmatrix}}$
\begin{pmatrix} 1/2 & -\sqrt3/2 \\ \sqrt3/2 & 1/2 \end{pmatrix} ⇎ ~$\boxed{\begin{pmatrix} 1/2 & \sqrt3/2 \\ -\sqrt3/2 & 1/2 \end{pmatrix}}$
`);

export const HONEST_INTERVALS = rows(String.raw`
\mathbb{R}\setminus\{0\} ⇔ ~$\boxed{x\in(-\infty,0)\cup(0,\infty)}$
(0,1)\cup(2,\infty) ⇔ ~$\boxed{0<x<1 \text{ or } x>2}$
(0,1)\cup(2,\infty) ⇔ ~$\boxed{(2,\infty)\cup(0,1)}$
-\sqrt2\le x\le\sqrt2 ⇔ ~$\boxed{[-\sqrt{2},\sqrt{2}]}$
|x|<5 ⇔ ~$\boxed{-5<x<5}$
(0.5,1] ⇔ ~$\boxed{\left(\frac{1}{2},1\right]}$
(0,1]\cup(2,\infty) ⇎ ~$\boxed{0<x<1 \text{ or } x>2}$
(0,1)\cup(2,\infty) ⇎ ~$\boxed{(1,2)\cup(0,\infty)}$
-\sqrt2\le x\le\sqrt2 ⇎ ~$\boxed{[0,\sqrt{2}]}$
`);

export const HONEST_VARIABLES_AND_LABELS = rows(String.raw`
\frac{V}{\pi h} ⇔ ~So $r=\boxed{\frac{V}{\pi h}}$
\pi r^2 ⇔ ~$\boxed{A = \pi r^2}$
\frac{n}{2n+1} ⇔ ~$\boxed{T_n = \frac{n}{2n+1}}$
60^\circ ⇔ ~$\boxed{\angle C = 60^\circ}$
2\sqrt3 ⇔ ~$\boxed{S_{\triangle ABC}=2\sqrt{3}}$
9 ⇔ ~$\boxed{\max = 9}$
\frac{n}{2n+1} ⇎ ~$\boxed{T_n=\frac{n}{2n-1}}$
\pi r^2 ⇎ ~$\boxed{A=2\pi r}$
60^\circ ⇎ ~$\boxed{\angle C = 30^\circ}$
`);

export const HONEST_BIG_INTEGERS = rows(String.raw`
20! ⇔ ~$\boxed{2432902008176640000}$
10^9+7 ⇔ ~$\boxed{1{,}000{,}000{,}007}$
3486784401 ⇔ ~The number is $\boxed{3^{20}}$.
184756 ⇔ ~$\boxed{\binom{20}{10}}$
20! ⇎ ~$\boxed{2432902008176640001}$
3486784401 ⇎ ~$\boxed{3^{19}}$
`);

export const HONEST_LATER_CORRECTION = rows(String.raw`
4 ⇔ ~So $x=\boxed{4}$.⏎⏎Wait, let me double-check: $2\cdot4+1=9$. Yes.⏎⏎\boxed{4}
6 ⇔ ~I first thought \boxed{5}, but the end point counts too, so the answer is \boxed{6}.
12 ⇔ ~The answer is 12. (Check: 3·4 = 12.)
5 ⇎ ~\boxed{5}⏎⏎Actually, the correct answer is \boxed{4}.
`);

export const HONEST_FRACTIONS = rows(String.raw`
\frac{4}{6} ⇔ ~$\boxed{\frac{2}{3}}$ of the cake
\frac13 ⇔ ~$\boxed{0.\dot{3}}$
\frac{1}{-6} ⇔ ~$\boxed{-\frac{1}{6}}$
\frac56 ⇔ ~$\boxed{\frac{1}{2}+\frac{1}{3}}$
\frac34 ⇔ ~$\boxed{.75}$
1\frac{1}{5} ⇔ ~$\boxed{1.2}$
\frac78 ⇔ ~$\boxed{7\div 8}$
`);

export const HONEST_GSM8K_UNITS = rows(String.raw`
150 ⇔ ~The trip takes 2 hours and 30 minutes, so \boxed{150} minutes.
0.75 ⇔ ~He has \boxed{\frac{3}{4}} of a gallon left.
1500 ⇔ ~Together they earn $\boxed{\$1\,500}$ per month.
2.5 ⇎ ~The trip takes \boxed{2.3} hours.
15000 ⇎ ~Together they earn $\boxed{\$15{,}00}$.
`);

export const HONEST_NUMINA_CHOICE = rows(String.raw`
D ⇔ ~Thus, the correct choice is $\boxed{\textbf{(D)}}$.
B ⇔ ~So the answer is $\boxed{\mathrm{(B)}}$
D ⇎ ~Thus, the correct choice is $\boxed{\textbf{(B)}}$.
`);

export const HONEST_DAPO = rows(String.raw`
204 ⇔ ~Answer: 204
204 ⇔ ~Summing, 81 + 123 = 204. Therefore, the answer is 204.⏎⏎Answer: $204$
-1 ⇔ ~Answer: \boxed{-1}
204 ⇎ ~Answer: 240
-1 ⇎ ~Answer: $1$
`);

export const HONEST_DEEPMATH = rows(String.raw`
\infty ⇔ ~The radius of convergence is $\boxed{\infty}$.
e^{-1/2} ⇔ ~The limit equals $\boxed{\frac{1}{\sqrt{e}}}$.
24 ⇔ ~The order of the group is $\boxed{|G|=24}$.
\frac{\pi}{8}\ln 2 ⇔ ~The integral equals $\boxed{\frac{\pi\ln 2}{8}}$.
(n-1)(n+1) ⇔ ~The dimension is $\boxed{n^2-1}$.
\frac{\pi}{8}\ln 2 ⇎ ~The integral equals $\boxed{\frac{\pi\ln 2}{4}}$.
e^{-1/2} ⇎ ~The limit equals $\boxed{\sqrt{e}}$.
n^2-1 ⇎ ~The dimension is $\boxed{(n-1)^2}$.
`);

export const HONEST_TIME_DATE = rows(String.raw`
21:15 ⇔ ~The movie ends at \boxed{9:15\text{ p.m.}}.
2023-01-02 ⇔ ~The date is $\boxed{\text{2 January 2023}}$.
21:15 ⇎ ~The movie ends at \boxed{9:15\text{ a.m.}}
2023-01-02 ⇎ ~The date is $\boxed{\text{2 February 2023}}$.
`);

export const HONEST_PIECEWISE = rows(String.raw`
f(x)=|x+1| ⇔ ~$\boxed{f(x)=\begin{cases} x+1, & x\ge -1 \\ -x-1, & x<-1 \end{cases}}$
f(x)=|x+1| ⇎ ~$\boxed{f(x)=\begin{cases} x+1, & x\ge 0 \\ -x-1, & x<0 \end{cases}}$
|x+1| ⇎ ~$\boxed{\begin{cases} x+1 & x\ge -1 \\ x-1 & x<-1 \end{cases}}$
`);
