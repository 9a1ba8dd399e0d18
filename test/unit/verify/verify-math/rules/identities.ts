import { rows } from './rows.js';

/** Equations that hold everywhere, or where another factor vanishes, are not the equation that was asked for. */
export const IDENTITIES = rows(String.raw`
y=2x+3 ⇎ xy=yx
y=2x+3 ⇎ x+y=x+y
y=2x+3 ⇎ 0xy=0
y=2x+3 ⇎ 0x+0y=0
y=2x+3 ⇎ (x-x)y=0
y=2x+3 ⇎ \frac{x+y}{x+y}=1
y=2x+3 ⇎ 0\cdot y=0\cdot(x^2+1)
y=\frac1x ⇎ xy=yx
y=\frac1x ⇔ xy=1
A=\pi r^2 ⇎ Ar=rA
A=\pi r^2 ⇎ A+r=A+r
a_n=2n ⇎ n a_n=a_n n
z=x+y ⇎ xyz=zyx
z=x+y ⇔ z-x-y=0
y=2x+3 ⇎ \frac{y-2x-3}{x}=0
y=2x+3 ⇎ x(y-2x-3)=0
y=2x+3 ⇔ \frac{y-3}{2}=x
F=\frac95C+32 ⇔ C=\frac59(F-32)
f(x)=0 ⇔ f\equiv 0
f\equiv 2 ⇔ f(x)=2
f\equiv 2 ⇎ f(x)=3
x\equiv 1 \pmod 5 ⇎ x \equiv 1
\operatorname{artanh} x ⇔ \frac12\ln\frac{1+x}{1-x}
\operatorname{arcosh} x ⇔ \ln(x+\sqrt{x^2-1})
\tanh^{-1} x ⇎ \frac{1}{2}\ln\left(\frac{1+x}{x-1}\right)
\operatorname{arcosh} x ⇎ \ln(x-\sqrt{x^2-1})
|z|^2 ⇎ z^2
|z|^2 ⇔ z\bar z
|z-1|^2 ⇎ (z-1)^2
`);
