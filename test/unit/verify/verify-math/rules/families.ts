import { rows } from './rows.js';

/** Numbers given up to an integer: only where it is said that a letter is one, or where an angle is solved for. */
export const FAMILIES = rows(String.raw`
\frac{180(n-2)}{n}^\circ ⇎ \frac{180(n-1)}{n}^\circ
180(n-2)^\circ ⇎ 180n^\circ
180(n-2)^\circ ⇎ 180(n+2)^\circ
(n-2)\cdot 180^\circ ⇎ 180n^\circ - 180^\circ
n\pi ⇎ -n\pi
n\pi ⇎ (n+1)\pi
2n\pi ⇎ 2(n-1)\pi
\frac{n\pi}{2} ⇎ \frac{(n+1)\pi}{2}
2\pi r ⇎ -2\pi r
2\pi r + \pi ⇎ 2\pi r - \pi
\pi r + 2\pi ⇎ \pi r
\pi(r+1) ⇎ \pi r
360^\circ - 2p^\circ ⇎ 2p^\circ
90^\circ + k^\circ ⇎ 90^\circ - k^\circ
\pi l ⇎ -\pi l
\pi m + \frac{\pi}{2} ⇎ \pi m - \frac{\pi}{2}
2\pi r + 2\pi ⇎ 2\pi r + 4\pi
x = \frac{\pi}{4} + k\pi ⇔ x = \frac{\pi}{4} + n\pi
\theta = 30^\circ + 360^\circ k ⇔ \theta = 390^\circ + 360^\circ n
x = \frac{\pi}{4} + k\pi, k \in \mathbb{Z} ⇔ \frac{\pi}{4} + n\pi
\frac{\pi}{4} + k\pi ⇔ \frac{\pi}{4} + n\pi, n \in \mathbb{Z}
\frac{\pi}{4} + k\pi, k \in \mathbb{Z} ⇔ \frac{5\pi}{4} + k\pi, k\in\mathbb{Z}
\frac{\pi}{4} + k\pi, k \in \mathbb{Z} ⇔ -\frac{3\pi}{4} - k\pi
\frac{\pi}{4} + k\pi, k \in \mathbb{Z} ⇎ \frac{\pi}{4} + 2k\pi, k\in\mathbb{Z}
x = k\pi ⇎ x = 2k\pi
x = \frac{\pi}{6} + 2k\pi \text{ or } x = \frac{5\pi}{6} + 2k\pi, k \in \mathbb{Z} ⇔ x = \frac{5\pi}{6} + 2n\pi, \frac{\pi}{6} + 2n\pi
A = 2\pi r ⇎ A = -2\pi r
S = 180(n-2)^\circ ⇎ S = 180n^\circ
C = \pi(n+1) ⇎ C = \pi n
r = 2\pi k ⇎ r = -2\pi k
a_n = n\pi ⇎ a_n = (n+1)\pi
f(n) = n\pi ⇎ f(n) = (n+2)\pi
2k+1, k\in\mathbb{Z} ⇔ 2m-1, m\in\mathbb{Z}
2k+1, k\in\mathbb{Z} ⇔ 2k-1
2k+1, k \in \mathbb{Z} ⇎ 2k, k\in\mathbb{Z}
x = \frac{\pi}{2} + n\pi ⇔ x = -\frac{\pi}{2} + n\pi
x = (-1)^n \frac{\pi}{6} + n\pi, n\in\mathbb{Z} ⇔ x = \frac{\pi}{6} + 2k\pi \text{ or } x=\frac{5\pi}{6}+2k\pi, k \in \mathbb{Z}
x = n\pi + (-1)^n\frac{\pi}{6} ⇔ x = (-1)^n\frac{\pi}{6} + n\pi
x = k\pi, k\in\mathbb{Z} ⇔ x = k\pi \text{ for integer } k
x = k\pi, k\in\mathbb{Z} ⇔ x = k\pi \text{ where } k \text{ is any integer}
x = k\pi, k\in\mathbb{Z} ⇔ \text{all integer multiples of } \pi
x = k\pi, k\in\mathbb{Z} ⇔ \text{integer multiples of } \pi
x = k\pi, k\in\mathbb{Z} ⇎ \text{multiples of } 2\pi
x = \frac{\pi}{2} + k\pi, k\in\mathbb{Z} ⇔ \text{odd multiples of } \frac{\pi}{2}
x = 3k, k\in\mathbb{Z} ⇔ \text{all multiples of } 3
\text{multiples of 3} ⇔ 3k, k \in \mathbb{Z}
\text{all odd integers} ⇔ 2k+1, k\in\mathbb{Z}
\text{even integers} ⇎ \text{odd integers}
\text{all even integers} ⇔ 2k, k\in\mathbb{Z}
k\pi, k \in \mathbb{Z}, k \ne 0 ⇏ k\pi, k\in\mathbb{Z}
k\pi, k \in \mathbb{Z}^+ ⇏ k\pi, k\in\mathbb{Z}
k\pi, k \in \mathbb{N} ⇏ -k\pi, k\in\mathbb{N}
x = \pi + 2\pi k,\ k\in\mathbb{Z} ⇔ x = (2k+1)\pi,\ k \in \mathbb{Z}
x=2\pi n\pm\frac{\pi}{3}, n\in\mathbb{Z} ⇔ x = \pm\frac{\pi}{3}+2k\pi
\frac{360}{n}^\circ ⇔ \frac{360}{n}
\frac{360^\circ}{n} ⇎ \frac{180^\circ}{n}
n \equiv 1 \pmod{6} ⇔ n = 6k+1,\ k\in\mathbb{Z}
n \equiv 1 \pmod{6} ⇔ n=6k-5, k\in\mathbb{Z}
n \equiv 1 \pmod{6} ⇎ n=6k-4, k\in\mathbb{Z}
n \equiv 1 \pmod{6} ⇎ n\equiv 1 \pmod{12}
n \equiv 1 \pmod{6} ⇎ 1
x=7k+3, k\in\mathbb{Z} ⇔ x\equiv 3\pmod 7
n\equiv 1,3\pmod 4 ⇔ n\equiv 1\pmod 2
n\equiv 1,3\pmod 4 ⇎ n\equiv 1,2\pmod 4
n\equiv 0 \pmod 3 ⇎ n=3k, k\in\mathbb{R}
`);

