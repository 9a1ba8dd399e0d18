import { rows } from './rows.js';

/** What remains is not what was divided. */
export const REMAINDERS = rows(String.raw`
17 \bmod 5 ⇎ 17
17 ⇎ 17 \bmod 5
17 \mod 5 ⇔ 2
n \bmod 5 ⇎ n
a \bmod b ⇎ a
n ⇎ n \bmod 7
n^2 \bmod 4 ⇎ n^2
x \pmod 7 ⇎ x
3 \pmod 7 ⇎ 10
2^{100} \bmod 7 ⇔ 2
2^{100} \bmod 7 ⇎ 2^{100}
7^{10^{18}} \bmod 10 ⇔ 1
7^{10^{18}} \bmod 10 ⇎ 3
n \bmod 5 ⇔ n \bmod 5
n \bmod 5 ⇎ n \bmod 7
(n+5) \bmod 5 ⇔ n \bmod 5
-1 \bmod 5 ⇔ 4
-1 \bmod 5 ⇏ -1
2^{10} \equiv 2 \pmod{7} ⇏ 2
x \equiv 3 \pmod 7 ⇎ x \equiv 3 \pmod 5
x \equiv 3 \pmod 7 ⇎ x = 3
x \equiv 3 \pmod 7 ⇏ 3
3 ⇎ x \equiv 3 \pmod 7
x \equiv 3 \pmod 7 ⇎ x \equiv 3
3^{n} \bmod 4 ⇎ 3^n
17.5 \bmod 5 ⇎ 17.5
\pi \bmod 2 ⇎ \pi
`);
