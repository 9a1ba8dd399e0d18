import { rows } from './rows.js';

/** A remainder may keep its modulus; any other class is no number. */
export const REMAINDERS = rows(String.raw`
3 ⇎ 3 \pmod{2}
3 ⇎ -4 \pmod 7
10 ⇎ 3 \pmod 7
3 ⇔ 3\mod 7
0 ⇔ 0 \pmod 5
3 ⇎ 3 \pmod{n}
3 ⇎ x\equiv 3 \pmod 7
3 ⇎ 3, 10 \pmod 7
3 \pmod 7 ⇔ 3
3 \pmod 7 ⇔ 10 \pmod 7
`);

/** What a letter stands for may be said on one side only. */
export const PARAMETERS = rows(String.raw`
n=4k+1 ⇔ n=4k+1, k\in\mathbb{N}
n=4k+1, k\in\mathbb{N} ⇔ n=4k+1
4k+1 ⇔ 4k+1 \text{ for } k \in \mathbb{Z}
4k+1 ⇔ 4k+1 \text{ where } k \text{ is an integer}
4k+1 ⇎ n=4k+3, k\in\mathbb{Z}
4k+1, k\in\mathbb{Z} ⇎ 4k+3
4k+1, k\in\mathbb{Z} ⇎ 4k+1, k\in\{0,1\}
x>2 ⇎ x>2, x\in\mathbb{Z}
x>2, x\in\mathbb{Z} ⇎ x>2
x=k\pi ⇔ x=k\pi, k\in\mathbb{Z}
f(x)=cx ⇔ f(x)=cx, c\in\mathbb{R}
2^n, n\in\mathbb{N} ⇔ 2^n
2n, n\in\mathbb{Z} ⇎ 2n, n\in\mathbb{R}
(k, k+1) ⇔ (k,k+1), k\in\mathbb{Z}
(2k, 2k+1), k\in\mathbb{Z} ⇔ (2k,2k+1)
\{2k : k\in\mathbb{Z}\} ⇔ 2k, k\in\mathbb{Z}
`);

/** A membership says what its set says. */
export const MEMBERSHIPS = rows(String.raw`
(x,y)\in\{(1,2),(2,1)\} ⇎ (1,2),(1,3)
(x,y)\in\{(1,2),(2,1)\} ⇔ (2,1),(1,2)
(1,2),(2,1) ⇎ (x,y)\in\{(1,2)\}
(1,2) ⇔ (x,y)\in\{(1,2)\}
1,2 ⇔ x\in\{1,2\}
x\in\{1,2\} ⇔ 1,2
1 ⇎ x\in\{1,2\}
(a,b,c)\in\{(1,2,3)\} ⇔ (1,2,3)
(1,2),(2,1) ⇔ (x,y) = (1,2), (2,1)
(1,2),(2,1) ⇎ (x,y)\notin\{(1,2),(2,1)\}
`);

/** A ground truth may carry the label of its part. */
export const LABELS = rows(String.raw`
\text{(a)}\ 5 ⇔ 5
(b) 12 ⇔ 12
a) 7 ⇔ 7
\text{Part (a): } 9 ⇔ 9
(1) 5 ⇔ 5
\text{Answer: } \frac12 ⇔ 0.5
\text{Ans. } 12 ⇔ 12
\textbf{Answer:} 12 ⇔ 12
Final answer: 12 ⇔ 12
The answer is 12. ⇔ 12
\text{Solution: } x = 3 ⇔ 3
(a) 5 ⇎ 6
(a) 5 (b) 6 ⇎ 5
(a) 5 (b) 6 ⇔ (a) 5 (b) 6
(a) 5 (b) 6 ⇔ 5, 6
`);
