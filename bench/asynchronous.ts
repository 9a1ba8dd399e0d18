import { Random, type Learner } from '../src/base/index.js';
import { quantile } from '../src/base/internal/index.js';
import { createStepSampler, rlStep } from '../src/recipe/index.js';
import type { StepSamplerOptions } from '../src/recipe/steps/step-sampler.js';
import { characters, createFakeLearner, problemsNamed } from '../test/unit/recipe/fake-learner.js';
import { writeTable } from './table.js';
import { benchOptions } from './options.js';

benchOptions();

/**
 * What generating while the learner learns saves: `npx tsx bench/asynchronous.ts`. Engine and learner are played by timers, so that what is measured is the
 * overlap and not this machine; every way runs once a round.
 */
const [STEPS, ROUNDS, UPDATE_MS] = [12, 3, 100];
const WAYS: { readonly [name: string]: Partial<StepSamplerOptions> } = {
  synchronous: {},
  'one step off policy': { asynchronous: { stepsOffPolicy: 1 } },
  'two steps off policy': { asynchronous: { stepsOffPolicy: 2 } },
  'synchronous, dynamic sampling': { dynamicSampling: {} },
  'one step off policy, dynamic sampling': { dynamicSampling: {}, asynchronous: { stepsOffPolicy: 1 } },
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A learner whose updates and whose policy's turns take their time; the policy's draws are by the request's seed. */
function slowLearner(): Learner {
  const learner = createFakeLearner({ skill: 0.85 });
  return {
    ...learner,
    async policy(options) {
      const snapshot = await learner.policy(options);
      return {
        ...snapshot,
        async generate(request, callOptions) {
          const random = new Random(`${request.sampling.seed}/latency`);
          await wait(random.next() < 0.05 ? 200 : 20 + 40 * random.next());
          return snapshot.generate(request, callOptions);
        },
      };
    },
    async optimizerStep() {
      await wait(UPDATE_MS);
      return learner.optimizerStep({ learningRate: 1e-9 });
    },
  };
}

async function run(over: Partial<StepSamplerOptions>) {
  const learner = slowLearner();
  const sampler = createStepSampler(problemsNamed('p', 200), {
    ...{ promptsPerStep: 8, seed: 'prompts', overProvision: 0, ...over },
    restsAfter: (step) => step === STEPS,
  });
  const started = performance.now();
  let [staleness, waited, prompts] = [0, 0, 0];
  for (let step = 1; step <= STEPS; step++) {
    const { record } = await rlStep(learner, sampler, {
      ...{
        step,
        seed: 'run',
        tokenizer: characters,
        groupSize: 4,
        sampling: { maxTokens: 40 },
        maxTokensPerPass: 10_000,
      },
    });
    staleness += Number(record['async/staleness_mean'] ?? 0) / STEPS;
    waited += Number(record['rolloutSeconds']);
    prompts += Number(record['sampling/prompts']);
  }
  const seconds = (performance.now() - started) / 1000;
  await sampler.close();
  return { seconds, staleness, waited: waited / seconds, prompts };
}

const names = Object.keys(WAYS);
const results = new Map(names.map((name) => [name, [] as Awaited<ReturnType<typeof run>>[]]));
for (let round = 0; round < ROUNDS; round++) for (const name of names) results.get(name)!.push(await run(WAYS[name]!));

const middle = (values: readonly number[]) =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
const medians = names.map((name) => {
  const of = (key: 'seconds' | 'staleness' | 'waited' | 'prompts') => middle(results.get(name)!.map((one) => one[key]));
  return { name, seconds: of('seconds'), staleness: of('staleness'), waited: of('waited'), prompts: of('prompts') };
});
writeTable({
  name: 'asynchronous',
  guide: 'docs/asynchronous.md',
  head: [
    `${STEPS} steps, median of ${ROUNDS}`,
    's a step',
    'of the time waiting for rollouts',
    'steps behind, mean',
    'prompts used',
  ],
  rows: medians.map(({ name, seconds, staleness, waited, prompts }) => [
    name,
    (seconds / STEPS).toFixed(3),
    `${(100 * waited).toFixed(0)} %`,
    staleness.toFixed(2),
    String(prompts),
  ]),
  data: medians,
});
