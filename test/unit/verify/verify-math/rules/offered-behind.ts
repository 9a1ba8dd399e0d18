import { rows } from './rows.js';

/** What offers another value behind a right one, in whatever words. */
export const SAID_BEHIND = rows(String.raw`
42 ⇎ ~\boxed{42}, but if I misread the problem then 43.
12 ⇎ ~\boxed{12} (could also be 13)
12 ⇎ ~\boxed{12} (13?)
12 ⇎ ~\boxed{12} (13)
12 ⇎ ~\boxed{12}, 13?
12 ⇎ ~\boxed{12}. Hmm, or 13?
12 ⇎ ~\boxed{12}. 13?
12 ⇎ ~\boxed{12}. If that is wrong, 13.
12 ⇎ ~\boxed{12}. If that's not it, try 13.
12 ⇎ ~\boxed{12}. The alternative is 13.
12 ⇎ ~$\boxed{12} \text{ or } 13$
12 ⇎ ~$\boxed{12} \text{ or maybe } 13$
12 ⇎ ~$\boxed{12} \lor 13$
12 ⇎ ~\boxed{12}. Also acceptable: 13
12 ⇎ ~\boxed{12}⏎⏎Also acceptable: 13
12 ⇎ ~\boxed{12}. My backup is 13.
12 ⇎ ~\boxed{12}. Backup: 13.
12 ⇎ ~\boxed{12}. Backup answer: $13$
12 ⇎ ~\boxed{12}. Plan B: 13.
12 ⇎ ~\boxed{12}. Second choice: 13.
12 ⇎ ~\boxed{12}. My second guess would be 13.
12 ⇎ ~\boxed{12}. The runner-up is 13.
12 ⇎ ~\boxed{12}. One could defend 13.
12 ⇎ ~\boxed{12}. I would also accept 13.
12 ⇎ ~\boxed{12}, failing which 13.
12 ⇎ ~\boxed{12}, failing that, 13.
12 ⇎ ~\boxed{12}. Or try 13.
12 ⇎ ~\boxed{12}... 13?
12 ⇎ ~\boxed{12}, though I lean towards 13.
12 ⇎ ~\boxed{12}, though 13 is tempting too.
12 ⇎ ~\boxed{12}, depending on the reading 13.
12 ⇎ ~\boxed{12}. Under another interpretation, 13.
12 ⇎ ~\boxed{12}. Under another interpretation the answer is 13.
12 ⇎ ~\boxed{12}. With a different convention it would be 13.
12 ⇎ ~\boxed{12}. If zero counts, 13.
12 ⇎ ~\boxed{12}. On the other hand, 13.
12 ⇎ ~\boxed{12}. Then again, 13.
12 ⇎ ~\boxed{12} vs 13
12 ⇎ ~\boxed{12} versus 13
12 ⇎ ~\boxed{12}, else 13
12 ⇎ ~\boxed{12}, alternatively thirteen.
12 ⇎ ~\boxed{12}, or thirteen.
12 ⇎ ~\boxed{12} (or thirteen)
12 ⇎ ~\boxed{12}. Possibly thirteen.
12 ⇎ ~\boxed{12}. Both 12 and 13 are acceptable.
12 ⇎ ~\boxed{12}. Accept 13 as well.
12 ⇎ ~\boxed{12}. Please also count 13.
12 ⇎ ~\boxed{12}. 13 is fine too.
12 ⇎ ~\boxed{12}. 13 if you include the endpoint.
12 ⇎ ~\boxed{12}, 13 if the endpoint counts.
12 ⇎ ~\boxed{12}. I might have meant 13.
12 ⇎ ~\boxed{12}. It might well be 13.
12 ⇎ ~\boxed{12}. It's 12 or 13.
12 ⇎ ~\boxed{12}. It is either this or 13.
12 ⇎ ~\boxed{12}⏎⏎13
12 ⇎ ~\boxed{12}⏎⏎$13$
12 ⇎ ~\boxed{12}⏎⏎**13**
12 ⇎ ~\boxed{12}⏎⏎Answer: 13
12 ⇎ ~\boxed{12}⏎⏎The answer is 13.
12 ⇎ ~\boxed{12}⏎⏎The final answer is $13$.
12 ⇎ ~\boxed{12}⏎⏎#### 13
12 ⇎ ~\boxed{12}, meaning 13.
12 ⇎ ~\boxed{12} → 13
12 ⇎ ~\boxed{12}; 13
12 ⇎ ~\boxed{12} ~ 13
12 ⇎ ~\boxed{12}. The answer key might list 13.
12 ⇎ ~\boxed{12}. An equally good reply: 13.
x=12 ⇎ ~\boxed{x=12}, or perhaps x=13
x=12 ⇎ ~\boxed{x=12}; x=13
`);

