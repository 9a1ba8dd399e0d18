import { rows } from './rows.js';

/** Functions by cases, numbers under a condition in words, and other forms that are right. */
export const CASES_AND_WORDS = rows(String.raw`
|x|+|x-1| ⇔ \begin{cases}1-2x & x<0\\ 1 & 0\le x\le 1\\ 2x-1 & x>1\end{cases}
|x|+|x-1| ⇎ \begin{cases}1-2x & x<0\\ 2 & 0\le x\le 1\\ 2x-1 & x>1\end{cases}
|x|+|x-1| ⇎ \begin{cases}1-2x & x<0\\ 1 & 0\le x\le 1\\ 2x-1 & x>2\end{cases}
|x|+|x-1| ⇔ \begin{cases}1-2x, & x\le 0\\ 1, & 0< x< 1\\ 2x-1, & x\ge 1\end{cases}
\begin{cases}1-2x & x<0\\ 1 & 0\le x\le 1\\ 2x-1 & x>1\end{cases} ⇔ |x|+|x-1|
\begin{cases}1-2x & x<0\\ 1 & 0\le x\le 1\\ 2x-1 & x>1\end{cases} ⇔ \begin{cases}1-2x & x<0\\ 1 & 0\le x< 1\\ 2x-1 & x\ge 1\end{cases}
\begin{cases}x & x \ge 0\\ -x & x<0\end{cases} ⇔ \begin{cases}-x & \text{if }x \le 0\\ x & \text{otherwise}\end{cases}
\begin{cases}x & x \ge 0\\ -x & x<0\end{cases} ⇎ \begin{cases}x & \text{if }x \le 0\\ -x & \text{otherwise}\end{cases}
|x^2-1| ⇔ \begin{cases}1-x^2 & -1<x<1\\ x^2-1 & x\le -1\text{ or }x\ge1\end{cases}
|x^2-1| ⇎ \begin{cases}1-x^2 & -1<x<1\\ x^2+1 & x\le -1\text{ or }x\ge1\end{cases}
|x^2-1| ⇔ \begin{cases}1-x^2 & |x|<1\\ x^2-1 & |x|\ge1\end{cases}
|x^2-1| ⇔ \begin{cases}1-x^2 & x\in(-1,1)\\ x^2-1 & \text{otherwise}\end{cases}
\begin{cases}1&x>0\\-1&x<0\end{cases} ⇔ \frac{x}{|x|}
\begin{cases}1&x>0\\-1&x\le 0\end{cases} ⇎ \frac{x}{|x|}
\begin{cases}1&x>0\\0&x=0\\-1&x<0\end{cases} ⇎ \begin{cases}1&x>0\\-1&x<0\end{cases}
\begin{cases}1&x>0\\0&x=0\\-1&x<0\end{cases} ⇎ \begin{cases}1&x\ge 0\\-1&x<0\end{cases}
3:45 \text{ p.m.} ⇔ 15{:}45
3:45 \text{ p.m.} ⇔ 3{:}45\text{ p.m.}
2:3 ⇔ 2{:}3
2:3 ⇎ 3{:}2
\angle ABC ⇔ \angle CBA
\angle ABC ⇎ \angle ACB
12 ⇔ \#S=12
5'6'' ⇔ 5.5\text{ ft}
5'6'' ⇎ 5.6\text{ ft}
5'6'' ⇔ 66\text{ in}
All $n\ge 3$ ⇔ n\ge 3
all $n \geq 3$ ⇔ n \ge 3
All positive integers $n\ge 3$ ⇔ n\ge 3
All positive integers $n\ge 3$ ⇎ n\ge 4
All positive integers $n\ge 3$ ⇎ n\le 3
All positive integers $n\ge 3$ ⇔ ~All positive integers $n \geq 3$.
All positive integers $n\ge 3$ ⇔ \text{all integers } n\ge 3
all integers n \geq 3 ⇔ n\ge 3
n \ge 3 ⇔ \text{all integers }n\ge 3
x \ge 3 ⇎ \text{all integers }x\ge 3
n \ge 3 ⇎ \text{all primes }n\ge 3
5 ⇎ ~Let x = 5.
5 ⇎ ~Try x = 5.
5 ⇔ ~Hence x = 5.
50000 ⇔ ~答案为5万人。
5 ⇔ 5千米
5000 ⇎ 5千米
`);
