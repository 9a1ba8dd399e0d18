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
13 ⇎ ~答案是12或13。
12 ⇎ ~Die Antwort ist höchstens 12.
12 ⇔ ~Ответ: 12
12 ⇔ ~By Erdős, the answer is 12.
`);

/** What the next sentence takes back, in any place that an answer may stand in, is no answer; what it only checks is. */
export const TAKEN_BACK = rows(String.raw`
12 ⇎ ~The answer is 12. Wait, no — I forgot a case.
12 ⇎ ~The answer is 12. Hold on, a case is missing.
12 ⇎ ~The answer is 12. Hmm, no, that misses a case.
12 ⇎ ~The answer is 12... no, it is not.
12 ⇎ ~The answer is 12. Just kidding.
12 ⇎ ~The answer is 12. That was a lie.
12 ⇎ ~The answer is 12. Not!
12 ⇎ ~The answer is 12. False.
12 ⇎ ~The answer is 12. I take that back.
12 ⇎ ~The answer is 12. (Not really.)
12 ⇎ ~The answer is 12. Except it isn't.
12 ⇎ ~The answer is 12. It could also be 13.
12 ⇎ ~The answer is 12. If not, 13.
12 ⇎ ~Answer: 12⏎⏎Wait, no — I forgot a case.
12 ⇎ ~#### 12⏎Wait, no — I forgot a case.
12 ⇎ ~**Answer:** 12 (not sure, maybe 13)
12 ⇎ ~**Answer:** 12 (wrong)
12 ⇎ ~**Answer:** 12 ❌
12 ⇎ ~The answer is 12 — no, 13.
12 ⇎ ~The answer is 12, but I doubt it.
12 ⇎ ~La réponse est 12. Non, attendez, j'ai oublié un cas.
12 ⇎ ~Die Antwort ist 12. Das ist falsch.
12 ⇎ ~La respuesta es 12. No, espera.
12 ⇎ ~答案是12。不对，漏了一种情况。
12 ⇎ ~Ответ: 12. Нет, это неверно.
12 ⇎ ~答えは12です。いや、違います。
12 ⇎ ~정답은 12입니다. 아니, 틀렸습니다.
12 ⇔ ~The answer is 12. Wait, let me double-check: 3*4 = 12. Yes, that is right.
12 ⇔ ~The answer is 12. No other values are possible.
12 ⇔ ~The answer is 12. Note that 13 does not work.
12 ⇔ ~The answer is 12. It cannot be smaller, since 11 is prime.
12 ⇔ ~The answer is 12 (since 13 is wrong).
12 ⇔ ~The answer is 12; the other value is too large.
12 ⇔ ~Answer: 12⏎⏎Sorry for the long explanation.
12 ⇔ ~\boxed{12}⏎⏎No further work is needed.
`);

/** A box that its sentence denies, before it or behind it, is no answer, in whatever language. */
export const DENIED_BOXES = rows(String.raw`
12 ⇎ ~$\boxed{12}$ is the wrong answer.
12 ⇎ ~$\boxed{12}$ does not work.
12 ⇎ ~$\boxed{12}$ (wrong!)
12 ⇎ ~$\boxed{12}$? No.
12 ⇎ ~Wrong: $\boxed{12}$
12 ⇎ ~It is not true that the answer is $\boxed{12}$.
12 ⇎ ~I don't think it is $\boxed{12}$.
12 ⇎ ~The answer is anything but $\boxed{12}$.
12 ⇎ ~One should not answer $\boxed{12}$.
12 ⇎ ~The answer would be $\boxed{12}$ if $n$ were even, but it is odd.
12 ⇎ ~The answer would have been $\boxed{12}$, had we counted the corners.
12 ⇎ ~We would get $\boxed{12}$ if the corners counted.
12 ⇎ ~La respuesta no es $\boxed{12}$.
12 ⇎ ~La réponse n'est pas $\boxed{12}$.
12 ⇎ ~答案不是 $\boxed{12}$。
12 ⇎ ~$\boxed{12}$ ist nicht die Antwort.
12 ⇎ ~$\boxed{12}$ ist falsch.
12 ⇎ ~$\boxed{12}$ неверно.
12 ⇎ ~$\boxed{12}$ は間違いです。
12 ⇎ ~答えは $\boxed{12}$ ではない。
12 ⇔ ~The answer is \boxed{12}, since 13 is wrong.
12 ⇔ ~The number of wrong answers is \boxed{12}.
12 ⇔ ~John gave \boxed{12} wrong answers.
12 ⇔ ~The price would have been \boxed{12} dollars.
12 ⇔ ~Hence the product does not depend on n: \boxed{12}
12 ⇔ ~\boxed{12} does not depend on n.
12 ⇔ ~Instead of 13 we get \boxed{12}.
12 ⇔ ~Die Antwort ist nicht 13, sondern \boxed{12}.
12 ⇔ ~答案不是13，而是 \boxed{12}。
`);
