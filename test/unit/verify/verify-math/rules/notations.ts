import { rows } from './rows.js';

/** Derivatives, products of vectors and factorial powers are no fractions, products and powers. */
export const OTHER_OPERATIONS = rows(String.raw`
\frac{dy}{dx} ⇎ \frac{y}{x}
\frac{\partial f}{\partial x} ⇎ \frac fx
\frac{df}{dx} ⇎ \frac{f}{x}
\frac{d}{dx}x^2 ⇎ x
x ⇎ \frac{d}{dx}x^2
x ⇎ \frac{d x^2}{dx}
\frac{dy}{dx} ⇔ \frac{\mathrm{d}y}{\mathrm{d}x}
\frac{dy}{dx} ⇎ \frac{dx}{dy}
\frac{d^2y}{dx^2} ⇎ \frac{dy}{dx}
\frac{dy}{dx} = 2x ⇔ y'=2x
\frac{dy}{dx} = xy ⇔ \frac{dy}{dx} = yx
\frac{dy}{dx} = xy ⇔ y'=xy
\frac{d}{d+1} ⇔ \frac{2d}{2d+2}
\frac{\partial^2 f}{\partial x \partial y} ⇔ \frac{\partial^2 f}{\partial x \partial y}
2 ⇔ \frac{d^2y}{dx^2} = 2
n^{\underline{3}} ⇎ n^3
n^{\overline{3}} ⇎ n^3
n^{\underline{3}} ⇎ n^{\overline{3}}
n^{\underline{3}} ⇔ n(n-1)(n-2)
n^{\overline{3}} ⇔ n(n+1)(n+2)
n^{\underline{k}} ⇎ n^k
n^{\underline{k}} ⇔ \frac{n!}{(n-k)!}
[1;\overline{2}] ⇎ [1;2]
[1;\overline{2}] ⇔ [1;\overline{2}]
0.\overline{12} ⇔ \frac{12}{99}
e^{\overline{z}} ⇔ e^{\bar z}
\vec a\times\vec b ⇎ \vec b\times\vec a
\vec a\times\vec b ⇔ -\vec b\times\vec a
\vec a\times\vec b ⇎ \vec a\cdot\vec b
\vec a\cdot\vec b ⇔ \vec b\cdot\vec a
\mathbf{u}\times\mathbf{v} ⇎ \mathbf{v}\times\mathbf{u}
\mathbf{u}\times\mathbf{v} ⇔ \vec u \times \vec v
\nabla f ⇎ \nabla\cdot f
\nabla \times F ⇎ \nabla\cdot F
2 \times 3 ⇔ 6
a \times b ⇔ b \cdot a
2\vec a + 3 \cdot \vec b ⇔ 3\vec b + 2 \vec a
5 ⇔ \vec a \cdot \vec b = 5
\vec a \cdot \vec b = 5 ⇔ 5
`);
