import { Random } from '../../src/base/index.js';

/** Bodies that say nothing. */
export const HOLLOW: readonly string[] = [
  '', ' ', '&', '\\\\', '& \\\\ &', ',', ', ,', ';', '.', ':', '\\hline', '\\text{}', '\\text{ }', '\\mathrm{}',
  '\\phantom{1}', '\\hspace{1cm}', '\\color{red}', '\\label{a}', '{}', '{{}}', '\\,', '\\quad', '~', '\\displaystyle',
  '\\left.\\right.', '\\notag', '\\mbox{}', '\\operatorname{}', '\\(\\)', '$$', '\\!', '``', '**', '\\ ', '\\&', '%',
  '<b></b>', '\u200b', '(', ')', '\\{', '\\}', '\\left', '\\right', '\\', '^', '_',
]; // prettier-ignore

/** Bodies that say something of no problem in particular. */
const COMMON: readonly string[] = [
  'x', 'n', 'a', '0', '1', '2', '=', '<', '+', '-', '\\pm', '\\ldots', '\\infty', '\\cdot', '?', '!', 'k', 'C', 'A',
  '\\text{if}', '\\text{or}', '\\text{and}', '\\text{all}', '\\text{otherwise}', '\\text{answer}', '\\text{the}', '\\emptyset',
  '0/0', '1/0', '00', '0^0', '\\mathbb{R}', '\\mathbb{Z}', 'x=x', '0=0', '1=1', 'x<x', '\\in', '\\equiv', '\\to', '\\Rightarrow',
]; // prettier-ignore

const ENVIRONMENTS =
  'cases dcases rcases drcases numcases aligned align align* gather gathered split equation multline eqnarray array tabular matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix psmallmatrix substack unknown';

/** What may stand around a body; each # is one. */
// prettier-ignore
const AROUND: readonly string[] = [
  ...ENVIRONMENTS.split(' ').flatMap((name) => {
    const open = `\\begin{${name}}${name === 'array' || name === 'tabular' ? '{ll}' : ''}`;
    return [
      `${open}#\\end{${name}}`,
      `\\left\\{${open}#\\end{${name}}\\right.`,
      `\\{${open}#\\end{${name}}\\}`,
      `f(x)=${open}#\\end{${name}}`,
      `${open}#&#\\\\#&#\\end{${name}}`,
      `${open}#\\\\#\\end{${name}}`,
    ];
  }),
  ...['|\\begin{matrix}#\\end{matrix}|', '\\det\\begin{pmatrix}#\\end{pmatrix}', '\\begin{pmatrix}#\\end{pmatrix}^{-1}'],
  ...['\\begin{pmatrix}#\\end{pmatrix}^T', '\\begin{pmatrix}#\\end{pmatrix}\\begin{pmatrix}#\\end{pmatrix}'],
  ...['\\begin{pmatrix}#\\end{pmatrix}+#', '\\begin{pmatrix}#\\end{pmatrix}^2', '\\operatorname{tr}\\begin{pmatrix}#\\end{pmatrix}'],
  // Brackets.
  ...['(#)', '[#]', '\\{#\\}', '{#}', '\\left(#\\right)', '\\left[#\\right)', '\\left\\{#\\right.', '\\langle#\\rangle', '|#|', '\\|#\\|'],
  ...['\\lfloor#\\rfloor', '\\lceil#\\rceil', '(#,#)', '[#,#)', '(#,#]', ']#,#[', '\\{#,#\\}', '(#,#,#)', '[[#],[#]]', '((#))', '\\{\\{#\\}\\}'],
  ...['\\{#:#\\}', '\\{x:#\\}', '\\{#\\mid x\\}', '\\{x\\in\\mathbb{R}:#\\}', '\\{x\\in\\mathbb{Z}:#<x<#\\}', '\\{#,\\ldots,#\\}', '\\{k : k = #\\}'],
  // Operations and functions.
  ...['\\frac{#}{#}', '\\sqrt{#}', '\\sqrt[#]{#}', '#^{#}', '#_{#}', '\\binom{#}{#}', '{# \\over #}', '{# \\choose #}', '#!', '#!!', "#'"],
  ...'sin log ln exp gcd lcm max min det Re arg sgn abs floor deg Pr sup'.split(' ').flatMap((f) => [`\\${f}(#)`, `\\${f}(#,#)`, `\\${f}{#}`, `\\${f} #`]),
  ...['\\max\\{#\\}', '\\log_{#}(#)', 'f(#)', 'f(#,#)', 'P(#)', '\\operatorname{#}(#)', '\\operatorname{foo}(#)', 'f(#)=#', 'f^{-1}(#)'],
  ...['\\sum_{k=#}^{#} #', '\\sum_{k=1}^{#} k', '\\sum_{k=1}^{0} #', '\\prod_{k=#}^{#} #', '\\sum #', '\\int_{#}^{#} # dx', '\\int # dx', '\\lim_{x\\to #} #'],
  ...['\\frac{d#}{dx}', '\\frac{d}{dx} #', '\\forall #', '\\exists #: #', '\\neg #', '#\\bmod #', '#\\cdot#', '#+#', '#-#', '-#', '##', '#/#', '#:#', '#:#:#'],
  // Marks, units and bases.
  ...['#\\%', '#^\\circ', '#\\text{ cm}', '\\$#', '#\\text{ apples}', '#_2', '#_{#}', '#\\ldots', '0x#', '#e#', '#.#', '#,#', '#:00', '# \\text{ million}'],
  // Type and layout.
  ...'overline vec hat tilde bar mathbf mathbb mathcal mathrm text textbf boxed fbox underline phantom underbrace boldsymbol ensuremath mathring widehat substack overset cancel'
    .split(' ')
    .map((name) => `\\${name}{#}`),
  ...['\\overset{#}{#}', '\\text{#}\\text{#}', '\\text{(#)}', '\\text{# and #}', '\\text{# or #}', '\\text{#, #}', '\\text{the #}', '\\text{no #}'],
  // Relations and what is joined.
  ...['#=#', 'x=#', '#=x', 'x=#,y=#', '(x,y)=(#,#)', 'f(x)=#', 'y=#', '#<#', 'x<#', '#<x<#', '#\\le x\\le #', '#\\ne #', 'x\\ne #', 'x\\in #'],
  ...['x\\in(#,#)', '#\\equiv #\\pmod{#}', '#\\pmod{#}', '#\\approx#', '#\\subset #', '#\\cup #', '#\\cap #', '#\\setminus #', '(#,#)\\cup(#,#)'],
  ...['#, #', '#; #', '#\\text{ or }#', '#\\text{ and }#', '\\pm #', '#\\pm#', '\\mp #', '#\\text{ if }#', '#\\text{, where }#', '#\\implies #', '#\\iff #'],
  ...['#=#=#', '#,#,#', '#\\quad #', '#\\\\#', 'x_1=#, x_2=#', '#\\to #', '#, k\\in\\mathbb{Z}', 'k\\in#', '# + k\\pi, k\\in\\mathbb{Z}', '#\\sim #'],
  // Words around it.
  ...['Answer: #', '(A) #', '(#) #', '#. #', '# (approximately)', 'x is #', 'the answer is #', 'all # except #', 'multiples of #', '# out of #', 'all real #'],
  ...['(a) # (b) #', 'the # is # and the # is #', 'either # or #', 'at least #', 'between # and #', '#-#-#', 'not #', '# # #'],
]; // prettier-ignore

