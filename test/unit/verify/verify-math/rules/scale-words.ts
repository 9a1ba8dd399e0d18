import { rows } from './rows.js';

/** Words that multiply a number, and words of which nothing is known. */
export const SCALE_WORDS = rows(String.raw`
50000 ⇔ ~答案是5万。
5000 ⇔ ~答案是5千。
5 ⇎ ~答案是5万。
5 ⇎ ~答案:5万
5 ⇎ ~答案为5万人。
5 ⇎ ~答案是5百万。
5 ⇎ ~答案是5的两倍。
5 ⇎ ~答案是5的平方。
5 ⇔ ~答案是5个。
5 ⇔ ~答案是5。
5 ⇎ ~答案是5以上。
5 ⇎ ~答案是5成。
5 ⇎ ~答案是5位数。
5 ⇎ 5\text{ тысяч}
5 ⇎ 5\text{ mil}
5 ⇎ 5\text{万}
50000 ⇔ 5\text{万}
5 ⇎ 5\text{ lakh}
500000 ⇔ 5\text{ lakh}
5 ⇎ 5\text{ tens}
5 ⇎ 5 \text{ gross}
5 ⇎ 5 \text{ juta}
5 ⇔ 5 \text{ apples}
5 ⇔ 5\text{ яблок}
5 ⇎ 5\text{ десятков}
12 ⇔ 12\text{ см}
12 ⇔ 12\text{ años}
12 ⇎ \text{12 dozen}
144 ⇔ \text{12 dozen}
5 ⇔ 5\text{ cents}
5 ⇎ ~Cevap: 5 değil
5 ⇎ ~The answer is 5 lakh.
5 ⇎ ~Jawaban: 5 ribu
5000 ⇔ ~Jawaban: 5 ribu
42 ⇎ 42\text{ forty-three}
42 ⇎ 42\text{ three}
42 ⇎ 42\text{ never}
42 ⇎ 42\text{ doubled}
42 ⇎ 42\text{ below}
42 ⇔ 42\text{ red apples}
`);
