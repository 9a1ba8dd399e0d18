import { rows } from './rows.js';

/** Per cent and per mille are other parts. */
export const PARTS_PER = rows(String.raw`
25\% ⇎ 25‰
25‰ ⇎ 25\%
25‰ ⇔ 2.5\%
`);
