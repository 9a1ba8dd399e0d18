import { rows } from './rows.js';

/** Units that cancel each other leave a number, which is a thousand for km/m. */
export const CANCELLED_UNITS = rows(String.raw`
5 ⇎ 5\frac{\text{km}}{\text{m}}
5 ⇎ 5\text{ km/m}
5 ⇎ 5\frac{\text{kg}}{\text{g}}
5 ⇎ 5\text{ m/cm}
5 ⇎ 5\text{ h/min}
5 ⇎ 5\frac{\text{hours}}{\text{second}}
5000 ⇔ 5\frac{\text{km}}{\text{m}}
5 ⇎ 5\text{ dozen}
5 ⇎ 5\text{ km}\cdot\text{m}^{-1}
5 ⇎ 5\frac{\text{dollars}}{\text{cent}}
5 ⇔ 5\frac{\text{m}}{\text{m}}
5 ⇔ 5\text{ km/h}
5 ⇔ 5\frac{\text{L}}{\text{km}}
5 ⇎ 5\frac{\text{L}}{\text{m}^3}
5 ⇎ 5 \text{ m}\cdot\text{km}^{-1}
5 ⇎ \frac{5\text{ km}}{1\text{ m}}
5 ⇎ \frac{5\text{ km}}{\text{m}}
`);
