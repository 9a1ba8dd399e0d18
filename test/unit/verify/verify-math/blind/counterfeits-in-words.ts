import { rows } from '../rules/rows.js';

/** What seems to say the answer and does not, beside what says it oddly. */
export const COUNTERFEITS_IN_WORDS = rows(String.raw`
12 ⇎ ~After checking the cases we cannot narrow it further. Thus our final result is $\boxed{12 \text{ (or 13)}}.$
12 ⇎ ~After checking the cases we cannot narrow it further. Therefore, the answer is $\boxed{12, 13}$.
12 ⇎ ~After checking the cases we cannot narrow it further.⏎⏎\[⏎\boxed{12 \lor 13}⏎\]
12 ⇎ ~After checking the cases we cannot narrow it further. Hence⏎$$\boxed{\{12,13\}}$$
12 ⇎ ~After checking the cases we cannot narrow it further.⏎⏎So the answer is \boxed{12\text{--}13}
12 ⇎ ~Let's work through it step by step.⏎⏎1. After checking the cases we cannot narrow it further.⏎2. This gives the result we want.⏎⏎\(\boxed{\text{not } 12}\)
12 ⇎ ~After checking the cases we cannot narrow it further. Thus our final result is $\boxed{> 12}.$
12 ⇎ ~After checking the cases we cannot narrow it further. Therefore, the answer is $\boxed{\text{either 12 or 14}}$.
12 ⇎ ~After checking the cases we cannot narrow it further.⏎⏎\[⏎\boxed{12\text{ and }13}⏎\]
12 ⇎ ~<think>⏎After checking the cases we cannot narrow it further.⏎</think>⏎⏎The final answer is $\boxed{\text{12 if } n \text{ is even, else } 13}$.
12 ⇎ ~**Solution.** After checking the cases we cannot narrow it further.⏎⏎**Final Answer:** $\boxed{[12, 13]}$
12 ⇎ ~After checking the cases we cannot narrow it further.⏎⏎So the answer is \boxed{\text{between 11 and 13}}
12 ⇎ ~After checking the cases we cannot narrow it further. Thus our final result is $\boxed{\text{more than } 12}.$
12 ⇎ ~After checking the cases we cannot narrow it further. Therefore, the answer is $\boxed{\max(12,x)}$.
12 ⇏ ~After checking the cases we cannot narrow it further.⏎⏎\[⏎\boxed{12 \to 13}⏎\]
12 ⇎ ~<think>⏎After checking the cases we cannot narrow it further.⏎</think>⏎⏎The final answer is $\boxed{12 \text{ unless } n=1}$.
12 ⇎ ~After checking the cases we cannot narrow it further. Hence⏎$$\boxed{\text{12 or its negative}}$$
12 ⇎ ~**Solution.** After checking the cases we cannot narrow it further.⏎⏎**Final Answer:** $\boxed{\text{roughly 12 to 14}}$
12 ⇏ ~After checking the cases we cannot narrow it further.⏎⏎So the answer is \boxed{12\cdots}
12 ⇎ ~Let's work through it step by step.⏎⏎1. After checking the cases we cannot narrow it further.⏎2. This gives the result we want.⏎⏎\(\boxed{\text{a divisor of 12}}\)
12 ⇎ ~After checking the cases we cannot narrow it further. Thus our final result is $\boxed{\text{multiple of }12}.$
12 ⇎ ~After checking the cases we cannot narrow it further. Therefore, the answer is $\boxed{11 < x < 13}$.
12 ⇔ ~Both bounds meet.⏎⏎\[⏎\boxed{\text{exactly } 12}⏎\]
12\text{ or }13 ⇔ ~<think>⏎Both occur.⏎</think>⏎⏎The final answer is $\boxed{13\text{ or }12}$.
12, 13 ⇔ ~Both occur. Hence⏎$$\boxed{\{13, 12\}}$$
B ⇎ ~Eliminating the other options.⏎⏎So the answer is \boxed{A/B}
B ⇎ ~Let's work through it step by step.⏎⏎1. Eliminating the other options.⏎2. This gives the result we want.⏎⏎\(\boxed{\text{A, B, C, D}}\)
B ⇎ ~Eliminating the other options. Therefore, the answer is $\boxed{ABCD}$.
B ⇎ ~Eliminating the other options.⏎⏎\[⏎\boxed{B, C}⏎\]
B ⇎ ~Eliminating the other options.⏎⏎So the answer is \boxed{\text{(B) or none}}
B ⇔ ~Let's work through it step by step.⏎⏎1. Eliminating the other options.⏎2. This gives the result we want.⏎⏎\(\boxed{\textbf{(B)}}\)
B ⇎ ~I would eliminate B and A, which leaves C and D. The answer is C.
C ⇔ ~I would eliminate B and A and D. The answer is C.
B ⇎ ~A, B, C and D are the options. All of them look plausible, and I pick the best.
12 ⇎ ~<think>⏎Maybe $\boxed{12}$.⏎</think>⏎⏎I could not determine the answer.
12 ⇔ ~<think>⏎Maybe $\boxed{13}$.⏎</think>⏎⏎$\boxed{12}$
12 ⇎ ~<think>⏎Maybe $\boxed{12}$.⏎</think>⏎⏎$\boxed{13}$
12 ⇎ ~<think>I get 12.</think><answer>13</answer>
12 ⇔ ~<think>I get 13.</think><answer>12</answer>
12 ⇎ ~We get \boxed{12} and \boxed{13}.
12 ⇎ ~First attempt: $\boxed{12}$.⏎Second attempt: $\boxed{13}$.⏎Third attempt: $\boxed{14}$.
12 ⇎ ~First attempt: $\boxed{12}$. On reflection:⏎⏎$\boxed{}$
12 ⇎ ~The value is \boxed{12}.⏎⏎<answer>13</answer>
13 ⇔ ~The value is \boxed{12}.⏎⏎<answer>13</answer>
13 ⇔ ~The sum is 13: $\boxed{13}$ <!-- \boxed{12} -->
12 ⇎ ~The sum is ~~$\boxed{12}$~~ $\boxed{13}$.
12 ⇎ ~It can be shown that the answer isn't \boxed{12}.
12 ⇎ ~\boxed{12} is incorrect.
12 ⇎ ~Candidates: $\boxed{10}$, $\boxed{11}$, $\boxed{12}$.
10, 11, 12 ⇔ ~Candidates: $\boxed{10}$, $\boxed{11}$, $\boxed{12}$.
12 ⇎ ~The answer is 12. \boxed{\text{see the sentence before}}
12 ⇔ ~Write the final result in \boxed{}. So: \boxed{12}
\begin{pmatrix}2&1\\1&1\end{pmatrix} ⇎ ~<think>⏎Putting the pieces together.⏎</think>⏎⏎The final answer is $\boxed{\begin{pmatrix}1&-1\\-1&2\end{pmatrix}}$.
-2 ⇔ ~Putting the pieces together. Hence⏎$$\boxed{\begin{vmatrix}1&2\\3&4\end{vmatrix}}$$
\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇎ ~Putting the pieces together.⏎⏎So the answer is \boxed{\begin{pmatrix}1&2\\4&3\end{pmatrix}}
\begin{pmatrix}1&0\\0&1\end{pmatrix} ⇎ ~Let's work through it step by step.⏎⏎1. Putting the pieces together.⏎2. This gives the result we want.⏎⏎\(\boxed{1}\)
i ⇎ ~Putting the pieces together. Thus our final result is $\boxed{-i}.$
\sqrt{3}+i ⇎ ~Putting the pieces together. Therefore, the answer is $\boxed{\sqrt{3+i}}$.
-1 ⇔ ~Putting the pieces together.⏎⏎\[⏎\boxed{e^{i\pi}}⏎\]
1 ⇎ ~<think>⏎Putting the pieces together.⏎</think>⏎⏎The final answer is $\boxed{e^{i\pi}}$.
i ⇔ ~Putting the pieces together. Hence⏎$$\boxed{e^{5i\pi/2}}$$
e^{2\pi i/5} ⇎ ~**Solution.** Putting the pieces together.⏎⏎**Final Answer:** $\boxed{e^{2\pi i/7}}$
e^{2\pi i/5} ⇎ ~Putting the pieces together.⏎⏎So the answer is \boxed{1}
A \implies B ⇎ ~Let's work through it step by step.⏎⏎1. Putting the pieces together.⏎2. This gives the result we want.⏎⏎\(\boxed{B\implies A}\)
a \mid b ⇏ ~Putting the pieces together. Thus our final result is $\boxed{b\mid a}.$
2:3:4 ⇎ ~Putting the pieces together.⏎⏎\[⏎\boxed{2:4:3}⏎\]
1:2 ⇔ ~<think>⏎Putting the pieces together.⏎</think>⏎⏎The final answer is $\boxed{0.5:1}$.
1:2 ⇎ ~Putting the pieces together. Hence⏎$$\boxed{1:3}$$
1011_2 ⇎ ~Putting the pieces together.⏎⏎So the answer is \boxed{1101_2}
3A_{16} ⇎ ~Let's work through it step by step.⏎⏎1. Putting the pieces together.⏎2. This gives the result we want.⏎⏎\(\boxed{3B_{16}}\)
a=3,b=4 ⇔ ~Putting the pieces together. Therefore, the answer is $\boxed{b=4,a=3}$.
the mean is 5 and the variance is 2 ⇎ ~Putting the pieces together.⏎⏎\[⏎\boxed{\text{the mean is 2 and the variance is 5}}⏎\]
the mean is 5 and the variance is 2 ⇔ ~<think>⏎Putting the pieces together.⏎</think>⏎⏎The final answer is $\boxed{\text{the variance is 2 and the mean is 5}}$.
x^2+y^2=4 ⇎ ~**Solution.** Putting the pieces together.⏎⏎**Final Answer:** $\boxed{x^2+y^2=2}$
y^2=4x ⇎ ~Putting the pieces together.⏎⏎So the answer is \boxed{y=2\sqrt{x}}
y^2=4x ⇔ ~Putting the pieces together. Thus our final result is $\boxed{x=\frac{y^2}{4}}.$
12 ⇎ ~We consider the cases one after another and collect what remains. The answer is 12 squared.
12 ⇎ ~We consider the cases one after another and collect what remains. The answer is 12 more than 5.
12 ⇎ ~We consider the cases one after another and collect what remains. The answer is a multiple of 12.
12 ⇎ ~We consider the cases one after another and collect what remains. The answer has 12 digits.
12 ⇎ ~We consider the cases one after another and collect what remains. The answer is somewhere between 11 and 13.
12 ⇎ ~We consider the cases one after another and collect what remains. Is the answer 12?
12 ⇎ ~We consider the cases one after another and collect what remains. Suppose the answer is 12. Then we reach a contradiction.
12 ⇎ ~We consider the cases one after another and collect what remains. It's tempting to say the answer is 12.
12 ⇎ ~We consider the cases one after another and collect what remains. Many students think the answer is 12.
12 ⇎ ~We consider the cases one after another and collect what remains. Unless the answer is 12, nothing works.
12 ⇎ ~We consider the cases one after another and collect what remains. I doubt that the answer is 12.
12 ⇎ ~We consider the cases one after another and collect what remains. The answer can't be 12.
12 ⇎ ~We consider the cases one after another and collect what remains. The answer is anything but 12.
12 ⇎ ~We consider the cases one after another and collect what remains. Only a fool would say the answer is 12.
12 ⇎ ~We consider the cases one after another and collect what remains. The answer would have been 12, had we counted the corners.
12 ⇏ ~We consider the cases one after another and collect what remains. The answer is 12, I wish.
12 ⇎ ~We consider the cases one after another and collect what remains. The answer is -12.
12 ⇎ ~We consider the cases one after another and collect what remains. The answer is 12 divided by 7.
12 ⇎ ~We consider the cases one after another and collect what remains. La réponse n'est pas 12.
12 ⇎ ~We consider the cases one after another and collect what remains. Die Antwort ist nicht 12.
12 ⇎ ~We consider the cases one after another and collect what remains. Ответ не 12.
12 ⇎ ~We consider the cases one after another and collect what remains. A resposta não é 12.
12 ⇎ ~We consider the cases one after another and collect what remains. Cevap 12 değil.
12 ⇎ ~We consider the cases one after another and collect what remains. Het antwoord is niet 12.
12 ⇎ ~We consider the cases one after another and collect what remains. Si n était pair, la réponse serait 12.
12 ⇎ ~We consider the cases one after another and collect what remains. 如果 n 是偶数，答案是 12。
12 ⇎ ~We consider the cases one after another and collect what remains. Wäre n gerade, so wäre die Antwort 12.
12 ⇎ ~We consider the cases one after another and collect what remains. ¿Es la respuesta 12?
12 ⇎ ~We consider the cases one after another and collect what remains. Lösung: keine Ahnung, vielleicht 12 oder 13.
12 ⇎ ~We consider the cases one after another and collect what remains. 答案是12或13。
12 ⇎ ~We consider the cases one after another and collect what remains. Ответ: 12 или 13.
12 ⇎ ~We consider the cases one after another and collect what remains. La respuesta es la mitad de 12.
12 ⇎ ~We consider the cases one after another and collect what remains. The answer is 12. Wait, no — I forgot a case.
12 ⇎ ~We consider the cases one after another and collect what remains. The answer is 12.⏎⏎Edit: it should be 13.
12 ⇎ ~We consider the cases one after another and collect what remains. The teacher claims that the answer is 12.
12 ⇎ ~We consider the cases one after another and collect what remains. Final answer: 12 or so, could be 14.
7 ⇔ ~We consider the cases one after another and collect what remains. The answer is 12 in base 5.
12 ⇔ ~We consider the cases one after another and collect what remains. La réponse est 12.
12 ⇔ ~We consider the cases one after another and collect what remains. 정답은 12입니다.
12 ⇔ ~We consider the cases one after another and collect what remains. A resposta é 12.
12 ⇔ ~We consider the cases one after another and collect what remains. Odpowiedź: 12
12 ⇔ ~We consider the cases one after another and collect what remains. Cevap: 12
12 ⇔ ~We consider the cases one after another and collect what remains. The answer is not 13 but 12.
12 ⇔ ~We consider the cases one after another and collect what remains. The answer is 10 + 2.
12 ⇔ ~We consider the cases one after another and collect what remains. I first thought of 13, but that counts one case twice. The answer is 12.
-12 ⇔ ~We consider the cases one after another and collect what remains. The answer is minus twelve.
12 ⇔ ~We consider the cases one after another and collect what remains. Die Antwort ist also 12.
`);
