import { rows } from './rows.js';

/** A letter of a choice may have either case where the ground truth is a capital; a small letter is a variable. */
export const CHOICES = rows(String.raw`
A ⇔ a
A ⇔ \text{a}
A ⇔ (a)
(A) ⇔ a
\text{A} ⇔ a
E ⇔ \text{e}
A ⇎ b
\text{(C)} ⇔ c
A ⇎ a+b
n ⇎ N
F ⇎ f
\text{(E)} ⇔ e
\text{(F)} ⇔ f
`);
