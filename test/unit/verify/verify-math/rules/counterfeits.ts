import { rows } from './rows.js';

/** Forms of an answer that say less, more or something else. */
export const COUNTERFEITS_INSIDE = rows(String.raw`
9 ⇎ \max = 9 \text{ or } 10
9 ⇎ \text{答案不是}9
9 ⇎ \text{答案可能是}9
9 ⇎ \text{答案大约是}10
9 ⇎ \text{最大值}=9, \text{最小值}=3
9 ⇎ \text{和的一半}=9
9 ⇎ \text{面积的两倍为}9
9 ⇎ \text{解}\ne 9
9 ⇎ \text{积} > 9
9 ⇎ \text{九或十}
9 ⇎ \text{大于九}
9 ⇎ \text{九以上}
9 ⇎ \text{九多}
9 ⇎ \text{九倍}
9 ⇎ \text{九分之}
9 ⇎ \text{不到九}
9 ⇎ \text{九点}
3 ⇎ \text{三角形}
9 ⇎ \text{nine or ten}
9 ⇎ \text{nine minus one}
9 ⇎ \text{nine squared}
9 ⇎ \text{nine is wrong}
9 ⇎ \text{nine plus one}
9 ⇎ \text{nine hundred}
9 ⇎ \text{nine not}
9 ⇎ \text{nine maybe ten}
9 ⇎ \text{nine percent}
9 ⇎ \text{nine dozen}
9 ⇎ \text{nine times}
9 ⇎ \text{nine halves}
2k+1, k\in\mathbb{Z} ⇎ 2t+1, t\in\mathbb{Q}
2k+1, k\in\mathbb{Z} ⇎ 2t+1, t\in\mathbb{R}
2k+1, k\in\mathbb{Z} ⇎ t, t\in\mathbb{Z}
2k+1, k\in\mathbb{Z} ⇎ 2t+1, t\in\mathbb{Z}^+
2k+1, k\in\mathbb{N} ⇎ 2k-1, k\in\mathbb{N}
(k,2k), k\in\mathbb{Z} ⇎ (2t,4t), t\in\mathbb{Z}
(k,k^2), k\in\mathbb{Z} ⇎ (-t,-t^2), t\in\mathbb{Z}
(k,k^2), k\in\mathbb{Z} ⇔ (-t,t^2), t\in\mathbb{Z}
(k,k^2), k\in\mathbb{Z} ⇔ (t+1,t^2+2t+1), t\in\mathbb{Z}
k^2, k\in\mathbb{Z} ⇎ t^2+1, t\in\mathbb{Z}
(a,b), a\in\mathbb{Z} ⇎ (a,c), a\in\mathbb{Z}
|x| ⇎ \begin{cases} x & x>0 \\ 0 & x=0 \\ -x & x<0 \\ 5 & x=7 \end{cases}
|x| ⇎ \begin{cases} x & x\ge 0 \\ -x & x<-1 \\ 1 & x=-1 \end{cases}
0 ⇎ \begin{cases} 0 & x=0 \end{cases}
x ⇎ \begin{cases} x & x=1 \end{cases}
x ⇎ \begin{cases} x & x=x \end{cases}
x^2 ⇎ x^2 (x>0)
5 ⇎ 5 (x>0)
5 ⇎ 5 (x=5)
x>3 ⇎ x>5 \iff x>3
x>3 ⇎ x^2>25 \implies x>3
x=3 ⇎ x^2=16 \implies x=3
x>3 ⇎ y=1, x>5 \implies x>3
x>3 ⇎ x>5 \wedge y=1 \implies x>3
x>3 ⇎ 5<x \implies 3<x
x>3 ⇎ x\ge 5 \implies x>3
x>3 ⇎ x-5>0 \implies x>3
x>3 ⇎ x\in(5,\infty) \implies x>3
(3,\infty) ⇎ x>5 \implies x>3
(3,\infty) ⇎ x\in(5,\infty) \implies x\in(3,\infty)
3 ⇎ x=5 \implies 3
x>3 ⇎ x>5 \implies (x>3)
x>3 ⇎ (x>5) \implies (x>3)
x>3 ⇎ \text{if } x>5 \text{ then } x>3
x>3 ⇎ \text{let } x>5, \text{ then } x>3
x>3 ⇎ x>5 \text{ means } x>3
x>3 ⇎ x>5 \text{ i.e. } x>3
x>3 ⇎ x>5: x>3
x=1 \text{ or } x=2 ⇎ x=1 \implies x=1 \text{ or } x=2
x\in\{1,2\} ⇎ x=1 \implies x\in\{1,2\}
5 ⇎ 5\frac{\text{cm}}{\text{m}}
5 ⇎ 5\text{ g/kg}
5\text{ cm} ⇎ 5\frac{\text{km}\cdot\text{cm}}{\text{m}}
5 ⇎ 5\text{ dollars per cent}
5 ⇎ 5\text{ hours per minute}
1 ⇎ \frac{1\text{ km}}{1\text{ m}}
1000 ⇎ \frac{1\text{ m}}{1\text{ km}}
1000 ⇔ \frac{1\text{ km}}{1\text{ m}}
1 ⇎ \frac{\star}{\star}
1 ⇎ \frac{\heartsuit}{\heartsuit}
1 ⇎ \frac{?}{?}
1 ⇎ \diamond/\diamond
0 ⇎ \angle-\angle
1 ⇎ NaN:NaN
1 ⇎ \frac{\infty}{\infty}
1 ⇎ \frac00
0 ⇎ [0,)
0 ⇎ \langle 0,\rangle
5 ⇎ (5,\text{})
5 ⇎ \{5,\}
1 ⇎ \frac{x+\square}{x+\square}
`);
