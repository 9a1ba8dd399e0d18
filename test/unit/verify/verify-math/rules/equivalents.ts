import { rows } from './rows.js';

/** The same line, definition or function in another form. */
export const SAME_FORMS = rows(String.raw`
y=3 ⇔ y-3=0
x=-2 ⇔ -x-2=0
x=-2 ⇔ 0=x+2
x=-2 ⇎ x-2=0
x=-2 ⇎ 3x+6=0
x=-2 ⇎ x+2=y
x=-2 ⇎ (x+2)^2=0
x+2=0 ⇎ x=-2
y=\pm\frac{5}{2}x ⇔ 5x\pm2y=0
y=\pm\frac{5}{2}x ⇔ 2y\pm5x=0
y=\pm\frac{5}{2}x ⇎ 2x\pm5y=0
y=\pm\frac{5}{2}x ⇎ 5x+2y=0
g(x)=x^3-1 ⇔ g(s)=s^3-1
g(x)=x^3-1 ⇎ g(s)=x^3-1
g(x)=x^3-1 ⇎ h(s)=s^3-1
g(x)=x^3-1 ⇎ g(s)=s^3+1
a(x)=x+k ⇎ a(k)=k+k
3:45 \text{ p.m.} ⇔ 3\!:\!45\text{ PM}
3:45 \text{ p.m.} ⇎ 3\!:\!54\text{ PM}
7:2:9 ⇔ 7\mathbin{:}2\mathbin{:}9
7:2:9 ⇎ 7\mathbin{:}9\mathbin{:}2
7 ⇔ 3\mathbin{+}4
`);

/** Functions by cases. */
export const CASES = rows(String.raw`
\begin{cases} 2 & n \text{ even}\\ 5 & n\text{ odd}\end{cases} ⇔ \begin{cases} 5 & \text{if } n \text{ is odd}\\ 2 & \text{if } n \text{ is even}\end{cases}
\begin{cases} 2 & n \text{ even}\\ 5 & n\text{ odd}\end{cases} ⇎ \begin{cases} 2 & \text{if } n \text{ is odd}\\ 5 & \text{if } n \text{ is even}\end{cases}
\begin{cases} x-1 & x\ge 1\\ 1-x & x<1\end{cases} ⇔ |x-1|
\begin{cases} x-1 & x\ge 1\\ 1-x & \text{otherwise}\end{cases} ⇔ |1-x|
\begin{cases} x-1 & x\ge 1\\ 1-x & x<1\end{cases} ⇎ x-1
\begin{cases} x-1 & x\ge 1\\ 1-x & x<1\end{cases} ⇎ |x+1|
\begin{cases} x-1 & x\ge 1\\ 1-x & x<0\end{cases} ⇏ |x-1|
\begin{cases} x & x\ge 0\\ 0 & x<0\end{cases} ⇔ \max(x,0)
\begin{cases} x & x\ge 0\\ 0 & x<0\end{cases} ⇎ |x|
|x| ⇔ \begin{cases} x & x\ge 0\\ -x & x<0\end{cases}
|x| ⇎ \begin{cases} x & x\ge 0\\ x & x<0\end{cases}
`);

/** Units of one dimension are converted exactly. */
export const CONVERTED = rows(String.raw`
7\text{ cm} ⇔ 70\text{ mm}
7\text{ cm} ⇎ 7\text{ mm}
72\text{ km/h} ⇔ 20\text{ m/s}
72\text{ km/h} ⇎ 20\text{ km/s}
\$1.20 ⇔ 120\text{ cents}
\$1.20 ⇎ 12\text{ cents}
4\text{ km} ⇔ 4000\text{ m}
3\text{ min} ⇔ 180\text{ s}
2\text{ L} ⇔ 2000\text{ mL}
2\text{ g} ⇔ 2000\text{ mg}
2\text{ g} ⇎ 2000\text{ mL}
4\text{ km} ⇎ 4000\text{ m}^2
3\text{ m}^2 ⇔ 30000\text{ cm}^2
`);

/** Families of which only some members are given. */
export const SOME_MEMBERS = rows(String.raw`
\pi n,\ n\in\mathbb{Z} ⇎ ~$\boxed{\pi n}$ for $n\in\{0,1\}$
\pi n,\ n\in\mathbb{Z} ⇎ ~$\boxed{\pi n}$ where $n \in \mathbb{N}$
\pi n,\ n\in\mathbb{Z} ⇔ ~$\boxed{\pi n}$ for $n\in\mathbb{Z}$
\pi n,\ n\in\mathbb{Z} ⇔ ~$\boxed{\pi n}$, as we found for $n = 3$
2n+1 ⇔ ~$\boxed{2n+1}$ for $n\in\mathbb{N}$
`);
