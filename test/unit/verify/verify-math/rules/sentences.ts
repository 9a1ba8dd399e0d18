import { rows } from './rows.js';

/** Sentences without a box: what is denied, supposed, asked or worked on is not the answer. */
export const SENTENCES = rows(String.raw`
12 ⇎ ~The answer is half of 12.
6 ⇏ ~The answer is half of 12.
12 ⇎ ~The answer is 12 squared.
12 ⇎ ~So the result is 12 cubed
8 ⇏ ~The answer is 8 out of 20.
20 ⇎ ~The answer is 8 out of 20.
20 ⇎ ~She got 8 out of 20.
12 ⇎ ~The wrong answer is 12.
12 ⇎ ~An incorrect answer is 12.
12 ⇎ ~The wrong answer would be 12.
12 ⇎ ~A common wrong answer is 12.
12 ⇎ ~The answer that is not right is 12.
12 ⇎ ~Suppose the answer is 12.
12 ⇎ ~Assume the answer is 12. Then we get a contradiction.
12 ⇎ ~If the answer is 12, then x = 3.
12 ⇏ ~Let's say the answer is 12.
12 ⇎ ~Is the answer 12? No.
12 ⇎ ~Is the answer 12?
12 ⇎ ~Could the answer be 12? No, it cannot.
12 ⇎ ~Is it 12? No.
12 ⇏ ~Is the answer 12? Yes.
12 ⇎ ~The answer is not 12.
12 ⇎ ~The answer is never 12.
12 ⇎ ~12 is not the answer.
12 ⇎ ~12 is wrong.
12 ⇎ ~12 is the wrong answer.
12 ⇎ ~I doubt that the answer is 12.
12 ⇎ ~It is false that the answer is 12.
12 ⇎ ~Nobody would say the answer is 12.
12 ⇎ ~The answer can't possibly be 12.
12 ⇎ ~The answer is anything but 12.
12 ⇏ ~The answer is close to 12.
12 ⇎ ~The answer is greater than 12.
12 ⇎ ~The answer is 5 more than 12.
12 ⇎ ~The answer is 3 less than 12.
12 ⇎ ~The answer is twice 12.
12 ⇎ ~The answer is double 12.
12 ⇎ ~The answer is the square of 12.
12 ⇎ ~The answer is the square root of 12.
12 ⇎ ~The answer is one third of 12.
12 ⇎ ~The answer is 50% of 12.
12 ⇎ ~The answer is the reciprocal of 12.
12 ⇎ ~The answer is minus 12.
12 ⇎ ~The answer is negative 12.
-12 ⇔ ~The answer is negative 12.
12 ⇎ ~The answer is a multiple of 12.
12 ⇎ ~The answer is a divisor of 12.
12 ⇎ ~The answer is 12 factorial.
12 ⇎ ~The answer is the sum of 5 and 12.
12 ⇎ ~The answer is the number of divisors of 12.
12 ⇎ ~The answer is about 12 times larger.
12 ⇎ ~The answer is 12 percent.
12 ⇎ ~The answer is 12 thousand.
12 ⇎ ~The answer is 12 hundred.
12 ⇎ ~The answer is 12 to the power of 3.
12 ⇎ ~The answer is 12 divided by 5.
12 ⇎ ~The answer is 12 plus 5.
12 ⇎ ~The answer is 12 minus 5.
12 ⇏ ~The answer is 12 or so.
12 ⇎ ~The answer is between 10 and 12.
12 ⇎ ~The answer is one of 11, 12.
12 ⇎ ~The answer is either 11 or 12.
12 ⇎ ~The answer is the opposite of 12.
12 ⇎ ~The answer is 12 less.
12 ⇎ ~The answer is 12 modulo 7.
12 ⇎ ~The answer is 12 in base 5.
12 ⇎ ~The answer is in base 12.
12 ⇎ ~The answer is 12 at most.
12 ⇎ ~My first guess, 12, was wrong.
12 ⇎ ~Some say the answer is 12 but they are wrong.
12 ⇎ ~The answer is 12 is what I thought, but it is 13.
19 ⇔ ~Candidates could be 17 or 23; the answer is 19.
19 ⇔ ~The smallest value n could be is 19.
19 ⇔ ~The largest that x could be is 19.
19 ⇔ ~So the smallest number that it could be is 19.
19 ⇔ ~The least possible value that n could be is $19$.
19 ⇔ \text{the smallest } n \text{ could be is } 19
19 ⇔ ~The most it might be is 19.
19 ⇔ ~The largest number of coins that could not be paid is 19.
19 ⇔ ~The number of students who do not play is 19.
19 ⇔ ~The largest integer that cannot be written as a sum is 19.
19 ⇔ ~The number of integers that are not divisible by 3 is 19.
19 ⇔ ~The only value for which it is false is 19.
19 ⇔ ~Thus the answer is 19.
19 ⇔ ~Therefore the answer is $19$.
19 ⇔ ~The correct answer is 19, not 20.
19 ⇔ ~The answer is not 20 but 19.
19 ⇔ ~The answer is 19 (not 20).
19 ⇔ ~Answer: 19
19 ⇔ ~The answer is 19 apples.
19 ⇔ ~So there are 19 ways.
19 ⇔ ~Hence x = 19.
19 ⇔ ~We get 19.
19 ⇔ ~The final answer is 19. I hope it is correct.
19 ⇔ ~The final answer is 19, since 20 is wrong.
19 ⇔ ~Someone might say 20, but the answer is 19.
19 ⇏ ~If n = 3 then the answer is 19.
19 ⇔ ~The answer is exactly 19.
19 ⇔ ~The answer is: **19**
19 ⇔ ~I made a mistake; the answer is 19.
19 ⇔ ~Wait, that is wrong. The answer is 19.
12 ⇎ ~The answer: definitely not 12
12 ⇎ ~Final answer: half of 12
12 ⇎ ~#### half of 12
12 ⇎ ~#### 12 squared
12 ⇎ ~#### not 12
12 ⇎ ~Final answer: twice 12
12 ⇎ ~Answer: 12? No.
12 ⇎ ~Answer: 12 is wrong
12 ⇎ ~Answer: anything except 12
12 ⇎ ~Answer: any number but 12
12 ⇎ ~<answer>not 12</answer>
12 ⇎ ~<answer>half of 12</answer>
12 ⇎ ~<answer>12 squared</answer>
12 ⇔ ~<answer>12</answer>
12 ⇎ \text{half of } 12
12 ⇎ 12\text{ squared}
144 ⇏ 12\text{ squared}
12 ⇎ \text{the square of } 12
12 ⇎ \text{twice } 12
12 ⇎ \text{the wrong answer is } 12
12 ⇎ \text{suppose } 12
12 ⇎ 8\text{ out of }12
8 ⇏ 8\text{ out of }12
\frac23 ⇔ 8\text{ out of }12
12 ⇎ \text{one of } 12
12 ⇎ \text{12 is too large}
12 ⇎ \text{12 would be too many}
12 ⇎ \text{a number near } 12
12 ⇎ \text{The negation of } 12
12 ⇎ ~The answer used to be 12.
12 ⇎ ~The answer was thought to be 12.
12 ⇎ ~Had the answer been 12, we would be done.
12 ⇎ ~Were the answer 12, the sum would be odd.
12 ⇎ ~For the answer to be 12 we need n = 3.
12 ⇎ ~We must show the answer isn't 12.
12 ⇏ ~The answer would be 12 if n were 3.
12 ⇏ ~The answer is 12 only if n = 3.
12 ⇎ ~It would be a mistake to answer 12.
12 ⇎ ~A wrong approach gives the answer 12.
12 ⇏ ~The answer has 12 digits.
12 ⇎ ~The answer ends in 12.
12 ⇎ ~The answer starts with 12.
12 ⇎ ~The answer is a 12-digit number.
12 ⇎ ~The answer is on page 12.
12 ⇏ ~The answer is choice 12?
12 ⇎ ~There aren't 12 solutions.
12 ⇎ ~There are fewer than 12 solutions.
12 ⇏ ~There are 12 too many.
`);
