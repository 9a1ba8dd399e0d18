import { rows } from '../rules/rows.js';

// What models write when they solve a problem, right and wrong. Written by hand without sight of the verifier, labelled and scored once before its rules were mended.

export const HONEST_FRACTION_DECIMAL = rows(String.raw`
\frac{3}{8} ⇔ ~Hence the probability is $\boxed{0.375}$.
0.35 ⇔ ~$$\boxed{\dfrac{7}{20}}$$
\dfrac{5}{3} ⇔ ~So the ratio of the areas is $\frac{-5}{-3}$, that is, $\boxed{\frac{5}{3}}$.
\frac{-4}{7} ⇔ ~Therefore, $x = \boxed{-\frac{4}{7}}$.
-\frac{4}{7} ⇎ ~Therefore, $x = \boxed{\frac{4}{7}}$.
\frac{4}{11} ⇔ ~Dividing, we obtain $\boxed{0.363636}$.
\frac{4}{11} ⇎ ~Dividing, we obtain $\boxed{0.364}$.
4/11 ⇎ ~The probability is $\boxed{0.36}$.
\frac{4}{11} ⇎ ~Dividing, we obtain $\boxed{0.363363}$.
\frac{22}{7} ⇔ ~$\boxed{3\frac{1}{7}}$
\frac{22}{7} ⇎ ~$\boxed{3\frac{1}{8}}$
3\frac{5}{8} ⇔ ~The total length is $\boxed{\frac{29}{8}}$ feet.
3\frac{5}{8} ⇎ ~The total length is $\boxed{\frac{35}{8}}$ feet.
-\frac{9}{4} ⇔ ~Simplifying gives \[\boxed{-2\frac{1}{4}}\]
-\frac{7}{4} ⇎ ~Simplifying gives \[\boxed{-2\frac{1}{4}}\]
\frac{1}{6} ⇔ ~The decimal is \(\boxed{0.1\overline{6}}\).
\frac{1}{6} ⇎ ~The decimal is \(\boxed{0.\overline{16}}\).
0.\overline{27} ⇔ ~\(\boxed{\frac{3}{11}}\)
\frac{5}{8} ⇔ ~$\boxed{.625}$
17.5 ⇔ ~The average is $\boxed{17.50}$.
5 ⇔ ~The mean equals $\boxed{5.0}$
5 ⇎ ~The mean equals $\boxed{5.1}$
1012.5 ⇔ ~$\boxed{\frac{2025}{2}}$
\frac{2025}{2} ⇎ ~$\boxed{1012}$
\frac{13}{204} ⇔ ~We conclude $m/n = $ \boxed{13/204}.
\frac{13}{204} ⇎ ~We conclude $m/n = $ \boxed{204/13}.
\frac{182}{456} ⇔ ~Thus $P = \boxed{\frac{91}{228}}$
\frac{2}{5} ⇎ ~$P = \boxed{\frac{1}{2}+\frac{1}{3}}$
\frac{5}{6} ⇔ ~Adding up, $\boxed{\frac12+\frac13}$
\frac23 ⇔ ~$\boxed{\frac{1/2}{3/4}}$
\frac{2}{3} ⇎ ~$\boxed{\frac{1}{\frac{2}{3}}}$
\frac{4}{5} ⇔ ~In Python this prints 0.7999999999999999, so numerically we get \boxed{0.7999999999999999}.
\dfrac{7}{3} ⇔ ~$\boxed{2.\overline{3}}$
\frac{2}{3} ⇔ ~$\boxed{0.\dot{6}}$
`);

export const HONEST_INTEGER = rows(String.raw`
25 ⇔ ~Thus, the answer is $\boxed{025}$.
073 ⇔ ~Therefore the remainder is $\boxed{73}$.
073 ⇎ ~Therefore the remainder is $\boxed{730}$.
217 ⇎ ~So $m+n = 13 + 204 = \boxed{216}$.
217 ⇔ ~So $m+n = 13 + 204 = \boxed{217}$.
1024 ⇎ ~The number of such subsets is $\boxed{1023}$.
1024 ⇔ ~The number of such subsets is $\boxed{2^{10}}$.
120 ⇔ ~There are $\binom{10}{3}=\boxed{120}$ ways.
120 ⇔ ~There are $\boxed{\binom{10}{3}}$ ways.
120 ⇎ ~There are $\boxed{\binom{10}{4}}$ ways.
720 ⇔ ~There are $\boxed{6!}$ arrangements.
720 ⇎ ~There are $\boxed{\frac{6!}{2}}$ arrangements.
5040 ⇔ ~$$\boxed{\frac{8!}{2!\,2!\,2!}}$$
\sum_{k=0}^{2023} 2^k ⇔ ~\boxed{2^{2024}-1}
\sum_{k=0}^{2023} 2^k ⇎ ~\boxed{2^{2023}-1}
252 ⇔ ~$\boxed{{10 \choose 5}}$
-13 ⇔ ~The value of the expression is $\boxed{-13}$.
-13 ⇔ ~The value of the expression is $\boxed{−13}$.
-50 ⇔ ~$\boxed{{-}50}$
-13 ⇎ ~The value of the expression is $\boxed{13}$.
75 ⇔ ~Therefore $n = \boxed{5^2\cdot 3}$.
99998 ⇎ ~Hence the largest is $\boxed{99999}$.
15 ⇎ ~Adding these, $\boxed{1+3+5+7}$
16 ⇔ ~Adding these, $\boxed{1+3+5+7}$
31 ⇔ ~$\boxed{\lfloor 10\pi \rfloor}$
31 ⇎ ~$\boxed{\lceil 10\pi \rceil}$
9 ⇔ ~$\boxed{(-3)^2}$
9 ⇎ ~$\boxed{-3^2}$
`);

