import { rows } from './rows.js';

/** What is concluded counts only where it says the same as what it is concluded from. */
export const IMPLICATIONS = rows(String.raw`
x>3 ⇎ x>5 \implies x>3
x>3 ⇎ x>5 \Rightarrow x>3
x>3 ⇎ x>5 \to x>3
x>3 ⇎ x>5 \rightarrow x>3
x>3 ⇎ x>5, \text{ so } x>3
x>3 ⇎ x>5 \text{ hence } x>3
x>3 ⇎ x>5 \therefore x>3
x>3 ⇎ x>3 \impliedby x>5
x>3 ⇎ x>3 \Leftarrow x>5
x>3 ⇎ x>3 \Longleftarrow x>5
x>3 ⇎ x>3 \iff x>5
x>3 ⇎ x>3 \Leftrightarrow x>5
x>3 ⇎ x>5 ⇒ x>3
x>3 ⇎ x>5 => x>3
x>3 ⇎ x>5 \vdash x>3
x>3 ⇎ x>5 \models x>3
x>3 ⇎ x>3 \text{ if } x>5
x>3 ⇎ x>3 \text{ because } x>5
x>3 ⇎ x>3 \text{ since } x>5
x>3 ⇎ x>5 \text{ implies } x>3
x>3 ⇎ x>5 \text{ thus } x>3
x>3 ⇎ x>5 \text{ therefore } x>3
x>3 ⇎ x>5 \text{ which means } x>3
x>3 ⇎ x>5 \text{ 所以 } x>3
x>3 ⇎ x>5 \text{ 因此 } x>3
3 ⇎ x=5 \implies x=3
3 ⇎ x^2=4 \implies x=3
3 ⇎ x=2 \text{ so } x=3
2 ⇎ x=2 \implies x^2=4 \implies x=\pm 2
x=\pm 2 ⇎ x=2 \implies x=\pm 2
\pm 2 ⇎ x=2 \implies x^2 = 4 \implies x = \pm 2
x \ge 0 ⇎ x=0 \implies x \ge 0
3 ⇎ x=1,2,3 \implies x=3
5 ⇎ x=5 \impliedby x=6
x>3 ⇔ 2x>6 \implies x>3
x>3 ⇔ x-3>0 \iff x>3
5 ⇔ 2x=10 \implies x=5
2 ⇔ x^3=8 \implies x=2
\pm 2 ⇔ x^2=4 \implies x=\pm 2
x=2 ⇎ x=2 \iff x=2
2 ⇔ x^2=4, x>0 \implies x=2
x<-3 ⇔ -2x>6 \Rightarrow x<-3
7 ⇔ x=3+4=7 \implies 7
5 ⇔ 2+3 \Rightarrow 5
5 ⇔ 3x-5=10 \Rightarrow 3x=15 \Rightarrow x=5
5 ⇔ 3x-5=10 \iff 3x=15 \iff x=5
2<x<4 ⇔ |x-3|<1 \implies 2<x<4
6 ⇔ x+y=10, x-y=2 \implies x=6
9 ⇎ x=2 \implies x^2=9
5 ⇔ x = 5 \text{ because } x > 0
5 ⇔ 5, \text{ since } 2+3=5
5 ⇔ 5 \text{ because it is prime}
5 ⇎ x = 5 \text{ since } x = 6
x>3 ⇎ x>1 \implies x>3
x<3 ⇎ x<1 \implies x<3
[0,1] ⇎ 0<x<1 \implies 0\le x\le 1
x\ge 2 ⇎ x>2 \implies x\ge 2
3 ⇎ x=3 \text{ or } x=4 \implies x=3
x \ne 0 ⇎ x=1 \implies x\ne 0
x\ge 2 ⇔ x^3\ge 8 \implies x\ge 2
(1,5) ⇔ |x-3|<2 \implies 1<x<5
x>3 ⇔ \ln(x-2)>0 \implies x>3
2 ⇔ f(x)=x^2-4=0, x>0 \implies x=2
12 ⇔ 3x=36 \text{ so } x=12
12 ⇔ 3x=36, \text{ 所以 } x=12
`);
