/** Holds the gradients that a live server applied against the objectives': `gradients.ts URL`. */
import { appliedGradientErrors } from 'rstar2-agent/testing';
import {
  createTinkerClient,
  createTinkerLearnerFactory,
  describeTinkerProbe,
  type TinkerSemantics,
} from 'rstar2-agent/tinker';

const WITHIN = 1e-4;
const AT_LEAST = 10;

const client = await createTinkerClient({ baseUrl: process.argv[2]! });
const { models } = await client.capabilities();
const baseModel = models[0]!.name;

const exact = await errorsUnder(undefined);
const close = exact.filter(({ error, normError = Infinity }) => error < WITHIN && normError < WITHIN);
for (const { objective, error, normError } of exact)
  console.log(`${objective}: ${error.toPrecision(2)}, its norm ${normError?.toPrecision(2) ?? 'not reported'}`);
console.log(`${close.length} of ${exact.length} objectives within ${WITHIN}`);
if (close.length < AT_LEAST) fail(`expected ${AT_LEAST} objectives within ${WITHIN}`);

// The same under what is not true of this server must show.
const sums = { sequence: 'none', batch: 'none' } as const;
const wrong = await errorsUnder({
  crossEntropy: sums,
  importanceSampling: sums,
  clipsGradients: false,
  honoursMaxGradientNorm: false,
  honoursSequenceIds: false,
  resetsOptimizer: false,
  keepsSnapshots: false,
});
const farthest = Math.max(...wrong.map(({ error }) => error));
console.log(`taken for a server that sums: off by up to ${farthest.toPrecision(2)}`);
if (farthest < 100 * WITHIN) fail('expected a wrong reduction to show');
await client.close();

async function errorsUnder(semantics: TinkerSemantics | undefined) {
  const factory = await createTinkerLearnerFactory({
    client,
    semantics,
    onProbe: (probe) => console.log(describeTinkerProbe(probe)),
  });
  return appliedGradientErrors({
    factory,
    model: { baseModel, lora: { rank: 4 }, seed: 1 },
    vocabularySize: 256,
    checkpointLocation: (name) => name,
  });
}

function fail(message: string): void {
  console.error(`FAIL ${message}`);
  process.exitCode = 1;
}