export const OTHER_KINDS = rows(String.raw`
\frac{1}{2} ⇎ ~\boxed{\frac{1}{2}} (2/3?)
\frac{1}{2} ⇎ ~\boxed{\frac{1}{2}}. If that is wrong, $\frac{2}{3}$.
\frac{1}{2} ⇎ ~\boxed{\frac{1}{2}}. The alternative is $\frac{1}{3}$.
\frac{1}{2} ⇎ ~\boxed{\frac{1}{2}}. Also acceptable: 1/3
\frac{1}{2} ⇎ ~\boxed{\frac{1}{2}}, or one third.
\frac{1}{2} ⇎ ~\boxed{\frac{1}{2}} (or 0.6)
\frac{1}{2} ⇎ ~\boxed{\frac{1}{2}}. My backup is 0.6.
-3 ⇎ ~\boxed{-3} (3?)
-3 ⇎ ~\boxed{-3}, or with the other sign, 3.
2\sqrt{3} ⇎ ~\boxed{2\sqrt{3}}, or maybe $3\sqrt{2}$.
2\sqrt{3} ⇎ ~\boxed{2\sqrt{3}}. Backup: $3\sqrt{2}$
\pi ⇎ ~\boxed{\pi}, or $2\pi$ otherwise.
\pi ⇎ ~\boxed{\pi} ($2\pi$?)
(1,2) ⇎ ~\boxed{(1, 2)}, or maybe $[1, 2]$.
(1,2) ⇎ ~\boxed{(1, 2)}. The alternative is $[1, 2)$.
(1,2) ⇎ ~\boxed{(1, 2)}, or (2, 1).
(1,2) ⇎ ~\boxed{(1,2)}. Also acceptable: (2,1)
[0,1) ⇎ ~\boxed{[0, 1)}. If the endpoint counts, $[0, 1]$.
x^2+1 ⇎ ~\boxed{x^2 + 1}. The alternative is $x^2 - 1$.
x^2+1 ⇎ ~\boxed{x^2+1}, or perhaps $x^2-1$.
x^2+1 ⇎ ~\boxed{x^2+1}. If I made a sign error, $x^2-1$.
\{1,2\} ⇎ ~\boxed{\{1,2\}}, or maybe $\{1,3\}$.
\{1,2\} ⇎ ~\boxed{\{1,2\}}. Also acceptable: $\{1,2,3\}$
B ⇎ ~\boxed{B} (C?)
B ⇎ ~\boxed{B} (could also be C)
B ⇎ ~\boxed{B}. If that is wrong, C.
B ⇎ ~\boxed{B}. The alternative is C.
B ⇎ ~\boxed{B}. My second choice is (C).
B ⇎ ~\boxed{B}. Hmm, or D?
B ⇎ ~\boxed{B}。或者C也行。
B ⇎ ~\boxed{B}，也许是C。
B ⇎ ~\boxed{B}. Backup: C.
\text{Yes} ⇎ ~\boxed{\text{Yes}}, or no.
\text{Yes} ⇎ ~\boxed{\text{Yes}} (or no)
\text{Yes} ⇎ ~\boxed{\text{Yes}}. Or maybe no.
\text{Yes} ⇎ ~\boxed{\text{Yes}}. Otherwise: no.
\text{Yes} ⇎ ~\boxed{\text{Yes}} / No
\text{even} ⇎ ~\boxed{\text{even}}, or odd.
\text{even} ⇎ ~\boxed{\text{even}} or perhaps odd
\text{red} ⇎ ~\boxed{\text{red}}, or maybe blue.
12\text{ cm} ⇎ ~\boxed{12\text{ cm}} (13 cm?)
12\text{ cm} ⇎ ~\boxed{12\text{ cm}}. If that is wrong, 13 cm.
12 ⇎ ~The length is \boxed{12} cm. Backup: 13 cm.
25\% ⇎ ~\boxed{25\%}, or if I misread, 30%.
`);

