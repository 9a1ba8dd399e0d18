import { rows } from './rows.js';

/** Ground truths in prose: all their values, dates, descriptions. */
export const DESCRIBED = rows(String.raw`
the minimum is 3 and the maximum is 5 ⇎ 5
the minimum is 3 and the maximum is 5 ⇎ 3
the minimum is 3 and the maximum is 5 ⇔ 3, 5
the minimum is 3 and the maximum is 5 ⇏ 5, 3
the minimum is 3 and the maximum is 5 ⇔ \text{min } 3, \text{max } 5
the minimum is 3 and the maximum is 5 ⇔ \text{minimum } 3 \text{ and maximum } 5
the minimum is 3 and the maximum is 5 ⇎ \text{the minimum is 5 and the maximum is 3}
The minimum value is $3$ and the maximum value is $5$. ⇎ 5
The minimum value is $3$ and the maximum value is $5$. ⇎ 3
The minimum value is $3$ and the maximum value is $5$. ⇔ 3 \text{ and } 5
(a) 3 (b) 5 ⇎ 5
(a) 3 (b) 5 ⇎ 3
(a) 3 (b) 5 ⇔ (a) 3, (b) 5
(a) 3 (b) 5 ⇔ 3, 5
(a) 3 (b) 5 ⇎ 5, 3
(a) 3, (b) 5 ⇎ 5
(A) 3; (B) 5 ⇎ 5
Part A: 3, Part B: 5 ⇎ 5
Part A: 3, Part B: 5 ⇎ 3
Part A: 3, Part B: 5 ⇔ 3, 5
Part A: 3. Part B: 5. ⇎ 5
Part (a): $3$. Part (b): $5$. ⇔ 3, 5
A: 3, B: 5 ⇎ 5
1) 3 2) 5 ⇎ 5
(1) 3; (2) 5 ⇎ 3
(1) 3; (2) 5 ⇔ 3, 5
x = 3 and y = 5 ⇎ 3
x = 3 and y = 5 ⇎ 5
Alice has 3 apples and Bob has 5 apples ⇎ 3
Alice has 3 apples and Bob has 5 apples ⇎ 5
The length is 3 cm and the width is 5 cm. ⇎ 5
The length is 3 cm and the width is 5 cm. ⇎ 15
The answer is 5. ⇔ 5
There are 5 solutions. ⇔ 5
The maximum is 5. ⇔ 5
The value of x is 5 ⇔ 5
The sum is 5, attained at x = 2. ⇏ 5
The sum is 5, attained at x = 2. ⇎ 2
Let x = 3. Then the area is 5. ⇔ 5
Let x = 3. Then the area is 5. ⇎ 3
June 20 ⇔ June 20
June 20 ⇎ June 21
June 20 ⇎ July 20
June 20 ⇎ 20
June 20 ⇔ 20 June
June 20 ⇔ June 20th
June 20 ⇔ \text{June 20}
June 20 ⇔ \text{20th of June}
\text{June } 20 ⇎ \text{June 21}
March 14, 2015 ⇔ 14 March 2015
March 14, 2015 ⇎ March 14, 2016
March 14, 2015 ⇔ 2015-03-14
March 14, 2015 ⇔ Mar 14, 2015
March 14, 2015 ⇎ 5
Monday ⇎ Tuesday
Monday ⇔ Monday
Monday, June 3 ⇎ Tuesday, June 3
a circle of radius 3 centered at the origin ⇔ a circle of radius 3 centered at the origin
a circle of radius 3 centered at the origin ⇎ 3
a circle of radius 3 centered at the origin ⇎ a circle of radius 5 centered at the origin
a circle of radius 3 centered at the origin ⇎ a line
a circle of radius 3 centered at the origin ⇒ \text{the circle with center at the origin and radius 3}
a circle of radius 3 centered at the origin ⇎ \frac{1}{2}
a straight line ⇎ a circle
a straight line ⇒ \text{line}
a straight line ⇎ 7
the perpendicular bisector of AB ⇎ the perpendicular bisector of AC
the perpendicular bisector of AB ⇏ the angle bisector of A
the perpendicular bisector of AB ⇎ 5
\text{isosceles triangle} ⇎ \text{equilateral triangle}
\text{parallelogram} ⇎ \text{rectangle}
ABCD is a square ⇎ ABCD is a rectangle
ABCD is a square ⇎ 4
\text{min } 5 ⇎ \text{max } 5
\text{the minimum is } 5 ⇎ \text{the maximum is } 5
\text{the minimum is } 5 ⇔ \text{the least is } 5
\text{area} = 5 ⇎ \text{perimeter} = 5
\text{area} = 5 ⇔ 5
\max(1,2) ⇔ \min(2,3)
max(1,2) ⇔ min(2,3)
`);
