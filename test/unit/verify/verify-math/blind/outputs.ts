import { NOT, tex, YES } from '../adversarial/case.js';
import type { CaseRow } from '../adversarial/case.js';
import { deep, long } from './responses.js';

// Where the answer stands in a whole output.

export const EXTRACTION: readonly CaseRow[] = [
  [
    '42',
    long(tex`Therefore, the answer is:

\[
\boxed{42}
\]

This completes the proof.`),
    YES,
    'display box with a closing sentence',
  ],
  [
    '42',
    long(tex`<answer>
\[ \boxed{42} \]
</answer>`),
    YES,
    'box in answer',
  ],
  ['42', long('### Final Answer\n\n**42**'), YES, 'markdown header and bold'],
  ['42', long('**Final Answer:** $42$ apples'), YES, 'units after'],
  ['5', '**Answer:** 5', YES, 'bold label'],
  ['5', '**Answer: 5**', YES, 'bold label and value'],
  ['5', '**Answer:** 5.', YES, 'full stop'],
  ['5', '**Answer:** 50', NOT, 'longer number'],
  ['5', '**Answer:** $x = 5$ is the only solution.', YES, 'sentence after'],
  [
    '5',
    '**Answer:** there are 5 such triangles, since 7 of the 12 are degenerate.',
    YES,
    'numbers in the sentence behind',
  ],
  ['12', 'Answer: 5 (out of 12)', NOT, 'the parenthesis is not the answer'],
  ['答案', '42', NOT, 'chinese text'],
  ['42', '所以，最终答案是 \\boxed{42}。', YES, 'Chinese box'],
  ['42', '因此答案为：42。', YES, 'Chinese statement'],
  ['42', '因此答案为：$42$。希望对你有帮助。', YES, 'Chinese statement with a closing sentence'],
  ['42', '答案：24', NOT, 'Chinese, wrong'],
  [
    '3',
    long(tex`Hmm, so $\boxed{4}$? Let me recheck. I forgot to subtract one. The final answer is $\boxed{3}$.`),
    YES,
    'correction',
  ],
  [
    '4',
    long(tex`Hmm, so $\boxed{4}$? Let me recheck. I forgot to subtract one. The final answer is $\boxed{3}$.`),
    NOT,
    'correction',
  ],
  ['3', long(tex`So $\boxed{4}$. Oh wait, it should be 3. The final answer is 3.`), NOT, 'a box exists'],
  [
    '17',
    long(tex`\begin{align*}
S &= 1 + 2 + 14 \\
  &= \boxed{17}.
\end{align*}`),
    YES,
    'box in align',
  ],
  ['17', long(tex`\begin{aligned} S &= 1 + 2 + 14 \\ &= 17 \end{aligned}`), YES, 'end of aligned'],
  ['14', long(tex`\begin{aligned} S &= 1 + 2 + 14 \\ &= 17 \end{aligned}`), NOT, 'not a term of it'],
  [
    tex`\frac{3}{5}`,
    long(tex`The final answer is: $\boxed{\dfrac{3}{5}}$

**Note:** one could also use $\frac{5}{3}$ of the other side.`),
    YES,
    'note after',
  ],
  ['8', tex`\boxed{\text{The answer is } 8}`, YES, 'words in the box'],
  ['8', tex`\boxed{\textbf{8}}`, YES, 'bold in the box'],
  ['8', tex`\boxed{\mathbf{8}}`, YES, 'math bold'],
  ['8', tex`\boxed{\color{red}{8}}`, YES, 'colour'],
  ['8', tex`\boxed{\textcolor{blue}{8}}`, YES, 'textcolor'],
  ['8', tex`\boxed{8 \text{ ways}}`, YES, 'unit word'],
  ['8', tex`\boxed{n = 8}`, YES, 'assignment'],
  ['8', tex`\boxed{n \neq 8}`, NOT, 'not equal'],
  ['8', tex`\boxed{n \ge 8}`, NOT, 'at least'],
  ['8', tex`\boxed{\text{at least } 8}`, NOT, 'at least in words'],
  ['8', tex`\boxed{f(2) = 8}`, YES, 'function value'],
  ['8', tex`\boxed{2^3 = 8}`, YES, 'chain that ends in it'],
  ['8', tex`\boxed{2^3 = 9}`, NOT, 'chain that does not'],
  ['8', 'After all this I believe the answer is 8', YES, 'no stop'],
  ['8', 'I believe the answer is not 8', NOT, 'negated'],
  ['8', 'The answer could be 8 or 9; I am not sure.', NOT, 'hedge'],
  ['(2, 3)', tex`The point is at \boxed{(2,3)}.`, YES, 'point'],
  ['(2, 3)', tex`The point is $(x, y) = \boxed{(2,3)}$.`, YES, 'point'],
  ['(2, 3)', tex`\boxed{x = 2, y = 3}`, YES, 'assignments'],
  ['(2, 3)', tex`\boxed{x = 3, y = 2}`, NOT, 'assignments swapped'],
  ['(2, 3)', tex`\boxed{y = 3, x = 2}`, YES, 'assignments in another order'],
  ['x=2, y=3', tex`\boxed{y = 3 \text{ and } x = 2}`, YES, 'assignments both sides'],
  ['x=2, y=3', tex`\boxed{(3,2)}`, NOT, 'wrong order'],
];

