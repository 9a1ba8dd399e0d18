import { rows } from './rows.js';

/** Floors, maxima and powers of nought that few numbers tell from what they are not. */
export const JUMPS_FAR_OUT = rows(String.raw`
\lfloor n\pi\rfloor ⇎ \left\lfloor \frac{355n}{113}\right\rfloor
\lfloor n\sqrt2\rfloor ⇎ \lfloor 1.41421356n\rfloor
\lfloor n\sqrt2\rfloor ⇔ \lfloor \sqrt2 n\rfloor
\lfloor n\sqrt2\rfloor ⇔ \lfloor \frac{2n}{\sqrt2}\rfloor
\lfloor n\sqrt2\rfloor + 1 ⇔ 1 + \lfloor \sqrt2 n\rfloor
\lfloor n\sqrt{2}\rfloor ⇎ \left\lfloor \frac{665857n}{470832}\right\rfloor
n ⇎ n+\left\lfloor \frac{1}{1+(n-1000)^2}\right\rfloor
n ⇎ n+\left\lfloor \frac{1}{1+(n-123456)^2}\right\rfloor
1 ⇎ 1^n+0^{|n-1000|}
x ⇎ x+0^{|x|}
0 ⇎ \lfloor\sin^2 x\rfloor
x ⇎ x+\lfloor \sin^2 x\rfloor
0 ⇎ \lfloor \cos^2(\pi x)\rfloor
2^n ⇎ 2^n+\lfloor n/10^{6}\rfloor
x ⇎ x+\max(0,\sin x-0.9999999)
x ⇎ x+\max(0,\sin x-1+10^{-12})
\left\lfloor \frac{2n}{\ln 2}\right\rfloor ⇎ \left\lceil \frac{2}{2^{1/n}-1}\right\rceil
\lfloor n^2/4 \rfloor ⇔ \lfloor n/2\rfloor \lceil n/2 \rceil
\lceil n/2 \rceil ⇔ \lfloor (n+1)/2 \rfloor
\lfloor \log_2 n \rfloor + 1 ⇔ 1+\left\lfloor \frac{\ln n}{\ln 2}\right\rfloor
|\sin x| ⇔ \sqrt{\sin^2 x}
n - \lfloor n/3\rfloor ⇔ \lceil 2n/3 \rceil
`);
