import { table } from './table.js';

/** Radicals, powers, logarithms, trigonometry, complex numbers, factorials and other closed forms. */
export const CONSTANTS = table(String.raw`
\sqrt{2} ⇔ \sqrt 2
\sqrt{2} ⇔ \sqrt2
\sqrt{2} ⇔ √2
\sqrt{2} ⇔ 2^{1/2}
\sqrt{2} ⇔ 2^{\frac12}
\sqrt{2} ⇔ \frac{2}{\sqrt{2}}
\sqrt{2} ⇔ sqrt(2)
\sqrt{2} ⇔ sqrt{2}
\sqrt{2} ⇔ 2^{0.5}
\sqrt{2} ⇎ 1.414
\sqrt{2} ⇔ 1.414214
\sqrt{2} ⇎ -\sqrt{2}
\sqrt{2} ⇎ \pm\sqrt{2}
\sqrt{2} ⇎ \sqrt{3}
\sqrt{12} ⇔ 2\sqrt{3}
\sqrt{12} ⇔ √12
3\sqrt{13} ⇔ \sqrt{117}
3\sqrt{13} ⇎ \sqrt{13}
3\sqrt{13} ⇎ 3\sqrt{12}
3\sqrt{13} ⇎ \sqrt[3]{13}
\sqrt{2+\sqrt{3}} ⇔ \frac{\sqrt{6}+\sqrt{2}}{2}
\sqrt{2+\sqrt{3}} ⇎ \frac{\sqrt{6}-\sqrt{2}}{2}
\sqrt{5+2\sqrt{6}} ⇔ \sqrt{2}+\sqrt{3}
\sqrt{5+2\sqrt{6}} ⇎ \sqrt{2}+\sqrt{3}+10^{-20}
\sqrt[3]{2+\sqrt{5}}+\sqrt[3]{2-\sqrt{5}} ⇔ 1 // the real cube roots
\frac{1}{\sqrt{2}} ⇔ \frac{\sqrt{2}}{2}
\frac{1}{1+\sqrt{2}} ⇔ \sqrt{2}-1
\sqrt[3]{-8} ⇔ -2
\sqrt[3]{-8} ⇎ 2
(-8)^{1/3} ⇔ -2
-2 ⇔ \sqrt[3]{-8}
\sqrt[5]{-32} ⇔ -2
\sqrt[3]{16} ⇔ 2\sqrt[3]{2}
\sqrt[4]{16} ⇔ 2
4^{3/2} ⇔ 8
\sqrt{2}\cdot 10^{30} ⇎ \sqrt{2}\cdot 10^{30}+1
10^{50}\pi ⇎ 10^{50}\pi+1
2\pi ⇔ 6.283185
2\pi ⇔ \frac{4\pi}{2}
2\pi ⇔ 2π
2\pi ⇔ 2pi
2\pi ⇎ 2
2\pi ⇎ \pi
\frac{9}{4}\pi ⇔ \frac{9\pi}{4}
\frac{9}{4}\pi ⇔ 2.25\pi
e ⇔ \mathrm{e}
e ⇔ 2.718282
e ⇎ 2.718
e^2 ⇔ e \cdot e
1-\frac1e ⇔ 1-e^{-1}
1-\frac1e ⇎ 1+\frac1e
1 - \frac{1}{\mathrm{e}} ⇎ 1 + \frac{1}{\mathrm{e}}
e^{\pi} ⇎ \pi^e
e^{i\pi} ⇔ -1
e^{\pi\sqrt{163}} ⇎ 262537412640768744
\ln 2 ⇔ \log_e 2
\ln 2 ⇔ -\ln\frac12
\ln 2 ⇔ ln(2)
\ln 2 ⇎ \ln 3
\ln 2 ⇎ \log 2 // \log is the decimal logarithm
\log_2 8 ⇔ 3
3 ⇔ \log_2 8
3 ⇔ \log_{2}(8)
2 ⇔ \log 100
2 ⇔ \lg 100
2 ⇔ \log_{10} 100
2 ⇔ \log_{10}100
\log_2 3 ⇔ \frac{\ln 3}{\ln 2}
\log_2 3 ⇔ \frac{\log 3}{\log 2}
\log_2 3 ⇎ \log_3 2
\ln(e^3) ⇔ 3
\ln 6 ⇔ \ln 2 + \ln 3
\ln 6 ⇎ \ln 2 \cdot \ln 3
\log_4 8 ⇔ \frac32
\cos 60^\circ ⇔ \frac12
\frac12 ⇔ \cos 60^\circ
\frac12 ⇔ \cos(60°)
\frac12 ⇔ \sin\frac{\pi}{6}
\frac12 ⇔ \sin(\pi/6)
\frac12 ⇔ \sin 30^{\circ}
\frac12 ⇎ \sin 30 // radians
\sin 15^\circ ⇔ \frac{\sqrt6-\sqrt2}{4}
\cos 36^\circ ⇔ \frac{1+\sqrt5}{4}
\tan 45^\circ ⇔ 1
\tan\frac{\pi}{3} ⇔ \sqrt3
\arctan 1 ⇔ \frac{\pi}{4}
\tan^{-1}(1) ⇔ \frac{\pi}{4}
\arcsin\frac12 ⇔ \frac{\pi}{6}
\arccos(-1) ⇔ \pi
\arctan\frac12+\arctan\frac13 ⇔ \frac{\pi}{4}
\arctan 2 ⇎ \arctan 3
\cos 1 ⇎ \cos 1^\circ
\sec 60^\circ ⇔ 2
\cot 45^\circ ⇔ 1
\csc 30^\circ ⇔ 2
\sinh 0 ⇔ 0
\sin^2 20^\circ+\cos^2 20^\circ ⇔ 1
90^\circ ⇔ 90
90^\circ ⇔ 90°
90^\circ ⇔ 90^{\circ}
90^\circ ⇔ 90 \text{ degrees}
90^\circ ⇔ \frac{\pi}{2}
90^\circ ⇎ 91^\circ
90^\circ ⇎ 45
\frac{\pi}{6} ⇔ 30^\circ
\frac{\pi}{6} ⇎ 30
\frac{\pi}{6} ⇔ \frac{\pi}{6}\text{ radians}
3+4i ⇔ 4i+3
3+4i ⇔ 3 + 4 i
3+4i ⇔ 3+4\mathrm{i}
3+4i ⇎ 3-4i
3+4i ⇎ 4+3i
3+4i ⇎ 7
|3+4i| ⇔ 5
i^2 ⇔ -1
\frac{1}{i} ⇔ -i
\sqrt{-4} ⇔ 2i
(1+i)^2 ⇔ 2i
(1+i)^{10} ⇔ 32i
\frac{1+i}{1-i} ⇔ i
\cos\frac{2\pi}{3}+i\sin\frac{2\pi}{3} ⇔ -\frac12+\frac{\sqrt3}{2}i
e^{2\pi i/3} ⇔ -\frac12+\frac{\sqrt3}{2}i
e^{2\pi i/3} ⇎ e^{4\pi i/3}
2\text{cis} 60^\circ ⇔ 1+\sqrt3 i
\overline{3+4i} ⇔ 3-4i
5! ⇔ 120
5!/4 ⇔ 30
30 ⇔ \frac{5!}{4}
5!! ⇔ 15
0! ⇔ 1
10! ⇔ 3628800
10! ⇎ 3628801
\binom{5}{2} ⇔ 10
\binom52 ⇔ 10
\dbinom{5}{2} ⇔ 10
{5 \choose 2} ⇔ 10
C(5,2) ⇔ 10
^5C_2 ⇔ 10
_5C_2 ⇔ 10
C_5^2 ⇔ 10
_5P_2 ⇔ 20
\binom{5}{2} ⇎ \binom{5}{1}
\binom{5}{2} ⇔ \binom{5}{3}
\binom{100}{50} ⇔ 100891344545564193334812497256
\binom{100}{50} ⇎ 100891344545564193334812497257
|-5| ⇔ 5
\left|-5\right| ⇔ 5
\lvert -5\rvert ⇔ 5
|2-5|+|1| ⇔ 4
\lfloor 3.7 \rfloor ⇔ 3
\lfloor -3.7 \rfloor ⇔ -4
\lceil 3.2 \rceil ⇔ 4
⌊\sqrt{10}⌋ ⇔ 3
\lfloor \pi \rfloor ⇎ 4
\sum_{k=1}^{10} k ⇔ 55
\sum_{k=1}^{10} k^2 ⇔ 385
\sum_{i=0}^{4} 2^i ⇔ 31
\sum_{n=1}^{3} \frac1n ⇔ \frac{11}{6}
\prod_{k=1}^{5} k ⇔ 120
\sum_{k=1}^{10} k ⇎ 45
\gcd(12,18) ⇔ 6
\text{lcm}(4,6) ⇔ 12
\operatorname{lcm}(4,6) ⇔ 12
\max(3,7,5) ⇔ 7
\min\{3,7,5\} ⇔ 3
\det\begin{pmatrix}1&2\\3&4\end{pmatrix} ⇔ -2
\begin{vmatrix}1&2\\3&4\end{vmatrix} ⇔ -2
2^{10} ⇔ 1024
2^10 ⇔ 1024
2**10 ⇔ 1024
2^{3^2} ⇔ 512
-2^2 ⇔ -4
(-2)^2 ⇔ 4
-2^2 ⇎ 4
84/2 ⇔ 42
42 ⇔ 6 \times 7
42 ⇔ 6 \cdot 7
42 ⇔ 6*7
42 ⇎ 6 \cdot 8
1+2+3 ⇔ 6
\infty ⇔ +\infty
\infty ⇔ ∞
\infty ⇔ infinity
\infty ⇔ \text{infinity}
\infty ⇎ -\infty
-\infty ⇎ \infty
\infty ⇎ 1000000
10^{100} ⇎ \infty
17 \bmod 5 ⇔ 17 \bmod 5
\frac{1}{0} ⇎ 0
\tan 90^\circ ⇎ 0
`);
