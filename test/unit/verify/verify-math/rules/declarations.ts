import { rows } from './rows.js';

/** What stands before and behind a value says whether it is the answer. */
export const DECLARATIONS = rows(String.raw`
5 ⇎ ~We want to show that the answer is 5.
5 ⇎ ~Si on double les individus, la réponse est 5.
5 ⇎ ~Se il catalogo fosse vuoto, la risposta è 5.
5 ⇎ ~Se o catálogo fosse vazio, a resposta é 5.
5 ⇔ ~Donc la réponse est 5.
5 ⇎ ~A common mistake is to conclude that the answer is 5.
5 ⇎ ~Many students wrongly write: Answer: 5
5 ⇎ ~Many students would write that the answer is 5.
5 ⇎ ~The textbook says the answer is 5.
5 ⇎ ~In my opinion nobody knows whether the answer is 5.
5 ⇎ ~For even n, the answer is 5.
5 ⇎ ~In the first case the answer is 5.
5 ⇎ ~When n is odd, the answer is 5.
5 ⇎ ~Ignoring the last condition, the answer is 5.
5 ⇎ ~By a naive count the answer is 5.
5 ⇎ ~"The answer is 5" is what the textbook says, but the textbook is mistaken.
5 ⇎ ~The answer was 5 before I corrected it.
5 ⇎ ~The answer is 5 in the first case.
5 ⇎ ~The answer is 5 for even n.
5 ⇔ ~The answer is 5 (mod 9).
5 ⇎ ~The answer is 5 + something.
5 ⇎ ~The answer is 5..7.
5 ⇎ ~The answer is 5, give or take.
5 ⇎ ~The answer is 5. Sorry, I meant 6.
5 ⇎ ~The answer is 5.⏎⏎Edit: 6.
5 ⇎ ~The answer is 5.⏎⏎Oops, I made a mistake, it must be 6.
5 ⇎ ~The answer is 5 (this is wrong).
5 ⇎ ~So x = 5 is extraneous.
5 ⇎ ~Hence 5 does not work.
5 ⇎ ~Hence 5 | n.
5 ⇎ ~For x = 5 we get a contradiction.
5 ⇎ ~I got 5 wrong.
5 ⇎ ~The answer is not \boxed{5}.
5 ⇎ ~Not \boxed{5}, but 6.
5 ⇎ ~It would be wrong to answer \boxed{5}.
5 ⇎ ~If n were even, the answer would be \boxed{5}.
5 ⇎ ~We can rule out \boxed{5}.
5 ⇔ ~It is not hard to see that the answer is \boxed{5}.
5 ⇔ ~This is impossible if n is even, so the answer is \boxed{5}.
5 ⇔ ~If n were even we would get a contradiction, so the answer is \boxed{5}.
5 ⇔ ~So the answer is 5.
5 ⇔ ~Since 2 + 3 = 5, the answer is 5.
5 ⇔ ~2 + 3 = 5, so the answer is 5.
5 ⇔ ~It follows that the answer is 5.
5 ⇔ ~We conclude that the final answer is 5.
5 ⇔ ~I checked this twice; the answer is 5.
5 ⇔ ~When x = 2 we get y = 3, so the answer is 5.
5 ⇔ ~Answer: 5 apples
5 ⇔ ~So there are 5 apples left in the basket.
5 ⇔ ~Therefore, she has 5 dollars left.
5 ⇔ ~So 5 is the answer.
5 ⇔ ~Hence 5 is the smallest such number.
5 ⇔ ~Thus, 5 apples are left.
5 ⇔ ~Therefore x = 5 is the only solution.
5 ⇔ ~The answer is 5 cm.
5 ⇔ ~The number of students is 5.
5 ⇔ ~Tom has 5 apples in total.
5 ⇔ ~So the trip takes 5 hours.
5 ⇔ ~The answer to the question is 5.
5 ⇔ ~Hence, the required number of ways is 5.
5 ⇎ ~如果n是偶数,答案是5。
5 ⇎ ~小明认为答案是5。
5 ⇎ ~若n为奇数,则答案为5;否则答案为6。
5 ⇎ ~もしnが偶数なら、答えは5です。
5 ⇎ ~Si n est pair, la réponse est 5.
5 ⇎ ~Je ne pense pas que la réponse est 5.
5 ⇎ ~Неверно, что ответ: 5
5 ⇎ ~Angenommen, die Antwort ist 5.
5 ⇎ ~Supongamos que la respuesta es 5.
5 ⇔ ~Por lo tanto, la respuesta es 5.
5 ⇔ ~La réponse est 5.
5 ⇔ ~Donc la réponse finale est 5.
5 ⇔ ~因此，答案是5。
5 ⇔ ~所以共有 $5$ 种。答案：5
5 ⇔ ~由题意得，2+3=5，所以答案是5。
5 ⇔ ~综上所述，答案为5。
5 ⇔ ~Ответ: 5
5 ⇔ ~Таким образом, ответ: 5.
5 ⇔ ~Daher ist die Antwort 5.
5 ⇔ ~Die Antwort ist 5.
5 ⇔ ~따라서 답은 5입니다.
5 ⇔ ~よって、答えは5である。
5 ⇔ ~故答案为：5
5 ⇔ ~Cevap: 5
5 ⇔ ~Quindi la risposta è 5.
5 ⇔ ~Portanto, a resposta é 5.
5 ⇔ ~إذن الجواب هو 5
`);

