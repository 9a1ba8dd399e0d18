import { parseArgs } from 'node:util';
import { dryRun, dryRunMarkdown, readRecipe, removeRun } from 'rstar2-agent/recipe';
import { ALGORITHMS, withAlgorithm, type Algorithm } from '../training/algorithms.js';
import { endOnMistake } from '../training/end-on-mistake.js';
import { passAt1Text } from '../training/pass-at-1.js';
import { withMachine, type Machine } from '../training/machine.js';
import { LEARNERS, withTinker, type OpenLearner } from '../training/tinker.js';
import { compare } from './compare.js';
import { LIMITS, SETTINGS } from './settings.js';
import { runOf, train } from './train.js';

const HELP = `Trains a small language model with GRPO-RoC to solve problems with integer answers: it writes Python, runs it in a
sandbox, reads the output and answers.

Usage: main.ts demo                      SFT, RL on all problems, then RL on the hard ones; the report is runs/demo/report.html
       main.ts train --algorithm NAME    the same with ${ALGORITHMS.join(' | ')} (default grpo-roc)
       main.ts compare --seeds a,b,c     all algorithms with each seed (default 1,2,3), in one report

Options:
  --recipe FILE      a recipe (.json or .yaml) instead of the demo's (RECIPES.demo of rstar2-agent/recipe)
  --dry-run          run the first steps of every stage without saving them, and estimate time and memory of the whole
  --seed NAME        seed of everything random (default 1)
  --run DIRECTORY    folder of the run (default runs/demo, runs/NAME-SEED or runs/compare); an unfinished run in it continues
  --fresh            delete the run in the folder and start again
  --tensorboard      also write event files for TensorBoard, in the folder tensorboard of the run
  --tracing          create OpenTelemetry spans of all rollouts, for a registered provider (docs/tracing.md)
  --backend NAME     tensor backend (default: the fastest that is installed)
  --workers N        compute threads (default: one a core on wasm, four at most)
  --isolation LEVEL  isolation of the model's Python: auto, full, none, or wasm for WebAssembly also on Linux (default auto)
  --allow-missing NAME  network: allow Python as WebAssembly where the network cannot be blocked (Node below 25); demo always
                     allows it, because its programs are of a known kind
  --learner NAME     tfjs or tinker: train in this process, or on a Tinker server (default tfjs)
  --tinker-url URL   the Tinker server; TINKER_API_KEY has the key
  --base-model NAME  a model on the server with at least 300 tokens (default: the first that the server lists)
  --lora-rank N      train an adapter of this rank on the server (default: all weights, which not every server supports)
  --consent          allow a measurement of how the server computes losses, on a temporary adapter; it may cost money
  --help             show this

Example:

  main.ts demo --seed 2 --run runs/second
`;

await endOnMistake(main, (error) => 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      algorithm: { type: 'string', default: 'grpo-roc' },
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1,2,3' },
      run: { type: 'string' },
      recipe: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      tensorboard: { type: 'boolean', default: false },
      tracing: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      backend: { type: 'string' },
      workers: { type: 'string' },
      isolation: { type: 'string', default: 'auto' },
      'allow-missing': { type: 'string' },
      learner: { type: 'string', default: 'tfjs' },
      'tinker-url': { type: 'string' },
      'base-model': { type: 'string' },
      'lora-rank': { type: 'string' },
      consent: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const command = positionals[0];
  if (!LEARNERS.includes(values.learner as 'tfjs'))
    fail(`--learner: expected ${LEARNERS.join(', ')}, got ${values.learner}`);
  const url = values['tinker-url'];
  if ((values.learner === 'tinker') !== (url !== undefined))
    fail('--learner tinker and --tinker-url URL: expected both or neither');
  if (!['network', undefined].includes(values['allow-missing']))
    fail(`--allow-missing: expected network, got ${values['allow-missing']}`);
  const workers = values.workers === undefined ? undefined : Number(values.workers);
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 1 && workers <= 256 && url === undefined))
    fail('--workers: expected a whole number from 1 to 256, without --tinker-url');
  if (command === 'demo') values['allow-missing'] = 'network';
  /** Runs a job on this machine, with the Tinker server if there is one. */
  const withEngine = <T>(job: (machine: Machine & { readonly learner?: OpenLearner }) => Promise<T>): Promise<T> =>
    withMachine({ ...values, limits: LIMITS, sharesInterpreter: true }, (machine) => {
      if (url === undefined) return job(machine);
      const [baseModel, rank] = [values['base-model'], values['lora-rank']];
      const target = {
        url,
        baseModel,
        loraRank: rank === undefined ? undefined : Number(rank),
        consent: values.consent,
      };
      return withTinker(target, machine.signal, (learner) => job({ ...machine, learner }));
    });

  if (values.help || command === undefined) {
    console.log(HELP);
  } else if (command === 'demo' || command === 'train') {
    const algorithm = values.algorithm as Algorithm;
    if (!ALGORITHMS.includes(algorithm)) fail(`--algorithm: expected ${ALGORITHMS.join(', ')}, got ${algorithm}`);
    const directory = values.run ?? (command === 'demo' ? 'runs/demo' : `runs/${algorithm}-${values.seed}`);
    const settings = values.recipe === undefined ? SETTINGS : { ...SETTINGS, recipe: await readRecipe(values.recipe) };
    const { tensorboard } = values;
    const tracing = values.tracing ? { agent: 'trainer' } : undefined;
    const options = { algorithm, seed: values.seed, directory, settings, workers, tensorboard, tracing };
    if (values['dry-run']) {
      const recipe = withAlgorithm(settings.recipe, algorithm);
      const estimate = await withEngine((machine) => dryRun(recipe, runOf({ ...machine, ...options }, settings)));
      console.log(dryRunMarkdown(estimate));
    } else {
      if (values.fresh) removeRun(directory);
      const { report, records } = await withEngine((machine) => train({ ...machine, ...options }));
      const passes = records.filter((record) => record.stage === 'eval');
      console.log(
        `held-out pass@1: ${passAt1Text(passes[0])} before RL, ${passAt1Text(passes.at(-1))} after\nreport: ${report}`,
      );
    }
  } else if (command === 'compare') {
    const useless = (['recipe', 'dry-run', 'tensorboard', 'tracing', 'tinker-url', 'workers'] as const).find(
      (flag) => values[flag],
    );
    if (useless !== undefined) fail(`--${useless}: cannot be used with compare, which has fixed settings`);
    const directory = values.run ?? 'runs/compare';
    const seeds = values.seeds.split(',').map((seed) => seed.trim());
    if (values.fresh) removeRun(directory);
    const { report, verdicts } = await withMachine({ ...values, limits: LIMITS, sharesInterpreter: true }, (machine) =>
      compare({ ...machine, seeds, directory }),
    );
    for (const { kind, claim, evidence } of verdicts) console.log(`${kind}: ${claim}: ${evidence}`);
    console.log(`report: ${report}`);
  } else {
    fail(`unknown command ${command}: expected demo, train or compare\n\n${HELP}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
