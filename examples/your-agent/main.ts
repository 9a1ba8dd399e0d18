import { parseArgs } from 'node:util';
import { createPythonTool } from 'rstar2-agent/sandbox';
import { LIMITS, SETTINGS } from '../trainer/settings.js';
import { runOf } from '../trainer/train.js';
import { withMachine } from '../training/machine.js';
import { passAt1Text } from '../training/pass-at-1.js';
import { trainByRecipe } from '../training/run.js';
import { solve } from './agent.js';

// Trains the agent of agent.ts on the demo's problems, after SFT on the demo's demonstrations. After an interruption, the same command
// continues the run.
const { seed, help } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, help: { type: 'boolean' } },
}).values;
if (help) {
  console.log(`Trains the agent of agent.ts on the demo's problems

Usage: main.ts [--seed NAME]

  --seed NAME   seed of everything random (default 1); the folder of the run is runs/agent-NAME
  --help        show this

Example: main.ts --seed 2`);
  process.exit();
}
const directory = `runs/agent-${seed}`;
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const { records, report } = await withMachine(
  { isolation: 'auto', limits: LIMITS, 'allow-missing': 'network', sharesInterpreter: true },
  ({ sandbox, signal: stop }) => {
    const interpreter = createPythonTool(sandbox);
    const run = runOf({ algorithm: 'grpo-roc', seed, directory, sandbox, signal: stop }, SETTINGS);
    return trainByRecipe(SETTINGS.recipe, {
      ...{ ...run, tools: undefined },
      ...{ title: `your agent, seed ${seed}`, isolation: sandbox.isolation.level, config: { ...SETTINGS } },
      agent: async ({ task, model, signal, setApart }) => {
        await solve(task.messages, { model, interpreter, signal, onDown: setApart });
      },
    });
  },
);

const passes = records.filter(({ stage }) => stage === 'eval').map(passAt1Text);
console.log(`held-out pass@1: ${passes[0]} before RL, ${passes.at(-1)} after\nreport: ${report}`);
