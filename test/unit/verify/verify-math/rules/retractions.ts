import { rows } from './rows.js';

/** What the next sentence takes back or replaces is no answer, nor what an operation is done with. */
export const RETRACTIONS = rows(String.raw`
12 ⇎ ~The answer is 12. Or 13.
12 ⇎ ~The answer is 12. Alternatively 13.
12 ⇎ ~The answer is 12. No wait, 13.
12 ⇎ ~The answer is 12. Actually, it is 13.
12 ⇎ ~The answer is 12. But I am wrong; it is 13.
12 ⇎ ~The answer is 12. Scratch that.
13 ⇎ ~The answer is 12; another answer is 13.
\frac12 ⇎ ~The answer is $\frac12$. Or $\frac13$.
B ⇎ ~The answer is B. Or C.
12 ⇔ ~The answer is 12. Actually, we can verify that 3 times 4 is 12.
12 ⇔ ~The answer is 12. Or equivalently 12.
12 ⇎ ~We divide 13 by 12
12 ⇎ ~We get 13 after dividing by 12
12 ⇎ ~We get 13 by theorem 12.
12 ⇎ ~I cannot determine it; there are 12 options.
12 ⇔ ~There are 12 ways.
12 ⇔ ~This simplifies to 12.
12 ⇔ ~The largest amount that cannot be paid is 12.
6 ⇔ ~The answer is not 5, it is 6.
5 ⇎ ~The answer is not 5, it is 6.
12 ⇎ ~\boxed{12}\boxed{}
12 ⇔ ~\boxed{12}. I put my answer in \boxed{}.
12 ⇎ 12?
Yes ⇎ \text{Yes, if n is odd}
Yes ⇎ \text{Yes, unless it is no}
Yes ⇔ \text{Yes, because n is odd}
`);

/** Of a sentence in another language only the phrases that declare an answer are known. */
export const ABROAD = rows(String.raw`
12 ⇎ ~La risposta non è 12.
12 ⇔ ~La risposta è 12.
12 ⇎ ~Risposta: almeno 12
12 ⇎ ~La respuesta no es 12.
12 ⇔ ~La respuesta es 12.
12 ⇎ ~A resposta não é 12.
12 ⇔ ~A resposta é 12.
12 ⇎ ~答えは12ではない。
12 ⇎ ~答えは12以上です。
12 ⇔ ~答えは12です。
12 ⇎ ~정답은 12가 아니다.
12 ⇎ ~정답은 12입니까?
12 ⇔ ~정답은 12입니다.
12 ⇎ ~الجواب ليس 12
12 ⇔ ~الجواب هو 12
12 ⇎ ~答案是12吗？
12 ⇎ ~答案至少是12。
13 ⇎ ~答案是12或13。
12 ⇔ ~答案是12。
12 ⇎ ~Die Antwort ist höchstens 12.
12 ⇔ ~Die Antwort ist 12.
12 ⇎ ~Ответ не 12.
12 ⇔ ~Ответ: 12
12 ⇔ ~By Erdős, the answer is 12.
`);
