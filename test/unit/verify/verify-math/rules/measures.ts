import { rows } from './rows.js';

/** A unit is what it is made of, and money is money in any of its spellings. */
export const MEASURES = rows(String.raw`
3\text{ N} ⇔ 3\ \mathrm{kg\cdot m/s^2}
3\text{ J} ⇔ 3\text{ N}\cdot\text{m}
3\text{ W} ⇔ 3\text{ J/s}
3\text{ Pa} ⇔ 3\text{ N/m}^2
6\ \Omega ⇔ 6\text{ V/A}
1\text{ atm} ⇔ 101325\text{ Pa}
1\text{ gallon} ⇔ 4\text{ quarts}
3\text{ J} ⇎ 3\text{ W}
£3.20 ⇔ \pounds 3.20
£3.20 ⇔ \textsterling3.20
£3.20 ⇔ 320\text{ pence}
£3.20 ⇎ \euro 3.20
72.5^\circ ⇔ 72^\circ 30^\prime
72.5^\circ ⇔ 72^\circ30^{\prime}
72.5^\circ ⇎ 72^\circ 50^{\prime}
f''(x)=2 ⇔ f^{\prime\prime}(x)=2
`);
