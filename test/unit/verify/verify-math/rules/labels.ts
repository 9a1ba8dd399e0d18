import { rows } from './rows.js';

/** What only says of what the value is; what works on it, doubts it or compares it is no label. */
export const LABELS = rows(String.raw`
9 ⇔ \max = 9
9 ⇔ \min = 9
9 ⇔ \text{area}=9
9 ⇔ \text{Area} = 9
9 ⇔ \text{area of the triangle} = 9
9 ⇔ S_{\max}=9
9 ⇔ S_{\text{max}} = 9
9 ⇔ S_{max}=9
9 ⇔ \text{answer: } 9
9 ⇔ \text{answer}: 9
9 ⇔ \text{Answer: }9
9 ⇔ answer: 9
9 ⇔ \text{ans} = 9
9 ⇔ \text{Ans: } 9
9 ⇔ \max: 9
9 ⇔ \text{max} = 9
9 ⇔ \max\{a+b\} = 9
9 ⇔ \max f = 9
9 ⇔ \max(f) = 9
9 ⇔ f_{\max} = 9
9 ⇔ f(x)_{\max} = 9
9 ⇔ y_{\min}=9
9 ⇔ \sup = 9
9 ⇔ \inf = 9
9 ⇔ \max_{x} f(x) = 9
9 ⇔ \max_{x\in[0,1]} f(x) = 9
9 ⇔ \min_{x} f = 9
9 ⇔ \operatorname{Area} = 9
9 ⇔ \mathrm{Area}(ABC) = 9
9 ⇔ [ABC] = 9
9 ⇔ |ABC| = 9
9 ⇔ \text{Total} = 9
9 ⇔ \text{Total: } 9
9 ⇔ \text{the number of ways} = 9
9 ⇔ \#S = 9
9 ⇔ \gcd = 9
9 ⇔ \deg f = 9
9 ⇔ \dim V = 9
9 ⇔ \text{最大值}=9
9 ⇔ \text{最大值为}9
9 ⇔ \text{面积}=9
9 ⇔ \text{答案：}9
9 ⇔ \text{答：}9
9 ⇔ \text{Perimeter} = 9\text{ cm}
9 ⇔ P(A) = 9
9 ⇔ \text{Var}(X) = 9
9 ⇔ E[X] = 9
9 ⇔ \mathbb{E}[X] = 9
9 ⇔ \mathbb{P}(X) = 9
9 ⇔ \boxed{9}
9 ⇔ \therefore 9
9 ⇔ \therefore x = 9
9 ⇎ \max = 9, \min = 3
9 ⇎ \min \ne 9
9 ⇎ \max < 9
9 ⇎ \max \le 9
\text{maximum } 9 ⇎ \min = 9
9 ⇎ \text{not } = 9
9 ⇎ \text{wrong answer} = 9
9 ⇎ \text{answer} \ne 9
9 ⇎ \text{a guess} = 9
9 ⇎ \text{area} = 9 \text{ or } 10
9 ⇎ \text{half the answer} = 9
9 ⇎ \text{twice the area} = 9
9 ⇎ 2\max = 9
9 ⇎ \text{answer}^2 = 9
9 ⇎ \text{answer}+1 = 9
`);