export const HONEST_THOUSANDS = rows(String.raw`
12345 ⇔ ~The total cost is $\boxed{12,345}$.
12345 ⇔ ~The total cost is $\boxed{12{,}345}$.
1250000 ⇔ ~The population is $\boxed{1\,250\,000}$.
1250000 ⇔ ~The population is $\boxed{1{\,}250{\,}000}$.
1,250,000 ⇔ ~The population is $\boxed{1\ 250\ 000}$.
1234567 ⇔ ~\boxed{1,\!234,\!567}
1,\!234,\!567 ⇔ ~\boxed{1234567}
1234567 ⇎ ~\boxed{1,234,576}
12345 ⇎ ~\boxed{12.345}
1080 ⇔ ~#### 1,080
1080 ⇎ ~#### 10,80
72000 ⇔ ~She earns a total of $72,000 per year. The answer is $72,000.
-2048 ⇔ ~\boxed{-2{,}048}
10000.5 ⇔ ~\boxed{10{,}000.5}
100000.5 ⇎ ~\boxed{10{,}000.5}
10^6 ⇔ ~The number is $\boxed{1 000 000}$.
`);

export const HONEST_RADICALS = rows(String.raw`
2\sqrt{3} ⇔ ~The side length is $\boxed{\sqrt{12}}$.
2\sqrt{3} ⇎ ~The side length is $\boxed{3\sqrt{2}}$.
\frac{\sqrt{2}}{2} ⇔ ~$\boxed{\frac{1}{\sqrt{2}}}$
\frac{\sqrt{2}}{2} ⇎ ~$\boxed{\frac{1}{2\sqrt{2}}}$
\sqrt{5+2\sqrt{6}} ⇔ ~$\boxed{\sqrt2+\sqrt3}$
\sqrt{5+2\sqrt{5}} ⇎ ~$\boxed{\sqrt2+\sqrt3}$
\frac{1+\sqrt{5}}{2} ⇔ ~The golden ratio is $\boxed{\frac{2}{\sqrt{5}-1}}$.
\frac{1+\sqrt{5}}{2} ⇎ ~The golden ratio is $\boxed{\frac{2}{\sqrt{5}+1}}$.
\sqrt[4]{8} ⇔ ~$\boxed{2^{3/4}}$
3\sqrt[3]{2} ⇔ ~$\boxed{\sqrt[3]{54}}$
3\sqrt[3]{2} ⇎ ~$\boxed{\sqrt{54}}$
\frac{3\sqrt{3}}{4} ⇔ ~Area: $\boxed{\dfrac{\sqrt{27}}{4}}$
\frac{3\sqrt{3}}{4} ⇎ ~Area: $\boxed{\dfrac{3\sqrt{3}}{2}}$
\sqrt{320} ⇔ ~So $AC = \boxed{8\sqrt5}$
\sqrt{13} ⇔ ~The distance is $\boxed{3.605551}$.
\sqrt{13} ⇎ ~The distance is approximately $\boxed{3.606}$.
\sqrt{7} ⇔ ~\boxed{√7}
-1+2\sqrt{3} ⇔ ~\boxed{2√3 - 1}
-\frac{1+\sqrt{17}}{4} ⇔ ~$\boxed{\frac{-1-\sqrt{17}}{4}}$
-\frac{1+\sqrt{17}}{4} ⇎ ~$\boxed{\frac{-1+\sqrt{17}}{4}}$
4-2\sqrt{3} ⇔ ~$\boxed{(\sqrt{3}-1)^2}$
4+2\sqrt{3} ⇎ ~$\boxed{(\sqrt{3}-1)^2}$
(\sqrt{5}-1)^{2} ⇔ ~$\boxed{6 - 2\sqrt 5}$
`);

export const HONEST_CONSTANTS = rows(String.raw`
36\pi ⇔ ~The area is $\boxed{36\pi}$ square units.
36\pi ⇔ ~The area is $\boxed{113.097336}$.
36\pi ⇎ ~The area is $\boxed{113.1}$.
36\pi ⇎ ~The area is $\boxed{113.04}$ (using $\pi\approx3.14$).
36\pi ⇎ ~The area is $\boxed{36}$.
36\pi ⇎ ~The volume is $\boxed{36\pi^2}$.
\frac{\pi}{4} ⇔ ~$\boxed{\arctan(1)}$
\frac{3\pi}{4} ⇎ ~$\boxed{\arctan(-1)}$
e^2 ⇔ ~$\boxed{7.389056}$
e^2 ⇎ ~$\boxed{7.398056}$
\log_2 3 ⇔ ~$\boxed{\frac{\ln 3}{\ln 2}}$
\log_2 3 ⇎ ~$\boxed{\frac{\ln 2}{\ln 3}}$
3\ln 2 ⇔ ~$\boxed{\ln 8}$
3\ln 2 ⇎ ~$\boxed{\ln 6}$
\tan 15^\circ ⇔ ~$\boxed{2-\sqrt{3}}$
\tan 15^\circ ⇎ ~$\boxed{2+\sqrt{3}}$
\frac{1}{e} ⇔ ~The limit equals $\boxed{e^{-1}}$
\frac{1}{e} ⇎ ~The limit equals $\boxed{-e}$
\pi ⇔ ~$\boxed{3.141592...}$
\pi ⇎ ~$\boxed{3.14...}$
3 ⇔ ~$\boxed{\log 1000}$
3 ⇎ ~$\boxed{\log e^3}$
\frac{\pi^2-6}{6} ⇔ ~$\boxed{\frac{\pi^2}{6} - 1}$
\frac{\pi^2-6}{6} ⇎ ~$\boxed{\frac{\pi^2}{6}}$
`);

