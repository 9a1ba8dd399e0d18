import { rows } from '../rules/rows.js';

/** Answers in sentences, right and wrong, as models give them. */
export const SPOKEN_ANSWERS = rows(String.raw`
\frac{5}{9} ⇔ ~Of the 36 outcomes 20 are favourable, so the probability is $\frac{20}{36}$.⏎⏎The answer is 5/9.
\frac{5}{9} ⇎ ~Of the 36 outcomes 16 are favourable, so the answer is 4/9.
2 2/3 ⇔ ~Each child gets 8/3 of a bar.⏎⏎Answer: 8/3
\frac{11}{4} ⇔ ~She walks 2 3/4 miles in all.⏎⏎#### 2 3/4
18 ⇔ ~Janet sells 16 - 3 - 4 = 9 duck eggs a day. She makes 9 * 2 = $18 every day at the farmer's market.⏎#### $18
1250 ⇔ ~The total cost is 500 + 750 = 1250 dollars.⏎#### 1,250
1250 ⇎ ~The total cost is 500 + 650 = 1150 dollars.⏎#### 1,150
42 ⇔ ~So she has 60 - 18 = 42 marbles left. The answer is 42.
42 ⇔ ~So she has 60 - 18 = 42 marbles left.⏎⏎Therefore, Maria has **42 marbles** left.⏎⏎**Answer: 42 marbles**
7 ⇔ ~He needs 50/8 = 6.25 boxes, so he has to buy 7 boxes.⏎#### 7 boxes
3/4 ⇔ ~So 3 out of the 4 slices are gone.⏎#### 0.75
March 3, 2024 ⇔ ~Counting 100 days from the start we land on Sunday, 3 March.⏎⏎**Answer:** 3 March 2024
July 4 ⇔ ~Counting forward we get the 185th day.⏎⏎The final answer is July 4th.
July 4 ⇎ ~Counting forward we get the 184th day.⏎⏎The final answer is July 3rd.
Tuesday ⇔ ~100 = 14*7 + 2, so two days after Sunday.⏎⏎The answer is **Tuesday**.
150 miles ⇔ ~Distance = 60 * 2.5 = 150.⏎⏎So the total distance is 150 miles. The answer is 150.
D ⇔ ~Option A ignores friction, B and C have wrong signs. So the correct option is D.⏎⏎Answer: D
C ⇔ ~Let me look at each option.⏎⏎**Answer: C.** It follows from the definition.
B ⇔ ~<think>Could be A? No, since the limit exists. B it is.</think>The answer is **B**.
42 ⇔ ~Sumando las dos cantidades obtenemos el total.⏎⏎La respuesta es 42.
\frac{7}{2} ⇔ ~Durch Umformen erhalten wir das Ergebnis.⏎⏎**Antwort:** $\frac{7}{2}$
15 ⇎ ~En additionnant, on obtient le total.⏎⏎La réponse est 16.
8 ⇔ ~式を整理すると $x-8=0$ となる。⏎⏎答えは 8 です。
12 ⇎ ~由题意可得方程，故答案为：13。
7 ⇔ ~The pigeonhole principle gives the bound.⏎⏎**Answer:** $\mathbf{7}$
\frac34 ⇔ ~Simplify. The final answer is $\displaystyle\dfrac{3}{4}$.
7 ⇎ ~The pigeonhole principle gives the bound.⏎⏎<answer>$8$</answer>
n=7 ⇔ ~Testing small values. Therefore, the answer is $7$.
2\sqrt{13} ⇔ ~Distance formula.⏎⏎### Answer⏎$\sqrt{52}$
2\sqrt{13} ⇎ ~Distance formula.⏎⏎**Answer:** $\sqrt{26}$
11 ⇔ ~Adding: $5+6$.⏎⏎\fbox{11}
`);