/** The answer declares its parameter, the ground truth does not. */
export const DECLARED_BY_THE_ANSWER = rows(String.raw`
n=4k+1 ⇔ n=4m+1,\ m\in\mathbb{Z}
n=4k+1 ⇔ n=4k+1,\ k\in\mathbb{Z}
n=4m+1,\ m\in\mathbb{Z} ⇔ n=4k+1
n=4k+1 ⇎ n=4m+3,\ m\in\mathbb{Z}
n=4k+1 ⇎ n=4m+1,\ m\in\mathbb{R}
n=4k+1 ⇎ n=4m+1,\ k\in\mathbb{Z}
n=4k+1 ⇎ n=4m+1
n=ak+1 ⇎ n=am+1,\ a\in\mathbb{Z}
2n+1 ⇎ 2m+1,\ m\in\mathbb{R}
180(n-2) ⇎ 180(m-2)
y=2x+1 ⇎ y=2t+1, t\in\mathbb{R}
y=2x+1 ⇎ y=2t+1, t\in\mathbb{Z}
x=\frac{\pi}{4}+k\pi ⇔ x=\frac{\pi}{4}+n\pi,\ n\in\mathbb{Z}
5k-2, k\in\mathbb{Z} ⇔ 5t+3,\ t\in\mathbb{Z}
5k-2, k\in\mathbb{Z} ⇔ 5s+3,\ s\in\mathbb{Z}
5k-2, k\in\mathbb{Z} ⇔ 3-5k, k\in\mathbb{Z}
5k-2, k\in\mathbb{Z} ⇔ 5a+8, a\in\mathbb{Z}
2k+1, k\in\mathbb{Z} ⇔ 2k-1, k\in\mathbb{Z}
2k+1, k\in\mathbb{Z} ⇔ 2t-1, t\in\mathbb{Z}
\frac{\pi}{2}+k\pi, k\in\mathbb{Z} ⇔ \frac{\pi}{2}-k\pi, k\in\mathbb{Z}
x=\frac{\pi}{2}+k\pi, k\in\mathbb{Z} ⇔ x=\frac{\pi}{2}+t\pi, t\in\mathbb{Z}
k\pi, k \in\mathbb{Z} ⇔ 2k\pi, (2k+1)\pi, k\in\mathbb{Z}
\frac{k\pi}{2}, k\in\mathbb{Z} ⇔ k\pi, \frac{\pi}{2}+k\pi, k\in\mathbb{Z}
x=k\pi \text{ or } x=\frac{\pi}{4}+k\pi, k\in\mathbb{Z} ⇔ x=\frac{\pi}{4}+n\pi \text{ or } x=n\pi, n\in\mathbb{Z}
5k-2, k\in\mathbb{Z} ⇎ 5t+3, t\in\mathbb{N}
5k-2, k\in\mathbb{Z} ⇎ 5t+3, t\in\mathbb{R}
5k-2, k\in\mathbb{Z} ⇎ 5t+2, t\in\mathbb{Z}
5k-2, k\in\mathbb{Z} ⇎ 10t+3, t\in\mathbb{Z}
5k-2, k\in\mathbb{Z} ⇎ 5t+3
2k+1, k\in\mathbb{Z} ⇎ 2k, k\in\mathbb{Z}
2k+1, k\in\mathbb{Z} ⇎ 2k+1, k\in\mathbb{N}
2k+1, k\in\mathbb{N} ⇎ 2k+1, k\in\mathbb{Z}
2k+1, k\in\mathbb{N} ⇔ 2m+1, m\in\mathbb{N}
2k+1, k\in\mathbb{N} ⇔ 2t+1, t\in\mathbb{N}
x=\frac{\pi}{2}+k\pi, k\in\mathbb{Z} ⇎ x=\frac{\pi}{2}+2k\pi, k\in\mathbb{Z}
\{5k-2 : k\in\mathbb{Z}\} ⇔ \{5t+3 : t\in\mathbb{Z}\}
\{5k-2 \mid k\in\mathbb{Z}\} ⇔ \{3-5t \mid t\in\mathbb{Z}\}
x = 5k-2, k\in\mathbb{Z} ⇔ x=5t+3, t\in\mathbb{Z}
x \equiv 3 \pmod 5 ⇔ x=5t+3, t\in\mathbb{Z}
x \equiv 3 \pmod 5 ⇔ 5t-2, t\in\mathbb{Z}
\text{odd integers} ⇔ 2t+1, t\in\mathbb{Z}
30^\circ+360^\circ k, k\in\mathbb{Z} ⇔ 390^\circ+360^\circ t, t\in\mathbb{Z}
k^2, k\in\mathbb{Z} ⇎ k, k\in\mathbb{Z}
k^2, k\in\mathbb{Z} ⇔ t^2, t\in\mathbb{Z}
k^2, k\in\mathbb{Z} ⇔ (k+1)^2, k\in\mathbb{Z}
(3+5k, 2-4k), k\in\mathbb{Z} ⇔ (3+5t, 2-4t), t\in\mathbb{Z}
(3+5k, 2-4k), k\in\mathbb{Z} ⇔ (8+5t, -2-4t), t\in\mathbb{Z}
(3+5k, 2-4k), k\in\mathbb{Z} ⇔ (3-5t, 2+4t), t\in\mathbb{Z}
(3+5k, 2-4k), k\in\mathbb{Z} ⇎ (3+5t, 2+4t), t\in\mathbb{Z}
x=3+5k, y=2-4k, k\in\mathbb{Z} ⇔ x=8+5t, y=-2-4t, t\in\mathbb{Z}
6k\pm 1, k\in\mathbb{Z} ⇔ 6k+1, 6k+5, k\in\mathbb{Z}
\pm\frac{\pi}{3}+2k\pi, k\in\mathbb{Z} ⇔ \frac{\pi}{3}+2k\pi, \frac{5\pi}{3}+2k\pi, k\in\mathbb{Z}
2k, k\in\mathbb{N} ⇔ 2t, t \in \mathbb{N}
`);
