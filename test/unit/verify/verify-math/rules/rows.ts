/** One comparison: a ground truth, a response and the verdict it must have. */
export interface Row {
  readonly groundTruth: string;
  readonly response: string;
  readonly verdict: 'correct' | 'incorrect' | 'undecided' | 'not correct' | 'not incorrect';
}

const VERDICTS = {
  '⇔': 'correct',
  '⇎': 'incorrect',
  '?': 'undecided',
  '⇏': 'not correct',
  '⇒': 'not incorrect',
} as const;

/**
 * Reads lines such as `1/2 ⇔ 0.5`: right; `⇎` wrong, `?` undecided, `⇏` anything but right, `⇒` anything but wrong.
 * The answer is given in a box, unless a ~ before it says that it is the whole response; ⏎ ends a line in it.
 */
export function rows(text: string): readonly Row[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, groundTruth, sign, answer] = / ?(.*?) (⇔|⇎|\?|⇏|⇒) (.*)$/.exec(line) ?? [];
      if (groundTruth === undefined || answer === undefined) throw new Error(`no comparison: ${line}`);
      const response = answer.startsWith('~') ? answer.slice(1) : `Therefore $\\boxed{${answer.trim()}}$.`;
      return {
        groundTruth: groundTruth.trim().replaceAll('⏎', '\n'),
        response: response.replaceAll('⏎', '\n'),
        verdict: VERDICTS[sign as keyof typeof VERDICTS],
      };
    });
}
