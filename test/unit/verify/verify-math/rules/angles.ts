import { rows } from './rows.js';

/** A degree sign is a unit: it may be left out or added, but neither changes the argument of a function nor replaces radians. */
export const ANGLES = rows(String.raw`
30 ⇔ 30^\circ
108 ⇔ 108^{\circ}
36 ⇔ 36\text{ degrees}
40 ⇔ x = 40°
40 ⇔ x = 40^\circ
-30 ⇔ -30^\circ
\frac{45}{2} ⇔ \frac{45}{2}^\circ
22.5 ⇔ 22.5^\circ
30, 60 ⇔ 30^\circ, 60^\circ
30 ⇎ 31^\circ
30\text{ rad} ⇎ 30^\circ
30^\circ ⇔ \frac{\pi}{6}
\sin 30 ⇎ \sin 30^\circ
\sin(30) ⇎ \frac12
\frac12 ⇔ \sin 30^\circ
\cos(30) ⇎ \frac{\sqrt3}{2}
30 ⇎ 30\%
30\text{ cm} ⇎ 30^\circ
30^\circ ⇎ 30\text{ cm}
\pi ⇔ 180^\circ
180 ⇎ \pi
180 ⇎ \pi\text{ rad}
30\text{ m} ⇎ 30^\circ
30 ⇎ 30^\circ\text{C} to 40
30 ⇔ 30^\circ C
180(n-2) ⇔ 180(n-2)^\circ
90-x ⇔ 90^\circ - x
\frac{x}{2} ⇔ \frac{x}{2}^\circ
\frac{\pi}{6} ⇎ \frac{\pi}{6}^\circ
\arctan 2 ⇎ (\arctan 2)^\circ
30 ⇎ \frac{\pi}{6}
30 ⇔ ~The angle is 30°.
36 ⇔ 36\text{ deg}
`);
