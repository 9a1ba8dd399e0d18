import { table } from './table.js';

/** Expressions in variables, equations, inequalities, congruences. */
export const EXPRESSIONS = table(String.raw`
2-2p ⇔ -2p+2
2-2p ⇔ 2(1-p)
\sqrt{(\frac{1}{(0+x)^2+1})^2+1} ⇔ \sqrt{1+(\frac{1}{1+(x+0)^2})^2}
2-2p ⇎ 2+2p
2-2p ⇎ 2-2q
x+1 ⇎ y+1
x+1 ⇎ X+1
x^2+2x+1 ⇔ (x+1)^2
x^2+2x+1 ⇔ (1+x)(x+1)
x^2+2x+1 ⇎ x^2+2x+2
x^2+2x+1 ⇎ (x+1)^3
x^2-1 ⇔ (x-1)(x+1)
x^2-1 ⇔ (x-1)\cdot(x+1)
x^2-1 ⇎ (x-1)^2
(x-1)(x-2)(x-3) ⇔ x^3-6x^2+11x-6
xy ⇔ yx
xy ⇔ x \cdot y
xy ⇎ x+y
3x^2y ⇔ 3yx^2
\frac{x+2}{7} ⇔ \frac{x}{7}+\frac{2}{7}
\frac{x+2}{7} ⇎ x+\frac27
\frac{x^2-1}{x-1} ⇔ x+1
\frac{1}{x}+\frac{1}{y} ⇔ \frac{x+y}{xy}
\frac{1}{x}+\frac{1}{y} ⇎ \frac{1}{x+y}
\frac{1}{2}x ⇔ x/2
\frac{1}{2}x ⇔ 0.5x
1/2x ⇔ \frac{x}{2}
x^{-1} ⇔ \frac{1}{x}
x^{1/2} ⇔ \sqrt{x}
\sqrt{x^2} ⇎ x // negative x
\sqrt{x^2} ⇔ |x|
\sqrt{x}^2 ⇔ x
\ln(x^2) ⇎ 2\ln x // negative x
\ln(xy) ⇎ \ln x \ln y
\frac{1}{3\sqrt[3]{x}^2} ⇔ \frac{1}{3x^{2/3}}
\sqrt[3]{x^3} ⇔ x
(x^2)^{1/2} ⇎ x
\sin^2 x+\cos^2 x ⇔ 1
\tan^2(y)+1 ⇔ \sec^2(y)
\sin 2x ⇔ 2\sin x\cos x
\sin 2x ⇎ 2\sin x
2 \sin b \cos a ⇔ \sin(a+b)-\sin(a-b)
\cos 2x ⇔ 1-2\sin^2 x
\cos x ⇔ \sin(\frac{\pi}{2}-x)
\cos x ⇎ \sin x
e^{x+y} ⇔ e^x e^y
e^{2x} ⇔ (e^x)^2
e^{-x} ⇔ \frac{1}{e^x}
2^{x+1} ⇔ 2\cdot 2^x
2^{x+1} ⇎ 2^x+1
n! ⇔ n \cdot (n-1)!
(n+1)! ⇎ n!+1
\binom{n}{2} ⇔ \frac{n(n-1)}{2}
\binom{n}{k} ⇔ \binom{n}{n-k}
\binom{n}{2} ⇎ \frac{n(n+1)}{2}
(-1)^n ⇔ (-1)^{n+2}
(-1)^n ⇎ (-1)^{n+1}
(-1)^n ⇔ \cos(n\pi)
\sum_{k=1}^{n} k ⇔ \frac{n(n+1)}{2}
\sum_{k=1}^{n} k ⇎ \frac{n(n-1)}{2}
2^n-1 ⇎ 2^n
\frac{\pi r}{h+r} ⇔ \frac{\pi r}{r+h}
x_1+x_2 ⇔ x_2+x_1
x_1 ⇎ x_2
a_{n+1} ⇎ a_n
\alpha+\beta ⇔ β+α
x+10^{-30} ⇎ x
10^{30}x+1 ⇎ 10^{30}x
x+2n+1 ⇎ x+1
\frac{x}{x} ⇔ 1
|x|^2 ⇔ x^2
|x-1| ⇔ |1-x|
|x| ⇎ x
f(x)+1 ⇔ 1+f(x)
f(x) ⇎ f(y)
f(x) ⇎ g(x)
f(2) ⇎ f(3)
x=5 ⇔ 5
5 ⇔ x=5
5 ⇔ x = 5
5 ⇔ 5=x
5 ⇔ x\approx 5
x=5 ⇔ 5=x
x=5 ⇎ y=5
x=5 ⇎ x=6
x=5 ⇎ 6
x=5 ⇎ 2x=10 // not solved
5 ⇎ 2x=10
5 ⇎ x+2=7
7 ⇎ x+2=7
10 ⇎ 2x=10
x=5 ⇔ x-5=0
\{2,3\} ⇎ x^2-5x+6=0
x^2-5x+6=0 ⇎ \{2,3\}
x^2-5x+6=0 ⇎ x=2
x^2-5x+6=0 ⇎ x=2\text{ or }x=3
x^2-5x+6=0 ⇔ 2x^2-10x+12=0
x^2-5x+6=0 ⇔ x^2-5x=-6
x^2-5x+6=0 ⇔ x^2+6=5x
x^2-5x+6=0 ⇎ x^2-5x+7=0
x^2-5x+6=0 ⇎ y^2-5y+6=0
x+z=1 ⇎ 1
7 = 11a+c ⇎ 11a+c
7 = 11a+c ⇔ 11a+c=7
a +3z = 0 ⇎ 0
27 ⇔ m+n=27
27 ⇔ m+n = 27
27 ⇎ m+n=28
5 ⇔ |AB|=5
5 ⇔ AB = 5
5 ⇔ f(2)=5
5 ⇔ f(2) = 2+3 = 5
\frac12 ⇔ P(A)=\frac12
\frac12 ⇔ \frac{1}{2}=0.5
k=1 ⇔ 1
z = 1 + 1 = 2 ⇔ z = 3+3 = 2
1/3 ⇔ x=1/3\approx1.3
\sqrt2 ⇔ x = \sqrt{2} \approx 1.414
1.41 ⇔ x = \sqrt{2} \approx 1.41
1.5 ⇎ x = \sqrt{2} \approx 1.5 // does not round it
y=2x+3 ⇔ 2x+3
y=2x+3 ⇔ y=3+2x
y=2x+3 ⇔ 2x-y+3=0
y=2x+3 ⇔ y-3=2x
y=2x+3 ⇔ f(x)=2x+3
y=2x+3 ⇎ y=2x-3
y=2x+3 ⇎ x=2y+3
y=2x+3 ⇎ 2x+4
2x+3 ⇔ y=2x+3
2x+3 ⇔ f(x)=2x+3
y = \frac{1}{x} ⇔ xy=1
34x+45y-20z+100=0 ⇔ -34x-45y+20z-100=0
x-2y+z-1=0 ⇔ x+z=2y+1
x^2/4 + y^2/3 = 1 ⇔ x^2/16 + y^2/12 = 1/4
x^2+y^2=1 ⇎ y=\sqrt{1-x^2}
x^2+y^2=25 ⇎ x^2+y^2=5
x^2+y^2=25 ⇎ 25
(x-1)^2+(y+2)^2=9 ⇔ x^2+y^2-2x+4y-4=0
\frac{x^2}{9}+\frac{y^2}{4}=1 ⇔ 4x^2+9y^2=36
\frac{x^2}{9}+\frac{y^2}{4}=1 ⇎ \frac{x^2}{4}+\frac{y^2}{9}=1
ax^2+bx+c=0 ⇎ ax^2+bx-c=0
x<1 ⇔ -x > -1
x<1 ⇔ 1>x
x<1 ⇎ x>1
x<1 ⇎ x\le 1
x>5 ⇎ x<5
x \geq 5 ⇎ x \leq 5
x \geq 5 ⇔ x ≥ 5
x \geq 5 ⇔ x >= 5
x \geq 5 ⇔ 5 \le x
x>3 ⇎ y>3
x>3 ⇎ 3
x>3 ⇎ x=3
3 ⇎ x>3
x>3 ⇔ (3,\infty)
(3,\infty) ⇔ x>3
(3,\infty) ⇔ x \in (3,\infty)
(3,\infty) ⇎ [3,\infty)
(3,\infty) ⇎ x\ge 3
x>3 ⇎ 2x>6 // not solved
2x>6 ⇔ 4x>12
2x>6 ⇎ x>3
(3,\infty) ⇎ 2x>6
(3,\infty) ⇎ x-3>0
-2<x<2 ⇔ (-2,2)
-2<x<2 ⇔ 2>x>-2
-2<x<2 ⇔ x>-2 \text{ and } x<2
-2<x<2 ⇔ |x|<2
-2<x<2 ⇎ |x| \le 2
-2<x<2 ⇎ x>-2 \text{ or } x<2
-2<x\le 2 ⇔ (-2,2]
-2<x\le 2 ⇎ [-2,2)
x<-1 \text{ or } x>1 ⇔ (-\infty,-1)\cup(1,\infty)
(-\infty,-1)\cup(1,\infty) ⇔ x<-1 \text{ or } x>1
(-\infty,-1)\cup(1,\infty) ⇔ x>1 \text{ or } x<-1
(-\infty,-1)\cup(1,\infty) ⇎ x<-1 \text{ and } x>1
(-\infty,-1)\cup(1,\infty) ⇎ -1<x<1
(-\infty,-1)\cup(1,\infty) ⇔ |x|>1
(-\infty,-1)\cup(1,\infty) ⇎ |x-1|>1
x\ne 2 ⇔ (-\infty,2)\cup(2,\infty)
x\ne 2 ⇔ \mathbb{R}\setminus\{2\}
x\ne 2 ⇎ x=2
x\ne 2 ⇎ 2
x\neq 1,2 ⇔ \mathbb{R}\setminus\{1,2\}
2x+3y<6 ⇔ 4x+6y<12
2x+3y<6 ⇔ 6>2x+3y
2x+3y<6 ⇎ 2x+3y>6
2x+3y<6 ⇔ -2x-3y>-6
a<b<c ⇔ c>b>a
a<b<c ⇎ a<c<b
x \equiv 3 \pmod{7} ⇔ x\equiv 3 (\text{mod } 7)
x \equiv 3 \pmod{7} ⇔ 3 \pmod 7
x \equiv 3 \pmod{7} ⇔ x \equiv 10 \pmod{7}
x \equiv 3 \pmod{7} ⇔ x\equiv -4 \pmod 7
x \equiv 3 \pmod{7} ⇎ x \equiv 4 \pmod{7}
x \equiv 3 \pmod{7} ⇎ x \equiv 3 \pmod{8}
x \equiv 3 \pmod{7} ⇎ 3
3 ⇔ 3 \pmod 7
`);
