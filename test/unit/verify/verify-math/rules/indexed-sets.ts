import { rows } from './rows.js';

/** A letter that runs through few values gives the values of what is said of it. */
export const INDEXED_SETS = rows(String.raw`
\{2,4,6\} ⇔ \{2k : k=1,2,3\}
\{2,4,6\} ⇎ \{2k : k=1,2,4\}
\{2,4,6,8,10\} ⇔ \{2k : k=1,2,\ldots,5\}
\{2,4,6,8,10\} ⇎ \{2k : k=1,2,\ldots,6\}
\{2,4,6\} ⇔ \{2k \mid k\in\{1,2,3\}\}
\{2,4,6\} ⇔ \{2k : 1\le k\le 3, k\in\mathbb{Z}\}
\{2,4,6\} ⇎ \{2k : 1\le k\le 4, k\in\mathbb{Z}\}
\{2,4,6\} ⇔ 2k, k=1,2,3
\{1,2,\ldots,10\} ⇔ n=1,2,\ldots,10
\{1,2,\ldots,10\} ⇎ n=1,2,\ldots,9
z=e^{2\pi i k/3}, k=0,1,2 ⇔ 1, e^{2\pi i/3}, e^{4\pi i/3}
e^{2\pi i k/5}, k=0,1,2,3,4 ⇔ e^{2\pi i k/5}, k=1,2,3,4,5
e^{2\pi i k/5}, k=0,1,2,3,4 ⇎ e^{2\pi i k/5}, k=0,1,2,3
3 ⇎ \sqrt{6+\sqrt{6+\sqrt{7+\cdots}}}
2 ⇎ 1+\frac12+\frac14+\cdots+\cdots
`);
