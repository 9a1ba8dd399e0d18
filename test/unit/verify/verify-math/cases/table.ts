/** One comparison: an answer that is right or wrong for a ground truth, and why where it is not plain. */
export interface Case {
  readonly gold: string;
  readonly answer: string;
  readonly correct: boolean;
  readonly why: string;
}

/** Reads a table of lines `gold ⇔ answer` (right) and `gold ⇎ answer` (wrong), each with an optional ` // reason`. */
export function table(text: string): Case[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [pair = '', why = ''] = line.split(' // ');
      const correct = pair.includes('⇔');
      const [gold, answer] = pair.split(correct ? '⇔' : '⇎');
      if (gold === undefined || answer === undefined) throw new Error(`no comparison: ${line}`);
      return { gold: gold.trim(), answer: answer.trim(), correct, why: why.trim() };
    });
}
