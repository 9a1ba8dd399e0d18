import { table } from './table.js';

/** Units, money, bases, text, choices, malformed and decorated LaTeX. */
export const WORDING = table(String.raw`
12 cm ⇔ 12
12\text{ cm} ⇔ 12
12 ⇔ 12\text{ cm}
12 ⇔ 12 cm
12\text{ cm} ⇔ 12 cm
12\text{ cm} ⇔ 12\,\mathrm{cm}
12\text{ cm} ⇔ 12\text{ centimeters}
12\text{ cm} ⇔ 12\mbox{ cm}
12\text{ cm} ⇔ 12cm
12 cm ⇎ 12 kg
12 cm ⇎ 12 m
12\text{ cm} ⇎ 12\text{ cm}^2
12\text{ cm} ⇎ 13\text{ cm}
12\text{ cm} ⇔ 0.12\text{ m} // converted exactly
1\text{ m} ⇔ 100\text{ cm}
15\mbox{ cm}^2 ⇔ 15 cm^2
15\mbox{ cm}^2 ⇔ 15\text{ cm}^{2}
15\mbox{ cm}^2 ⇔ 15 \text{ square centimeters}
15\mbox{ cm}^2 ⇔ 15 cm²
15\mbox{ cm}^2 ⇔ 15 sq. cm
15\mbox{ cm}^2 ⇎ 15\text{ cm}^3
60\text{ km/h} ⇔ 60
60\text{ km/h} ⇔ 60 km/h
60\text{ km/h} ⇔ 60\text{ kilometers per hour}
60\text{ km/h} ⇔ 60 \frac{\text{km}}{\text{h}}
60\text{ km/h} ⇎ 60\text{ m/s}
5\text{ m/s}^2 ⇔ 5 \text{ m}/\text{s}^2
5\text{ m/s}^2 ⇔ 5\ \mathrm{m\,s^{-2}}
5\text{ m/s}^2 ⇎ 5\text{ m/s}
125\text{ miles} ⇔ 125
125\text{ miles} ⇔ 125 mi
5\text{ apples} ⇔ 5
5\text{ apples} ⇔ 5 apples
5\text{ apples} ⇎ 5\text{ oranges}
5\text{ apples} ⇎ 6\text{ apples}
5 ⇔ 5\text{ ways}
5 ⇎ 5m // a product
5 ⇎ 5x
2 ⇎ 2t
36 \text{ square units} ⇔ 36
36 ⇔ 36\text{ units}^2
1/3 ⇔ \frac{1}{3} \text{meters}
25^\circ\text{C} ⇔ 25 °C
25^\circ\text{C} ⇎ 25^\circ\text{F}
25^\circ\text{C} ⇔ 25
2\sqrt3\text{ cm} ⇔ \sqrt{12}
2\text{ hours }30\text{ minutes} ⇔ 2 hours 30 minutes
2\text{ hours} ⇎ 2\text{ minutes}
\$16386.17 ⇔ 16386.17
\$16386.17 ⇔ \$16{,}386.17
\$16386.17 ⇔ $16,386.17
\$5 ⇔ 5\text{ dollars}
\$5 ⇎ €5
\$5 ⇎ 5\text{ cents}
5 ⇔ \$5
5 ⇔ €5
1000.99 ⇔ $1,000.99
1000.99 ⇔ 1,000.99€
\$0.50 ⇔ 50\text{ cents} // converted exactly
\text{Rs. }500 ⇔ 500
204_5 ⇔ 204_5
204_5 ⇔ 204_{5}
204_5 ⇔ 204_{\text{five}}
204_5 ⇔ (204)_5
204_5 ⇎ 204_6
204_5 ⇎ 205_5
204_5 ⇎ 54
204_5 ⇎ 204
54 ⇔ 204_5
54 ⇎ 204_6
54 ⇔ 54_{10}
1112112_3 ⇎ 1112122_3
110_2 ⇎ 6
11011_2 ⇔ 11011_{\text{two}}
\text{A3F}_{16} ⇔ A3F_{16}
\text{A3F}_{16} ⇎ A3E_{16}
\text{Evelyn} ⇔ Evelyn
\text{Evelyn} ⇔ \text{Evelyn}
\text{Evelyn} ⇔ evelyn
\text{Evelyn} ⇔ \textbf{Evelyn}
\text{Evelyn} ⇔ \mathrm{Evelyn}
\text{Evelyn} ⇎ Briana
\text{Evelyn} ⇎ Eve
\text{odd} ⇔ odd
\text{Even} ⇔ Even
\text{odd} ⇎ even
odd ⇎ ddo // letters of a word do not commute
cat ⇎ act
\text{The midpoints form a regular hexagon} ⇔ The midpoints form a regular hexagon.
\text{The midpoints form a regular hexagon} ⇎ The midpoints form a regular pentagon
yes ⇔ Yes
Yes ⇔ \text{Yes}
Yes ⇔ Yes.
Yes ⇔ Yes, it is.
Yes ⇎ No
No ⇎ Yes
no ⇎ on
True ⇔ true
True ⇎ False
\text{undefined} ⇔ undefined
\text{does not exist} ⇔ DNE
\text{undefined} ⇎ 0
\text{infinitely many} ⇔ infinitely many solutions
A ⇔ A
A ⇔ (A)
A ⇔ \text{A}
A ⇔ \textbf{(A)}
A ⇔ \mathrm{A}
A ⇔ A.
A ⇔ A)
A ⇔ (A) 12
A ⇔ \textbf{(A)}\ 12
A ⇔ \text{(A) }12
A ⇔ option A
A ⇔ \text{Option A}
A ⇎ B
A ⇎ (B)
A ⇎ \textbf{(B)}\ 12
A ⇎ AB
\text{(A)} ⇔ A
\text{(A)} ⇔ a
\text{(A)} ⇎ B
\textbf{(B)}\ 12 ⇔ B
\textbf{(B)}\ 12 ⇔ 12
\textbf{(B)}\ 12 ⇔ \textbf{(B)}\ 12
\textbf{(B)}\ 12 ⇎ \textbf{(C)}\ 12
\textbf{(B)}\ 12 ⇎ \textbf{(B)}\ 13
\textbf{(B)}\ 12 ⇎ 13
\textbf{(B)}\ 12 ⇎ C
12 ⇔ \textbf{(B)}\ 12
12 ⇔ (B) 12
12 ⇎ \textbf{(B)}\ 13
12 ⇎ B
a ⇎ A
d ⇎ \text{E}
A, C, D ⇔ A, C, and D
A, C, D ⇔ C, A, D
A, C, D ⇔ ACD
A, C, D ⇎ A, C
A, C ⇎ A
\text{13} ⇔ 13
13 ⇔ \text{13}
13 ⇔ \mathbf{13}
13 ⇔ \boldsymbol{13}
13 ⇔ \displaystyle 13
13 ⇔ \color{red}{13}
13 ⇔ \textcolor{blue}{13}
13 ⇔ {13}
13 ⇔ {{13}}
13 ⇔ (13)
13 ⇔ \left(13\right)
13 ⇔ 13.
13 ⇔ 13,
13 ⇔ $13$
13 ⇔ \(13\)
13 ⇔ **13**
13 ⇔ \,13\,
13 ⇔ \boxed{13}
13 ⇔ \underline{13}
13 ⇔ \phantom{0}13
13 ⇔ \text{Answer: }13
13 ⇔ \text{Answer: } 13
13 ⇔ the answer is 13
13 ⇎ not 13
13 ⇎ the answer is not 13
13 ⇎ 12 (not 13)
13 ⇎ 12, wait, 13
13 ⇎ 13?14
13 ⇎ between 12 and 13
13 ⇎ 13 or more
13 ⇎ at least 13
13 ⇎ 5\text{ apples and }13\text{ pears}
3 ⇎ \text{three apples and 3 pears}
\text{Area} = 12 ⇔ 12
12 ⇔ \text{Area} = 12
\frac12 ⇔ \frac{1}2
\frac12 ⇔ \frac1{2}
\frac12 ⇔ \frac 1 2
\frac12 ⇔ \frac{1} {2}
\frac12 ⇔ \\frac{1}{2}
\frac12 ⇔ \left(\frac{1}{2}
\sqrt3 ⇔ \sqrt{3
\frac{\sqrt3}{2} ⇔ \frac{\sqrt3}2
\frac{\sqrt3}{2} ⇔ \frac{\sqrt{3}}{2}.
x^{10} ⇔ x^10
x^{n+1} ⇔ x^(n+1)
\frac{a}{b} ⇔ \frac ab
\frac{\pi}{2} ⇔ \frac\pi2
10^{\frac{-5+\sqrt{13}}{6}} ⇔ 10^{-\frac{5-\sqrt{13}}{6}}
\int_0^1 x\,dx ⇔ \int_0^1 x dx
\frac12 ⇔ \int_0^1 x\,dx = \frac12
`);
