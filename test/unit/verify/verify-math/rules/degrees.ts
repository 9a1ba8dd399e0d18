import { rows } from './rows.js';

/** Degrees in every way they are typed, and the commands of siunitx. */
export const DEGREES = rows(String.raw`
30 ⇔ 30\deg
30 ⇔ \ang{30}
30 ⇔ 30^{\text{o}}
30 ⇔ 30^{\mathrm{o}}
30 ⇔ 30^o
30 ⇔ 30°
30^\circ ⇔ 30\deg
30^\circ ⇔ \ang{30}
30^\circ ⇔ 30^{\text{o}}
30^\circ ⇔ 30°
30^\circ ⇔ 30 \text{ deg}
30^\circ ⇔ 30º
30^\circ ⇔ \SI{30}{\degree}
30^\circ ⇔ \qty{30}{\degree}
30^\circ ⇔ 30{}^\circ
30^\circ ⇔ 30\degree
30^\circ ⇔ 30^{\degree}
30^\circ ⇔ 30\textdegree
\frac{\pi}{6} ⇔ \ang{30}
30 ⇎ \ang{31}
\frac{\pi}{6} ⇎ \ang{31}
30.5^\circ ⇔ \ang{30;30;}
5\text{ cm} ⇔ \SI{5}{cm}
5\text{ cm} ⇔ \SI{5}{\centi\metre}
5 ⇔ \num{5}
`);