// prettier-ignore
const SAID: readonly string[] = ['\\boxed{#}', '\\boxed{#}', '\\boxed{#}', '$#$', '#', 'The answer is $#$.', '<answer>#</answer>', '\\[#\\]'];

/** A response that knows nothing of any problem. */
export interface Uninformed {
  /** The answer alone, and as it is said. */
  readonly answer: string;
  readonly response: string;
  /** Nothing in it but constructs and bodies that say nothing. */
  readonly isHollow: boolean;
}

const filled = (frame: string, body: () => string): string =>
  frame.split('#').reduce((text, part) => text + body() + part);

/** Whether a frame says nothing by itself: commands and environments alone. */
const isSilent = (frame: string): boolean =>
  !/[\w'.%$]/.test(frame.replace(/\\(?:begin|end)\{[a-z]+\*?\}(?:\{ll\})?|\\(?!mathbb|infty|pm|mp)[A-Za-z]+/g, ''));

/** Every construct with a few bodies, and as many constructs in constructs; the same for the same seed. */
export function uninformedResponses(each: number, seed: string): Uninformed[] {
  const random = new Random(seed);
  const nested = (bodies: readonly string[], depth: number): string => {
    const body = random.pick(bodies);
    const inner = (): string => {
      if (depth > 1 && random.next() < 0.6) return nested(bodies, depth - 1);
      return random.next() < 0.7 ? body : random.pick(bodies);
    };
    return filled(random.pick(AROUND), inner);
  };
  const made = new Map<string, Uninformed>();
  const say = (answer: string, isHollow: boolean): void => {
    const response = filled(random.pick(SAID), () => answer);
    made.set(response, { answer, response, isHollow });
  };
  for (const body of HOLLOW) say(body, true);
  for (const body of COMMON) say(body, false);
  for (const frame of AROUND) {
    for (let k = 0; k < each; k++) {
      const bodies = k % 3 === 2 ? COMMON : HOLLOW;
      const body = random.pick(bodies);
      say(
        filled(frame, () => body),
        bodies === HOLLOW && isSilent(frame),
      );
      say(nested(bodies, 3), false);
    }
  }
  return [...made.values()];
}