export const RESPONSES: readonly CaseRow[] = [
  [
    '66',
    deep(tex`To solve this, sum the first 11 integers.

1. First, $n(n+1)/2$.
2. Second, $n = 11$.

Thus the answer is $\boxed{66}$.`),
    YES,
    'numbered steps',
  ],
  ['55', deep(tex`Thus the answer is $\boxed{66}$.`), NOT, 'a box in the reasoning does not count'],
  [
    '2',
    deep(tex`1. First, $n(n+1)/2$.
2. Second, $n = 11$.

Thus the answer is $\boxed{66}$.`),
    NOT,
    'a step number',
  ],
  [
    '18',
    'Janet sells 16 - 3 - 4 = 9 eggs a day.\nShe makes 9 * 2 = $18 every day at the farmer’s market.\n#### 18',
    YES,
    'GSM8K',
  ],
  [
    '70000',
    'The value rose by 80,000*1.5=$120,000, so he made $120,000-50,000-80,000 = $70,000.\n\n#### $70,000',
    YES,
    'GSM8K money',
  ],
  ['7000', '#### $70,000', NOT, 'GSM8K, tenfold'],
  ['540', 'He runs 3*3=9 sprints a week. So he runs 9*60=540 meters.', YES, 'chain with a unit in prose'],
  ['60', 'He runs 3*3=9 sprints a week. So he runs 9*60=540 meters.', NOT, 'operand'],
  [
    tex`\frac{3}{8}`,
    tex`The probability is therefore
$$P = \frac{\binom{4}{2}}{2^4} = \frac{6}{16} = \frac{3}{8}.$$`,
    YES,
    'end of a chain in display math',
  ],
  [
    tex`\frac{6}{10}`,
    tex`The probability is therefore
$$P = \frac{\binom{4}{2}}{2^4} = \frac{6}{16} = \frac{3}{8}.$$`,
    NOT,
    'not that',
  ],
  [tex`\frac{3}{8}`, tex`Hence $P = \frac{3}{8} \approx 0.375$.`, YES, 'approximation behind'],
  [tex`\frac{3}{8}`, tex`\boxed{\frac{3}{8} \approx 0.375}`, YES, 'approximation in the box'],
  [tex`\frac{3}{8}`, tex`\boxed{0.375 = 37.5\%}`, YES, 'value and percent'],
  ['12', tex`$\boxed{12}$ (since $13$ fails)`, YES, 'reason behind in parentheses'],
  ['13', tex`$\boxed{12}$ (since $13$ fails)`, NOT, 'not the failure'],
  ['12', tex`The possible values are $11$ and $12$, and the larger is $\boxed{12}$.`, YES, 'list before'],
  ['A', 'Let us check each option.\nA. 3 + 4 = 7, correct.\nB. 3 + 4 = 8, wrong.\n\nAnswer: A', YES, 'option list'],
  ['B', 'Let us check each option.\nA. 3 + 4 = 7, correct.\nB. 3 + 4 = 8, wrong.\n\nAnswer: A', NOT, 'option list'],
  ['C', 'The correct answer is (C) $\\frac{1}{2}$.', YES, 'letter and value'],
  ['C', 'The correct option is C: 7 of the numbers are prime.', YES, 'letter and statement'],
  ['D', tex`\boxed{\textbf{(D)}\ 24}`, YES, 'AMC style'],
  ['D', tex`\boxed{\textbf{(B)}\ 24}`, NOT, 'AMC style'],
  ['24', tex`\boxed{\textbf{(D)}\ 24}`, YES, 'AMC style by value'],
  ['25', tex`\boxed{\textbf{(D)}\ 24}`, NOT, 'AMC style by value'],
  ['E', tex`\boxed{\mathrm{(E)}}`, YES, 'mathrm letter'],
  ['C', 'c', YES, 'lower-case letter'],
  ['AC', tex`\boxed{\text{A, C}}`, YES, 'several letters'],
  ['AC', tex`\boxed{\text{A}}`, NOT, 'one of several letters'],
  ['ACD', tex`\boxed{ABD}`, NOT, 'other letters'],
  ['Alice', tex`\boxed{\text{Alice}}`, YES, 'name'],
  ['Alice', tex`\boxed{\text{Bob}}`, NOT, 'other name'],
  [tex`\text{Monday}`, tex`\boxed{\text{monday}}`, YES, 'case'],
  [tex`\text{Monday}`, tex`\boxed{\text{Sunday}}`, NOT, 'day'],
  [tex`\text{east}`, tex`\boxed{\text{West}}`, NOT, 'direction'],
  [tex`\text{even}`, tex`\boxed{\text{odd}}`, NOT, 'parity'],
  [tex`\text{convergent}`, tex`\boxed{\text{divergent}}`, NOT, 'opposite'],
  [tex`\text{parabola}`, tex`\boxed{\text{(parabola)}}`, YES, 'parentheses around a word'],
  ['10:30', tex`\boxed{10:30}`, YES, 'time'],
  ['10:30', tex`\boxed{10:20}`, NOT, 'time'],
  [tex`10\!:\!30\text{ a.m.}`, tex`\boxed{10:30 \text{ p.m.}}`, NOT, 'half of the day'],
  ['3:4', tex`\boxed{\frac{3}{4}}`, YES, 'ratio'],
  ['3:4', tex`\boxed{4:3}`, NOT, 'ratio turned'],
  ['3:4', tex`\boxed{6:8}`, YES, 'ratio not reduced'],
  ['1:2:3', tex`\boxed{1:3:2}`, NOT, 'ratio of three'],
  ['1:2:3', tex`\boxed{1 : 2 : 3}`, YES, 'ratio of three'],
];

