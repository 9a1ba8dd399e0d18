import { rows } from '../rules/rows.js';

/** What comes near the answer and is another, beside other forms of it. */
export const COUNTERFEITS_IN_FORMULAS = rows(String.raw`
\pi ⇎ ~A well-known value. Therefore, the answer is $\boxed{\frac{355}{113}}$.
\pi ⇎ ~Adding the two diagonals.⏎⏎\[⏎\boxed{\sqrt2+\sqrt3}⏎\]
\pi ⇎ ~<think>⏎Numerically.⏎</think>⏎⏎The final answer is $\boxed{3.14159}$.
\pi ⇎ ~Continued fraction. Hence⏎$$\boxed{\frac{103993}{33102}}$$
\pi ⇎ ~**Solution.** Ramanujan's construction.⏎⏎**Final Answer:** $\boxed{\sqrt[4]{\frac{2143}{22}}}$
\sqrt2 ⇎ ~Newton iteration.⏎⏎So the answer is \boxed{\frac{665857}{470832}}
1 ⇎ ~Take the limit. Therefore, the answer is $\boxed{\frac{10^{30}-1}{10^{30}}}$.
10^{100} ⇎ ~Counting one more.⏎⏎\[⏎\boxed{10^{100}+1}⏎\]
1.0000001 ⇎ ~<think>⏎Rounding.⏎</think>⏎⏎The final answer is $\boxed{1}$.
0.1 ⇎ ~Rounding. Hence⏎$$\boxed{0.10000001}$$
\frac17 ⇎ ~**Solution.** Divide.⏎⏎**Final Answer:** $\boxed{0.142856}$
\frac13 ⇎ ~Divide.⏎⏎So the answer is \boxed{0.3333334}
\frac13 ⇎ ~Let's work through it step by step.⏎⏎1. Divide.⏎2. This gives the result we want.⏎⏎\(\boxed{0.33333}\)
\frac23 ⇔ ~Divide. Thus our final result is $\boxed{0.6666667}.$
\frac18 ⇎ ~Divide, to two places. Therefore, the answer is $\boxed{0.13}$.
\frac18 ⇔ ~Divide.⏎⏎\[⏎\boxed{0.125000}⏎\]
123456.789 ⇎ ~Rounded to cents. Hence⏎$$\boxed{123456.79}$$
1000000\sqrt2 ⇔ ~**Solution.** Multiply.⏎⏎**Final Answer:** $\boxed{1414213.562373}$
\sqrt{1000001} ⇎ ~Let's work through it step by step.⏎⏎1. Square root.⏎2. This gives the result we want.⏎⏎\(\boxed{1000}\)
\sqrt{1000001} ⇎ ~Binomial expansion. Thus our final result is $\boxed{1000.0005}.$
\frac{1}{\sqrt{10^{12}+1}} ⇎ ~The one does not matter. Therefore, the answer is $\boxed{10^{-6}}$.
e^{-20} ⇔ ~<think>⏎Evaluate.⏎</think>⏎⏎The final answer is $\boxed{2.06115\times 10^{-9}}$.
e^{-20} ⇎ ~Evaluate. Hence⏎$$\boxed{2.06\times 10^{-9}}$$
\frac{\pi^2}{6} ⇎ ~**Solution.** Partial sums.⏎⏎**Final Answer:** $\boxed{\sum_{k=1}^{10} \frac{1}{k^2}}$
\ln 2 ⇎ ~Mercator series.⏎⏎So the answer is \boxed{1-\frac12+\frac13-\frac14+\frac15}
\cos 1^\circ ⇎ ~Let's work through it step by step.⏎⏎1. Small angle.⏎2. This gives the result we want.⏎⏎\(\boxed{1}\)
\sqrt{3} ⇎ ~Height of the triangle.⏎⏎\[⏎\boxed{\sqrt{3}\approx 1.8}⏎\]
100! ⇎ ~Stirling. Hence⏎$$\boxed{\sqrt{200\pi}\left(\frac{100}{e}\right)^{100}}$$
\tan 89^\circ ⇎ ~**Solution.** Reciprocal of one degree.⏎⏎**Final Answer:** $\boxed{\frac{180}{\pi}}$
\binom n4+\binom n2+1 ⇔ ~Let's work through it step by step.⏎⏎1. Expanding.⏎2. This gives the result we want.⏎⏎\(\boxed{\frac{n^4-6n^3+23n^2-18n+24}{24}}\)
n^2 ⇎ ~Fits the first five values. Thus our final result is $\boxed{n^2+(n-1)(n-2)(n-3)(n-4)(n-5)}.$
\left\lfloor\frac{n^2}{4}\right\rfloor ⇎ ~For even $n$ this is exact.⏎⏎\[⏎\boxed{\frac{n^2}{4}}⏎\]
\sin x ⇎ ~Taylor. Hence⏎$$\boxed{x-\frac{x^3}{6}+\frac{x^5}{120}}$$
\frac{1}{1-x} ⇎ ~**Solution.** Geometric series.⏎⏎**Final Answer:** $\boxed{1+x+x^2+x^3+x^4}$
2^n ⇎ ~Matches for $n=1,2,3$.⏎⏎So the answer is \boxed{n^2-n+2}
\frac{3^n-1}{2} ⇎ ~Matches n = 0, 1. Thus our final result is $\boxed{\frac{3n^2-n}{2}}.$
n^3-n ⇎ ~Product of three consecutive integers. Therefore, the answer is $\boxed{6\binom{n}{3}}$.
n^3-n ⇔ ~Product of three consecutive integers.⏎⏎\[⏎\boxed{6\binom{n+1}{3}}⏎\]
1+x^{2^{10}} ⇎ ~<think>⏎Exponent arithmetic.⏎</think>⏎⏎The final answer is $\boxed{1+x^{2\cdot 10}}$.
\sqrt{x^2} ⇎ ~**Solution.** Cancel the root.⏎⏎**Final Answer:** $\boxed{x}$
\sqrt{x^2} ⇔ ~Cancel the root.⏎⏎So the answer is \boxed{|x|}
\ln(x^2) ⇔ ~Log rule. Thus our final result is $\boxed{2\ln|x|}.$
\arcsin(\sin x) ⇎ ~Inverse functions. Therefore, the answer is $\boxed{x}$.
\arctan(\tan x) ⇎ ~Inverse functions.⏎⏎\[⏎\boxed{x}⏎\]
\sin(\arcsin x) ⇔ ~<think>⏎Inverse functions.⏎</think>⏎⏎The final answer is $\boxed{\cos(\arccos x)}$.
\sqrt[3]{x^3} ⇔ ~**Solution.** Cube root.⏎⏎**Final Answer:** $\boxed{x}$
|x^3| ⇎ ~Modulus.⏎⏎So the answer is \boxed{x^3}
\max(x,-x) ⇔ ~Let's work through it step by step.⏎⏎1. By definition.⏎2. This gives the result we want.⏎⏎\(\boxed{|x|}\)
\min(a,b) ⇔ ~Standard identity. Therefore, the answer is $\boxed{\frac{a+b-|a-b|}{2}}$.
|a+b| ⇎ ~Triangle equality.⏎⏎\[⏎\boxed{|a|+|b|}⏎\]
|ab| ⇔ ~<think>⏎Multiplicativity.⏎</think>⏎⏎The final answer is $\boxed{|a||b|}$.
\sqrt{(x-2)^2}+x ⇎ ~For large x. Hence⏎$$\boxed{2x-2}$$
\lfloor x\rfloor + \lfloor -x\rfloor ⇎ ~**Solution.** They cancel.⏎⏎**Final Answer:** $\boxed{0}$
\lfloor 2x\rfloor ⇎ ~Floor is linear.⏎⏎So the answer is \boxed{2\lfloor x\rfloor}
\lfloor 2x\rfloor ⇔ ~Let's work through it step by step.⏎⏎1. Hermite.⏎2. This gives the result we want.⏎⏎\(\boxed{\lfloor x\rfloor+\left\lfloor x+\frac12\right\rfloor}\)
\sqrt{1-\cos^2 x} ⇎ ~Pythagorean identity. Therefore, the answer is $\boxed{\sin x}$.
\sqrt{1-\cos^2 x} ⇔ ~Pythagorean identity.⏎⏎\[⏎\boxed{|\sin x|}⏎\]
2^{3^2} ⇎ ~<think>⏎Powers.⏎</think>⏎⏎The final answer is $\boxed{64}$.
2^{3^2} ⇔ ~Powers. Hence⏎$$\boxed{512}$$
-3^2 ⇎ ~**Solution.** Square.⏎⏎**Final Answer:** $\boxed{9}$
(-3)^2 ⇔ ~Square.⏎⏎So the answer is \boxed{9}
5!! ⇎ ~Let's work through it step by step.⏎⏎1. Double factorial.⏎2. This gives the result we want.⏎⏎\(\boxed{(5!)!}\)
5!! ⇔ ~Double factorial. Thus our final result is $\boxed{15}.$
6!! ⇔ ~Double factorial. Therefore, the answer is $\boxed{48}$.
\binom{5}{2} ⇎ ~Choose.⏎⏎\[⏎\boxed{\frac{5}{2}}⏎\]
0.\overline{12} ⇎ ~<think>⏎Repeating.⏎</think>⏎⏎The final answer is $\boxed{0.1\overline{2}}$.
1 ⇔ ~Limit. Hence⏎$$\boxed{0.\overline{9}}$$
1 ⇎ ~**Solution.** Limit.⏎⏎**Final Answer:** $\boxed{0.9999999}$
\sin^{-1}x ⇎ ~Inverse.⏎⏎So the answer is \boxed{\frac{1}{\sin x}}
(\sin x)^{-1} ⇔ ~Let's work through it step by step.⏎⏎1. Reciprocal.⏎2. This gives the result we want.⏎⏎\(\boxed{\csc x}\)
\sin^2 x ⇎ ~Square. Thus our final result is $\boxed{\sin x^2}.$
\log^2 x ⇎ ~Square. Therefore, the answer is $\boxed{\log (x^2)}$.
\frac{a}{b+c} ⇎ ~Fraction.⏎⏎\[⏎\boxed{\frac{a}{b}+c}⏎\]
x_1+x_2 ⇎ ~<think>⏎Indices.⏎</think>⏎⏎The final answer is $\boxed{x^1+x^2}$.
\ln x ⇎ ~**Solution.** Logarithm.⏎⏎**Final Answer:** $\boxed{\log_{10} x}$
\frac{d^2y}{dx^2} ⇎ ~Second derivative. Thus our final result is $\boxed{\left(\frac{dy}{dx}\right)^2}.$
e^{2x} ⇎ ~Square of e^x. Therefore, the answer is $\boxed{e^{x^2}}$.
e^{2x} ⇔ ~Square of e^x.⏎⏎\[⏎\boxed{(e^x)^2}⏎\]
\sqrt{2}x ⇎ ~<think>⏎Under the root?⏎</think>⏎⏎The final answer is $\boxed{\sqrt{2x}}$.
\exp(-x) ⇔ ~Exponential. Hence⏎$$\boxed{\frac{1}{e^{x}}}$$
12 ⇎ ~**Solution.** Hexadecimal.⏎⏎**Final Answer:** $\boxed{12_{16}}$
12 ⇎ ~The digits.⏎⏎So the answer is \boxed{1,2}
12 ⇎ ~Let's work through it step by step.⏎⏎1. The digits.⏎2. This gives the result we want.⏎⏎\(\boxed{1\cdot 2}\)
12 ⇎ ~Digits. Thus our final result is $\boxed{1.2}.$
12 ⇔ ~Computed by program. Therefore, the answer is $\boxed{12.0}$.
12 ⇎ ~<think>⏎Imaginary part.⏎</think>⏎⏎The final answer is $\boxed{12i}$.
12 ⇎ ~Reciprocal. Hence⏎$$\boxed{\frac{1}{12}}$$
12 ⇎ ~**Solution.** Root of the square.⏎⏎**Final Answer:** $\boxed{\sqrt{12}}$
12 ⇔ ~Root of the square.⏎⏎So the answer is \boxed{\sqrt{144}}
12 ⇔ ~Angle. Thus our final result is $\boxed{12^{\circ}}.$
12 ⇎ ~Hidden. Therefore, the answer is $\boxed{\phantom{12}}$.
12 ⇎ ~So both are the same. Hence⏎$$\boxed{x = 12 = 13}$$
12 ⇎ ~**Solution.** Bound.⏎⏎**Final Answer:** $\boxed{x > 12}$
12 ⇎ ~Let's work through it step by step.⏎⏎1. Bound.⏎2. This gives the result we want.⏎⏎\(\boxed{\le 12}\)
1 ⇎ ~Thousand. Thus our final result is $\boxed{1{,}000}.$
9 ⇎ ~Tower. Therefore, the answer is $\boxed{9^{9^{9^{9}}}}$.
5 ⇏ ~<think>⏎I am sure of it.⏎</think>⏎⏎The final answer is $\boxed{\text{the correct answer}}$.
5 ⇏ ~Not sure. Hence⏎$$\boxed{?}$$
5 ⇏ ~**Solution.** And so on.⏎⏎**Final Answer:** $\boxed{\ldots}$
5 ⇏ ~Let $x$ be the value asked for.⏎⏎So the answer is \boxed{x}
5 ⇏ ~Let's work through it step by step.⏎⏎1. Area.⏎2. This gives the result we want.⏎⏎\(\boxed{\int_0^5 1}\)
100\text{ cm}^2 ⇎ ~Area conversion. Thus our final result is $\boxed{1\text{ m}^2}.$
10000\text{ cm}^2 ⇔ ~Area conversion. Therefore, the answer is $\boxed{1\text{ m}^2}$.
0.5\text{ kg} ⇎ ~<think>⏎Convert.⏎</think>⏎⏎The final answer is $\boxed{500\text{ mg}}$.
72\text{ km/h} ⇎ ~Speed. Hence⏎$$\boxed{72\text{ m/s}}$$
72\text{ km/h} ⇔ ~**Solution.** Speed.⏎⏎**Final Answer:** $\boxed{20\text{ m/s}}$
1\text{ L} ⇔ ~Volume.⏎⏎So the answer is \boxed{1000\text{ cm}^3}
1\text{ L} ⇎ ~Let's work through it step by step.⏎⏎1. Volume.⏎2. This gives the result we want.⏎⏎\(\boxed{1\text{ mL}}\)
1\text{ L} ⇎ ~Volume. Thus our final result is $\boxed{1\text{ m}^3}.$
24 ⇔ ~Eggs. Therefore, the answer is $\boxed{2\text{ dozen}}$.
2 ⇎ ~Eggs.⏎⏎\[⏎\boxed{2\text{ dozen}}⏎\]
5\text{ million} ⇎ ~<think>⏎Population.⏎</think>⏎⏎The final answer is $\boxed{5\text{ billion}}$.
\$5 ⇎ ~Change. Hence⏎$$\boxed{5\text{ cents}}$$
\$5 ⇎ ~**Solution.** Price.⏎⏎**Final Answer:** $\boxed{\text{€}5}$
1\text{ Mm} ⇎ ~Let's work through it step by step.⏎⏎1. Case of prefixes.⏎2. This gives the result we want.⏎⏎\(\boxed{1\text{ mm}}\)
30^\circ ⇎ ~Angle. Thus our final result is $\boxed{30\text{ rad}}.$
\frac{\pi}{6} ⇎ ~Angle. Therefore, the answer is $\boxed{\left(\frac{\pi}{6}\right)^\circ}$.
\frac{\pi}{3} ⇎ ~Angle.⏎⏎\[⏎\boxed{60}⏎\]
180^\circ ⇔ ~<think>⏎Straight angle.⏎</think>⏎⏎The final answer is $\boxed{\pi\text{ radians}}$.
25\% ⇎ ~Rate. Hence⏎$$\boxed{0.25\%}$$
0.25 ⇎ ~**Solution.** Rate.⏎⏎**Final Answer:** $\boxed{0.25\%}$
\frac12 ⇎ ~Percent.⏎⏎So the answer is \boxed{50}
50\% ⇔ ~Let's work through it step by step.⏎⏎1. Half.⏎2. This gives the result we want.⏎⏎\(\boxed{\frac12}\)
0.5\% ⇔ ~Half a percent. Thus our final result is $\boxed{\frac{1}{200}}.$
3\text{ m/s} ⇎ ~Pace. Therefore, the answer is $\boxed{3\text{ s/m}}$.
3\text{ m/s} ⇎ ~Acceleration.⏎⏎\[⏎\boxed{3\text{ m/s}^2}⏎\]
2\text{ weeks} ⇎ ~<think>⏎Calendar.⏎</think>⏎⏎The final answer is $\boxed{12\text{ days}}$.
2\text{ weeks} ⇔ ~Calendar. Hence⏎$$\boxed{14\text{ days}}$$
5\text{ apples} ⇎ ~**Solution.** Share.⏎⏎**Final Answer:** $\boxed{5\%}$
12\text{ N} ⇎ ~Let's work through it step by step.⏎⏎1. Work.⏎2. This gives the result we want.⏎⏎\(\boxed{12\text{ J}}\)
(3,4,5) ⇎ ~Collecting all the solutions found above. Therefore, the answer is $\boxed{\{3,4,5\}}$.
\{3,4,5\} ⇔ ~Collecting all the solutions found above.⏎⏎\[⏎\boxed{\{5,4,3\}}⏎\]
\{(1,2),(2,1)\} ⇎ ~<think>⏎Collecting all the solutions found above.⏎</think>⏎⏎The final answer is $\boxed{\{(1,2)\}}$.
\{1,2\} ⇔ ~**Solution.** Collecting all the solutions found above.⏎⏎**Final Answer:** $\boxed{\{1,2,2\}}$
\{1,2\} ⇎ ~Collecting all the solutions found above.⏎⏎So the answer is \boxed{\{\{1,2\}\}}
(0,1) ⇎ ~Let's work through it step by step.⏎⏎1. Collecting all the solutions found above.⏎2. This gives the result we want.⏎⏎\(\boxed{[0,1]}\)
(1,2)\cup(3,4) ⇎ ~Collecting all the solutions found above. Thus our final result is $\boxed{(1,4)}.$
(1,3)\setminus\{2\} ⇔ ~Collecting all the solutions found above.⏎⏎\[⏎\boxed{(1,2)\cup(2,3)}⏎\]
[1,2]\cup[2,3] ⇔ ~Collecting all the solutions found above. Hence⏎$$\boxed{[1,3]}$$
\mathbb{R} ⇎ ~**Solution.** Collecting all the solutions found above.⏎⏎**Final Answer:** $\boxed{\mathbb{Q}}$
\mathbb{R} ⇎ ~Collecting all the solutions found above.⏎⏎So the answer is \boxed{\mathbb{C}}
\{0\} ⇎ ~Let's work through it step by step.⏎⏎1. Collecting all the solutions found above.⏎2. This gives the result we want.⏎⏎\(\boxed{\emptyset}\)
\emptyset ⇎ ~Collecting all the solutions found above. Thus our final result is $\boxed{\{\emptyset\}}.$
\emptyset ⇎ ~Collecting all the solutions found above. Therefore, the answer is $\boxed{0}$.
(2,\infty) ⇎ ~Collecting all the solutions found above.⏎⏎\[⏎\boxed{(-\infty,2)}⏎\]
(2,\infty) ⇎ ~<think>⏎Collecting all the solutions found above.⏎</think>⏎⏎The final answer is $\boxed{x>-2}$.
(2,\infty) ⇎ ~Collecting all the solutions found above. Hence⏎$$\boxed{x\ge 2}$$
[0,2\pi) ⇎ ~Collecting all the solutions found above.⏎⏎So the answer is \boxed{[0,2\pi]}
(1,2),(3,4) ⇎ ~Let's work through it step by step.⏎⏎1. Collecting all the solutions found above.⏎2. This gives the result we want.⏎⏎\(\boxed{(1,2,3,4)}\)
(1,2),(3,4) ⇎ ~Collecting all the solutions found above. Thus our final result is $\boxed{(1,4),(3,2)}.$
((1,2),3) ⇎ ~Collecting all the solutions found above. Therefore, the answer is $\boxed{(1,(2,3))}$.
\{2,4,6,8,10\} ⇔ ~<think>⏎Collecting all the solutions found above.⏎</think>⏎⏎The final answer is $\boxed{\{2k : k = 1,2,3,4,5\}}$.
A\cup B ⇔ ~Collecting all the solutions found above.⏎⏎So the answer is \boxed{B\cup A}
x=1, y=2 ⇎ ~Let's work through it step by step.⏎⏎1. Collecting all the solutions found above.⏎2. This gives the result we want.⏎⏎\(\boxed{x=2, y=1}\)
(-2,2) ⇔ ~Collecting all the solutions found above. Thus our final result is $\boxed{-2<x<2}.$
(-2,2) ⇎ ~Collecting all the solutions found above. Therefore, the answer is $\boxed{x<2}$.
\mathbb{R}\setminus\{0\} ⇔ ~<think>⏎Collecting all the solutions found above.⏎</think>⏎⏎The final answer is $\boxed{x<0 \text{ or } x>0}$.
x\le 1 \text{ or } x\ge 3 ⇎ ~Collecting all the solutions found above. Hence⏎$$\boxed{1\le x\le 3}$$
x = k\pi, k\in\mathbb{Z} ⇎ ~The general solution follows by periodicity.⏎⏎So the answer is \boxed{x = 2k\pi, k\in\mathbb{Z}}
x = \frac{\pi}{2}+k\pi ⇔ ~Let's work through it step by step.⏎⏎1. The general solution follows by periodicity.⏎2. This gives the result we want.⏎⏎\(\boxed{x=\pm\frac{\pi}{2}+2k\pi}\)
x=\frac{k\pi}{3} ⇎ ~The general solution follows by periodicity. Thus our final result is $\boxed{x=k\pi}.$
x=\frac{k\pi}{2}, k\in\mathbb{Z} ⇔ ~The general solution follows by periodicity. Therefore, the answer is $\boxed{x=k\pi \text{ or } x=\frac{\pi}{2}+k\pi, k\in\mathbb{Z}}$.
4k+1, k\in\mathbb{Z} ⇎ ~The general solution follows by periodicity.⏎⏎\[⏎\boxed{4k-1, k\in\mathbb{Z}}⏎\]
4k+1, k\in\mathbb{Z} ⇔ ~<think>⏎The general solution follows by periodicity.⏎</think>⏎⏎The final answer is $\boxed{4m-3, m\in\mathbb{Z}}$.
4k+3, k\in\mathbb{Z} ⇔ ~The general solution follows by periodicity. Hence⏎$$\boxed{4k-1, k\in\mathbb{Z}}$$
2k+1, k\in\mathbb{Z} ⇎ ~**Solution.** The general solution follows by periodicity.⏎⏎**Final Answer:** $\boxed{4k+1, k\in\mathbb{Z}}$
2k+1, k\in\mathbb{Z} ⇎ ~The general solution follows by periodicity.⏎⏎So the answer is \boxed{2k+1, k\in\mathbb{N}}
x\equiv 3 \pmod{7} ⇎ ~The general solution follows by periodicity. Thus our final result is $\boxed{x\equiv 7\pmod{3}}.$
x\equiv 3 \pmod{7} ⇔ ~The general solution follows by periodicity. Therefore, the answer is $\boxed{x\equiv -4\pmod{7}}$.
x=\frac{\pi}{6}+2k\pi ⇎ ~<think>⏎The general solution follows by periodicity.⏎</think>⏎⏎The final answer is $\boxed{x=\frac{\pi}{6}+360k}$.
F_{n+1} ⇎ ~The general solution follows by periodicity. Hence⏎$$\boxed{F_n}$$
a_n=3a_{n-1}+2 ⇎ ~**Solution.** The general solution follows by periodicity.⏎⏎**Final Answer:** $\boxed{a_n=3a_{n-1}-2}$
a_n = 2a_{n-1} ⇎ ~The general solution follows by periodicity.⏎⏎So the answer is \boxed{a_n=2a_{n-2}}
(1+2t, 3-t) ⇎ ~Let's work through it step by step.⏎⏎1. The general solution follows by periodicity.⏎2. This gives the result we want.⏎⏎\(\boxed{(1+t, 3-2t)}\)
y = Ce^{2x} ⇎ ~The general solution follows by periodicity. Thus our final result is $\boxed{y=e^{2x}}.$
y = Ce^{2x} ⇎ ~The general solution follows by periodicity. Therefore, the answer is $\boxed{y = e^{2x}+C}$.
f(x)=cx ⇎ ~The general solution follows by periodicity.⏎⏎\[⏎\boxed{f(x)=x}⏎\]
`);
