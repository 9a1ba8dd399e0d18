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

const HELP = `The reference trainer: a small language model learns, by GRPO-RoC, to solve integer-answer problems by writing
Python, running it for real, reading the result and answering.

  main.ts demo                       SFT, RL with GRPO-RoC, and RL on what is still hard; runs/demo/report.html shows how it went
  main.ts train --algorithm NAME     the same with ${ALGORITHMS.join(' | ')}
  main.ts compare --seeds a,b,c      the three algorithms over the seeds, one report

Options
  --recipe FILE      .json or .yaml: trains by it instead of the demo's recipe (RECIPES.demo of rstar2-agent/recipe)
  --dry-run          makes the first steps of every stage and says what the whole would take
  --seed NAME        what everything random is drawn from (default 1)
  --run DIRECTORY    where the run is kept (default runs/demo, runs/NAME-SEED); an unfinished run in it is resumed
  --fresh            starts over
  --tensorboard      writes event files for TensorBoard, too, to the run's folder tensorboard
  --tracing          makes OpenTelemetry spans of all rollouts, for a provider that is registered (docs/tracing.md)
  --backend NAME     tfjs backend (default: the fastest that is installed)
  --workers N        threads that compute (default: on wasm one a core, four at most)
  --isolation LEVEL  auto | full | none | wasm: how the model's Python is contained (default auto); wasm: as WebAssembly,
                     also on Linux
  --allow-missing NAME  network: need not be denied where that Python is WebAssembly (Node below 25); the demo, whose
                     programs are of a known kind, asks for no more than there is
  --learner NAME     tfjs | tinker: where the weights are trained (default tfjs, in this process)
  --tinker-url URL   the Tinker server; a key is read from TINKER_API_KEY
  --base-model NAME  a model of the server's, of at least 300 tokens (default the first that it lists)
  --lora-rank N      an adapter is trained there (default all weights, which not every server does)
  --consent          how the server reduces losses may be measured on a throw-away adapter, should it cost something
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
  if ((values.learner === 'tinker') !== (url !== undefined)) fail('--tinker-url: expected with --learner tinker alone');
  if (!['network', undefined].includes(values['allow-missing']))
    fail(`--allow-missing: expected network, got ${values['allow-missing']}`);
  const workers = values.workers === undefined ? undefined : Number(values.workers);
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 1 && workers <= 256 && url === undefined))
    fail('--workers: expected a whole number from 1 to 256, without --tinker-url');
  if (command === 'demo') values['allow-missing'] = 'network';
  /** Runs a job on this machine, and on a server where there is one. */
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
    if (useless !== undefined) fail(`compare takes no --${useless}: what it trains by was fixed before`);
    const directory = values.run ?? 'runs/compare';
    const seeds = values.seeds.split(',').map((seed) => seed.trim());
    if (values.fresh) removeRun(directory);
    const { report, verdicts } = await withMachine({ ...values, limits: LIMITS, sharesInterpreter: true }, (machine) =>
      compare({ ...machine, seeds, directory }),
    );
    for (const { kind, claim, evidence } of verdicts) console.log(`${kind}: ${claim}: ${evidence}`);
    console.log(`report: ${report}`);
  } else {
    fail(`unknown command ${command}\n\n${HELP}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
