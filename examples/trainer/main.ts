import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { withMachine } from '../training/machine.js';
import { compare } from './compare.js';
import { removeRun } from '../training/run-store.js';
import { ALGORITHMS, type Algorithm } from '../training/settings.js';
import { train } from './train.js';

const HELP = `The reference trainer: a small language model learns, by GRPO-RoC, to solve integer-answer problems by writing
Python, running it for real, reading the result and answering.

  main.ts demo                       stage 0 (SFT) and RL with GRPO-RoC; runs/demo/report.html shows how it went
  main.ts train --algorithm NAME     the same with ${ALGORITHMS.join(' | ')}
  main.ts compare --seeds a,b,c      the three algorithms over the seeds, one report

Options
  --seed NAME        what everything random is drawn from (default 1)
  --run DIRECTORY    where the run is kept (default runs/demo, runs/NAME-SEED); an unfinished run in it is resumed
  --fresh            starts over
  --backend NAME     tfjs backend (default: the fastest that is installed)
  --isolation LEVEL  auto | full | none: how the model's Python is contained (default auto)
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    algorithm: { type: 'string', default: 'grpo-roc' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1,2,3' },
    run: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    backend: { type: 'string' },
    isolation: { type: 'string', default: 'auto' },
    help: { type: 'boolean', default: false },
  },
});
const command = positionals[0];

if (values.help || command === undefined) {
  console.log(HELP);
} else if (command === 'demo' || command === 'train') {
  const algorithm = values.algorithm as Algorithm;
  if (!ALGORITHMS.includes(algorithm)) fail(`--algorithm: expected ${ALGORITHMS.join(', ')}, got ${algorithm}`);
  const directory = values.run ?? (command === 'demo' ? 'runs/demo' : `runs/${algorithm}-${values.seed}`);
  if (values.fresh || existsSync(`${directory}/report.html`)) removeRun(directory);
  const { report, metrics } = await withMachine(values, (machine) =>
    train({ ...machine, algorithm, seed: values.seed, directory }),
  );
  const passes = metrics.filter((record) => record.stage === 'eval').map((record) => Number(record['passAt1']));
  console.log(
    `held-out pass@1: ${percent(passes[0])} after SFT, ${percent(passes.at(-1))} after RL\nreport: ${report}`,
  );
} else if (command === 'compare') {
  const directory = values.run ?? 'runs/compare';
  const seeds = values.seeds.split(',').map((seed) => seed.trim());
  if (values.fresh) removeRun(directory);
  const { report, verdicts } = await withMachine(values, (machine) => compare({ ...machine, seeds, directory }));
  for (const { kind, claim, evidence } of verdicts) console.log(`${kind}: ${claim}: ${evidence}`);
  console.log(`report: ${report}`);
} else {
  fail(`unknown command ${command}\n\n${HELP}`);
}

function percent(share: number | undefined): string {
  return share === undefined ? 'unknown' : `${(100 * share).toFixed(1)} %`;
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
