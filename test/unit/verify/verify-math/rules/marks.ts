import { rows } from './rows.js';

/** Percent, degrees, times of day, ordinals, number nouns and parts per million are part of a value. */
export const MARKS = rows(String.raw`
25\% ⇔ \frac14
25\% ⇔ 25
25 ⇎ 25\%
25 ⇎ 0.25
\frac14 ⇔ 25\%
25\% ⇎ 0.25\%
100 ⇎ 100\%
5 ⇔ 5^\circ
30^\circ ⇔ 30
30^\circ ⇎ 30\text{ radians}
30^\circ ⇎ 30\%
12:30 ⇎ \frac{12}{30}
12:30 ⇔ 12:30
12:30\text{ pm} ⇔ 12:30
12:30\text{ pm} ⇎ 12:30\text{ am}
2:30 ⇎ 1:15
2:30\text{ pm} ⇔ 14:30
2:30\text{ pm} ⇔ 2:30\text{ p.m.}
2:30\text{ pm} ⇎ 1:15
6:00\text{ pm} ⇏ 6
6:00 ⇎ \frac{6}{0}
6:00 ⇎ 1:0
10:30 ⇏ 1:3
10:30\text{ a.m.} ⇎ 1:3
3:45 ⇎ 1:15
3:45\text{ PM} ⇔ 15:45
3\text{ pm} ⇎ 3\text{ am}
3\text{ pm} ⇔ 15:00
3\text{ pm} ⇔ 3:00\text{ pm}
3\text{ o'clock} ⇔ 3:00
5\text{th} ⇔ 5\text{th}
5^{\text{th}} ⇔ 5
5 ⇎ \frac{1}{5}\text{th}
\frac15 ⇎ 5\text{th}
\frac15 ⇔ \text{one fifth}
5 ⇎ \text{one fifth}
5 ⇏ \text{fifth}
3 ⇏ \text{third}
\frac13 ⇔ \text{a third}
\frac13 ⇔ \text{one third}
\frac23 ⇔ \text{two thirds}
\frac34 ⇔ \text{three quarters}
\frac12 ⇔ \text{half}
\frac12 ⇔ \text{one half}
5 ⇎ 5\text{ million}
5000000 ⇔ 5\text{ million}
5{,}000{,}000 ⇎ 5\text{ thousand}
5\text{ million} ⇔ 5000000
5\text{ million} ⇎ 5
5\text{ million dollars} ⇎ 5
12 ⇔ 1\text{ dozen}
12 ⇎ 12\text{ dozen}
12 ⇔ \text{a dozen}
24 ⇔ \text{two dozen}
2 ⇎ 2\text{ dozen}
5 ⇎ 5\text{ hundred}
500 ⇔ 5\text{ hundred}
2 ⇎ 2\text{ score}
5 ⇎ 5\text{ ppm}
5\text{ ppm} ⇔ 5
5\text{ ppm} ⇔ 5\times 10^{-6}
5 ⇎ 5\text{ ppb}
5 ⇎ 5‰
5‰ ⇔ 0.005
0.5\% ⇔ 5‰
5 ⇎ 5\text{ parts per million}
5 ⇎ 5\text{ per thousand}
50 ⇎ 50\text{ percent}
5 ⇎ 5\text{ percentage points}
3 ⇎ 3\text{ squared}
9 ⇏ 3\text{ squared}
5 ⇎ 5\text{ tenths}
\frac12 ⇔ 5\text{ tenths}
3 ⇎ 3\text{ halves}
\frac32 ⇔ 3\text{ halves}
3 ⇎ 3\text{ quarters}
\frac34 ⇔ 3\text{ fourths}
7 ⇎ 7\text{ eighths}
10 ⇏ 10\text{ k}
10 ⇎ 10k
10 ⇎ 10K
10 ⇎ 10M
12 ⇎ 12\text{ percent}
\$5 ⇔ 5
\$5 ⇔ 500\text{ cents}
45^\circ ⇎ 45'
45^\circ ⇎ 45\text{ minutes}
1^\circ 30' ⇔ 1.5^\circ
90\text{ minutes} ⇔ 1.5\text{ hours}
2 ⇏ 2\text{ times}
2 ⇏ 2\times
7 ⇏ 7\text{-fold}
21\text{st} ⇔ 21
\text{21st} ⇎ \text{22nd}
\text{Tuesday} ⇔ \text{tuesday}
10\%\text{ increase} ⇎ 10\%\text{ decrease}
20\%\text{ decrease} ⇏ 20\%
-20\% ⇎ 20\%
`);