export const LANGUAGES: readonly CaseRow[] = [
  ['3', '解：由题意得 $x+2=5$，所以 $x=3$。', YES, 'Chinese sentence'],
  ['5', '解：由题意得 $x+2=5$，所以 $x=3$。', NOT, 'Chinese sentence'],
  ['3', '故答案为：$3$．', YES, 'full-width stop'],
  ['A', '故选：A．', YES, 'choice'],
  ['B', '故选：A．', NOT, 'choice'],
  ['A', '正确答案是 A。', YES, 'choice'],
  [tex`\frac{1}{2}`, tex`最终答案是 $\boxed{\dfrac{1}{2}}$。`, YES, 'box'],
  ['(-1, 2)', '答案：$(-1，2)$', YES, 'full-width comma'],
  ['3', tex`\boxed{3个}`, YES, 'measure word'],
  ['3', tex`\boxed{3\text{元}}`, YES, 'yuan'],
  ['3', tex`\boxed{4\text{元}}`, NOT, 'yuan'],
  ['1', 'La respuesta final es \\boxed{1}.', YES, 'Spanish'],
  ['2', 'La réponse est 2.', YES, 'French'],
  ['3', 'Ответ: 3', YES, 'Russian'],
  ['3', 'Die Antwort ist 4.', NOT, 'German'],
];
