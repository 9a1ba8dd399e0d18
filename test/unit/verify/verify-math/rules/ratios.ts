import { rows } from './rows.js';

/** Ratios: in proportion part by part; nought to nought is none. */
export const RATIOS = rows(String.raw`
2:3 ⇎ 0:0
1:2:3 ⇎ 0:0:0
1:2:3 ⇎ 0:2:3
0:1 ⇔ 0:5
1:0 ⇎ 0:0
2:3 ⇎ 0/0
a:b ⇎ 0:0
x:2x ⇔ 1:2
-1:2 ⇔ 1:-2
2:3 ⇔ -2:-3
2:0 ⇔ 5:0
0:0 ⇏ 1:2
1:2:3 ⇎ 1:2:0
\frac12:\frac13 ⇔ 3:2
\sqrt2:1 ⇔ 2:\sqrt2
a:b ⇔ 2a:2b
1:1 ⇎ 0:0
3:1 ⇔ 3
2 : 5 ⇎ \frac{5}{2}
`);
