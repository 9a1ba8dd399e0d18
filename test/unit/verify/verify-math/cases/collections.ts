import { table } from './table.js';

/** Several values, tuples, sets, intervals, matrices. */
export const COLLECTIONS = table(String.raw`
1,2 ⇔ 2,1
1,2 ⇔ 1, 2
1,2 ⇔ 1 and 2
1,2 ⇔ 1\text{ and }2
1,2 ⇔ \{1,2\}
1,2 ⇔ 1 \text{ or } 2
1,2 ⇔ 2 or 1
1,2 ⇔ x=1\text{ or }x=2
1,2 ⇔ x=1,2
1,2 ⇔ x_1=1, x_2=2
1,2 ⇔ x_1=2, x_2=1
1,2 ⇔ x \in \{1,2\}
1,2 ⇎ 1
1,2 ⇎ 2
1,2 ⇎ 1,3
1,2 ⇎ 1,2,3
1,2 ⇎ 3
1,2 ⇎ 1.2
1 ⇎ 1,2
2 ⇎ 1,2
12 ⇎ 12\text{ or }13
13 ⇎ 12 or 13
12 ⇎ either 12 or 13
12 ⇎ 12, 13
12, 13 ⇔ 12 or 13
1,2,3 ⇔ 1, 2, and 3
1,2,3 ⇔ 3,1,2
1,2,3 ⇔ the solutions are 1, 2 and 3
1,2,3 ⇔ \text{the solutions are } 1, 2 \text{ and } 3
1,2,3 ⇎ 1, 2 and 4
19, 46, and 82 ⇎ 21, 36, and 82
3 \pm 2\sqrt2 ⇔ 3+2\sqrt2, 3-2\sqrt2
3 \pm 2\sqrt2 ⇔ \{3-2\sqrt2, 3+2\sqrt2\}
3 \pm 2\sqrt2 ⇔ 3 ± 2√2
3 \pm 2\sqrt2 ⇔ 3 \mp 2\sqrt{2}
3 \pm 2\sqrt2 ⇎ 3+2\sqrt2
3 \pm 2\sqrt2 ⇎ 3\pm\sqrt2
\pm 2021 ⇎ 2021
\pm 2 ⇔ 2, -2
\pm 2 ⇔ -2, 2
\pm 2 ⇔ x=\pm 2
\pm 2 ⇔ x = 2\text{ or }x = -2
2,-2 ⇔ \pm 2
2 ⇎ \pm 2
\frac{-1\pm\sqrt{13}}{4} ⇔ \frac{-1+\sqrt{13}}{4}, \frac{-1-\sqrt{13}}{4}
x = \frac{1}{2}, x = \frac{-1 \pm \sqrt{13}}{4} ⇔ \frac12, \frac{-1+\sqrt{13}}{4}, \frac{-1-\sqrt{13}}{4}
\pm 1 \pm \sqrt2 ⇔ 1+\sqrt2, 1-\sqrt2, -1+\sqrt2, -1-\sqrt2
(1,2) ⇔ (1, 2)
(1,2) ⇔ \left(1,2\right)
(1,2) ⇔ (1;2)
(1,2) ⇔ (x,y)=(1,2)
(1,2) ⇔ x=1, y=2
(1,2) ⇔ x=1\text{ and }y=2
(1,2) ⇔ \langle 1,2\rangle
(1,2) ⇔ \begin{pmatrix}1\\2\end{pmatrix}
(1,2) ⇔ 1,2
(1,2) ⇎ (2,1)
(1,2) ⇎ 2,1
(1,2) ⇎ \{1,2\}
\{1,2\} ⇎ (1,2)
(1,2) ⇎ [1,2]
(1,2) ⇎ (1,2]
(1,2) ⇎ (1,2,3)
(1,2) ⇎ 1
(3,1) ⇎ {1,3}
(1,3) ⇔ {1,3}
(1,\frac{9}{2}) ⇔ (1,4.5)
(\tfrac{27}{8},\tfrac{15}{8}) ⇎ (0, 0)
(1,2,3) ⇔ [1,2,3]
(1,2),(3,4) ⇔ (3,4),(1,2)
(1,2),(3,4) ⇔ \{(1,2),(3,4)\}
(1,2),(3,4) ⇔ (1,2)\text{ and }(3,4)
(1,2),(3,4) ⇔ (x,y)=(1,2),(3,4)
(1,2),(3,4) ⇔ x=1,y=2;x=3,y=4
(1,2),(3,4) ⇎ (1,2)
(1,2),(3,4) ⇎ (1,4),(3,2)
(1,2),(3,4) ⇎ (2,1),(4,3)
(1,2) ⇎ (1,2),(3,4)
(11,7)or(7,11) ⇔ (7,11),\ (11,7)
p=5,q=2;p=7,q=2 ⇔ (5,2),(7,2)
p = 5, q = 2 \quad \text{and} \quad p = 7, q = 2 ⇔ p=5,q=2;p=7,q=2
(p,q)=(3,2) ⇔ (3, 2)
(p,q)=(3,2) ⇎ (2, 3)
x=1,y=2 ⇔ y=2,x=1
x=1,y=2 ⇎ x=2,y=1
x=1,y=2 ⇎ a=1,b=2
x=1,y=2 ⇎ (2,1)
AB=4,CD=5 ⇔ 4, 5
AB=4,CD=5 ⇎ AB=5,CD=4
(\pm 1, 0) ⇔ (1,0),(-1,0)
(\pm 1, \pm 2) ⇔ (1,2),(1,-2),(-1,2),(-1,-2)
A(1,2) ⇔ (1,2)
\{1,2,3\} ⇔ \{3,2,1\}
\{1,2,3\} ⇔ \{1,2,3,3\}
\{1,2,3\} ⇎ \{1,2\}
\{1,2,3\} ⇎ \{1,2,3,4\}
\{1,2\} ⇔ \{2, 1.0\}
\{\frac13\} ⇔ \frac13
\{5\} ⇔ 5
1,1,2 ⇎ 1,2
\{0.333333\} ⇔ \{\frac13\}
\emptyset ⇔ \varnothing
\emptyset ⇔ \{\}
\emptyset ⇔ \{ \}
\emptyset ⇔ ∅
\emptyset ⇔ \text{no solution}
\emptyset ⇔ no real solutions
\text{no solution} ⇔ \emptyset
\emptyset ⇎ 0
\emptyset ⇎ \{0\}
\{0\} ⇎ \{\}
[0,1) ⇔ [0,1)
[0,1) ⇔ 0 \le x < 1
[0,1) ⇔ \left[0,1\right)
[0,1) ⇔ [0,1[
[0,1) ⇔ \{x \mid 0\le x<1\}
[0,1) ⇔ \{x : 0\le x<1\}
[0,1) ⇔ \{x\in\mathbb{R} \mid 0\le x<1\}
[0,1) ⇎ (0,1)
[0,1) ⇎ [0,1]
[0,1) ⇎ [0,2)
[0,1) ⇎ 0,1
(-\infty,3] ⇔ x\le 3
(-\infty,3] ⇎ (-\infty,3)
(-\infty,3] ⇎ [3,\infty)
(1,+\infty) ⇔ (1,\infty)
(-\infty,\infty) ⇔ \mathbb{R}
\mathbb{R} ⇔ (-\infty,\infty)
\mathbb{R} ⇔ \text{all real numbers}
\mathbb{R} ⇎ \mathbb{Z}
\mathbb{R} ⇎ (0,\infty)
(0,\infty) ⇔ \mathbb{R}^+
[1,2]\cup[3,4] ⇔ [3,4]\cup[1,2]
[1,2]\cup[3,4] ⇔ 1\le x\le 2\text{ or }3\le x\le 4
[1,2]\cup[3,4] ⇎ [1,2]
[1,2]\cup[3,4] ⇎ [1,4]
[1,2]\cup[2,3] ⇔ [1,3]
[1,2)\cup(2,3] ⇎ [1,3]
[1,2)\cup(2,3] ⇔ [1,3]\setminus\{2\}
[-1, -\frac{1}{2}) \cup (-\frac{1}{2}, 0) \cup (0, 1) \cup (1, \infty) ⇔ [-1, -\tfrac12) \cup (-\tfrac12, 0) \cup (0, 1) \cup (1, \infty)
(2, 12) \cup (12, 102) ⇔ (2,12) U (12,102)
(-\infty,2)\cup(2,\infty) ⇔ \mathbb{R}\setminus\{2\}
(-\infty,2)\cup(2,\infty) ⇔ \mathbb{R}-\{2\}
(-\infty,2)\cup(2,\infty) ⇔ \{x \in \mathbb{R} \mid x \ne 2\}
(-\infty,2)\cup(2,\infty) ⇎ \mathbb{R}
[1,3]\cap[2,4] ⇔ [2,3]
(a,b) ⇎ (b,a)
[a,b] ⇔ [a,b]
[\sqrt2,\pi] ⇔ [2^{1/2},\pi]
x \in [-2,7] ⇔ -2 \le x \le 7
-2 \le x \le 7 ⇔ x \in [-2,7]
x \in [-2,7] ⇔ [-2,7]
\{-1\}\cup[2,3] ⇔ x=-1\text{ or }2\le x\le 3
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇔ \begin{bmatrix}1&2\\3&4\end{bmatrix}
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇔ \left(\begin{array}{cc}1&2\\3&4\end{array}\right)
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇔ [[1,2],[3,4]]
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇎ \begin{pmatrix}1&3\\2&4\end{pmatrix}
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇎ \begin{pmatrix}1&2&3&4\end{pmatrix}
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇎ -2
\begin{pmatrix}\frac12&0\\0&1\end{pmatrix} ⇔ \frac12\begin{pmatrix}1&0\\0&2\end{pmatrix}
\begin{pmatrix}1 & 0 \\ 0 & 1\end{pmatrix} ⇔ \begin{pmatrix}1 & 0 \\ 0 & 1\end{pmatrix} \begin{pmatrix}1 & 0 \\ 0 & 1\end{pmatrix}
\begin{pmatrix}x+1\\2y\end{pmatrix} ⇔ \begin{pmatrix}1+x\\y+y\end{pmatrix}
\begin{pmatrix}1\\2\\3\end{pmatrix} ⇔ (1,2,3)
\begin{pmatrix}1\\2\\3\end{pmatrix} ⇔ \langle 1,2,3\rangle
\begin{pmatrix}1\\2\\3\end{pmatrix} ⇎ \begin{pmatrix}1&2&3\end{pmatrix}
\begin{pmatrix}1\\2\\3\end{pmatrix} ⇎ (3,2,1)
\begin{pmatrix}1\\2\end{pmatrix} ⇎ \{1,2\}
\begin{pmatrix} -2 \\ 1 \end{pmatrix} ⇔ \begin{pmatrix} -2 \\ 1 \\ \end{pmatrix}
3:4 ⇔ 3:4
3:4 ⇔ 6:8
3:4 ⇔ 3 : 4
3:4 ⇔ \frac34
3:4 ⇎ 4:3
1:2:3 ⇔ 2:4:6
1:2:3 ⇎ 1:2:4
A:B=1 ⇔ 1
12:00 ⇎ 1:00
12:00 ⇔ 12:00
2:30 \text{ p.m.} ⇔ 2:30 PM
2:30 PM ⇎ 2:30 AM
10:30 ⇔ 10:30 am
`);
