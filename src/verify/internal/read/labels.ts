/** \max = 9, \gcd: 3: a function of nothing only says what the value is. */
const FUNCTION =
  /^\\(max|min|sup|inf|gcd|lcm|deg|dim)\s*(?:[:=]|\\colon(?![A-Za-z]))\s*(?=[^\s=])(?![^]*\\(?:max|min|sup|inf)(?![A-Za-z]))/;
const BOUNDS: { readonly [name: string]: string } = { sup: 'supremum', inf: 'infimum' };
/** \text{Area}(ABC) = 9 */
const OF_A_NAME =
  /^\\(?:text|textbf|mathrm|mathbf|mathit)\s*\{\s*(Area|area|Volume|Vol|Perimeter|Var|Cov|Pr|dist|rank|deg|dim)\s*\}\s*(?=\([^()=]*\)\s*=)/;
/** 最大值为9, \text{面积} = 9, 答案: 9 */
const HAN =
  /^(\\(?:text|textbf|mathrm|mbox)\s*\{)?\s*(?:所以|因此|故|综上)?[,.]?\s*(?:本题|该题|最终|正确|最后)?的?(?:答案?|解|结果|最[大小]值|面积|表面积|周长|体积|概率|期望|方差|总和|和|积|差|商|个数|总数|总共|次数|长度?|距离|半径|直径|斜率|系数|余数|公差|公比)(?:的值)?\s*(为|是|等于|[:=])?\s*/;
const SAYS = /^\s*(?:为|是|等于|[:=])\s*(?=\S)/;

/** An answer under a label as one that names its value in words that are known, or without it where the words are Chinese. */
export function withKnownLabel(text: string): string {
  if (text.startsWith('\\')) {
    const named = text
      .replace(FUNCTION, (_, name: string) => `\\text{${BOUNDS[name] ?? name}} = `)
      .replace(OF_A_NAME, '\\operatorname{$1}');
    if (named !== text) return named;
  }
  const match = /^[^]{0,16}[\u4e00-\u9fff]/.test(text) ? HAN.exec(text) : null;
  if (match === null) return text;
  const [label, open, verb] = match;
  let rest = text.slice(label.length);
  const isClosed = open !== undefined && rest.startsWith('}');
  if (isClosed) rest = rest.slice(1);
  const said = verb === undefined ? rest.replace(SAYS, '') : rest.trim();
  if (said === '' || (verb === undefined && said === rest)) return text;
  return open === undefined || isClosed ? said : `\\text{${said}`;
}