export const HONEST_SCIENTIFIC = rows(String.raw`
320000 ⇔ ~This gives $\boxed{3.2 \times 10^5}$.
320000 ⇎ ~This gives $\boxed{3.2 \times 10^6}$.
1.6 \times 10^{-19} ⇔ ~The charge is $\boxed{1.6\cdot 10^{-19}}$ coulombs.
4.5 \times 10^{-4} ⇔ ~\boxed{0.00045}
4.5 \times 10^{-4} ⇎ ~\boxed{0.0045}
1,000,000,000,000 ⇔ ~\boxed{10^{12}}
1,000,000,000,000 ⇎ ~\boxed{10^{11}}
5000000 ⇔ ~\boxed{5\text{ million}}
5000000 ⇎ ~\boxed{5\text{ billion}}
602 \times 10^{21} ⇔ ~\boxed{6.02\times10^{23}}
`);

export const HONEST_PERCENT = rows(String.raw`
40\% ⇔ ~The percentage is $\boxed{40\%}$.
40\% ⇔ ~The percentage is $\boxed{40}\%$.
40\% ⇔ ~The percentage is $\boxed{40}$.
40\% ⇔ ~The fraction is $\boxed{\frac{2}{5}}$.
0.4 ⇔ ~$\boxed{40}\%$
40 ⇎ ~The percentage is $\boxed{40}\%$.
4 ⇎ ~\boxed{40\%}
\frac{1}{8} ⇔ ~\boxed{12.5\%}
\frac{1}{8} ⇎ ~\boxed{12\%}
150\% ⇔ ~\boxed{1.5}
5\% ⇎ ~\boxed{0.5}
\frac13 ⇔ ~\boxed{33\frac{1}{3}\%}
33\frac{1}{3}\% ⇎ ~\boxed{33\%}
40\% ⇎ ~\boxed{60\%}
`);

export const HONEST_DEGREES = rows(String.raw`
75^\circ ⇔ ~Thus $\angle ABC = \boxed{75^\circ}$.
75^{\circ} ⇔ ~Thus $\angle ABC = \boxed{75}$ degrees.
75^\circ ⇔ ~The angle is $\boxed{75\text{ degrees}}$.
75^\circ ⇔ ~The angle is $\boxed{75°}$.
75^\circ ⇎ ~Thus $\angle ABC = \boxed{105^\circ}$.
75^\circ ⇎ ~Thus $\angle ABC = \boxed{15^\circ}$.
\frac{45}{2}^\circ ⇔ ~$\boxed{22.5^\circ}$
75^\circ ⇎ ~$\boxed{75\text{ radians}}$
x = 40^{\circ} ⇔ ~$x = \boxed{40^\circ}$
360^\circ ⇎ ~The sum of the angles is $\boxed{180^\circ}$.
140^\circ, 20^\circ ⇔ ~$\boxed{20^\circ, 140^\circ}$
20^\circ, 140^\circ ⇎ ~$\boxed{20^\circ}$
`);

export const HONEST_UNITS = rows(String.raw`
24 ⇔ ~The perimeter is $\boxed{24 \text{ cm}}$.
24\text{ cm} ⇔ ~The perimeter is $\boxed{24}$ cm.
24\text{ cm} ⇔ ~\boxed{0.24\text{ m}}
24\text{ cm} ⇎ ~\boxed{2.4\text{ m}}
24\text{ cm} ⇎ ~\boxed{24\text{ cm}^2}
24\text{ cm} ⇎ ~\boxed{24\text{ m}}
3\text{ hours} ⇔ ~It takes $\boxed{180\text{ minutes}}$.
3\text{ hours} ⇎ ~It takes $\boxed{300\text{ minutes}}$.
20\text{ m/s} ⇔ ~\boxed{72\text{ km/h}}
20\text{ m/s} ⇎ ~\boxed{5.5\text{ km/h}}
1500\text{ g} ⇔ ~\boxed{1.5\text{ kg}}
18 ⇔ ~\boxed{\$18}
\$18 ⇔ ~\boxed{18\text{ dollars}}
\$18 ⇎ ~\boxed{18\text{ cents}}
\$3.25 ⇔ ~\boxed{325\text{ cents}}
0.002\text{ km}^2 ⇔ ~\boxed{2000\text{ m}^2}
0.002\text{ km}^2 ⇎ ~\boxed{2\text{ m}^2}
45\text{ mph} ⇔ ~\boxed{45\text{ miles per hour}}
45\text{ mph} ⇎ ~\boxed{45\text{ km/h}}
36\pi ⇔ ~Answer: 36π cm²
36\pi\text{ cm}^3 ⇎ ~Answer: 36π cm²
0.5\text{ L} ⇔ ~So the volume is $\boxed{500\text{ mL}}$.
1.5\text{ minutes} ⇔ ~The train needs $\boxed{90\text{ seconds}}$.
12 ⇔ ~The answer is 12 apples.
12 ⇎ ~The answer is 11 apples.
6 ⇔ ~\boxed{6\text{ units}}
12\text{ N} ⇔ ~The force is $\boxed{12\text{ kg}\cdot\text{m/s}^2}$.
12\text{ J} ⇎ ~The energy is $\boxed{12\text{ N}}$.
`);