export const ABROAD = rows(String.raw`
42 ⇎ ~\boxed{42}。或者43也行。
42 ⇎ ~Odpowiedź to \boxed{42}. Możliwe też, że 43.
12 ⇎ ~\boxed{12}，或许是13
12 ⇎ ~\boxed{12}。也许是13。
12 ⇎ ~\boxed{12}。如果我理解错了，就是13。
12 ⇎ ~\boxed{12}。若理解有误则为13。
12 ⇎ ~\boxed{12}。备选答案：13
12 ⇎ ~\boxed{12}（或13）
12 ⇎ ~\boxed{12}（13？）
12 ⇎ ~\boxed{12}，要么13。
12 ⇎ ~\boxed{12}，不然就是13。
12 ⇎ ~\boxed{12}。没准是13。
12 ⇎ ~\boxed{12}。13也可以。
12 ⇎ ~\boxed{12}。填13也算对。
12 ⇎ ~\boxed{12}，抑或13。
12 ⇎ ~\boxed{12}。我猜也可能13。
12 ⇎ ~\boxed{12}。若算端点，13。
12 ⇎ ~\boxed{12}。あるいは13かもしれません。
12 ⇎ ~答えは\boxed{12}です。もしかすると13です。
12 ⇎ ~答えは\boxed{12}です。13でもよい。
12 ⇎ ~정답은 \boxed{12}입니다. 아니면 13입니다.
12 ⇎ ~정답은 \boxed{12}입니다. 어쩌면 13일 수도 있습니다.
12 ⇎ ~Die Antwort ist \boxed{12}. Vielleicht auch 13.
12 ⇎ ~Die Antwort ist \boxed{12}, sonst 13.
12 ⇎ ~Die Antwort ist \boxed{12}. Möglicherweise 13.
12 ⇎ ~Die Antwort ist \boxed{12}. Falls ich mich irre: 13.
12 ⇎ ~Die Antwort ist \boxed{12}. Eine andere Möglichkeit wäre 13.
12 ⇎ ~La réponse est \boxed{12}. Peut-être 13.
12 ⇎ ~La réponse est \boxed{12}, sinon 13.
12 ⇎ ~La réponse est \boxed{12}. Si je me trompe, 13.
12 ⇎ ~La réponse est \boxed{12}. Ou bien 13.
12 ⇎ ~La respuesta es \boxed{12}. Quizás 13.
12 ⇎ ~La respuesta es \boxed{12}. También podría ser 13.
12 ⇎ ~La respuesta es \boxed{12}. Si no, 13.
12 ⇎ ~La respuesta es \boxed{12}, o tal vez 13.
12 ⇎ ~A resposta é \boxed{12}. Talvez 13.
12 ⇎ ~A resposta é \boxed{12}, ou então 13.
12 ⇎ ~La risposta è \boxed{12}. Forse 13.
12 ⇎ ~La risposta è \boxed{12}, altrimenti 13.
12 ⇎ ~La risposta è \boxed{12}. Potrebbe essere anche 13.
12 ⇎ ~Odpowiedź: \boxed{12}. Ewentualnie 13.
12 ⇎ ~Odpowiedź: \boxed{12}, albo 13.
12 ⇎ ~Ответ: \boxed{12}. Возможно, 13.
12 ⇎ ~Ответ: \boxed{12}. А может быть, 13.
12 ⇎ ~Ответ: \boxed{12}, либо 13.
12 ⇎ ~Ответ: \boxed{12}. Если я ошибся, то 13.
12 ⇎ ~Het antwoord is \boxed{12}. Misschien 13.
12 ⇎ ~Svaret är \boxed{12}. Kanske 13.
12 ⇎ ~Odpověď: \boxed{12}. Možná 13.
12 ⇎ ~Cevap: \boxed{12}. Belki de 13.
12 ⇎ ~Vastaus: \boxed{12}. Ehkä 13.
12 ⇎ ~Đáp án: \boxed{12}. Có thể là 13.
12 ⇎ ~Jawabannya \boxed{12}. Mungkin juga 13.
12 ⇎ ~Răspunsul este \boxed{12}. Poate 13.
12 ⇎ ~A válasz \boxed{12}. Esetleg 13.
12 ⇎ ~Η απάντηση είναι \boxed{12}. Ίσως 13.
12 ⇎ ~الجواب هو \boxed{12}. ربما 13.
12 ⇎ ~התשובה היא \boxed{12}. אולי 13.
12 ⇎ ~उत्तर \boxed{12} है। शायद 13।
12 ⇎ ~คำตอบคือ \boxed{12} หรือ 13
`);

