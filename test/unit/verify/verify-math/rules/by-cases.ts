import { rows } from './rows.js';

/** Functions by cases: every case must agree on its condition, and none may be missing. */
export const BY_CASES = rows(String.raw`
|x| ⇔ \begin{cases} x & x>0 \\ 0 & x=0 \\ -x & x<0 \end{cases}
|x| ⇔ \begin{cases} x & x\ge0 \\ -x & x<0 \end{cases}
|x| ⇔ \begin{cases} x, & \text{if } x>0 \\ 0, & \text{if } x=0 \\ -x, & \text{if } x<0 \end{cases}
|x| ⇎ \begin{cases} x & x>0 \\ -x & x<0 \end{cases}
|x| ⇎ \begin{cases} x & x>0 \\ 1 & x=0 \\ -x & x<0 \end{cases}
|x| ⇎ \begin{cases} x & x>0 \\ 0 & x=0 \\ x & x<0 \end{cases}
|x| ⇎ \begin{cases} x & x>0 \\ 0 & x=0 \\ -x & x<-1 \end{cases}
|x| ⇎ \begin{cases} x & x>0 \\ -x & x<0 \\ 0 & x=1 \end{cases}
|x-1| ⇔ \begin{cases} x-1 & x>1 \\ 0 & x=1 \\ 1-x & x<1 \end{cases}
|x-1|+|x+1| ⇔ \begin{cases} -2x & x<-1 \\ 2 & -1\le x\le 1 \\ 2x & x>1 \end{cases}
\max(x,0) ⇔ \begin{cases} x & x>0 \\ 0 & x\le 0 \end{cases}
x ⇔ \begin{cases} x & x\ne 0 \\ 0 & x=0 \end{cases}
x^2 ⇔ \begin{cases} x^2 & x\ne 1 \\ 1 & x=1 \end{cases}
x^2 ⇎ \begin{cases} x^2 & x\ne 1 \\ 2 & x=1 \end{cases}
\begin{cases} x & x\ge0 \\ -x & x<0 \end{cases} ⇔ |x|
f(x)=|x| ⇔ f(x)=\begin{cases} x & x>0 \\ 0 & x=0 \\ -x & x<0 \end{cases}
|x| ⇔ \begin{cases} x & \text{if } x>0 \\ -x & \text{otherwise} \end{cases}
|x| ⇔ \begin{cases} x & x>0 \\ 0 & x=0 \\ -x & \text{otherwise} \end{cases}
\begin{cases} x & x>0 \\ 0 & x=0 \\ -x & x<0 \end{cases} ⇔ \begin{cases} x & x\ge0 \\ -x & x<0 \end{cases}
\begin{cases} 1 & x>0 \\ 0 & x=0 \\ -1 & x<0 \end{cases} ⇔ \operatorname{sgn}(x)
\operatorname{sgn} x ⇔ \begin{cases} 1 & x>0 \\ 0 & x=0 \\ -1 & x<0 \end{cases}
\begin{cases} x & x>0 \\ -x & x \le 0 \end{cases} ⇔ \left\{\begin{array}{ll} x & x>0 \\ -x & x \le 0 \end{array}\right.
\begin{cases} x & x>0 \\ -x & x \le 0 \end{cases} ⇔ \left\{\begin{array}{l} x, x>0 \\ -x, x \le 0 \end{array}\right.
\begin{cases} x & x>0 \\ -x & x \le 0 \end{cases} ⇔ \left\{\begin{array}{l} x, \text{ if } x>0 \\ -x, \text{ if } x \le 0 \end{array}\right.
\begin{cases} x & x>0 \\ -x & x \le 0 \end{cases} ⇔ \left\{\begin{array}{l} x \quad x>0 \\ -x \quad x \le 0 \end{array}\right.
\begin{cases} x & x>0 \\ -x & x \le 0 \end{cases} ⇔ \left\{\begin{array}{l} x \quad (x>0) \\ -x \quad (x \le 0) \end{array}\right.
\begin{cases} x & x>0 \\ -x & x \le 0 \end{cases} ⇔ \left\{\begin{array}{l} x (x>0) \\ -x (x \le 0) \end{array}\right.
\begin{cases} x & x>0 \\ -x & x \le 0 \end{cases} ⇔ \begin{cases} x, x>0 \\ -x, x \le 0 \end{cases}
\begin{cases} x & x>0 \\ -x & x \le 0 \end{cases} ⇔ \begin{cases} x \text{ if } x>0 \\ -x \text{ if } x \le 0 \end{cases}
|x| ⇔ \left\{\begin{array}{l} x, x>0 \\ -x, x \le 0 \end{array}\right.
|x| ⇎ \left\{\begin{array}{l} x, x>0 \\ -x, x < 0 \end{array}\right.
x=1, y=2 ⇔ \left\{\begin{array}{l} x=1 \\ y=2 \end{array}\right.
`);
