import { rows } from './rows.js';

/** Older names of commands, and signs in braces of their own. */
export const NOTATION = rows(String.raw`
\mathbb{R} ⇔ \mathds{R}
\mathbb{Z} ⇔ \Bbb Z
\mathbb{R}\setminus\{0\} ⇔ \Bbb{R}\setminus\{0\}
\mathbb{Q} ⇎ \Bbb{R}
1234567 ⇔ 1{\;}234{\;}567
1234 ⇔ 1{ }234
1234 ⇔ 1{~}234
12345 ⇎ 1{\,}234
-50 ⇔ {-}50
-\frac12 ⇔ {-}\frac12
x-1 ⇔ x{-}1
3.14 ⇔ 3{.}14
3 ⇔ x{=}3
x<3 ⇔ x{<}3
0.5 ⇔ 0{,}5
\mathbb{R}^+ ⇔ \mathbb{R}^{+}
`);

/** Geometric sums and sums up to a letter are compared as what they come to. */
export const SUMS = rows(String.raw`
2^{2024}-1 ⇎ \sum_{k=0}^{2022} 2^k
2^{2024}-2 ⇔ \sum_{k=1}^{2023} 2^k
\frac{3^{101}-1}{2} ⇔ \sum_{k=0}^{100} 3^k
2^{n+1}-1 ⇔ \sum_{k=0}^{n} 2^k
\frac{n(n+1)}{2} ⇔ \sum_{k=1}^n k
\frac{n(n+1)}{2} ⇎ \sum_{k=0}^n k^2
\frac{n}{n+1} ⇔ \sum_{k=1}^n \frac{1}{k(k+1)}
\frac{x^{n+1}-1}{x-1} ⇔ \sum_{k=0}^n x^k
\frac{2024}{2025} ⇎ \sum_{k=1}^{2023} \frac{1}{k(k+1)}
\sum_{k=0}^{2023} 2^k ⇔ 2^{2024}-1
2 ⇔ \sum_{k=0}^\infty \frac{1}{2^k}
500500 ⇔ \sum_{k=1}^{1000} k
2-\frac{1}{2^{100}} ⇔ \sum_{k=0}^{100} \frac{1}{2^k}
`);

/** Digits of any script are digits. */
export const DIGITS = rows(String.raw`
42 ⇔ ~الجواب هو ٤٢
42 ⇔ ~答えは４２です。
3.14 ⇔ ٣٫١٤
1234 ⇔ ١٬٢٣٤
\frac{1}{2} ⇔ \frac{१}{२}
12 ⇔ ~The answer is १२.
42 ⇎ ٤٣
-5 ⇔ -٥
`);

/** Right answers in other forms. */
export const RIGHT = rows(String.raw`
3 ⇎ 4 \pmod 7
3 ⇔ 3 \pmod{7}
3 ⇔ 3 \ (\text{mod } 7)
4k+1 ⇔ n=4k+1, k\in\mathbb{Z}
n=4k+1, k\in\mathbb{Z} ⇔ 4k+1
n=4k+1, k\in\mathbb{Z} ⇔ n=4k+1
n=4k+1 ⇔ n=4k+1, k\in\mathbb{Z}
\{(1,2),(2,1)\} ⇔ (x,y)\in\{(1,2),(2,1)\}
(1,2),(2,1) ⇔ (x,y)\in\{(1,2),(2,1)\}
(x,y)\in\{(1,2),(2,1)\} ⇔ (1,2),(2,1)
(x,y)\in\{(1,2),(2,1)\} ⇎ (1,2)
\mathbb{R} ⇔ \Bbb{R}
\mathbb{R} ⇔ \Bbb R
1234 ⇔ 1{\,}234
1234567 ⇔ 1{\,}234{\,}567
2^{2024}-1 ⇔ \sum_{k=0}^{2023} 2^k
\frac{2024}{2025} ⇔ \sum_{k=1}^{2024} \frac{1}{k(k+1)}
50 ⇎ {-}50
\text{Answer: } 12 ⇔ 12
Answer: 12 ⇔ 12
\angle ABC = 40^\circ ⇔ 40
AB = 5 ⇔ 5
S_{ABC} = 12 ⇔ 12
\text{(a) } 5 ⇔ 5
42 ⇔ ４２
42 ⇔ ٤٢
42 ⇔ ४२
42 ⇔ ৪২
42 ⇔ ๔๒
`);
