import { rows } from './rows.js';

/** That greatest common divisors and remainders agree at many numbers proves nothing: they must repeat, or be the same. */
export const DIVISORS = rows(String.raw`
1 ⇎ \gcd(n^2+7, (n+1)^2+7)
1 ⇎ \gcd(n^3+2, (n+1)^3+2)
1 ⇎ \gcd(n^5-5, (n+1)^5-5)
1 ⇎ \gcd(n^{17}+9, (n+1)^{17}+9)
1 ⇎ \gcd(n, 10^{40}+121)
1 ⇎ \gcd(n, 1000003)
\gcd(n, 5) ⇎ \gcd(n, 5\cdot 1000003)
1 ⇔ \gcd(n, n+1)
1 ⇔ \gcd(2n+1, 3n+2)
1 ⇎ \gcd(2n+1, 3n+5)
2\gcd(n, 3) ⇔ \gcd(2n, 6)
\gcd(n, 12) ⇔ \gcd(12, n)
\gcd(n, 12) ⇔ \gcd(n, 12)\cdot\gcd(n, n+1)
\frac{ab}{\gcd(a, b)} ⇔ \operatorname{lcm}(a, b)
\gcd(a, b) ⇎ \gcd(a, b, 1)
n \bmod 5 ⇔ n - 5\lfloor n/5 \rfloor
n \bmod 7 ⇔ (n+7) \bmod 7
n \bmod 7 ⇎ n \bmod 14
`);

/** Long lists in another order, whose members are compared roughly first, and signed numbers. */
export const LONG_LISTS = rows(String.raw`
1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60 ⇔ 60, 30, 20, 15, 12, 10, 6, 5, 4, 3, 2, 1
1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60 ⇎ 60, 30, 20, 15, 12, 10, 6, 5, 4, 3, 2, 0
-9, -7, -5, -3, -1, 1, 3, 5, 7, 9 ⇔ \{9, 7, 5, 3, 1, -1, -3, -5, -7, -9\}
-9, -7, -5, -3, -1, 1, 3, 5, 7, 9 ⇎ \{9, 7, 5, 3, 1, -1, -3, -5, -7, 9\}
-5 ⇔ -5.0
-5 ⇎ 5
`);
