import { rows } from './rows.js';

/** What has a direction keeps it, "and" is not "or", and a chain says what it says of every letter. */
export const RELATIONS_AND_CONNECTIVES = rows(String.raw`
A\subseteq B ⇎ B\subseteq A
\text{all positive reals } x < 5 ⇎ x<5
\text{all positive numbers } x < 5 ⇎ x<5
\text{all positive integers } n \ge -3 ⇎ n\ge -3
\text{all positive integers } n \ge 3 ⇔ n\ge 3
\text{all positive integers } n \le 3 ⇎ n\le 3
\vec v\cdot\nabla ⇎ \nabla\cdot\vec v
\vec v\times\nabla ⇎ -\nabla\times\vec v
A\subset B ⇎ B\subset A
A\subset B ⇔ B\supset A
A\subseteq B ⇔ A\subseteq B
A\subseteq B ⇔ A \subset B
2 \notin A ⇎ A \notin 2
p\land q ⇎ p\lor q
p\wedge q ⇎ p\vee q
p\land q ⇔ q \land p
p \land q ⇔ p \wedge q
x=1 and y=2 ⇎ x=1 \text{ or } y=2
x=1, y=2 ⇔ x=1 \text{ and } y=2
x=1, y=2 ⇔ y=2, x=1
x=1 \text{ or } x=2 ⇔ x=1 \text{ and } x=2
x=1 \text{ or } x=2 ⇔ 1, 2
x>2 \text{ and } y>3 ⇎ x>2 \text{ or } y>3
x>2 \text{ and } y>3 ⇔ x>2, y>3
x>2, y>3 ⇎ x>2 \text{ or } y>3
x=1,y=2 ⇎ x=1\text{ or }y=2
x=1,y=2 \text{ or } x=2,y=1 ⇎ x=1\text{ or }y=2\text{ or }x=2\text{ or }y=1
x=1,y=2 \text{ or } x=2,y=1 ⇔ (1,2), (2,1)
x=0 \text{ or } y=0 ⇎ x=0\text{ and }y=0
x=0 \text{ or } y=0 ⇔ y=0\text{ or }x=0
a \text{ and } b ⇎ a\text{ or }b
A \text{ and } C ⇎ A\text{ or }C
1 \text{ and } 2 ⇔ 1, 2
1,2;3,4 ⇎ 1,3;2,4
1,2;3,4 ⇎ 1,2,3,4
1,2;3,4 ⇎ 1,4;2,3
1,2;3,4 ⇔ (1,2), (3,4)
1,2;3,4 ⇔ 3,4;1,2
\{1,2,3\} ⇎ \{\{1,2,3\}\}
\{1\} ⇎ \{\{1\}\}
\{\{1,2\},\{3\}\} ⇔ \{\{3\},\{2,1\}\}
a=b=c ⇔ b=c=a
a=b=c ⇎ a=b=d
Alice and Bob ⇎ \text{Alice or Bob}
x=y=z=1 ⇎ x=y=1
x=y=z=1 ⇎ x=1
x=y=z=1 ⇔ z=x=y=1
x=y=z=1 ⇎ 1
a=b=1 ⇎ a=1
x=y=z=1 ⇔ (1,1,1)
x=y=z=1 ⇔ x=1,y=1,z=1
x=y=z=1 ⇔ (x,y,z)=(1,1,1)
(1,1,1) ⇔ x=y=z=1
(1,1,1) ⇎ x=y=z=2
(a,b,c)=(1,1,1) ⇔ a=b=c=1
1 ⇔ x=y=1
x=1 ⇎ x=y=1
5 ⇎ 5 \approx 6
5 ⇎ 5\approx 7.2
\pi ⇎ \pi\approx 3.15
\pi ⇔ \pi\approx 3.14
\pi ⇔ \pi\approx 3.1416
\frac{22}{7} ⇎ \frac{22}{7}\approx 22
\frac{22}{7} ⇔ \frac{22}{7}\approx 3.14
\frac{22}{7} ⇔ \frac{22}{7}\approx 3.143
\sqrt{2} ⇔ x = \sqrt2 \approx 1.414
2^{20} ⇔ 2^{20} \approx 10^6
1048576 ⇔ 1048576 \approx 1.05 \times 10^6
1048576 ⇔ 1048576 \approx 1,050,000
1048576 ⇎ 1048576 \approx 2,050,000
12\pi ⇔ 12\pi \approx 37.7\text{ cm}
\frac{ad}{bd} ⇔ \frac{a}{b}
5\text{ MB} ⇎ 5\text{ Mb}
5\text{ MB} ⇔ 5\text{ MB}
5\text{ MB} ⇔ 5
5 ⇔ 5\text{ (mod 7)}
5 ⇔ 5 \pmod 7
Alice, Bob, Carol ⇎ \text{Alice, Bob}
`);