export const HONEST_SETS_AND_LISTS = rows(String.raw`
\{-1, 2\} ⇔ ~The solutions are $\boxed{x=-1 \text{ or } x=2}$.
-1, 2 ⇔ ~The solutions are $\boxed{2, -1}$.
-1, 2 ⇔ ~Hence $x_1 = \boxed{-1}$ and $x_2 = \boxed{2}$.
\{-1,2\} ⇔ ~$\boxed{x_1=-1,\ x_2=2}$
\{-1, 2\} ⇎ ~$\boxed{x = 2}$
\{-1, 2\} ⇎ ~$\boxed{\{-1, 2, 3\}}$
\{-1, 2\} ⇎ ~$\boxed{\{1, -2\}}$
5, -5 ⇔ ~$\boxed{\pm 5}$
\pm 5 ⇎ ~$\boxed{5}$
2-\sqrt{3},\ 2+\sqrt{3} ⇔ ~$\boxed{2 \pm \sqrt{3}}$
2 \pm \sqrt{3} ⇎ ~$\boxed{2 + \sqrt{3}}$
2 \pm \sqrt{3} ⇎ ~$\boxed{-2 \pm \sqrt{3}}$
\frac{-1\pm\sqrt{5}}{2} ⇔ ~$\boxed{\frac{-1+\sqrt5}{2},\ \frac{-1-\sqrt5}{2}}$
-2 \pm \sqrt{6} ⇔ ~$x = \boxed{\frac{-4 \pm 2\sqrt{6}}{2}}$
\{1,\omega,\omega^2\} ⇔ ~$\boxed{1, \omega, \omega^2}$
\{2,4,6,8\} ⇔ ~$\boxed{\{2k : k = 1,2,3,4\}}$
\{2,4,6,8\} ⇎ ~$\boxed{\{2,4,6\}}$
\{9,4,1\} ⇔ ~The values are 1, 4 and 9. $\boxed{1,4,9}$
\emptyset ⇔ ~$\boxed{\varnothing}$
\emptyset ⇔ ~$\boxed{\text{No solution}}$
\emptyset ⇎ ~$\boxed{0}$
\emptyset ⇎ ~$\boxed{\{0\}}$
\pm\sqrt{2} ⇔ ~\boxed{\{\sqrt{2}, -\sqrt{2}\}}
\{3,5,7,11\} ⇔ ~\boxed{3, 5, 7 \text{ and } 11}
\{3,5,7,11\} ⇎ ~\boxed{3, 5, 7, 9, 11}
0, 0.5, 1 ⇔ ~\boxed{0, \frac12, 1}
0, 0.5, 1 ⇎ ~\boxed{\frac12, 1}
\{1,2,3,4,5,6\} ⇔ ~\boxed{\{1,2,\ldots,6\}}
`);

export const HONEST_POINTS = rows(String.raw`
(3, -1) ⇔ ~The vertex is $\boxed{(3,-1)}$.
(3,-1) ⇔ ~$\boxed{\left(\frac{6}{2}, -1\right)}$
(3, -1) ⇎ ~The vertex is $\boxed{(-3,-1)}$.
(3,-1) ⇎ ~$\boxed{(-1,3)}$
(3,-1) ⇔ ~$\boxed{x=3,\ y=-1}$
(3,-1) ⇔ ~$\boxed{\begin{cases} x = 3 \\ y = -1 \end{cases}}$
(3,-1) ⇎ ~$\boxed{\begin{cases} x = 3 \\ y = 1 \end{cases}}$
(3,-1) ⇔ ~$\boxed{(x,y)=(3,-1)}$
(1,2,3) ⇔ ~$\boxed{(x, y, z) = (1, 2, 3)}$
(1,2,3) ⇎ ~$\boxed{(1, 3, 2)}$
(3,-1) ⇎ ~$\boxed{\{3,-1\}}$
(1,2),(2,1) ⇔ ~$\boxed{\{(2,1),(1,2)\}}$
(1,2),(2,1) ⇔ ~$\boxed{(x,y)\in\{(1,2),(2,1)\}}$
(1,2),(2,1) ⇎ ~$\boxed{(1,2)}$
(1,2),(2,1) ⇎ ~$\boxed{(1,2),(2,1),(0,0)}$
(1,2),(2,1) ⇔ ~$\boxed{(1,2) \text{ and } (2,1)}$
\{(1,1),(-2,4)\} ⇔ ~$\boxed{(-2, 4)}$ and $\boxed{(1, 1)}$
\left(\frac12,\frac14\right) ⇔ ~$\boxed{(0.5, 0.25)}$
\left(\frac12,\frac14\right) ⇎ ~$\boxed{(0.5, 0.2)}$
\left(2, \dfrac{\pi}{3}\right) ⇔ ~$\boxed{(2,\frac{\pi}{3})}$
\left(2, \dfrac{\pi}{3}\right) ⇎ ~$\boxed{(2,\frac{2\pi}{3})}$
(2,-3,5) ⇔ ~$\boxed{a = 2, b = -3, c = 5}$
`);

export const HONEST_INTERVALS = rows(String.raw`
[2,5) ⇔ ~The solution set is $\boxed{2\le x<5}$.
[2,5) ⇔ ~$\boxed{5 > x \ge 2}$
[2,5) ⇔ ~$\boxed{x\in[2,5)}$
[2, 5) ⇔ ~$\boxed{\{x \mid 2\le x<5\}}$
[2,5) ⇎ ~$\boxed{[2,5]}$
[2,5) ⇎ ~$\boxed{2<x<5}$
[2,5) ⇎ ~$\boxed{(2,5]}$
(-\infty,-1)\cup(3,\infty) ⇔ ~$\boxed{(3,+\infty)\cup(-\infty,-1)}$
(-\infty,-1)\cup(3,\infty) ⇔ ~$\boxed{x<-1 \text{ or } x>3}$
(-\infty,-1)\cup(3,\infty) ⇔ ~$\boxed{\mathbb{R}\setminus[-1,3]}$
(-\infty,-1)\cup(3,\infty) ⇎ ~$\boxed{(-1,3)}$
(-\infty,-1)\cup(3,\infty) ⇎ ~$\boxed{(-\infty,-1]\cup[3,\infty)}$
(-\infty,-1)\cup(3,\infty) ⇎ ~$\boxed{(3,\infty)}$
(-\infty,3)\cup(3,\infty) ⇔ ~$\boxed{x \neq 3}$
(-\infty,\infty) ⇔ ~$\boxed{\mathbb{R}}$
\mathbb{R} ⇔ ~$\boxed{\Bbb{R}}$
(0,\infty) ⇔ ~$\boxed{x>0}$
(0,\infty) ⇎ ~$\boxed{[0,\infty)}$
\mathbb{R} ⇔ ~$\boxed{\text{all real numbers}}$
\left[-\frac14,\infty\right) ⇔ ~$\boxed{m \ge -\frac{1}{4}}$
\left[-\frac14,\infty\right) ⇎ ~$\boxed{m \le -\frac{1}{4}}$
[-3,3] ⇔ ~$\boxed{|x|\le 3}$
[-3,3] ⇎ ~$\boxed{|x|\ge 3}$
[-3,3] ⇎ ~$\boxed{x^2\le 9}$
-\sqrt{2} \le y \le \sqrt{2} ⇔ ~$\boxed{\left[-\sqrt{2},\sqrt{2}\right]}$
-\sqrt{2} \le y \le \sqrt{2} ⇎ ~$\boxed{\left(-\sqrt{2},\sqrt{2}\right)}$
(0,1) ⇔ ~$\boxed{]0,1[}$
a \le 1 ⇔ ~$\boxed{a \in (-\infty, 1]}$
[2,3]\cup\{1\} ⇔ ~$\boxed{\{1\}\cup[2,3]}$
[2,3]\cup\{1\} ⇎ ~$\boxed{[1,3]}$
`);

