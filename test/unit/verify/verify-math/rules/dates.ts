import { rows } from './rows.js';

/** Three numbers with a year among them are a day, and no subtraction. */
export const DATES_IN_DIGITS = rows(String.raw`
2023-01-02 ⇎ 2023-02-01
2023-01-02 ⇎ 2020
2023-01-02 ⇎ 2023-03-00
2023-01-02 ⇔ \text{January 2, 2023}
2023-01-02 ⇔ 2023-1-2
2023-01-02 ⇔ January 2, 2023
2023-01-02 ⇔ \text{2 January 2023}
January 2, 2023 ⇔ 2023-01-02
2023-01-02 ⇔ 2023/01/02
2024-12-25 ⇎ 2024-25-12
2024-12-25 ⇎ 1987
1987 ⇎ 2024-12-25
2024/12/25 ⇎ 2024/25/12
12/25/2024 ⇔ December 25, 2024
12/25/2024 ⇔ 25/12/2024
3/4/2024 ⇔ 3/4/2024
3/4/2024 ⇎ 4/3/2024
2024-12 ⇔ 2012
10-3-2 ⇔ 5
`);

/** A date in a sentence is a date, and none of its numbers the answer. */
export const DATES_IN_SENTENCES = rows(String.raw`
2024 ⇎ ~The answer is 3 March 2024.
3 ⇎ ~The answer is March 3.
1 ⇎ ~#### May 1
March 3, 2024 ⇔ ~**Answer:** 3 March 2024
March 3, 2024 ⇔ ~Final answer: the 3rd of March, 2024
2024-03-03 ⇔ ~The answer is March 3rd, 2024.
1 May ⇔ ~#### May 1
`);
