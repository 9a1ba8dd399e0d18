import { table } from './table.js';

/** Expressions, equations and inequalities, as data sets have them. */
export const ALGEBRA = table(String.raw`
80 \mathrm{~km} / \mathrm{h} ⇔ 80
80 \mathrm{~km} / \mathrm{h} ⇔ 80\text{ km/h}
80 \mathrm{~km} / \mathrm{h} ⇎ 80\text{ m/s}
5 \mathrm{~cm} ⇔ 5\text{ cm}
36 \mathrm{~cm}^{2} ⇔ 36\text{ cm}^2
36 \mathrm{~cm}^{2} ⇎ 36\text{ m}^2
2.5 \mathrm{~kg} ⇔ 2.5
10^{-6} \mathrm{~m} ⇔ 10^{-6}
②③ ⇔ ②③
②③ ⇎ ①③
①②④ ⇔ ①, ②, ④
-\frac{1}{2}<m<0 ⇔ m\in\left(-\frac12,0\right)
-\frac{1}{2}<m<0 ⇔ \left(-\frac12,0\right)
m \in (-\infty, 1) ⇔ m<1
[-3, +\infty) ⇔ a\geqslant -3
[-3, +\infty) ⇔ [-3,\infty)
[-3, +\infty) ⇎ (-3,\infty)
(x,y,z)=(1,2,3),(2,1,3) ⇔ (2,1,3),(1,2,3)
(x,y,z)=(1,2,3),(2,1,3) ⇎ (1,2,3)
a_n = 2^{n-1} ⇔ 2^{n-1}
a_n = 2^{n-1} ⇔ a_n=\frac{2^n}{2}
a_n = 2^{n-1} ⇎ a_n = 2^{n+1}
a_{n}=3 n-2 ⇔ 3n-2
a_{n}=3 n-2 ⇔ a_n = 1 + 3(n-1)
\frac{x^{2}}{4}+y^{2}=1 ⇔ x^2+4y^2=4
\frac{x^{2}}{4}+y^{2}=1 ⇎ x^2+y^2=4
y = \pm x ⇔ y=x, y=-x
y=\pm 2x ⇔ y=2x \text{ or } y=-2x
y=\pm 2x ⇎ y=2x
y=\pm \frac{\sqrt3}{3} x ⇔ y=\pm\frac{x}{\sqrt3}
x=\pm 2 ⇔ x=2,-2
f(x)=x+1 ⇔ f(x)=1+x
f(x)=x+1 ⇔ x+1
f(x)=0 \text{ or } f(x)=x ⇔ f(x)=x, f(x)=0
f(x)=0 \text{ or } f(x)=x ⇎ f(x)=x
f(x) = x^2 \text{ for all } x ⇔ f(x)=x^2
n=4k ⇔ 4k
n=1,2,3 ⇔ n\in\{1,2,3\}
n=1,2,3 ⇔ 1,2,3
p=3, q=2 ⇔ (3,2)
2^{1004} ⇔ 4^{502}
2^{1004} ⇎ 2^{1005}
4\sqrt{2}-5 ⇔ -5+4\sqrt2
4\sqrt{2}-5 ⇎ 5-4\sqrt2
\text{None} ⇔ \text{none}
\text{None} ⇔ \emptyset
\text{no such } n ⇔ \text{no solution}
\text{Yes} ⇔ \text{Yes, it exists}
\overrightarrow{AB} ⇎ \overrightarrow{BA}
\frac{3}{2}a ⇔ 1.5a
\frac{3a}{2} ⇔ \frac{3}{2}a
\frac{a}{2}+\frac{b}{3} ⇔ \frac{3a+2b}{6}
\frac{2}{3}\vec{a}-\frac13\vec{b} ⇔ \frac{2\vec{a}-\vec{b}}{3}
\log_{2} 3+1 ⇔ \log_2 6
S_n = n^2 ⇔ n^2
S=\frac{ab}{2} ⇔ \frac12ab
45^{\circ} ⇔ \frac{\pi}{4}
45^{\circ} ⇎ \frac{\pi}{3}
45^{\circ} \text{ or } 135^{\circ} ⇔ 135^\circ,45^\circ
45^{\circ} \text{ or } 135^{\circ} ⇎ 45^\circ
30^\circ, 60^\circ, 90^\circ ⇔ 30, 60, 90
\frac{1}{2}\ln 2 ⇔ \ln\sqrt2
\frac{1}{2}\ln 2 ⇔ \frac{\ln 2}{2}
e-1 ⇔ e - 1
e-1 ⇎ 1-e
1-\frac{1}{e} ⇔ \frac{e-1}{e}
1-\frac{1}{e} ⇔ 1-e^{-1}
\frac{\pi^2}{6} ⇔ \frac{1}{6}\pi^2
\frac{\pi}{4}-\frac12 ⇔ \frac{\pi-2}{4}
6\pi+4 ⇔ 2(3\pi+2)
\pi(1+\sqrt5) ⇔ \pi+\pi\sqrt{5}
(2n-1)!! ⇔ \frac{(2n)!}{2^n n!}
\frac{(2n)!}{n!(n+1)!} ⇔ \frac{1}{n+1}\binom{2n}{n}
\binom{2n}{n} ⇔ \frac{(2n)!}{(n!)^2}
\binom{2n}{n} ⇎ \frac{(2n)!}{n!}
\frac{1}{n+1}\binom{2n}{n} ⇎ \frac{1}{n}\binom{2n}{n}
2^{n}-1 ⇔ \sum_{k=0}^{n-1}2^k
2^n-1 ⇎ 2^{n-1}
n(n+1)/2 ⇔ \binom{n+1}{2}
\frac{n(n+1)}{2} ⇎ \frac{n(n-1)}{2}
(-1)^{n+1} ⇔ (-1)^{n-1}
(-1)^{n} ⇎ (-1)^{n+1}
\frac{1-(-1)^n}{2} ⇔ \frac{1+(-1)^{n+1}}{2}
(-1)^{\frac{n(n-1)}{2}} ⇔ (-1)^{n(n-1)/2}
\cos\frac{2\pi}{7} ⇎ \cos\frac{4\pi}{7}
\tan^{-1}\frac34 ⇔ \arctan\frac34
\tan^{-1}\frac34 ⇔ \arcsin\frac35
\arccos\left(-\frac12\right) ⇔ \frac{2\pi}{3}
\arccos\left(-\frac12\right) ⇔ 120^\circ
\pi-\arccos\frac13 ⇔ \arccos\left(-\frac13\right)
\arctan 2+\arctan 3 ⇔ \frac{3\pi}{4}
\cot 30^\circ ⇔ \sqrt3
\sin^4 x+\cos^4 x ⇔ 1-\frac12\sin^2 2x
\tan(x+y) ⇔ \frac{\tan x+\tan y}{1-\tan x\tan y}
\cosh x ⇔ \frac{e^x+e^{-x}}2
e^{ix} ⇔ \cos x+i\sin x
x^x ⇔ e^{x\ln x}
\sqrt{x}\sqrt{y} ⇔ \sqrt{xy}
\sqrt{x+1} ⇎ \sqrt{x}+1
\frac{1}{\sqrt{x+1}+\sqrt{x}} ⇔ \sqrt{x+1}-\sqrt{x}
\frac{\sqrt x-1}{\sqrt x+1} ⇔ \frac{x-2\sqrt x+1}{x-1}
x^{2/3} ⇔ \sqrt[3]{x^2}
x^{3/2} ⇔ x\sqrt{x}
(x^2+1)^{-1} ⇔ \frac{1}{1+x^2}
\frac{1}{(x-1)(x-2)} ⇔ \frac{1}{x-2}-\frac1{x-1}
x^2+C ⇔ x^2+C
x^2+C ⇔ x^2+c
x^2+C ⇎ x^2
x^2 ⇎ x^2+C
-\cos x+C ⇔ C-\cos x
\ln|\sec x|+C ⇔ -\ln|\cos x|+C
\frac{1}{2}x^2+x+C ⇔ \frac{x^2+2x}{2}+C
C_1e^{x}+C_2e^{-x} ⇔ C_2e^{-x}+C_1e^x
y=C e^{2x} ⇔ y=Ce^{2x}
y' = 2x ⇔ y'=2x
\frac{dy}{dx}=2x ⇔ 2x
f'(x)=2x ⇔ 2x
f^{-1}(x)=\frac{x-1}{2} ⇔ \frac{x-1}{2}
f^{-1}(x)=\frac{x-1}{2} ⇔ f^{-1}(x) = \frac{x}{2}-\frac12
f^{-1}(x)=\frac{x-1}{2} ⇎ f(x)=\frac{x-1}{2}
x^2\frac13 ⇔ \frac{x^2}{3}
2^2\frac12 ⇔ 2
②③ ⇎ 23
②③ ⇔ ③②
f(x) = x^2 \text{ for all real } x ⇔ f(x)=x^2
f(x) = x^2 \text{ for all } x\in\mathbb R ⇔ f(x)=x^2
f(x) = x^2 ⇔ f(x)=x^2,\ \forall x\in\mathbb R
x^2-3x+2 ⇔ (x-1)(x-2)
x^2-3x+2 ⇔ (1-x)(2-x)
x^2-3x+2 ⇎ (x+1)(x+2)
(x-1)(x-2) = 0 ⇎ x=1
2x^2+4x ⇔ 2x(x+2)
-x^2+1 ⇔ (1-x)(1+x)
-(x-1) ⇔ 1-x
-(x-1) ⇎ -x-1
x-(y-z) ⇔ x-y+z
x-(y-z) ⇎ x-y-z
a/bc ⇎ \frac{a}{b}c+1
\frac{a}{bc} ⇔ \frac{a}{b}\cdot\frac1c
\frac{\frac{a}{b}}{c} ⇔ \frac{a}{bc}
\frac{a}{\frac{b}{c}} ⇔ \frac{ac}{b}
\frac{a}{\frac{b}{c}} ⇎ \frac{a}{bc}
\frac{x+1}{x-1} ⇔ 1+\frac{2}{x-1}
\frac{x+1}{x-1} ⇎ \frac{x-1}{x+1}
\frac{x^3-8}{x-2} ⇔ x^2+2x+4
\frac{1}{1+\frac1x} ⇔ \frac{x}{x+1}
x^{-2} ⇔ \frac{1}{x^2}
(2x)^3 ⇔ 8x^3
(2x)^3 ⇎ 2x^3
2^x3^x ⇔ 6^x
2^x\cdot 4^x ⇔ 8^x
2^{x}+2^{x} ⇔ 2^{x+1}
9^x ⇔ 3^{2x}
e^{2\ln x} ⇔ x^2
\frac{e^x-e^{-x}}{2} ⇔ \sinh x
a^2+2ab+b^2 ⇔ (a+b)^2
a^2+b^2 ⇎ (a+b)^2-ab
(a+b+c)^2 ⇔ a^2+b^2+c^2+2ab+2bc+2ca
a^3-b^3 ⇔ (a-b)(a^2+ab+b^2)
x^4+4 ⇔ (x^2+2x+2)(x^2-2x+2)
x^4+x^2+1 ⇔ (x^2+x+1)(x^2-x+1)
n^2+n ⇔ n(n+1)
n^2 ⇎ 2n
2n ⇎ n+2
n^2 ⇎ 2^n
\frac{n}{2} ⇎ \frac{2}{n}
mn ⇔ nm
m^n ⇎ n^m
a b c ⇔ cba
a\cdot b ⇔ ab
a \times b ⇔ ab
a * b ⇔ ab
ab ⇎ a+b
2ab ⇎ 2a+b
x_1x_2 ⇔ x_2x_1
x_1^2 ⇎ x_2^2
x_{1}+x_{2} ⇔ x_1+x_2
\alpha+\beta ⇔ \beta+\alpha
\theta ⇎ \phi
\theta ⇔ \vartheta
\epsilon ⇔ \varepsilon
\phi ⇔ \varphi
\lambda x ⇔ x\lambda
\pi r^2 ⇔ r^2\pi
2\pi r ⇎ \pi r^2
\frac43\pi r^3 ⇔ \frac{4\pi r^3}{3}
\sqrt{a^2+b^2} ⇔ (a^2+b^2)^{1/2}
\sqrt{a^2+b^2} ⇎ a+b
\frac{-b\pm\sqrt{b^2-4ac}}{2a} ⇔ -\frac{b}{2a}\pm\frac{\sqrt{b^2-4ac}}{2a}
\frac{-b\pm\sqrt{b^2-4ac}}{2a} ⇎ \frac{b\pm\sqrt{b^2-4ac}}{2a}
|x-3|+|x+2| ⇔ |x+2|+|3-x|
|x-3|+|x+2| ⇎ |x-3|-|x+2|
\max(a,b) ⇔ \frac{a+b+|a-b|}{2}
\max(a,b) ⇎ \min(a,b)
f(x+1) ⇎ f(x)+1
f(x)g(x) ⇔ g(x)f(x)
f(g(x)) ⇎ g(f(x))
f(2x) ⇎ 2f(x)
f(a,b) ⇎ f(b,a)
P(x) ⇎ Q(x)
u_n ⇎ u_{n+1}
a_{n+1}=2a_n ⇔ a_{n+1} = 2 a_n
a_{n+1}=2a_n ⇎ a_n = 2a_{n+1}
y=-\frac12x+3 ⇔ x+2y=6
y=-\frac12x+3 ⇔ x+2y-6=0
y=-\frac12x+3 ⇔ 2y=-x+6
y=-\frac12x+3 ⇎ x+2y=3
y=-\frac12x+3 ⇎ y=\frac12x+3
x=3 ⇎ y=3
x = 3 ⇔ 3 = x
x-3=0 ⇎ 3
y-2=3(x-1) ⇔ y=3x-1
y-2=3(x-1) ⇎ y=3x+1
x^2+y^2=25 ⇔ x^2=25-y^2
x^2+y^2=25 ⇎ x+y=5
x^2+y^2=25 ⇎ y=\sqrt{25-x^2}
\frac{x^2}{9}-\frac{y^2}{16}=1 ⇔ 16x^2-9y^2=144
\frac{x^2}{9}-\frac{y^2}{16}=1 ⇎ \frac{x^2}{9}+\frac{y^2}{16}=1
\frac{x^2}{9}-\frac{y^2}{16}=1 ⇎ \frac{y^2}{9}-\frac{x^2}{16}=1
y^2=4x ⇔ x=\frac{y^2}{4}
y^2=4x ⇎ x^2=4y
y^2=4x ⇎ y=2\sqrt{x}
x+y+z=1 ⇔ z=1-x-y
x+2y-3z+4=0 ⇔ -x-2y+3z-4=0
x+2y-3z+4=0 ⇔ 2x+4y-6z=-8
x+2y-3z+4=0 ⇎ x+2y+3z+4=0
r=2\cos\theta ⇎ r=2\sin\theta
r=2\cos\theta ⇔ r = 2 \cos \theta
\frac{x-1}{2}=\frac{y-2}{3}=\frac{z-3}{4} ⇔ \frac{x-1}{2} = \frac{y-2}{3} = \frac{z-3}{4}
\frac{x-1}{2}=\frac{y-2}{3}=\frac{z-3}{4} ⇎ \frac{x-1}{2} = \frac{y-2}{3} = \frac{z+3}{4}
a+b=c ⇔ c=a+b
a+b=c ⇔ a=c-b
a+b=c ⇎ a-b=c
E=mc^2 ⇔ m=\frac{E}{c^2}
x=t,\ y=2t ⇔ (x,y)=(t,2t)
x = 1 \text{ and } y = 2 ⇔ y=2, x=1
x=1,y=2;\ x=2,y=1 ⇔ (1,2),(2,1)
x=1,y=2;\ x=2,y=1 ⇎ (1,2)
x=1 \text{ or } x=-3 ⇔ x\in\{1,-3\}
x=1 \text{ or } x=-3 ⇔ 1,-3
x=1 \text{ or } x=-3 ⇎ 1
x=1 \text{ or } x=-3 ⇎ x=1
x=1 ⇎ x=1\text{ or }x=-3
x_1=1,x_2=-3 ⇔ x=1,-3
x_1=1,x_2=-3 ⇔ \{1,-3\}
k=-\frac14 ⇔ -0.25
m=n ⇎ m=-n
x<2 ⇔ 2>x
-x>-2 ⇔ x<2
2<x ⇔ x>2
x>2 ⇎ x\geq2
x>2 \text{ and } x<5 ⇔ 2<x<5
x>2 \text{ and } x<5 ⇎ x>2\text{ or }x<5
x<2\text{ or }x>5 ⇔ (-\infty,2)\cup(5,\infty)
x<2\text{ or }x>5 ⇎ x<2\text{ and }x>5
x<2, x>5 ⇔ (-\infty,2)\cup(5,\infty)
x\neq 2 ⇔ (-\infty,2)\cup(2,\infty)
x\neq 2 ⇔ \mathbb{R}\setminus\{2\}
x\neq 2 ⇎ x=2
x\neq 2,3 ⇔ x\ne2\text{ and }x\neq3
x \neq \pm 1 ⇔ \mathbb R\setminus\{-1,1\}
x\ge 1, x\ne 3 ⇔ [1,3)\cup(3,\infty)
a\le b\le c ⇔ c\ge b\ge a
a<b ⇎ a\le b
a<b ⇔ b>a
x+y<3 ⇔ y<3-x
x+y<3 ⇔ 3-x-y>0
x+y<3 ⇎ x+y>3
x+y<3 ⇎ x+y\le3
x^2+y^2\le1 ⇔ 1\ge x^2+y^2
|x|<1 ⇎ |x|>1
n\ge 2 ⇎ n>2
n \ge 2 ⇎ 2
2 ⇎ n\ge2
`);