export const HONEST_MATRICES = rows(String.raw`
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇔ ~$\boxed{\begin{bmatrix}1&2\\3&4\end{bmatrix}}$
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇎ ~$\boxed{\begin{pmatrix}1&3\\2&4\end{pmatrix}}$
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇎ ~$\boxed{\begin{pmatrix}1&2\\3&-4\end{pmatrix}}$
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇔ ~$\boxed{\frac12\begin{pmatrix}2&4\\6&8\end{pmatrix}}$
\begin{pmatrix}0&-1\\1&0\end{pmatrix} ⇔ ~$\boxed{\left(\begin{array}{cc}0&-1\\1&0\end{array}\right)}$
\begin{pmatrix}0&-1\\1&0\end{pmatrix} ⇎ ~$\boxed{\begin{pmatrix}0&1\\-1&0\end{pmatrix}}$
\begin{pmatrix}1/2\\-2\end{pmatrix} ⇔ ~$\boxed{\begin{pmatrix}0.5\\-2\end{pmatrix}}$
\begin{pmatrix}1\\2\\3\end{pmatrix} ⇎ ~$\boxed{\begin{pmatrix}1&2\end{pmatrix}}$
-2 ⇔ ~The determinant is $\boxed{\begin{vmatrix}1&2\\3&4\end{vmatrix}}$
`);

export const HONEST_ALGEBRA = rows(String.raw`
x^2-5x+6 ⇔ ~Factoring gives $\boxed{(x-2)(x-3)}$.
x^2-5x+6 ⇎ ~Factoring gives $\boxed{(x+2)(x+3)}$.
x^2-5x+6 ⇎ ~Factoring gives $\boxed{(x-1)(x-6)}$.
\frac{1}{x-1}-\frac{1}{x+1} ⇔ ~$\boxed{\frac{2}{x^2-1}}$
\frac{1}{x-1}-\frac{1}{x+1} ⇎ ~$\boxed{\frac{2x}{x^2-1}}$
\cos 2\theta ⇔ ~$\boxed{1-2\sin^2\theta}$
\cos 2\theta ⇎ ~$\boxed{2\sin^2\theta-1}$
\frac{n(n+1)}{2} ⇔ ~$\boxed{\frac{n^2+n}{2}}$
\frac{n(n+1)}{2} ⇎ ~$\boxed{\frac{n(n-1)}{2}}$
2^{n+1} ⇔ ~$\boxed{2\cdot 2^n}$
2^{n+1} ⇎ ~$\boxed{4^n}$
2^{2n} ⇔ ~$\boxed{4^n}$
a_n = 3\cdot 2^{n-1} ⇔ ~$\boxed{a_n = \frac{3}{2}\cdot 2^n}$
a_n = 3\cdot 2^{n-1} ⇎ ~$\boxed{a_n = 3\cdot 2^{n}}$
n^2+n ⇔ ~$\boxed{S_n = n(n+1)}$
\sqrt{x^2} ⇎ ~$\boxed{x}$
\sqrt{x^2} ⇔ ~$\boxed{|x|}$
b^2-a^2 ⇔ ~$\boxed{(b+a)(b-a)}$
b^2-a^2 ⇎ ~$\boxed{(a+b)(a-b)}$
b^2-a^2 ⇎ ~$\boxed{(b-a)^2}$
C+3x+\frac{1}{2}x^2 ⇔ ~$\boxed{\frac{x^2}{2}+3x+C}$
\frac{x^2}{2}+3x+C ⇎ ~$\boxed{\frac{x^2}{2}+3x}$
\frac{1}{\frac1a+\frac1b} ⇔ ~$\boxed{\frac{ab}{a+b}}$
\frac{1}{\frac1a+\frac1b} ⇎ ~$\boxed{a+b}$
4-3x-x^2 ⇔ ~$\boxed{-(x-1)(x+4)}$
\frac{1}{\sqrt{x}} ⇔ ~$\boxed{x^{-1/2}}$
\frac{1}{\sqrt{x}} ⇎ ~$\boxed{-x^{1/2}}$
`);

