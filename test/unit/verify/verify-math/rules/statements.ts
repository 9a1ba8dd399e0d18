import { rows } from './rows.js';

/** An equation that only says that a number is itself is no value; a calculation ends in one. */
export const TRUE_STATEMENTS = rows(String.raw`
0 ⇎ 0=0
2 ⇎ 1<2
7 ⇎ 7\ge 7
1 ⇎ 1=1
5 ⇎ 5=5=5
12 ⇎ 12 \equiv 12
2 ⇎ 2=2.0
\frac12 ⇎ \frac12=\frac12
-3 ⇎ -3=-3
3 ⇎ 3 \equiv 3
\pi ⇎ \pi=\pi
\sqrt2 ⇎ \sqrt2=\sqrt2
5 ⇎ 5 \neq 6
5 ⇎ 5=5 \text{ is true}
0 ⇎ ~The answer is $0=0$.
0 ⇎ ~<answer>0=0</answer>
5 ⇔ 2+3=5
2 ⇔ 17 \bmod 5 = 2
2 ⇔ \gcd(4,6)=2
17 ⇔ a+b=3+14=17
\frac12 ⇔ \frac{2}{4}=\frac12
\sqrt8 ⇔ \sqrt8=2\sqrt2
4 ⇔ \sqrt{16}=4
0.5 ⇔ \frac{1}{2}=0.5
1024 ⇔ 2^{10}=1024
120 ⇔ 5!=120
\frac13 ⇔ \frac13 \approx 0.333
60^\circ ⇔ \frac{\pi}{3}=60^\circ
0.25 ⇔ 25\%=0.25
60\text{ min} ⇔ 1\text{ h}=60\text{ min}
0=0 ⇔ 0=0
5=5 ⇔ 5=5
\frac{7}{3} ⇔ 2\frac13=\frac73
10000_2 ⇔ 16 = 10000_2
0 ⇎ \{0=0\}
(0,1) ⇎ (0=0, 1=1)
\{0,1\} ⇎ 0=0, 1=1
5 ⇎ x=5=6
5 ⇔ x=5=5
5 ⇎ 5 \approx 5
`);

/** Behind a condition or a falsehood nothing is said of the value itself. */
export const IMPLICATIONS = rows(String.raw`
7 ⇎ 1=2 \implies 7
5 ⇎ \bot\Rightarrow 5
5 ⇎ p \to 5
5 ⇎ p \Rightarrow 5
5 ⇎ 0=1 \to 5
5 ⇎ 0=1 ⇒ 5
5 ⇎ \bot \to 5
5 ⇎ \bot → 5
5 ⇎ \text{false} \Rightarrow 5
5 ⇎ \text{False} \implies 5
5 ⇎ F \Rightarrow 5
5 ⇎ x=1 \Longrightarrow 5
5 ⇎ x>0 \implies 5
5 ⇎ n \text{ even} \implies 5
5 ⇎ \text{if } p \text{ then } 5
5 ⇎ 1=2 \vdash 5
5 ⇎ 1=2 \models 5
5 ⇎ 1=2 \supset 5
5 ⇎ 1=2 \longrightarrow 5
5 ⇎ 1=2 => 5
5 ⇎ 1=2 -> 5
5 ⇎ 1=2 ==> 5
5 ⇎ 1=2 \rightarrow 5
5 ⇎ 1=2 \iff 5
5 ⇎ 1=2 \Leftrightarrow 5
5 ⇎ 5 \Leftarrow 1=2
5 ⇎ 5 \impliedby 1=2
5 ⇎ 5 \text{ if } p
5 ⇎ 1=2 \therefore 5
5 ⇎ \emptyset \Rightarrow 5
5 ⇎ \text{True} \implies 5
5 ⇎ \neg p \implies 5
5 ⇎ 1\neq 1 \implies x=5
5 ⇎ 0=1 \implies x=5
5 ⇎ \bot\Rightarrow x=5
5 ⇎ \bot \mapsto 5
5 ⇎ ~The answer is $1=2 \implies 5$.
5 ⇎ ~The answer is 1=2 ⇒ 5.
5 ⇎ ~<answer>1=2 => 5</answer>
5 ⇎ 1=2, \text{ hence } 5
5 ⇎ \text{ex falso } 5
5 ⇎ p \vee \neg p \Rightarrow 5
x=5 ⇎ p \Rightarrow x=5
5 ⇔ x+2=7 \Rightarrow x=5
5 ⇔ \Rightarrow 5
5 ⇔ \therefore 5
5 ⇔ \implies x = 5
5 ⇔ 2x=10 \therefore x=5
1 < x < 2 ⇔ |2x-3|<1 \implies 1<x<2
5 ⇎ ~So 1=2 implies 5.
5 ⇎ ~So p → 5.
5 ⇎ ~So ⊥ ⇒ 5
5 ⇎ ~Therefore $1=2 \to 5$.
5 ⇎ ~Therefore $p \implies 5$.
5 ⇔ ~Therefore $2x = 10 \implies x = 5$.
5 ⇔ ~So 2x = 10 ⇒ x = 5
5 ⇔ ~2x=10 ⇒ x=5
5 ⇔ x=2+3=5 \implies x=5
5 ⇔ 2x+1=11 \implies 2x=10 \implies x=5
5 ⇎ 2 \Rightarrow 5
5 ⇔ \text{so } x=5
\pm 2 ⇔ x^2=4 \Rightarrow x=\pm 2
A \implies B ⇎ B\implies A
A \implies B ⇔ A \Rightarrow B
A \implies B ⇔ A\implies B
B ⇎ A\implies B
`);

/** What several letters come to, with its work. */
export const WORKED_OUT = rows(String.raw`
17 ⇔ ~Therefore, $a+b = 3+14 = 17$.
17 ⇔ ~Therefore, $m+n = 3+14 = \boxed{17}$.
17 ⇔ ~So $a+b = 3+14 = 17$
17 ⇔ ~Hence $p + q + r = 2 + 5 + 10 = 17$.
17 ⇎ ~Therefore, $a+b = 3+14 = 18$.
3+14 ⇎ ~Suppose $a+b = 3+14 = 17$.
17 ⇎ ~If $a+b = 3+14 = 17$.
17 ⇎ ~Therefore, $a^2+b^2 = c^2 = 17$.
17 ⇎ a+b=16=17
`);

/** \\min and \\max of nothing are labels. */
export const EXTREMES = rows(String.raw`
the minimum is 3 and the maximum is 5 ⇔ \min = 3,\ \max = 5
the minimum is 3 and the maximum is 5 ⇔ \max = 5, \min = 3
the minimum is 3 and the maximum is 5 ⇎ \min = 5,\ \max = 3
the minimum is 3 and the maximum is 5 ⇎ \min = 3
the minimum is 3 and the maximum is 5 ⇔ \min: 3,\ \max: 5
the minimum is 3 and the maximum is 5 ⇔ \text{min}=3, \text{max}=5
\min=3,\ \max=5 ⇔ \max=5, \min=3
`);
