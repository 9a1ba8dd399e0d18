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
a ⇎ A
\text{(C)} ⇔ c
x ⇎ X
A ⇎ a+b
n ⇎ N
F ⇎ f
E ⇎ e
\text{(E)} ⇔ e
\text{(F)} ⇔ f
`);