export const HONEST_FUNCTIONS_AND_CURVES = rows(String.raw`
f(x)=2x+1 ⇔ ~$\boxed{f(x) = 1+2x}$
f(x)=2x+1 ⇔ ~$\boxed{2x+1}$
f(x)=2x+1 ⇔ ~$\boxed{f(t) = 2t+1}$
f(x)=2x+1 ⇎ ~$\boxed{f(x) = 2x-1}$
y=2x-3 ⇔ ~The tangent line is $\boxed{y-1=2(x-2)}$.
y=2x-3 ⇔ ~The tangent line is $\boxed{2x-y-3=0}$.
y=2x-3 ⇎ ~The tangent line is $\boxed{2x-y+3=0}$.
y=2x-3 ⇎ ~The tangent line is $\boxed{y=-\frac12x-3}$.
\frac{x^2}{9}+\frac{y^2}{4}=1 ⇔ ~$\boxed{4x^2+9y^2=36}$
\frac{x^2}{9}+\frac{y^2}{4}=1 ⇎ ~$\boxed{\frac{x^2}{4}+\frac{y^2}{9}=1}$
\frac{x^2}{9}+\frac{y^2}{4}=1 ⇎ ~$\boxed{\frac{x^2}{9}-\frac{y^2}{4}=1}$
(x-1)^2+(y+2)^2=9 ⇔ ~$\boxed{x^2+y^2-2x+4y-4=0}$
(x-1)^2+(y+2)^2=9 ⇎ ~$\boxed{(x+1)^2+(y-2)^2=9}$
(x-1)^2+(y+2)^2=9 ⇎ ~$\boxed{(x-1)^2+(y+2)^2=3}$
3x-2y+7z-4=0 ⇔ ~$\boxed{6x-4y+14z=8}$
3x-2y+7z-4=0 ⇎ ~$\boxed{3x-2y+7z+4=0}$
3x+4y-10=0 ⇔ ~$\boxed{y = -\frac34 x+\frac52}$
y^2=8x ⇎ ~$\boxed{x^2=8y}$
f(x)=x|x| ⇔ ~$\boxed{f(x)=\begin{cases}x^2,&x\ge0\\-x^2,&x<0\end{cases}}$
f(x)=x|x| ⇎ ~$\boxed{f(x)=\begin{cases}x^2,&x\ge0\\x^2,&x<0\end{cases}}$
y = 2x \text{ or } y=-2x ⇔ ~$\boxed{y=\pm 2x}$
y=\pm 2x ⇎ ~$\boxed{y=2x}$
`);

export const HONEST_FAMILIES = rows(String.raw`
x=\frac{\pi}{3}+2k\pi, k\in\mathbb{Z} ⇔ ~$\boxed{x=\frac{\pi}{3}+2n\pi, n\in\mathbb{Z}}$
x=\frac{\pi}{3}+2k\pi, k\in\mathbb{Z} ⇎ ~$\boxed{x=\frac{\pi}{3}+n\pi, n\in\mathbb{Z}}$
x=\frac{\pi}{3}+2k\pi, k\in\mathbb{Z} ⇎ ~$\boxed{x=\frac{\pi}{3}}$
x=\frac{\pi}{3}+2k\pi, k\in\mathbb{Z} ⇔ ~$\boxed{x=\frac{7\pi}{3}+2k\pi}$
n=4k+1 ⇔ ~$\boxed{n=4m+1,\ m\in\mathbb{Z}}$
n=4k+1, k\in\mathbb{Z} ⇔ ~$\boxed{n=4k-3,\ k\in\mathbb{Z}}$
n=4k+1, k\in\mathbb{Z} ⇎ ~$\boxed{n=4k+3,\ k\in\mathbb{Z}}$
n\equiv 1\pmod 4 ⇔ ~$\boxed{n\equiv 9\pmod{4}}$
n\equiv 1\pmod 4 ⇎ ~$\boxed{n\equiv 1\pmod{8}}$
x = n\pi, n \in \mathbb{Z} ⇔ ~$\boxed{x=k\pi, k\in\mathbb{Z}}$
x = n\pi, n \in \mathbb{Z} ⇎ ~$\boxed{x=k\pi, k\in\mathbb{N}}$
6m, m\in\mathbb{Z} ⇔ ~$\boxed{6k, k\in\mathbb{Z}}$
6m, m\in\mathbb{Z} ⇎ ~$\boxed{3k, k\in\mathbb{Z}}$
x=\frac{\pi}{6}+2k\pi \text{ or } x=\frac{5\pi}{6}+2k\pi, k\in\mathbb{Z} ⇔ ~$\boxed{x=(-1)^n\frac{\pi}{6}+n\pi, n\in\mathbb{Z}}$
`);

export const HONEST_COMPLEX = rows(String.raw`
3+4i ⇔ ~$\boxed{4i+3}$
3+4i ⇎ ~$\boxed{3-4i}$
1+i ⇔ ~$\boxed{\sqrt2 e^{i\pi/4}}$
1+i ⇎ ~$\boxed{2e^{i\pi/4}}$
1+\sqrt{3}i ⇔ ~$\boxed{2(\cos 60^\circ+i\sin 60^\circ)}$
3+4i ⇎ ~$\boxed{5}$
-1+2i, -1-2i ⇔ ~$\boxed{-1\pm 2i}$
-1+2i, -1-2i ⇎ ~$\boxed{1\pm 2i}$
\frac{1}{1-i} ⇔ ~$\boxed{\frac{1+i}{2}}$
\frac{1}{1-i} ⇎ ~$\boxed{\frac{1-i}{2}}$
`);

export const HONEST_CHOICES = rows(String.raw`
C ⇔ ~Therefore, the correct answer is $\boxed{\textbf{(C)}}$.
D ⇔ ~So the answer is (D).
B ⇔ ~**Answer: B**
\text{(A)} ⇔ ~$\boxed{\text{A}}$
\text{(E)} ⇎ ~$\boxed{\text{A}}$
B ⇎ ~So the answer is (D).
C ⇎ ~The correct options are $\boxed{A, C}$.
C ⇔ ~<answer>C</answer>
`);