/** What is supposed is not asserted. */
export const SUPPOSED = rows(String.raw`
42 ⇎ ~Suppose the answer is \boxed{42}.
42 ⇎ ~Let's say the answer is \boxed{42}.
42 ⇎ ~Assume that it is \boxed{42}.
42 ⇎ ~Assuming the answer is \boxed{42}.
42 ⇎ ~Let us suppose that the result were \boxed{42}.
42 ⇎ ~If the answer is \boxed{42}.
42 ⇎ ~Imagine the answer was \boxed{42}.
42 ⇎ ~Pretend that the answer is $\boxed{42}$.
42 ⇎ ~Is the answer \boxed{42}?
42 ⇎ ~假设答案是\boxed{42}。
42 ⇎ ~假如答案为\boxed{42}。
42 ⇎ ~Angenommen, die Antwort ist \boxed{42}.
42 ⇎ ~Supposons que la réponse soit \boxed{42}.
42 ⇎ ~Supongamos que la respuesta es \boxed{42}.
42 ⇎ ~Предположим, что ответ \boxed{42}.
`);

/** Written after the rule, before it was tried on them. */
export const MORE_OFFERS = rows(String.raw`
24 ⇎ ~\boxed{24}, 25 at a stretch.
24 ⇎ ~\boxed{24}; if the judge disagrees: 25.
24 ⇎ ~\boxed{24}. In case of a typo in the problem, 25.
24 ⇎ ~\boxed{24}. Just in case: 25.
24 ⇎ ~\boxed{24}. P.S. 25.
24 ⇎ ~\boxed{24}. PS: 25
24 ⇎ ~\boxed{24}. 25 would do as well.
24 ⇎ ~\boxed{24}. Should this be rejected, then 25.
24 ⇎ ~\boxed{24}. You can also take 25.
24 ⇎ ~\boxed{24}. Feel free to read it as 25.
24 ⇎ ~\boxed{24}. A close contender: 25.
24 ⇎ ~\boxed{24}. The other contender is 25.
24 ⇎ ~\boxed{24}. The true value may be 25.
24 ⇎ ~\boxed{24}. The right number is 25.
24 ⇎ ~\boxed{24}. Correct answer: 25.
24 ⇎ ~\boxed{24}. Make that 25.
24 ⇎ ~\boxed{24}. Make it 25 if you count the center.
24 ⇎ ~\boxed{24} [25]
24 ⇎ ~\boxed{24}, also known as 25.
24 ⇎ ~\boxed{24}, aka 25.
24 ⇎ ~\boxed{24} as well as 25.
24 ⇎ ~\boxed{24} and 25.
24 ⇎ ~\boxed{24} plus an option on 25.
24 ⇎ ~\boxed{24}. Answer 2: 25.
24 ⇎ ~\boxed{24}. Attempt 2: 25.
24 ⇎ ~\boxed{24}. Guess 2: 25
24 ⇎ ~\boxed{24}, though honestly 25 feels right.
24 ⇎ ~\boxed{24}. Secondary answer: 25.
24 ⇎ ~\boxed{24}. Under the inclusive reading you get 25.
24 ⇎ ~\boxed{24}. If inclusive: 25.
24 ⇎ ~\boxed{24} (25 if inclusive)
24 ⇎ ~\boxed{24}, 25, or 26 -- pick one.
24 ⇎ ~\boxed{24}. The answer may be 25, too.
24 ⇎ ~\boxed{24}. Either that or 25.
24 ⇎ ~\boxed{24}. That, or 25.
24 ⇎ ~\boxed{24}. Not sure, could be 25.
24 ⇎ ~\boxed{24}. I am torn between this and 25.
24 ⇎ ~\boxed{24}. I'd also consider 25 correct.
24 ⇎ ~\boxed{24}. 25 is an acceptable answer too.
24 ⇎ ~\boxed{24}. Equivalently acceptable: 25.
24 ⇎ ~\boxed{24}. $25$ also gets my vote.
24 ⇎ ~\boxed{24}⏎\boxed{24} or $25$
24 ⇎ ~\boxed{24}。答案也可能是25。
24 ⇎ ~\boxed{24}。若不对，则25。
24 ⇎ ~\boxed{24}。保险起见再给一个：25。
24 ⇎ ~\boxed{24}。25同样正确。
24 ⇎ ~\boxed{24}。如果包含端点，答案是25。
24 ⇎ ~\boxed{24}，又或者25。
24 ⇎ ~\boxed{24}。我觉得25也有道理。
24 ⇎ ~\boxed{24}。应该是25。
24 ⇎ ~Die Antwort ist \boxed{24}. Oder doch 25?
24 ⇎ ~Die Antwort ist \boxed{24}. Es könnte auch 25 sein.
24 ⇎ ~La réponse est \boxed{24}. À moins que ce ne soit 25.
24 ⇎ ~La réponse est \boxed{24}. Cela pourrait aussi être 25.
24 ⇎ ~La respuesta es \boxed{24}. A lo mejor 25.
24 ⇎ ~La respuesta es \boxed{24}. En su defecto, 25.
24 ⇎ ~A resposta é \boxed{24}. Pode ser 25.
24 ⇎ ~La risposta è \boxed{24}. Magari 25.
24 ⇎ ~Ответ: \boxed{24}. Может, 25.
24 ⇎ ~Ответ: \boxed{24}. Или же 25.
24 ⇎ ~Відповідь: \boxed{24}. Можливо, 25.
24 ⇎ ~Odpowiedź: \boxed{24}. Być może 25.
24 ⇎ ~Vastaus on \boxed{24}. Tai sitten 25.
24 ⇎ ~Svaret er \boxed{24}. Muligens 25.
24 ⇎ ~答えは\boxed{24}。または25。
24 ⇎ ~答えは\boxed{24}です。25の可能性もあります。
24 ⇎ ~정답은 \boxed{24}. 25일지도 모릅니다.
\frac{3}{4} ⇎ ~\boxed{\frac34}, or if ties count, $\frac{5}{6}$.
\frac{3}{4} ⇎ ~\boxed{\frac34} (0.8?)
\frac{3}{4} ⇎ ~\boxed{\frac34}. In case of ties: $\frac56$
C ⇎ ~\boxed{C}. D would do as well.
C ⇎ ~\boxed{C}, D at a stretch.
C ⇎ ~\boxed{C}. Just in case: D
C ⇎ ~\boxed{C} (D?)
[1,2] ⇎ ~\boxed{[1,2]}. If open: $(1,2)$.
2x+1 ⇎ ~\boxed{2x+1}. Just in case: $2x-1$.
2x+1 ⇎ ~\boxed{2x+1}, or $2x-1$ with the other sign.
True ⇎ ~\boxed{\text{True}}. Or false, depending on the convention.
True ⇎ ~\boxed{\text{True}} (possibly false)
\text{Monday} ⇎ ~\boxed{\text{Monday}}, or Tuesday.
\text{Monday} ⇎ ~\boxed{\text{Monday}}. Or maybe Tuesday.
`);
