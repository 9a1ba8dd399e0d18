import { rows } from './rows.js';

/** Where the answer stands: after the reasoning, in the last place; accents belong to names. */
export const PLACES = rows(String.raw`
7 ⇔ ~<think>Maybe \boxed{5}.</think> The answer is 7.
5 ⇎ ~<think>Maybe \boxed{5}.</think> The answer is 7.
7 ⇔ ~<reason>Maybe \boxed{5}.</reason> The answer is 7.
5 ⇎ ~<reason>Maybe \boxed{5}.</reason> The answer is 7.
7 ⇔ ~<reason>\boxed{5}</reason><answer>7</answer>
5 ⇎ ~<reason>\boxed{5}</reason><answer>7</answer>
7 ⇔ ~<think>\boxed{5}</think><answer>\boxed{7}</answer>
7 ⇔ ~<think>\boxed{5}</think> So $x = 7$.
5 ⇎ ~<think>\boxed{5}</think> So $x = 7$.
5 ⇎ ~<think>\boxed{5}</think> The answer is unknown.
5 ⇎ ~<think>\boxed{5}</think> I cannot solve it.
7 ⇔ ~The answer is 5. <answer>7</answer>
5 ⇎ ~The answer is 5. <answer>7</answer>
7 ⇔ ~\boxed{5} <answer>7</answer>
5 ⇎ ~\boxed{5} <answer>7</answer>
7 ⇔ ~<answer>5</answer> \boxed{7}
5 ⇎ ~<answer>5</answer> \boxed{7}
7 ⇔ ~\boxed{7} The answer is 7.
7 ⇏ ~\boxed{5}. Wait, no. The final answer is 7.
7 ⇎ ~<think>no</think> x =
7 ⇎ ~<think>so x=7</think> x =
7 ⇎ ~The answer is x =
7 ⇎ ~so $x = 7 + $
7 ⇎ ~So 7 =
7 ⇎ ~Then 2 + 7 =
7 ⇎ ~Then we compute 7 +
7 ⇎ ~Therefore x = 7 \times
7 ⇎ ~So the total is 3 \cdot 7 =
7 ⇎ ~The answer is 7 =
7 ⇎ ~We find that x equals
7 ⇎ ~Thus the answer is $7^{
7 ⇎ ~The answer is $\frac{7}{
7 ⇎ \boxed{x=}
7 ⇎ 7=
7 ⇎ 7+
7 ⇔ =7
7 ⇏ \hat{7}
x ⇎ \hat{x}
x ⇎ \bar{x}
\bar{x} ⇎ x
\hat{x} ⇎ \bar{x}
\hat{y} = 2x+1 ⇎ y = 2x+1
y = 2x+1 ⇎ \hat{y} = 2x+1
\bar{x} = 5 ⇔ 5
\bar{x} = 5 ⇎ x = 5
\hat p = 0.3 ⇎ p = 0.3
\hat p = 0.3 ⇔ 0.3
\tilde{x} ⇎ x
\dot{x} ⇎ x
x' ⇎ x
x_1 ⇎ x
\overline{z} ⇎ z
\bar z ⇔ \overline{z}
\mathbf{v} ⇔ v
\mathbf{v} ⇔ \vec{v}
\overline{AB} ⇔ AB
\hat{i} + \hat{j} ⇔ (1,1)
\hat{\theta} ⇎ \theta
\bar{X} ⇎ X
\bar{X} + \bar{Y} ⇎ X + Y
\bar{a} \cdot b ⇎ a \cdot \bar{b}
\mathcal{L} ⇏ L
\hat{x}^2 ⇎ x^2
7 ⇔ ~<reason>We guess 5.</reason>⏎<answer>\boxed{7}</answer>
7 ⇔ ~<reason>a</reason><answer>5</answer><reason>b</reason><answer>\boxed{7}</answer>
7 ⇔ ~</think> 7
7 ⇔ ~some \boxed{5} thoughts</think> The answer is 7
5 ⇎ ~some \boxed{5} thoughts</think> The answer is 7
7 ⇔ ~**Final Answer**: \boxed{7}⏎⏎Note: if $n=5$ we'd get 9.
7 ⇏ ~Let \boxed{x} denote the box. The answer is 7.
7 ⇔ ~The answer is \boxed{7}. (Check: $3+4=7$.)
7 ⇔ ~\boxed{7}⏎Is it 8? No.
7 ⇔ ~<answer>The value is 7.</answer>
7 ⇔ ~<answer>x = 7</answer> thanks
7 ⇎ ~<answer></answer>
7 ⇎ ~\boxed{7}<answer></answer>
7 ⇏ ~<tool_response>\boxed{7}</tool_response>
7 ⇎ ~<tool_response>The answer is 7</tool_response> I could not solve it.
`);
