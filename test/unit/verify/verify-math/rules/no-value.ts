import { rows } from './rows.js';

/** What has no value has no quotient and no difference; a bracket with one end missing has none either. */
export const NO_VALUE = rows(String.raw`
1 ⇎ \frac{NaN}{NaN}
1 ⇎ \square:\square
1 ⇎ \frac{\square}{\square}
1 ⇎ \frac{\text{NaN}}{\text{NaN}}
0 ⇎ \infty-\infty
0 ⇎ NaN - NaN
0 ⇎ \square-\square
1 ⇎ NaN^0
1 ⇎ \square/\square
1 ⇎ \frac{\text{undefined}}{\text{undefined}}
0 ⇎ 0\cdot NaN
0 ⇎ 0\cdot\square
0 ⇎ 0\cdot\infty
0 ⇎ 0 \cdot\text{answer}
1 ⇎ \frac{\Box}{\Box}
1 ⇎ \frac{\text{none}}{\text{none}}
1 ⇎ \frac{\text{answer}}{\text{answer}}
1 ⇎ \square^0
1 ⇎ \bigcirc/\bigcirc
1 ⇎ \triangle/\triangle
1 ⇎ \frac{\text{DNE}}{\text{DNE}}
1 ⇎ \frac{\emptyset}{\emptyset}
1 ⇎ nan/nan
0 ⇎ [0,]
0 ⇎ (0,)
0 ⇎ [,0]
0 ⇎ \{0,\}
0 ⇎ (,0)
0 ⇎ [0;]
20 ⇔ P_5^2
20 ⇔ {}_5P_2
`);

/** One reading each: P(5, 2) counts permutations and is no point, unless it cannot count any. */
export const ONE_READING = rows(String.raw`
20 ⇔ P(5,2)
10 ⇔ C(5,2)
(5,2) ⇎ P(5,2)
(5,2) ⇎ C(5,2)
(5,2) ⇔ A(5,2)
`);
