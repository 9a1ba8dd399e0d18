import { parseArgs } from 'node:util';
import { removeRun } from 'rstar2-agent/recipe';
import { createPythonTool } from 'rstar2-agent/sandbox';
import { SETTINGS } from '../trainer/settings.js';
import { SYSTEM_PROMPT } from '../trainer/task/problems.js';
import { runOf } from '../trainer/train.js';
import { endOnMistake } from '../training/end-on-mistake.js';
import { withMachine } from '../training/machine.js';
import { passAt1Text } from '../training/pass-at-1.js';
import { trainByRecipe } from '../training/run.js';
import { solve } from './agent.js';

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

await endOnMistake(main, (error) => 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

/** Trains the agent of agent.ts on the demo's problems, from the demo's demonstrations. */
async function main(): Promise<void> {
  const options = { seed: { type: 'string', default: '1' }, fresh: { type: 'boolean', default: false } } as const;
  const { seed, fresh } = parseArgs({ options }).values;
  const directory = `runs/agent-${seed}`;
  if (fresh) removeRun(directory);
  const { records, report } = await withMachine({ isolation: 'auto' }, ({ sandbox, signal: stop, ...machine }) => {
    const interpreter = createPythonTool(sandbox);
    const run = runOf({ ...machine, algorithm: 'grpo-roc', seed, directory, sandbox, signal: stop }, SETTINGS);
    return trainByRecipe(SETTINGS.recipe, {
      ...{ ...run, tools: undefined },
      title: `your agent, seed ${seed}`,
      isolation: sandbox.isolation.level,
      config: { system: SYSTEM_PROMPT, ...SETTINGS },
      agent: async ({ task, model, signal, setApart }) => {
        await solve(task.messages, { model, interpreter, signal, onDown: setApart });
      },
    });
  });
  const passes = records.filter((record) => record.stage === 'eval');
  console.log(
    `held-out pass@1: ${passAt1Text(passes[0])} before RL, ${passAt1Text(passes.at(-1))} after\nreport: ${report}`,
  );
}
