import { rows } from './rows.js';

/** A second answer beside the first is a hedge, unless it is the first one in another form. */
export const ALTERNATIVES = rows(String.raw`
5 ⇔ ~with x = 3 and y = 4 we get \boxed{5}
66 ⇔ ~the sum of 21, 22 and 23 is \boxed{66}
23 ⇎ ~It is one of $21$, $22$ and $\boxed{23}$.
23 ⇎ ~Possible answers: 21, 22, \boxed{23}
C ⇎ ~The options are A, B and \boxed{C}
23 ⇎ ~答案是 21、22、\boxed{23} 之一。
7 ⇎ ~It is 6, perhaps \boxed{7}.
3 ⇔ ~The possible values are 1, 2 and 3, of which the answer is \boxed{3}.
9 ⇔ ~With 2 moves it can be 8, with 3 moves it can be \boxed{9}.
2 ⇔ ~The identity holds for all integers other than \boxed{2}.
2 ⇎ ~Every integer but \boxed{2}.
5 ⇔ ~若 $x=3$，则答案为 \boxed{5}。
5 ⇎ ~要是 $n$ 为偶数，答案将会是 $\boxed{5}$。
5 ⇎ ~\boxed{5}. Should this be wrong, use 6.
5 ⇔ ~\boxed{5}. If it is not divisible by 3, take 2 more steps.
5 ⇔ ~\boxed{5}, 其顶点坐标为 $(1,2)$。
5 ⇎ ~\boxed{5}, or possibly 6
5 ⇎ ~\boxed{5}, or possibly $6$.
5 ⇎ ~\boxed{5}, or 6
5 ⇎ ~\boxed{5} or maybe 6.
5 ⇎ ~\boxed{5} (or 6)
5 ⇎ ~The answer is $\boxed{5}$, although it could be 6.
5 ⇎ ~The answer is $\boxed{5}$, but it may also be $6$.
5 ⇎ ~The answer is 5. Another possibility is 6.
5 ⇎ ~The answer is $\boxed{5}$. Another possibility is 6.
5 ⇎ ~The answer is 5. It may also be 6.
5 ⇎ ~The answer is 5. Alternatively, 6.
5 ⇎ ~$\boxed{5}$. Or 6.
5 ⇎ ~The answer is 5. The other candidate is 6.
5 ⇎ ~The answer is 5. If not, then 6.
\frac12 ⇔ ~\boxed{\frac12}, or 0.5
\frac12 ⇔ ~\boxed{\frac12} or $0.5$.
\frac72 ⇔ ~\boxed{\frac72}, or 3 and a half.
12 ⇔ ~The length is \boxed{12} cm, or 0.12 m.
12\text{ cm} ⇔ ~The length is \boxed{12\text{ cm}}, or 0.12 m.
60 ⇔ ~It takes \boxed{60} minutes, or 1 hour.
5 ⇔ ~The larger root is \boxed{5}. The other root is 3.
5 ⇔ ~$\boxed{5}$. Another candidate is 6, but it fails.
5 ⇔ ~$\boxed{5}$. Another approach gives the same value, 5.
5 ⇔ ~$\boxed{5}$. Alternatively, we could count directly: $2 + 3 = 5$.
5 ⇔ ~$\boxed{5}$. Alternatively, using 3 cases one finds it too.
5 ⇔ ~$\boxed{5}$ (or five).
0.25 ⇔ ~$\boxed{0.25}$, or 25%.
0.25 ⇔ ~$\boxed{0.25}$ or $\frac{1}{4}$.
5 ⇎ ~$\boxed{5}$ or more.
5 ⇎ ~$\boxed{5}$, or something else.
5 ⇎ ~Either 6 or \boxed{5}
5 ⇎ ~The answer is 6 or \boxed{5}.
5 ⇎ ~The answer is $6$, or maybe $\boxed{5}$.
5 ⇎ ~\boxed{5}. 6 is also possible.
5 ⇎ ~\boxed{5}. But $6$ would also be right.
5 ⇎ ~\boxed{5}. Some would say 6.
5 ⇎ ~\boxed{5}. I am done here. Another possibility is 6.
5 ⇎ ~\boxed{5}，也可能是6。
5 ⇎ ~答案是 \boxed{5}，或者6。
5 ⇎ ~\boxed{5}。另一种可能是6。
5 ⇎ ~Die Antwort ist \boxed{5} oder 6.
5 ⇎ ~La réponse est \boxed{5} ou 6.
5 ⇎ ~Ответ: \boxed{5} или 6.
5 ⇎ ~\boxed{5}; otherwise 6
5 ⇎ ~\boxed{5} (alternatively $6$)
A ⇎ ~\boxed{A}, or possibly B.
A ⇎ ~\boxed{A} or (B)
A ⇎ ~The answer is A. Another possibility is B.
A ⇎ ~\boxed{A}. It could also be C.
A ⇔ ~\boxed{A}. B is wrong.
A ⇔ ~\boxed{A}. Option B could be tempting but it is not right.
5 ⇎ ~The answer is 5. A second possibility: 6.
5 ⇎ ~The answer is 5. However, the answer might be 6.
5 ⇎ ~<answer>5</answer> or 6
5 ⇎ ~<answer>5</answer> Another possibility is 6.
5 ⇎ ~#### 5⏎#### or 6
5 ⇎ ~The answer is 5 (could also be 6).
5 ⇎ ~The answer is $\boxed{5}$ or $\boxed{6}$.
5 ⇎ ~The answer is $\boxed{5}$ -- or, if you prefer, 6.
5 ⇎ ~The answer is $\boxed{5}$ (or $x=6$).
5 ⇎ ~The answer is $\boxed{5}$, but 6 works too.
5 ⇎ ~The answer is $\boxed{5}$. 6 works as well.
5 ⇎ ~The answer is $\boxed{5}$, 6 being another possibility.
5 ⇎ ~The answer is $\boxed{5}$ and possibly 6.
5 ⇎ ~The answer is $\boxed{5}$, maybe 6.
5 ⇎ ~The answer is $\boxed{5}$ unless it is 6.
5 ⇎ ~The answer is $\boxed{5}$, if not then 6.
5 ⇎ ~The answer is $\boxed{5}$ and/or 6.
12 ⇎ ~The length is \boxed{12} cm, or 13 cm.
5 ⇔ ~Thus \boxed{5}. If we instead had 6 balls, the count could be 7.
5 ⇔ ~Thus \boxed{5}. Note that other solutions may exist for 6 balls, but they do not matter.
5 ⇔ ~\boxed{5}, or in general n.
5 ⇔ ~$\boxed{5}$ or $2+3$.
-5, 5 ⇔ ~$\boxed{5}$ or $\boxed{-5}$
`);
