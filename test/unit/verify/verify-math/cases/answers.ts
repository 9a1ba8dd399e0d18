import { table } from './table.js';

/** Words, choices, hedges, and decorated or malformed LaTeX. */
export const ANSWERS = table(String.raw`
B ⇔ \text{B}
B ⇔ \textbf{(B)}
B ⇔ (B)
B ⇔ B.
B ⇔ b
B ⇔ \textbf{(B) }12
B ⇔ (B)\ 12
B ⇔ \text{Option B}
B ⇎ C
B ⇎ \text{(C)}
B ⇎ \text{A or B}
\text{(B)} ⇔ B
\textbf{(B)} ⇔ \text{B}
ABD ⇔ A, B, D
A, C ⇔ C, A
\text{yes} ⇔ Yes
\text{yes} ⇔ \text{YES}
\text{yes} ⇔ \text{Yes.}
\text{yes} ⇎ \text{no}
\text{Yes} ⇔ \text{yes, it is}
\text{Yes} ⇎ \text{not yes}
\text{No} ⇎ \text{yes}
\text{True} ⇔ true
\text{True} ⇎ false
\text{even} ⇔ Even
\text{even} ⇎ \text{odd}
\text{Tuesday} ⇔ tuesday
\text{Tuesday} ⇎ \text{Thursday}
\text{Alice and Bob} ⇎ \text{Alice}
\text{Alice} ⇎ \text{Alice and Bob}
\text{isosceles triangle} ⇔ \text{an isosceles triangle}
\text{red} ⇎ \text{not red}
\text{parallel} ⇎ \text{perpendicular}
\text{ellipse} ⇔ \text{an ellipse}
\text{ellipse} ⇔ \text{Ellipse}
\text{ellipse} ⇎ \text{hyperbola}
\text{east} ⇔ \textit{east}
\text{ninety-six} ⇔ 96
\text{seven} ⇔ 7
7 ⇔ \text{seven}
7 ⇎ \text{eight}
\text{twenty-one} ⇔ 21
x² + 1 ⇔ x^2+1
x ≤ 3 ⇔ x\le3
2½ ⇔ 2.5
π/4 ⇔ \frac\pi4
−3 ⇔ -3
∞ ⇔ \infty
3×10⁸ ⇔ 3\times10^8
30° ⇔ 30^\circ
α+β ⇔ \alpha+\beta
∅ ⇔ \emptyset
ℝ ⇔ \mathbb R
x ∈ [0, 1] ⇔ [0,1]
2·3 ⇔ 6
√3/2 ⇔ \frac{\sqrt3}2
{1, 2} ⇔ \{1,2\}
x₁ ⇔ x_1
∛8 ⇔ 2
\frac12 ⇔ 0.5
\frac 12 ⇔ 0.5
\frac1{2} ⇔ 0.5
\frac{1}2 ⇔ 0.5
\dfrac{1}{2 ⇔ \frac12
\sqrt3 ⇔ \sqrt{3}
\sqrt 12 ⇔ 2\sqrt3
\sqrt{3 ⇔ \sqrt3
\frac{3}{4}} ⇔ 0.75
\pi r^2 ⇔ \pi r^{2}
\tfrac{3}{4} ⇔ 0.75
\cfrac{3}{4} ⇔ 0.75
\frac{3}{4}. ⇔ 0.75
\frac{3}{4}, ⇔ 0.75
\displaystyle \frac34 ⇔ 0.75
{\displaystyle \frac34} ⇔ 0.75
\color{red}{5} ⇔ 5
\textcolor{blue}{5} ⇔ 5
{\color{red}5} ⇔ 5
\mathbf{5} ⇔ 5
\mathrm{5} ⇔ 5
\text{5} ⇔ 5
\bf{5} ⇔ 5
\boldsymbol{5} ⇔ 5
\bm{5} ⇔ 5
\underline{5} ⇔ 5
\boxed{5} ⇔ 5
\fbox{5} ⇔ 5
\left( 5 \right) ⇔ 5
5\, ⇔ 5
5\ ⇔ 5
5~ ⇔ 5
\quad 5 ⇔ 5
\, 5 ⇔ 5
5\quad ⇔ 5
\!5 ⇔ 5
5;  ⇔ 5
$5$ ⇔ 5
\(5\) ⇔ 5
5 \text{.} ⇔ 5
\text{The answer is } 5 ⇔ 5
\text{Answer: } 5 ⇔ 5
\text{answer} = 5 ⇔ 5
\therefore 5 ⇔ 5
= 5 ⇔ 5
: 5 ⇔ 5
5 \checkmark ⇔ 5
5 \quad \blacksquare ⇔ 5
5 \square ⇎ 6
\approx 5 ⇔ 5
5 \text{ (approximately)} ⇔ 5
5\text{ units} ⇔ 5
5\text{ ways} ⇔ 5
\text{There are } 5 \text{ ways} ⇔ 5
\text{There are 5 ways} ⇔ 5
\text{at least } 5 ⇎ 5
5\text{ at most} ⇎ 5
\text{not } 5 ⇎ 5
\text{less than }5 ⇎ 5
\neq 5 ⇎ 5
5? ⇔ 5
5?! ⇎ 120
5! ⇎ 5
?5 ⇎ 6
\text{the solutions are 1, 2 and 3} ⇔ 1,2,3
\text{The solutions are } x=1 \text{ and } x=2 ⇔ \{1,2\}
\text{the maximum is }5 ⇔ 5
\text{max}=5 ⇔ 5
\max f = 5 ⇔ 5
\text{Area}=5 ⇔ 5
\text{Area of } ABC = 5 ⇔ 5
[ABC]=5 ⇔ 5
|AB|=5 ⇔ 5
AB=5 ⇔ 5
\angle ABC=60^\circ ⇔ 60
\angle ABC=60^\circ ⇔ 60^\circ
P(A)=\frac13 ⇔ \frac13
P(X=2)=\frac13 ⇔ \frac13
E[X]=3 ⇔ 3
n=5\text{ or }6 ⇎ 5
\lim_{x\to0} f(x)=5 ⇔ 5
\int_0^1 x\,dx=\frac12 ⇔ \frac12
\int_0^1 x\,dx ⇎ 1
\sin\theta=\frac12 ⇔ \frac12
\cos A = \frac{1}{3} ⇔ \frac13
m:n=2:3 ⇔ 2:3
2:3 ⇔ 4:6
2:3 ⇔ \frac23
2:3 ⇎ 3:2
1:2:3 ⇎ 1:3:2
2 \text{ to } 3 ⇔ 2:3
3:45 ⇔ 3:45 \text{ PM}
3:45 ⇎ 3:46
12:30\text{ p.m.} ⇔ 12:30
12:30\text{ p.m.} ⇎ 12:30\text{ a.m.}
xy ⇎ Xy
ab ⇎ AB
\text{Sunday} ⇔ Sunday
\text{Sunday} ⇔ \textbf{Sunday}
\text{Sunday} ⇎ \text{Saturday}
\text{Jan 1} ⇎ \text{Jan 2}
\text{June 20} ⇔ \text{June 20}
\text{June 20} ⇔ June 20
\text{June 20} ⇎ \text{June 21}
\text{June 20} ⇎ \text{July 20}
\text{10:30 AM} ⇔ 10:30\text{ a.m.}
\text{10:30 AM} ⇎ 10:30\text{ PM}
\text{Monday, March 3} ⇎ \text{Monday, March 4}
\text{white} ⇎ \text{black}
\text{the first player} ⇔ \text{First player}
\text{first player} ⇎ \text{second player}
\text{Alice wins} ⇎ \text{Bob wins}
\text{Bob} ⇎ \text{Alice wins}
\text{triangle} ⇎ \text{rectangle}
\text{A right triangle} ⇔ \text{right triangle}
\text{divergent} ⇔ \text{diverges}
\text{converges} ⇎ \text{converges conditionally}
\text{converges absolutely} ⇎ \text{converges conditionally}
\text{increasing} ⇎ \text{decreasing}
\text{odd function} ⇎ \text{even function}
\text{neither} ⇎ \text{both}
\text{both} ⇎ \text{both and neither}
\text{prime} ⇎ \text{not prime}
\text{possible} ⇎ \text{impossible}
\text{rational} ⇎ \text{irrational}
\text{linear} ⇎ \text{nonlinear}
\text{clockwise} ⇎ \text{counterclockwise}
\text{true} ⇔ \text{True}
\text{true} ⇔ T
\text{T} ⇎ F
\text{Q.E.D.} ⇎ \text{proof}
\text{I, II} ⇔ \text{I and II}
\text{I and III} ⇎ \text{I and II}
\text{I and III only} ⇔ \text{I and III}
\textbf{(A)}\ \frac12 ⇔ A
\textbf{(A)}\ \frac12 ⇔ \frac12
\textbf{(A)}\ \frac12 ⇔ (A) \frac{1}{2}
\textbf{(A)}\ \frac12 ⇎ (B) \frac{1}{2}
\textbf{(A)}\ \frac12 ⇎ (A) \frac{1}{3}
\textbf{(A)}\ \frac12 ⇎ \frac13
\textbf{(A)}\ \frac12 ⇎ B
C ⇔ \text{The answer is C}
C ⇔ \text{choice C}
C ⇔ \mathbf{C}
C ⇔ \mathrm{(C)}
C ⇔ \text{C) } 5
C ⇔ C: 5
C ⇎ \text{C or D}
C ⇎ CD
C ⇎ \text{not C}
C ⇎ D
C ⇎ \text{None}
BC ⇔ B, C
BC ⇔ \text{B and C}
BC ⇔ CB
BC ⇎ B
BC ⇎ BCD
B,D ⇔ BD
E ⇔ \text{(E) none of the above}
E ⇎ e
\text{B} ⇔ \boxed{B}
4 ⇎ \text{(D)}
5 ⇎ 5 \text{ or } -5
5 ⇎ -5, 5
5 ⇎ \{5, 6\}
5 ⇎ 5 \text{ and } 6
5 ⇎ \text{5 or 6}
5 ⇎ \text{between } 4 \text{ and } 6
5 ⇎ 4 < x < 6
5 ⇎ [5, 6]
5 ⇎ (5, 6)
5 ⇎ 5 \ldots 6
5 ⇎ 5-6
5 ⇎ 5 \to 6
5 ⇎ 5 \ (6)
5 ⇎ 5; 6
5 ⇎ 5 / 6
5 ⇎ 5 \mid 6
5 ⇎ 5 \quad 6
5 ⇎ 5 \text{ maybe } 6
5 ⇎ 5 \text{ (or maybe 6)}
5 ⇎ \text{if } x>0, 5
5 ⇎ 5 \text{ unless } x = 0
5 ⇎ 5^*
5 ⇎ 5_1
5 ⇎ 5'
5 ⇎ \hat5
5 ⇎ \vec5
5 ⇎ \dot5
5 ⇔ \mathbf{5}
5 ⇔ (5)_6
5 ⇎ (11)_6
5 ⇎ 5e
5 ⇎ 5E
5 ⇎ 5\%\%
5 ⇎ 5\text{ \%}0
5 ⇔ +5
5 ⇎ ++5-10
5 ⇔ --5
5 ⇎ -5
5 ⇔ |5|
5 ⇎ ||5|-6|
5 ⇔ 5.0
5 ⇎ 5.01
5 ⇎ 50
5 ⇎ 05.5
5 ⇎ 5,0
5 ⇎ 5\,0
5 ⇎ 5\cdot
5 ⇎ \cdot5
5 ⇎ 5=
5 ⇎ 5\neq5
5 ⇎ 5=5
5 ⇎ 5<6
5 ⇎ x<5
5 ⇎ x\to5
5 ⇎ \infty
5 ⇎ \text{five or six}
5 ⇔ \text{five}
5 ⇔ \text{Five}
5 ⇔ \text{five (5)}
5 ⇎ \text{five (6)}
5 ⇔ 5\text{ (five)}
5 ⇎ \text{fifty}
5 ⇎ \text{fifth}
5 ⇔ 5\text{th}
5 ⇎ 5^{\text{th}}+1
\left(\frac{1}{2}\right) ⇔ 0.5
\left.\frac{1}{2}\right. ⇔ 0.5
\frac{\sqrt 3}2 ⇔ \frac{\sqrt3}{2}
\frac\pi2 ⇔ \frac{\pi}{2}
\frac{\pi}2 ⇔ \pi/2
\frac ab ⇔ \frac{a}{b}
\frac a{b} ⇔ a/b
\sqrt[3]2 ⇔ 2^{1/3}
\sqrt[ 3 ]{2} ⇔ 2^{1/3}
\sqrt x ⇔ x^{1/2}
\sqrt{2}x ⇎ \sqrt{2x}
\sqrt2x ⇔ \sqrt{2}x
2\sqrt{3}i ⇔ 2i\sqrt3
x^{10} ⇔ x^{10}
x^10 ⇔ x^{10}
x^{-1} ⇔ 1/x
x_{12} ⇔ x_{12}
x_12 ⇔ x_{12}
e^{x} ⇔ e^x
e^2x ⇔ e^{2}x
2^-3 ⇔ 2^{-3}
10^-3 ⇔ 0.001
10^{–3} ⇔ 0.001
\text{\frac{1}{2}} ⇔ \frac12
\text{$\frac{1}{2}$} ⇔ \frac12
\mbox{5} ⇔ 5
\mathrm{cos}(x) ⇔ \cos x
\operatorname{cos} x ⇔ \cos x
\mathrm{sin} x ⇔ \sin x
\text{sin}(x) ⇔ \sin x
cos(x) ⇔ \cos x
sin^2(x) ⇔ \sin^2 x
cosx ⇔ \cos x
ln(2) ⇔ \ln2
log(100) ⇔ 2
exp(x) ⇔ e^x
\exp(2) ⇔ e^2
pi/2 ⇔ \frac\pi2
2pi ⇔ 2\pi
2*pi*r ⇔ 2\pi r
sqrt(x^2+1) ⇔ \sqrt{x^2+1}
sqrt{3} ⇔ \sqrt3
x**2 ⇔ x^2
x^(2) ⇔ x^2
x^(n+1) ⇔ x^{n+1}
(x+1)/(x-1) ⇔ \frac{x+1}{x-1}
1/(2x) ⇔ \frac{1}{2x}
1/2x ⇎ \frac{1}{3x}
x/2 ⇔ \frac{x}{2}
3x/4y ⇎ \frac{3x}{5y}
infinity ⇔ \infty
oo ⇔ \infty
+infty ⇔ \infty
<= 3 ⇔ \le 3
x >= 3 ⇔ x\ge 3
x != 3 ⇔ x\ne 3
x<=3 ⇔ (-\infty, 3]
-1 <= x <= 1 ⇔ [-1,1]
{1,2,3} ⇔ \{1,2,3\}
{1, 2, 3} ⇎ \{1,2\}
\lbrace 1,2\rbrace ⇔ \{1,2\}
\left\lbrace 1,2\right\rbrace ⇔ \{1,2\}
[1,2] U [3,4] ⇔ [1,2]\cup[3,4]
[1,2] union [3,4] ⇔ [1,2]\cup[3,4]
[1,2] \bigcup [3,4] ⇔ [1,2]\cup[3,4]
(1,2] or [3,4) ⇔ (1,2]\cup[3,4)
x \in \left[1,2\right] ⇔ [1,2]
x \epsilon [1,2] ⇎ [1,3]
\left] 1,2 \right[ ⇔ (1,2)
\displaystyle\frac{1}{2} ⇔ 0.5
\Large 5 ⇔ 5
\large{5} ⇔ 5
\mathbf{\frac12} ⇔ 0.5
\boldsymbol{x+1} ⇔ x+1
{5} ⇔ 5
{{5}} ⇔ 5
{5}{6} ⇎ 5
((5)) ⇔ 5
[5] ⇔ 5
\left|5\right| ⇔ 5
\big(5\big) ⇔ 5
\bigl(1,2\bigr) ⇔ (1,2)
5\text{ }  ⇔ 5
5\hspace{1em} ⇔ 5
\phantom{x}5 ⇔ 5
5\tag{1} ⇔ 5
5 \label{eq} ⇔ 5
\underbrace{5} ⇔ 5
\cancel{3}5 ⇎ 35
\overset{a}{5} ⇎ 6
\stackrel{?}{=} 5 ⇎ 6
5\% ⇔ 5\,\%
5 \% ⇔ 5%
5 per cent ⇔ 5\%
\$5 ⇔ \text{\$}5
\$5 ⇔ 5 \$
\$5.00 ⇔ \$5
€5 ⇔ 5€
5^{\circ} ⇔ 5^\circ
5^o ⇔ 5^\circ
5\degree ⇔ 5^\circ
5\text{ deg} ⇔ 5^\circ
5 \text{cm}^2 ⇔ 5 cm^2
5 \operatorname{cm} ⇔ 5\text{ cm}
5 \textrm{ cm} ⇔ 5\text{ cm}
5 \mathrm{cm} ⇔ 5 \; \mathrm{cm}
5 \; \mathsf{cm} ⇔ 5\text{ cm}
5 \rm{cm} ⇔ 5\text{ cm}
5{\rm\ cm} ⇔ 5\text{ cm}
5 {\text{cm}} ⇔ 5\text{ cm}
5 \text{centimetres} ⇔ 5\text{ cm}
5 \text{ sq. units} ⇔ 5
5 \text{ square inches} ⇔ 5\text{ in}^2
5 \text{ in}^2 ⇔ 5\text{ in.}^2
5 \text{ cubic meters} ⇔ 5\text{ m}^3
5 \text{ m}^3 ⇎ 5 \text{ m}^2
5 \text{ km per hour} ⇔ 5\text{ km/h}
5 \text{ kmh}^{-1} ⇎ 5\text{ m/s}
5 \text{ m s}^{-1} ⇔ 5\text{ m/s}
5 \text{ ms}^{-1} ⇎ 6\text{ m/s}
5\,\mu\text{m} ⇎ 5\text{ m}
5 \times 10^3 \text{ J} ⇔ 5000\text{ J}
5\text{ kJ} ⇔ 5000\text{ J}
5 \text{ years old} ⇔ 5
5 \text{ minutes} ⇔ 5\text{ min}
5 \text{ minutes} ⇎ 5\text{ seconds}
5 \text{ hours and 30 minutes} ⇔ 5\text{ hours }30\text{ minutes}
5 \text{ dollars} ⇔ \$5
5 \text{ cents} ⇎ \$5
5 \text{ rupees} ⇔ ₹5
`);
