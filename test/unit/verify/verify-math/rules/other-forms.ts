import { rows } from './rows.js';

/** The same thing in another form, and what only looks like one. */
export const OTHER_FORMS = rows(String.raw`
2k+1, k\in\mathbb{Z} ⇎ 2k+1, k\in\mathbb{R}
x = \frac{\pi}{4} + k\pi ⇎ x = \frac{\pi}{4} + k\pi, k\in\mathbb{C}
(k, 2k) ⇔ (k, 2k), k\in\mathbb{R}
the minimum is 3 and the maximum is 5 ⇎ \text{max 3, min 5}
the minimum is 3 and the maximum is 5 ⇔ \text{max 5, min 3}
12 ⇎ 12''
a circle of radius 3 ⇎ \text{not a circle of radius 3}
1st ⇔ 1^{\text{st}}
21st ⇎ 22^{\text{nd}}
13 ⇔ 1101_2
13 ⇎ 1100_2
1101_2 ⇎ 13
(-\infty,-1)\cup(1,\infty) ⇔ |x| > 1
(-\infty,-1)\cup(1,\infty) ⇎ |x| \ge 1
[-2, 2] ⇔ |x| \le 2
(2, 4) ⇎ |x-3| < 1
y = 1/x ⇔ x = 1/y
y = 1/x ⇔ xy = 1
y = 1/x ⇎ x(x-5)y = x-5
y = 1/x ⇎ xy = yx
y = 2x ⇎ \frac{y-2x}{y-5} = 0
y = 2x+3 ⇎ \frac{y-2x-3}{x} = 0
y = \frac{1}{x-1} ⇔ (x-1)y = 1
F = ma ⇔ a = \frac{F}{m}
`);
