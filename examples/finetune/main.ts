import { endOnMistake } from '../training/end-on-mistake.js';
import { passAt1Text } from '../training/pass-at-1.js';
import { withMachine } from '../training/machine.js';
import { finetune } from './finetune.js';
import { UsageError } from './flags.js';
import { asksForHelp, HELP, parseOptions } from './options.js';

const args = process.argv.slice(2);
if (asksForHelp(args)) console.log(HELP);
else
  await endOnMistake(run, (error) => {
    if (error instanceof UsageError) error.message += '\n--help shows all flags';
    return error instanceof UsageError;
  });

async function run(): Promise<void> {
  const options = parseOptions(args);
  const result = await withMachine(options, (machine) => finetune(options, machine));
  if (typeof result === 'string') {
    console.log(result);
    return;
  }
  const { records, report, adapter } = result;
  const evaluations = records.filter(({ stage }) => stage === 'eval');
  console.log(`held-out pass@1: ${passAt1Text(evaluations[0])} before RL, ${passAt1Text(evaluations.at(-1))} after it`);
  console.log(`report: ${report}\nadapter: ${adapter}`);
}
