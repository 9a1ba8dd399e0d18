import { rows } from './rows.js';

/** Values that agree to many digits and are not equal. */
export const DIGITS = rows(String.raw`
\pi ⇏ \pi + 10^{-60}
\pi ⇏ \pi + 10^{-200}
\pi ⇏ \pi + 10^{-800}
\pi ⇏ \pi + 10^{-5000}
\sqrt2 ⇏ \sqrt2 + 10^{-100}
\sqrt2 ⇏ \sqrt{2 + 10^{-100}}
1 ⇏ \tanh(100)
1 ⇏ \tanh(1000)
1 ⇏ \cos(10^{-30})
1 ⇏ \cos(10^{-400})
\frac{\pi}{2} ⇏ \arctan(10^{40})
\frac{\pi}{2} ⇏ \arctan(10^{300})
10^{50} ⇏ \sqrt{10^{100}+1}
\frac{1}{81} ⇏ \sum_{n=1}^{\infty} \frac{\lfloor n \tanh \pi \rfloor}{10^n}
262537412640768744 ⇏ e^{\pi\sqrt{163}}
e^{\pi\sqrt{163}} ⇏ 262537412640768744
\sqrt{2}+\sqrt{3} ⇔ \sqrt{5+2\sqrt{6}}
\sqrt{5+2\sqrt6} ⇏ \sqrt2+\sqrt3 + 10^{-50}
x ⇏ x + 10^{-60}
x ⇏ x + 10^{-300}
x^2 ⇏ x^2 + 2^{-500}
\sin x ⇏ \sin x + 10^{-60}
\sin x ⇏ \sin(x + 10^{-80})
[0, \pi] ⇏ [0, \pi + 10^{-60}]
[0, \pi] ⇏ [0, \pi + 10^{-100}]
(\pi, 1) ⇏ (\pi + 10^{-100}, 1)
x > \sqrt2 ⇏ x > \sqrt2 + 10^{-90}
y = x ⇏ y = x + 10^{-100}
x^2+y^2=1 ⇏ x^2+y^2=1+10^{-100}
\ln 2 ⇏ \ln(2 + 10^{-100})
\ln 2 ⇏ \sum_{k=1}^{2000} \frac{1}{k 2^k}
e ⇏ (1+10^{-40})^{10^{40}}
e ⇏ \sum_{k=0}^{60} \frac{1}{k!}
e ⇏ \sum_{k=0}^{400} \frac{1}{k!}
e ⇔ \sum_{k=0}^{\infty} \frac{1}{k!}
\frac{1}{3} ⇔ 0.\overline{3}
\frac13 ⇔ 0.33333333333333333333333333333333333333333333333333
0.1 ⇎ 0.1000000000000000000000000000000000000001
\sin 1 ⇏ \sin(1+10^{-100})
2^{100000} ⇎ 2^{100000}+1
\frac{2^{100000}}{2^{100000}+1} ⇎ 1
\sqrt{2}^{1000} ⇔ 2^{500}
\sin^2 1 + \cos^2 1 ⇔ 1
\sin^2 1 + \cos^2 1 ⇏ 1 + 10^{-100}
\cos\frac{\pi}{7} \cos\frac{2\pi}{7}\cos\frac{3\pi}{7} ⇔ \frac18
\lfloor \pi \cdot 10^{30} \rfloor ⇎ \pi \cdot 10^{30}
\frac{\sqrt{10}\,}{} ⇏ 1
22/7 ⇎ \pi
\sqrt[3]{2+\sqrt5}+\sqrt[3]{2-\sqrt5} ⇔ 1
\sqrt{10^{60}+1}-10^{30} ⇏ 0
e^{-1000} ⇏ 0
2^{-1000} ⇎ 0
e^{-100000} ⇏ 0
\tanh 30 ⇏ 1
x + e^{-500} ⇏ x
\sum_{k=1}^{\infty} e^{-k^2/100} ⇏ \frac{\sqrt{100\pi}-1}{2}
\begin{pmatrix}1&0\\0&1\end{pmatrix} ⇎ \begin{pmatrix}1&10^{-80}\\0&1\end{pmatrix}
\begin{pmatrix}\pi&0\\0&1\end{pmatrix} ⇏ \begin{pmatrix}\pi+10^{-80}&0\\0&1\end{pmatrix}
`);
