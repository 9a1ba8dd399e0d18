import { rows } from './rows.js';

/** What LaTeX or HTML does not show is not said. */
export const HIDDEN = rows(String.raw`
5 ⇎ ~Skip \scalebox{0.0}{\boxed{5}}
5 ⇎ ~\boxed{1} \resizebox{!}{0pt}{\boxed{5}}
5 ⇔ ~\resizebox{10cm}{!}{$\boxed{5}$}
5 ⇔ ~{\fontsize{12}{14}\selectfont \boxed{5}}
5 ⇎ ~\NewDocumentCommand{\ans}{m}{\boxed{5}} none
5 ⇎ ~\DeclarePairedDelimiter{\ans}{\boxed{5}}{\boxed{5}} none
5 ⇎ ~\gdef\ans{\boxed{5}} none
5 ⇔ ~\newcommand{\a}{x} so \boxed{5}
5 ⇎ ~<noscript>\boxed{5}</noscript> none
5 ⇔ ~<s>\boxed{5}</s>
5 ⇎ ~<S>\boxed{5}</S> none
5 ⇎ ~The answer is 7. $\phantom{\boxed{5}}$
5 ⇎ ~$\boxed{7}$ \phantom{\boxed{5}}
7 ⇔ ~$\boxed{7}$ \phantom{\boxed{5}}
5 ⇎ ~\hphantom{\boxed{5}}
5 ⇎ ~\vphantom{$\boxed{5}$}
5 ⇎ ~{\color{white}\boxed{5}}
5 ⇎ ~\textcolor{white}{\boxed{5}}
5 ⇎ ~% \boxed{5}
5 ⇎ ~\iffalse \boxed{5} \fi
5 ⇎ ~\begin{comment}\boxed{5}\end{comment}
5 ⇔ ~100% of the time we have⏎\boxed{5}
5 ⇔ ~\textcolor{red}{\boxed{5}}
5 ⇔ ~The rate is 5\% so $\boxed{5}$
5 ⇎ ~The answer is 7. \phantom{The answer is 5.}
7 ⇔ ~The answer is 7. \phantom{The answer is 5.}
5 ⇎ ~[//]: # (\boxed{5})
5 ⇎ ~\textcolor[rgb]{1,1,1}{\boxed{5}}
5 ⇎ ~\color[HTML]{FFFFFF}\boxed{5}
5 ⇎ ~$\color{white}\boxed{5}$
5 ⇎ ~$\color{#fff}{\boxed{5}}$
5 ⇎ ~\newcommand{\x}{\boxed{5}}
5 ⇎ ~\def\x{\boxed{5}}
5 ⇎ ~\newcommand\ans[1]{\boxed{5}}
5 ⇎ ~\sbox0{\boxed{5}}
5 ⇎ ~\setbox0=\hbox{\boxed{5}}
5 ⇎ ~\scalebox{0}{\boxed{5}}
5 ⇔ ~\scalebox{1.5}{\boxed{5}}
5 ⇎ ~\cancel{\boxed{5}}
5 ⇎ ~\sout{\boxed{5}}
5 ⇎ ~<span style="display:none">\boxed{5}</span>
5 ⇎ ~<div hidden>\boxed{5}</div>
5 ⇎ ~<span style="color:white">The answer is 5</span>
5 ⇔ ~<span style="color:red">\boxed{5}</span>
5 ⇎ ~\if0 \boxed{5} \fi
5 ⇎ ~\transparent{0}\boxed{5}
5 ⇎ ~\mathphantom{\boxed{5}}
7 ⇔ ~\boxed{7} % \boxed{5}
5 ⇎ ~\boxed{7} % \boxed{5}
5 ⇎ ~So 7. % so \boxed{5}
20\% ⇔ ~It falls from 30% $\boxed{20\%}$
20 ⇔ ~It falls from 30 % \boxed{20}
20 ⇔ ~It falls from $30$% \boxed{20}
20 ⇔ ~It falls from \(30\)% \boxed{20}
5 ⇎ ~$\boxed{7}$ % \boxed{5}
5 ⇎ ~So x is 7 % of that. % \boxed{5}
5 ⇔ ~What % of 100 is 5? It is \boxed{5}.
5 ⇔ ~We have 20% of 25, so $\boxed{5}$
5 ⇔ ~We have $20\%$ of 25, so $\boxed{5}$
20 ⇔ ~\boxed{20}\vphantom{\frac12}
5 ⇔ ~We need \color{blue} \boxed{5}
5 ⇔ ~{\color{white} x} \boxed{5}
5 ⇔ ~$\color{white}x\color{black}\boxed{5}$
25\% ⇔ ~$\boxed{25}$%.
25\% ⇔ ~\boxed{25}% of them.
\frac{x}{3} ⇔ ~$\frac{\cancel{2}x}{\cancel{2}3} = \frac{x}{3}$
5 ⇔ ~\boxed{\phantom{0}5}
5 ⇔ ~\boxed{5\phantom{\text{hello}}}
5 ⇎ ~\boxed{\phantom{5}}
5 ⇎ ~$\require{enclose}\style{visibility:hidden}{\boxed{5}}$
`);
