/** The program of a calculator's process: evaluates the expression of each message and answers with what it came to. */
import { runInThisContext } from 'node:vm';
import type { CalculatorNumber } from './evaluate.js';
import type { ProcessMessage } from './process.js';

const answer = (message: ProcessMessage): void => void process.send!(message);
const number = process.argv[2] as CalculatorNumber;
const timeout = Number(process.argv[3]);

process.on('disconnect', () => process.exit());
import('./evaluate.js').then(
  ({ createEvaluator }) => {
    const evaluate = createEvaluator(number);
    process.on('message', (expression: string) => {
      Object.assign(globalThis, { evaluateNow: () => answer(evaluate(expression)) });
      // Whoever asked ends this process at its limit; this ends it where that one has died meanwhile.
      runInThisContext('evaluateNow()', { timeout: 2 * timeout });
    });
    answer({ kind: 'ready' });
  },
  (error: unknown) => answer({ kind: 'missing', text: String(error) }),
);
