import { rows } from './rows.js';

/** Expressions made of pieces are compared on every piece. */
export const PIECES = rows(String.raw`
|x - 100| ⇎ 100 - x
|x + 50| ⇎ x + 50
\max(x, 10) ⇎ 10
\max(x, 100) ⇎ 100
\min(x, 100) ⇎ x
\min(x, -100) ⇎ -100
\max(x,y) ⇔ \frac{x+y+|x-y|}{2}
\max(x,y) ⇎ x
\max(x, 10) ⇔ \frac{x+10+|x-10|}{2}
\lfloor x/1000 \rfloor ⇎ 0
\lfloor \frac{x}{100} \rfloor ⇎ 0
\lfloor n/50 \rfloor ⇎ 0
\lfloor \frac{n}{100}\rfloor ⇎ \lceil \frac{n}{100} \rceil
\lfloor x + \frac{1}{1000} \rfloor ⇎ \lfloor x \rfloor
\lceil x \rceil ⇎ \lfloor x \rfloor + 1
\lfloor \frac{n}{2} \rfloor + \lceil \frac{n}{2} \rceil ⇔ n
\lfloor -x \rfloor ⇔ -\lceil x \rceil
\lfloor x \rfloor + \lfloor x + \frac12 \rfloor ⇔ \lfloor 2x \rfloor
\gcd(n, 30) ⇎ \gcd(n, 2310)
\gcd(n, 13) ⇎ 1
\gcd(n, 101) ⇎ 1
\gcd(n, 6) ⇎ \gcd(n,12)
\gcd(n, n+1) ⇔ 1
\gcd(a,b) ⇔ \gcd(b,a)
\gcd(a,b) ⇎ 1
\gcd(n, 17) ⇎ \gcd(n, 17\cdot 19)
\operatorname{lcm}(a,b) ⇎ ab
\operatorname{lcm}(a,b) ⇔ \frac{ab}{\gcd(a,b)}
\binom{n}{20} ⇎ 0
\binom{n}{15} ⇎ 0
\binom{n}{k} ⇔ \frac{n!}{k!(n-k)!}
\binom{100}{n} ⇔ \binom{100}{100-n}
\binom{20}{n} ⇎ 0
n! ⇔ \prod_{k=1}^{n} k
|x| ⇔ \sqrt{x^2}
|x-1|+|x+1| ⇎ 2
|x-1|+|x-100| ⇎ 99
|x-3| ⇔ \sqrt{(x-3)^2}
|x-1000| ⇔ |1000-x|
|x^2-400| ⇎ 400-x^2
|x^2 - 10000| ⇎ 10000 - x^2
|\sin x| ⇎ \sin x
\max(x, x^2) ⇎ x^2
\max(x, x^2, 50) ⇎ \max(x,x^2)
\min(n, 40) ⇎ n
\max(0, x-1000) ⇎ 0
\operatorname{sgn}(x-30) ⇎ -1
\operatorname{sgn}(x) ⇔ \frac{x}{|x|}
\lfloor \sqrt{n} \rfloor ⇎ \lfloor \sqrt{n+1} \rfloor
\lfloor \log_2 n \rfloor ⇎ 3
\sqrt{(x-50)^2} ⇎ 50 - x
\sqrt{(x-50)^2} ⇔ |x-50|
\sqrt{(x+7)^2} ⇎ x+7
(-1)^{\lfloor n/10 \rfloor} ⇎ 1
(-1)^{n(n-1)/2} ⇎ 1
\frac{1+(-1)^n}{2} ⇎ \frac{1-(-1)^n}{2}
\lfloor \frac{x}{10^6} \rfloor ⇎ 0
\lfloor \frac{n+1}{10^6} \rfloor ⇏ \lfloor \frac{n}{10^6} \rfloor
|x - 10^6| ⇎ 10^6 - x
|x - 10^{12}| ⇎ 10^{12} - x
\max(x, 10^9) ⇎ 10^9
\gcd(n, 1000003) ⇏ 1
\lfloor 1000x \rfloor ⇎ 1000x
\lceil \frac{n}{7} \rceil ⇔ \lfloor \frac{n+6}{7} \rfloor
\lceil \frac{n}{7} \rceil ⇎ \lfloor \frac{n+7}{7} \rfloor
\lfloor \frac{n^2}{4} \rfloor ⇎ \frac{n^2}{4}
\lfloor \frac{n^2}{4} \rfloor ⇔ \frac{2n^2 - 1 + (-1)^n}{8}
\lfloor \frac{n}{3} \rfloor ⇎ \frac{n}{3}
\sum_{k=1}^{n} \lfloor k/20 \rfloor ⇎ 0
n! ⇎ n^n
\lfloor x \rfloor ⇎ x - \frac12
|x-y-100| ⇎ 100 - x + y
|x| + |y| ⇎ |x+y|
|x||y| ⇔ |xy|
\max(a,b)+\min(a,b) ⇔ a+b
\max(a,b,c) ⇎ \max(a,b)
\arctan(\tan x) ⇎ x
\arcsin(\sin x) ⇎ x
\sin(\arcsin x) ⇔ x
\ln(e^x) ⇔ x
e^{\ln x} ⇔ x
\arccos(\cos x) ⇎ x
x^{1000} ⇎ 0
|x-20| + x ⇎ 20
|x-\sqrt{1000}| ⇎ \sqrt{1000} - x
|x-5\pi| ⇎ 5\pi-x
|2x-300| ⇎ 300-2x
|x^3-1000| ⇎ 1000-x^3
\max(2x, 3x-40) ⇎ 2x
\max(\sin x, 2) ⇔ 2
`);

/** However far out a piece ends, and however narrow it is. */
export const DISTANT_PIECES = rows(String.raw`
x ⇎ \max(x, -10^{30})
x ⇎ \min(x, 10^{99})
x ⇎ x \bmod 10^{80}
12 ⇎ \min(12, 10^{100}+x)
7 ⇎ \min(7, 10^{60}-x^3)
0 ⇎ \max(0, x-10^{50})
0 ⇎ \max(0, |x|-10^{40})
|x| ⇎ \min(|x|, 10^{50})
n ⇎ n+\lfloor |n|/10^{20}\rfloor
x ⇎ 10^{70}-|x-10^{70}|
0 ⇎ \max(0, 1-|x-10^{15}|)
0 ⇎ \max(0, 10^{-20}-|x|)
0 ⇎ \binom{x}{10^6}
|\ln x - 10^5| ⇎ 10^5-\ln x
|x^2-10^{24}| ⇔ |10^{24}-x^2|
\max(x, 10^{30}) ⇔ \frac{x+10^{30}+|x-10^{30}|}{2}
|(x-1)(x-2)(x-3)| ⇔ |x-1||x-2||x-3|
|(x-1)(x-2)(x-3)| ⇎ |x-1|(x-2)(x-3)
||x|-1| ⇔ \max(|x|-1, 1-|x|)
||x|-1| ⇎ |x|-1
`);

/** What is flat or steep beyond what the usual bits show. */
export const STEEP = rows(String.raw`
|x| ⇎ x\tanh(10^3 x)
|x| ⇎ x\tanh(10^9 x)
\frac{|x|}{x} ⇎ \tanh(10^9 x)
x ⇎ x+e^{-10^4(x^2+1)}
x ⇎ x+e^{-e^{x^2+10}}
x ⇎ x+(x/10)^{200}
|x| ⇎ \sqrt{x^2+10^{-300}}
(x+1)^{20} ⇔ (1+x)^{20}
e^{20x} ⇔ (e^{x})^{20}
`);