export const HONEST_CHINESE = rows(String.raw`
42 ⇔ ~综上所述，$a+b$ 的值为 $\boxed{42}$。
42 ⇔ ~综上所述，$a+b$ 的值为 $42$。
0.75 ⇔ ~因此，答案是 $\frac{3}{4}$。
0.75 ⇎ ~因此，答案是 $\frac{4}{3}$。
43 ⇔ ~答案不是42，而是43。
42 ⇎ ~答案不是42，而是43。
-\sqrt{5} ⇔ ~答案：$-\sqrt{5}$
2.25 ⇔ ~所以最大值为 $\boxed{\dfrac{9}{4}}$。
2.25 ⇎ ~所以最小值为 $\boxed{-\dfrac{9}{4}}$。
C ⇔ ~故选：$\boxed{C}$
D ⇎ ~故选：$\boxed{C}$
(-1,3) ⇔ ~故不等式的解集为 $\boxed{\{x\mid -1<x<3\}}$。
(-1,3) ⇎ ~故不等式的解集为 $\boxed{\{x\mid x<-1 \text{ 或 } x>3\}}$。
(-\infty,-1)\cup(3,\infty) ⇔ ~$\boxed{x<-1 \text{ 或 } x>3}$
12 ⇔ ~最终答案是：\boxed{１２}
24\text{ cm}^2 ⇔ ~面积为 $\boxed{24\text{ 平方厘米}}$
36 ⇔ ~答：一共有 $\boxed{36}$ 个苹果。
36 ⇎ ~答：一共有 $\boxed{35}$ 个苹果。
(2,3) ⇔ ~答案为 $\boxed{(2,3)}$，即 $x=2,y=3$。
\text{no solution} ⇔ ~$\boxed{\text{无解}}$
`);

export const HONEST_LANGUAGES = rows(String.raw`
2.5 ⇔ ~Donc la réponse est $\boxed{\frac{5}{2}}$.
12 ⇔ ~La réponse est 12.
21 ⇎ ~La réponse est 12.
12 ⇔ ~Die Antwort ist 12.
12 ⇔ ~La respuesta es 12.
12 ⇔ ~答えは12です。
12 ⇔ ~Ответ: 12
1200 ⇎ ~Ответ: 12
2\frac{1}{3} ⇔ ~Đáp án cuối cùng: $\boxed{\frac{7}{3}}$
42 ⇔ ~الإجابة هي $\boxed{٤٢}$
42 ⇎ ~الإجابة هي $\boxed{٤٣}$
125 ⇔ ~उत्तर: $\boxed{१२५}$
72 ⇔ ~\boxed{۷۲}
-\frac13 ⇔ ~Подставляя, получаем $\boxed{-\frac{1}{3}}$.
152 ⇎ ~\boxed{१२५}
`);

export const HONEST_STATEMENTS = rows(String.raw`
\frac34 ⇔ ~Final Answer: The final answer is $\frac{3}{4}$. I hope it is correct.
\frac34 ⇎ ~Final Answer: The final answer is $\frac{3}{5}$. I hope it is correct.
72 ⇔ ~Natalia sold 48 + 24 = 72 clips altogether.⏎#### 72
72 ⇎ ~Natalia sold 48 + 24 = 72 clips altogether.⏎#### 62
3.75 ⇔ ~### Final Answer⏎⏎\[⏎\boxed{\dfrac{15}{4}}⏎\]
17 ⇔ ~**Final Answer:** $17$
17 ⇔ ~So the answer to part (b) is 17.
17 ⇔ ~We get $x = 17$.
17 ⇎ ~We get $x = -17$.
17 ⇔ ~Therefore, $a+b = 3+14 = 17$.
17 ⇎ ~Therefore, $a+b = 3+13 = 16$.
17 ⇔ ~Therefore, the total is 17 hours because each shift lasts 8.5 hours. So the answer is 17.
15 ⇎ ~The answer is between 10 and 20.
42 ⇎ ~The problem mentions 6, 7 and 42.
12 ⇔ ~Let me double check: 3·4=12. Yes. The answer is 12. Wait, let me check: 12.
12 ⇎ ~The answer is 12. Wait, no, it's 13.
15 ⇔ ~First attempt gave $\boxed{14}$, but I forgot the endpoint. Correcting, the count is $\boxed{15}$.
14 ⇎ ~First attempt gave $\boxed{14}$, but I forgot the endpoint. Correcting, the count is $\boxed{15}$.
15 ⇔ ~The answer is not $\boxed{14}$. It is $\boxed{15}$.
2.25 ⇔ ~Hence the maximum is 9/4, so the answer is **9/4**.
5 ⇔ ~x = 5
0.25 ⇔ ~\frac{1}{4}
0.4 ⇎ ~\frac{1}{4}
21 ⇔ ~Thus $\fbox{21}$ is what we wanted.
22 ⇎ ~Summing up, we need $\boxed{21}$ chairs.
7 ⇎ ~I could not finish the computation, so there is no answer here.
7 ⇎ ~So the number of paths is x =
12 ⇎ ~Hence the total is $\boxed{12
`);

export const HONEST_THINK_AND_TAGS = rows(String.raw`
4 ⇔ ~<think>Maybe it is \boxed{3}? No: 2+2=4.</think>⏎The answer is $\boxed{4}$.
4 ⇎ ~<think>It must be \boxed{4}.</think>⏎The answer is $\boxed{3}$.
4 ⇔ ~<think>2+2=4, so \boxed{4}</think>
4 ⇔ ~<think>2+2</think><answer>4</answer>
\frac{3}{2} ⇔ ~<reason>3/2 = 1.5</reason><answer>\boxed{1.5}</answer>
\frac{3}{2} ⇎ ~<reason>3/2 = 1.5</reason><answer>\boxed{0.66}</answer>
10 ⇔ ~I first wrote \boxed{9}. <answer>10</answer>
9 ⇎ ~I first wrote \boxed{9}. <answer>10</answer>
5/6 ⇔ ~<answer>The value is $\frac{5}{6}$</answer>
0 ⇎ ~<answer></answer>
42 ⇔ ~Okay, so I need 7*6.⏎</think>⏎⏎The product is $\boxed{42}$.
42 ⇎ ~<think>\boxed{42}</think> I am not able to say. The result is $\boxed{24}$.
(3,-2) ⇔ ~<answer>x = 3, y = -2</answer>
(3,-2) ⇎ ~<answer>x = -2, y = 3</answer>
`);

