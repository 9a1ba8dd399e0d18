import { table } from './table.js';

/** Numbers as they are written, and the functions of numbers. */
export const FORMATS = table(String.raw`
123456789012345678901234567890 ⇔ 123456789012345678901234567890
123456789012345678901234567890 ⇔ 1.2345678901234567890123456789 \times 10^{29}
-0 ⇔ 0
+5 ⇔ 5
0.1 ⇔ \frac{1}{10}
0.10 ⇔ .1
5. ⇔ 5
0.5 ⇎ 0.05
1.5 ⇔ 1\frac{1}{2}
1.5 ⇔ 1 1/2
-1\frac12 ⇔ -1.5
-1\frac12 ⇎ -0.5
2\frac{3}{4} ⇔ 11/4
0.1\overline{6} ⇔ \frac16
0.\overline{142857} ⇔ 1/7
0.333... ⇔ 1/3
0.(3) ⇔ 1/3
0.\dot{3} ⇔ 1/3
0.\overline{36} ⇎ 0.36
3.\overline{14} ⇔ \frac{311}{99}
0.3\overline{3} ⇔ \frac13
1/3 ⇎ 0.33
1/3 ⇎ 0.3
2/3 ⇎ 0.66
\pi ⇎ 3.14
\pi ⇎ 22/7
\sqrt2 ⇎ 1.41
50\% ⇔ 0.5
50\% ⇔ \frac12
50\% ⇔ 50
50\% ⇔ 50 percent
0.5 ⇔ 50\%
50 ⇎ 50\% // a sign that the ground truth lacks is part of the value
50\% ⇎ 5
50\% ⇎ 0.05
12.5\% ⇔ \frac18
12.5\% ⇔ 12.5
33\frac13\% ⇔ \frac13
33\frac{1}{3}\% ⇔ \frac{100}{3}\%
0.5\% ⇎ 50\%
1234567 ⇔ 1,234,567
1234567 ⇔ 1\,234\,567
1234567 ⇔ 1 234 567
1234567 ⇔ 1\ 234\ 567
1234567 ⇔ 1'234'567
1234567 ⇔ 1~234~567
1234567 ⇔ 1_234_567
12,345.67 ⇔ 12345.67
12\,345 ⇔ 12345
12\;345 ⇔ 12345
12\,345 ⇎ 12.345
1,234 ⇎ 1.234
-1,234 ⇔ -1234
\$1,234.50 ⇔ 1234.5
1,23,456 ⇔ 123456
6.02\times10^{23} ⇔ 602000000000000000000000
6.02\times10^{23} ⇔ 6.02e23
6.02\times10^{23} ⇔ 6.02E+23
6.02\times10^{23} ⇔ 6.02\cdot 10^{23}
6.02\times10^{23} ⇔ 60.2\times10^{22}
6.02\times10^{23} ⇎ 6.02\times10^{22}
6.02\times10^{23} ⇎ 6.03\times10^{23}
10^{-5} ⇔ 0.00001
10^6 ⇔ 1{,}000{,}000
3\times 10^8 \text{ m/s} ⇔ 3\times10^8
3 * 10^8 ⇔ 300000000
3 \times 10^8 ⇎ 3 \times 10 \times 8
\sqrt{50} ⇔ 5\sqrt2
\sqrt{50} ⇔ 5\cdot\sqrt{2}
5\sqrt2 ⇎ 2\sqrt5
\frac{\sqrt{3}}{3} ⇔ \frac{1}{\sqrt3}
\sqrt[3]{16} ⇎ 2\sqrt{2}
\sqrt[3]{-27} ⇎ 3
(-8)^{2/3} ⇔ 4
\sqrt{3+2\sqrt2} ⇔ 1+\sqrt2
\sqrt{5-2\sqrt6} ⇔ \sqrt3-\sqrt2
\sqrt{5-2\sqrt6} ⇎ \sqrt2-\sqrt3
\sqrt{2+\sqrt3} ⇔ \frac{\sqrt6+\sqrt2}{2}
\sqrt[3]{2+\sqrt5} ⇔ \frac{1+\sqrt5}{2}
\sqrt[3]{2-\sqrt5} ⇔ \frac{1-\sqrt5}{2}
\sqrt[4]{4} ⇔ \sqrt2
2^{\frac12} ⇔ \sqrt{2}
\sqrt2\sqrt3 ⇔ \sqrt6
\sqrt 2 + \sqrt 3 ⇎ \sqrt 5
\frac{1+\sqrt{5}}{2} ⇔ \frac{\sqrt5+1}2
\frac{1+\sqrt{5}}{2} ⇎ 1+\frac{\sqrt5}{2}
\frac{4}{\sqrt{2}} ⇔ 2\sqrt{2}
√2 ⇔ \sqrt{2}
√(2)+1 ⇔ 1+\sqrt2
2√3 ⇔ \sqrt{12}
sqrt(2)/2 ⇔ \frac{\sqrt2}{2}
1/sqrt(2) ⇔ \frac{\sqrt2}{2}
\sqrt[n]{x} ⇔ x^{1/n}
\sqrt{ab} ⇎ a\sqrt{b}
2\pi ⇔ 2 \pi
2\pi ⇔ \pi\cdot 2
\frac{\pi}{2} ⇔ \pi/2
\frac{\pi}{2} ⇔ \frac12\pi
\frac{\pi}{2} ⇔ 90^\circ
90 ⇔ 90^\circ
90^\circ ⇎ 90\pi
e^2 ⇔ e\cdot e
e^{2} ⇎ e^{-2}
\log_{2}{8} ⇔ 3
\log 100 ⇔ 2
\log_3 5 ⇔ \frac{\ln5}{\ln3}
\log_3 5 ⇔ \frac{\log5}{\log3}
\log_3 5 ⇎ \log_5 3
\log_2 3 + \log_2 5 ⇔ \log_2 15
\lg 1000 ⇔ 3
\ln\frac12 ⇔ -\ln2
2\ln 3 ⇔ \ln 9
\log_{1/2} 8 ⇔ -3
\sin 30 ⇎ \frac12
\sin\frac{\pi}{6} ⇔ 0.5
\tan 75^\circ ⇔ 2+\sqrt3
\cos 36^\circ ⇎ \frac{\sqrt5-1}{4}
\arcsin\frac12 ⇔ 30^\circ
\sin^{-1}\frac12 ⇔ \frac\pi6
\tan^{-1}(1) ⇔ \pi/4
2\sin x\cos x ⇔ \sin 2x
2\sin x\cos x ⇔ \sin(2x)
\cos 2x ⇔ 1-2\sin^2x
\cos^2 x ⇔ \frac{1+\cos2x}{2}
\cos^2 x ⇎ \cos x^2
\sin x ⇎ \cos x
\csc x ⇔ \frac1{\sin x}
\sin(x) ⇎ \sin(y)
1000000 ⇔ 1 million
1000000 ⇔ 1\text{ million}
2500000 ⇔ 2.5\text{ million}
2500000 ⇔ 2.5 \times 10^6
3000 ⇔ 3\text{ thousand}
3000 ⇔ 3 \cdot 10^3
24 ⇔ 2\text{ dozen}
1/2 ⇔ \frac{2}{4}
1/2 ⇔ \frac{-1}{-2}
-1/2 ⇔ \frac{-1}{2}
-1/2 ⇔ \frac{1}{-2}
-1/2 ⇔ -\frac12
-1/2 ⇎ \frac12
\frac{17}{4} ⇔ 4\tfrac14
\frac{17}{4} ⇔ 4 \frac{1}{4}
\frac{17}{4} ⇔ 4.25
\frac{17}{4} ⇔ 4+\frac14
\frac{17}{4} ⇎ 4\cdot\frac14
\frac{17}{4} ⇎ 4\frac{1}{5}
\frac{17}{4} ⇔ 4\ 1/4
\frac{17}{4} ⇔ 4-1/4+1/2
0.333333 ⇔ \frac13
\frac13 ⇔ 0.3333333333
\frac23 ⇔ 0.66666667
\frac23 ⇎ 0.666
\pi ⇎ 3.1415
\sqrt2 ⇔ 1.41421356
\sqrt2 ⇔ 1.414213562373095
\sqrt2 ⇎ 1.414
e ⇔ 2.718281828
2.5 ⇎ 2.50001
100 ⇎ 100.001
1e3 ⇔ 1000
1E-3 ⇔ 0.001
1.0 ⇔ 1
1,000,000.00 ⇔ 1000000
0.5\overline{0} ⇔ \frac12
0.\overline{27} ⇔ \frac{3}{11}
0.2\overline{7} ⇔ \frac{5}{18}
0.2\overline{7} ⇎ \frac{3}{11}
1.\overline{6} ⇔ \frac53
0.1\bar{6} ⇔ \frac16
0.16\ldots ⇎ \frac17
0.1666\ldots ⇔ \frac16
0.142857142857\ldots ⇔ \frac17
12345678910 ⇔ 12\,345\,678\,910
12345678910 ⇔ 12 345 678 910
12 345 ⇔ 12345
12 34 ⇎ 1234
1 2 3 ⇎ 123
123 ⇎ 1 2 3
1.234,56 ⇔ 1234.56
1{,}5 ⇎ 15
٣ ⇎ 4
Ⅳ ⇎ 5
\frac{5}{0} ⇎ 5
0^0 ⇎ 0
\frac{1}{0} ⇎ \infty
\text{undefined} ⇔ \text{undefined}
\text{undefined} ⇔ \text{does not exist}
\text{DNE} ⇔ \text{does not exist}
2^3 ⇔ 8
2^3 ⇎ 6
2^3 ⇎ 9
(2^3)^2 ⇔ 64
2^{-3} ⇔ \frac18
10^{100} ⇔ 10^{100}
10^{100} ⇎ 10^{101}
3^{2020} ⇎ 3^{2021}
7^{7^{7}} ⇎ 7^{7^7}+1
7^{7^{7}} ⇔ 7^{823543}
9^{9^9} ⇔ 3^{2\cdot 9^9}
2^{2^{100}} ⇔ 2^{2^{100}}
2^{2^{100}} ⇎ 2^{2^{101}}
1000! ⇔ 1000!
\frac{2024!}{2023!} ⇔ 2024
\frac{100!}{98!} ⇔ 9900
\binom{100}{50} ⇎ \binom{100}{49}
\binom{100}{50} ⇔ \frac{100!}{50!^2}
\binom{100}{50} ⇔ \frac{100!}{(50!)^2}
\binom{2024}{1012} ⇔ \binom{2023}{1011}\cdot 2
2^{-60} ⇎ 0
\frac{1}{2^{60}} ⇔ 2^{-60}
\frac{1}{2^{60}} ⇔ 0.5^{60}
1-2^{-100} ⇎ 1
1-10^{-30} ⇎ 1
10^{-20} ⇎ 0
0 ⇎ 10^{-20}
\sqrt{10^{40}+1} ⇎ 10^{20}
\ln(1+10^{-30}) ⇎ 10^{-30}
\sqrt2+\sqrt3 ⇎ \pi
\tan(10^6) ⇎ 0
\sin(\pi) ⇔ 0
\cos(100\pi) ⇔ 1
\sqrt{2}^{\sqrt2} ⇔ 2^{\sqrt2/2}
\log_{10} 2 ⇔ \log 2
\log 2 ⇎ \ln 2
\log_2 10 ⇔ \frac{1}{\log_{10}2}
\log_{\sqrt2} 4 ⇔ 4
\log_2 \frac{1}{8} ⇔ -3
\ln(2e) ⇔ 1+\ln2
10^{\log 5} ⇔ 5
\left(\frac12\right)^{-2} ⇔ 4
\sqrt[3]{2}\sqrt[3]{4} ⇔ 2
\sqrt[6]{8} ⇔ \sqrt2
\frac{1}{\sqrt[3]{2}} ⇔ \frac{\sqrt[3]{4}}{2}
\sqrt{6+\sqrt{6+\sqrt{9}}} ⇔ 3
\sqrt{4+2\sqrt3}-\sqrt{4-2\sqrt3} ⇔ 2
\sqrt[3]{7+5\sqrt2} ⇔ 1+\sqrt2
\sqrt[3]{7-5\sqrt2} ⇔ 1-\sqrt2
\sqrt[3]{-\frac{1}{27}} ⇔ -\frac13
-\sqrt[3]{2} ⇔ \sqrt[3]{-2}
-8^{1/3} ⇔ -2
\sqrt{(-3)^2} ⇔ 3
\sqrt{9} ⇎ \pm3
\pm3 ⇎ \sqrt9
|{-3}| ⇔ 3
|2-\sqrt5| ⇔ \sqrt5-2
\lVert (3,4) \rVert ⇔ 5
\max(1,2,3) ⇔ 3
\gcd(48,36) ⇔ 12
\text{lcm}(4,6) ⇎ 24
100_{10} ⇔ 100
777_8 ⇔ 777_{8}
777_8 ⇎ 777_9
777_8 ⇎ 511
1A3_{12} ⇔ 1A3_{12}
0x1F ⇎ 30
\overline{abc}=123 ⇔ 123
`);