/** What stands between "the answer" and its verb may only say what was asked, or in which form. */
export const ANSWERS_TO = rows(String.raw`
12 ⇎ ~The answer to a different question is 12.
12 ⇎ ~The answer for a smaller grid is 12.
12 ⇎ ~The answer in the even case is 12.
12 ⇎ ~The answer of my neighbour is 12.
12 ⇎ ~The answer given by the naive method is 12.
12 ⇎ ~One part of the answer is 12.
12 ⇎ ~The answer plus one is 12.
12 ⇎ ~The answer, plus one, is 12.
12 ⇎ ~The answer squared is 12.
12 ⇎ ~The sum of the answer and 3 is 12.
12 ⇎ ~The answer would have been 12, but the corners do not count.
12 ⇎ ~Without the corners, the answer would have been 12.
12 ⇔ ~The answer to this question is 12.
12 ⇔ ~The answer to part (b) is 12.
12 ⇔ ~The answer in dollars is 12.
12 ⇔ ~The answer, by symmetry, is 12.
12 ⇔ ~The answer rounded to the nearest integer is 12.
`);

/** A number in a name or a description is not its value; a number that something is counted with is. */
export const NAMES = rows(String.raw`
12 ⇎ ~The answer is Apollo 12.
12 ⇎ ~#### Room 12
12 ⇎ ~Final answer: Windows 12
12 ⇎ ~The answer is Beethoven's Symphony No. 12.
12 ⇎ ~The answer is Carbon-12.
12 ⇎ ~The answer is a set of 12 numbers.
12 ⇎ ~The answer is a polygon with 12 sides.
12 ⇎ ~The answer is 12's square.
12 ⇎ ~The answer is 12 according to the naive count.
12 ⇎ ~The answer is $12$ and a half.
12 ⇎ ~The answer is $12$ point five.
12 ⇎ ~The answer is 12 below zero.
-12 ⇔ 12\text{ below zero}
12.5 ⇔ ~The answer is 12 and a half.
12 ⇔ ~Answer: Tom bought 12 apples.
12 ⇔ ~Answer: The train travels 12 miles.
12 ⇔ ~The answer is that Tom has 12 apples.
12 ⇔ ~The answer is 12, as desired.
12 ⇔ ~The answer is 12, QED.
12 ⇔ ~The answer is 12, an even number.
12 ⇔ ~The answer is 12 and not 13.
`);

/** Marks around the word that declares an answer, and conclusions within a declaration. */
export const DECLARED_WITH = rows(String.raw`
12 ⇔ ~We count.⏎⏎✅ **Answer: 12**
12 ⇔ ~We count.⏎⏎👉 The answer is 12.
12 ⇔ ~We count.⏎⏎**Answer —** 12
12 ⇔ ~We count.⏎⏎Answer - 12
12 ⇔ ~We count.⏎⏎Answer => 12
12 ⇔ ~We count.⏎⏎[Answer] 12
12 ⇔ ~We count.⏎⏎【答案】12
12 ⇔ ~We count.⏎⏎答：共有12种。
12 ⇔ ~Die Antwort ist also 12.
12 ⇔ ~Die gesuchte Zahl ist 12.
12 ⇔ ~La réponse est donc 12.
12 ⇔ ~La respuesta es, por tanto, 12.
12 ⇔ ~A resposta é, portanto, 12.
12 ⇔ ~La risposta è quindi 12.
12 ⇔ ~Het antwoord is dus 12.
12 ⇔ ~Odpowiedź to zatem 12.
12 ⇔ ~Ответ, следовательно, 12.
12 ⇔ ~Cevap 12'dir.
12 ⇎ ~La réponse n'est donc pas 12.
12 ⇎ ~Die Antwort ist also nicht 12.
42 ⇎ ~We want to show that $x = 42$.
42 ⇎ ~We must prove that x = 42.
42 ⇎ ~Our goal: prove x = 42.
42 ⇎ ~It is false that $x=42$.
42 ⇎ ~There is no way that $x=42$.
42 ⇎ ~Nobody believes $x=42$.
42 ⇎ ~Perhaps $x=42$.
42 ⇎ ~Bob claims $x=42$.
42 ⇔ ~We showed that $x=42$.
42 ⇔ ~Thus $x=42$.
`);