export const HONEST_BASES = rows(String.raw`
1101_2 ⇔ ~$\boxed{1101_{2}}$
1101_2 ⇔ ~$\boxed{1101_{\text{two}}}$
1101_2 ⇎ ~$\boxed{1101_3}$
1101_2 ⇎ ~$\boxed{13}$
13 ⇔ ~$\boxed{1101_2}$
13 ⇎ ~$\boxed{1011_2}$
2b_{16} ⇔ ~$\boxed{2B_{16}}$
204_5 ⇔ ~$\boxed{204}_5$
204_5 ⇎ ~$\boxed{240_5}$
`);

export const HONEST_DATES_AND_TIMES = rows(String.raw`
2021-03-14 ⇔ ~The party is on $\boxed{\text{March 14, 2021}}$.
March 14, 2021 ⇔ ~\boxed{\text{14 March 2021}}
2021-03-14 ⇎ ~\boxed{\text{March 15, 2021}}
2021-03-14 ⇎ ~\boxed{\text{April 14, 2021}}
3\text{:}45\text{ pm} ⇔ ~\boxed{15{:}45}
3\text{:}45\text{ pm} ⇎ ~\boxed{3\text{:}45\text{ am}}
3\text{:}45\text{ pm} ⇎ ~\boxed{4\text{:}45\text{ pm}}
3:45 pm ⇔ ~The train arrives at $\boxed{\text{3:45 PM}}$.
June 20 ⇎ ~\boxed{\text{June 19}}
wednesday ⇔ ~\boxed{\text{Wednesday}}
Wednesday ⇎ ~\boxed{\text{Thursday}}
`);

export const HONEST_WORDS = rows(String.raw`
Yes ⇔ ~$\boxed{\text{yes}}$
\text{Yes} ⇎ ~$\boxed{\text{No}}$
\text{Even} ⇔ ~\boxed{\text{even}}
\text{even} ⇎ ~\boxed{\text{odd}}
True ⇎ ~\boxed{\text{False}}
True ⇔ ~**Answer:** True
0.75 ⇔ ~\boxed{\text{three quarters}}
0.75 ⇎ ~\boxed{\text{three fifths}}
12 ⇔ ~\boxed{\text{Twelve}}
12 ⇎ ~\boxed{\text{twenty}}
\text{Evelyn} ⇔ ~\boxed{\text{Evelyn}}
\text{Evelyn} ⇎ ~\boxed{\text{Briana}}
a line ⇔ ~\boxed{\text{a line}}
a line ⇎ ~\boxed{\text{a parabola}}
+\infty ⇔ ~\boxed{\infty}
\infty ⇎ ~\boxed{-\infty}
the minimum is 3 and the maximum is 5 ⇔ ~\boxed{\min = 3,\ \max = 5}
the minimum is 3 and the maximum is 5 ⇎ ~\boxed{5, 3}
the minimum is 3 and the maximum is 5 ⇎ ~\boxed{3}
2 : 3 ⇔ ~\boxed{2:3}
2:3 ⇎ ~\boxed{3:2}
2:3 ⇎ ~\boxed{2:5}
`);

export const HONEST_GROUND_TRUTH_FORMS = rows(String.raw`
$\frac{7}{2}$ ⇔ ~So $\boxed{\frac{7}{2}}$
$3.5$ ⇔ ~So $\boxed{7/2}$
\boxed{12} ⇔ ~$\boxed{12}$
6 ⇔ ~$\boxed{n=6}$
n = 6 ⇔ ~$\boxed{6}$
n = 7 ⇎ ~$\boxed{6}$
\dfrac{1}{2} ⇔ ~$\boxed{\frac12}$
[0, 1) ⇔ ~$\boxed{\left[0,\,1\right)}$
x^{2}+y^{2} ⇔ ~$\boxed{x^2 + y^2}$
5 \mathrm{~cm} ⇔ ~$\boxed{5\,\text{cm}}$
5 \mathrm{~cm} ⇎ ~$\boxed{5\,\text{mm}}$
60^\circ ⇔ ~$\boxed{\angle A = 60^\circ}$
\sqrt{28} ⇔ ~$\boxed{AB = 2\sqrt{7}}$
\sqrt{28} ⇎ ~$\boxed{AB = 7\sqrt{2}}$
0.6 ⇔ ~$\boxed{\displaystyle \frac{3}{5}}$
42 ⇔ ~$\boxed{\mathbf{42}}$
42 ⇔ ~$\boxed{\color{blue}{42}}$
42 ⇔ ~$\boxed{42.}$
42 ⇔ ~$\boxed{\;42\;}$
42 ⇎ ~$\boxed{4.2}$
x(x^2-2) ⇔ ~$\boxed{p(x)=x^3-2x}$
x(x^2-2) ⇎ ~$\boxed{p(x)=x^3+2x}$
\ln\sqrt{2} ⇔ ~$\boxed{\frac{1}{2}\ln 2}$
\ln\sqrt{2} ⇎ ~$\boxed{2\ln 2}$
2\mathbf{b}+\mathbf{a} ⇔ ~$\boxed{\vec{a}+2\vec{b}}$
\vec{a}+2\vec{b} ⇎ ~$\boxed{\vec{a}-2\vec{b}}$
`);
