/** The program of a calculator's process: answers each message, an expression, with its value. */
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
      // The parent process ends this one at its limit; this limit holds if the parent has died.
      runInThisContext('evaluateNow()', { timeout: 2 * timeout });
    });
    answer({ kind: 'ready' });
  },
  (error: unknown) => answer({ kind: 'missing', text: String(error) }),
);
