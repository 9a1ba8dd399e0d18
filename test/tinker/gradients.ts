/**
 * Holds the gradients that a live SkyRL applied against the objectives', and what is known of it against the probe: `gradients.ts URL`.
 * With `wrong` after it, takes the server for one that sums, which it does not, and holds that this shows.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { appliedGradientErrors } from 'rstar2-agent/testing';
import {
  createTinkerClient,
  createTinkerLearnerFactory,
  describeTinkerProbe,
  probeTinkerServer,
  type TinkerLearnerFactoryOptions,
} from 'rstar2-agent/tinker';

const WITHIN = 1e-4;
const AT_LEAST = 10;

const SUMS = { sequence: 'none', batch: 'none' } as const;
type Semantics = TinkerLearnerFactoryOptions['semantics'];
const NOT_ITS_OWN: Semantics = {
  crossEntropy: SUMS,
  importanceSampling: SUMS,
  clipsGradients: false,
  honoursMaxGradientNorm: false,
  honoursSequenceIds: false,
  resetsOptimizer: false,
  keepsSnapshots: false,
};

const [url, mode] = process.argv.slice(2);
const client = await createTinkerClient({ baseUrl: url! });
const { models } = await client.capabilities();
const baseModel = models[0]!.name;

if (mode === 'wrong') {
  const farthest = Math.max(...(await errorsUnder(NOT_ITS_OWN)).map(({ error }) => error));
  console.log(`taken for a server that sums: off by up to ${farthest.toPrecision(2)}`);
  if (farthest < 100 * WITHIN) fail('expected a wrong reduction to show');
} else {
  const probe = await probeTinkerServer(client);
  console.log(describeTinkerProbe(probe));
  const factory = await createTinkerLearnerFactory({ client, semantics: 'skyrl' });
  deepStrictEqual(probe.semantics, factory.semantics);
  const exact = await errorsUnder('skyrl');
  const close = exact.filter(({ error, normError = Infinity }) => error < WITHIN && normError < WITHIN);
  for (const { objective, error, normError } of exact)
    console.log(`${objective}: ${error.toPrecision(2)}, its norm ${normError?.toPrecision(2) ?? 'not reported'}`);
  console.log(`${close.length} of ${exact.length} objectives within ${WITHIN}`);
  if (close.length < AT_LEAST) fail(`expected ${AT_LEAST} objectives within ${WITHIN}`);
}
await client.close();

async function errorsUnder(semantics: Semantics) {
  const factory = await createTinkerLearnerFactory({ client, semantics });
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
