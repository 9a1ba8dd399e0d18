import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LearnerError, type Learner, type LearnerFactory } from '../../../../../src/base/index.js';
import { makeBatch, sequences } from '../../../../../src/testing/internal/learner-under-test.js';
import { createDecoder, createTfjsLearnerFactory } from '../../../../../src/tfjs/index.js';
import {
  createTinkerClient,
  createTinkerLearnerFactory,
  type TinkerClient,
  type TinkerServer,
} from '../../../../../src/tinker/index.js';
import type { TinkerSemantics } from '../../../../../src/tinker/client/semantics.js';
import { KERNEL_BACKENDS, useBackend } from '../../../tfjs/backends.js';
import { openHere } from '../../server/open-here.js';
import { ONE_LAYER } from './one-layer.js';

/** What our server does, but that gradients are not left with it before the step. */
const TWO_PASSES: TinkerSemantics = {
  crossEntropy: { sequence: 'none', batch: 'none' },
  importanceSampling: { sequence: 'none', batch: 'none' },
  clipsGradients: false,
  honoursMaxGradientNorm: true,
  honoursSequenceIds: true,
  resetsOptimizer: true,
  keepsSnapshots: true,
};

/** What goes wrong with a request to a path: the next one, and none after it. */
interface Fault {
  readonly path: string;
  readonly when: 'before' | 'after';
  readonly how: 408 | 429 | 500 | 'reset';
}

/** Stands between client and server. */
async function startProxy(target: () => string, faults: Fault[]): Promise<{ url: string; close(): Promise<void> }> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const at = faults.findIndex(({ path }) => request.url === `/api/v1/${path}`);
    const [fault] = at < 0 ? [] : faults.splice(at, 1);
    const fail = () => {
      if (fault!.how === 'reset') request.socket.destroy();
      else response.writeHead(fault!.how, { 'retry-after': '0' }).end('{"detail": "planted"}');
    };
    if (fault?.when === 'before') return fail();
    const onward = send(`${target()}${request.url}`, { method: request.method, headers: request.headers }, (answer) => {
      if (fault === undefined) answer.pipe(response.writeHead(answer.statusCode!, answer.headers));
      else answer.resume().on('end', fail);
    });
    onward.on('error', () => request.socket.destroy());
    onward.end(Buffer.concat(pieces));
  };
  const proxy: Server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      proxy.closeAllConnections();
      return new Promise((resolve) => proxy.close(() => resolve()));
    },
  };
}

/** Counts, at the engine, the gradients that were added and the steps that were taken. */
function counting(factory: LearnerFactory, counts: { gradients: number; steps: number }): LearnerFactory {
  return {
    ...factory,
    async createLearner(model) {
      const learner = await factory.createLearner(model);
      const [add, step] = [learner.forwardBackward.bind(learner), learner.optimizerStep.bind(learner)];
      learner.forwardBackward = (...given) => (counts.gradients++, add(...given));
      learner.optimizerStep = (...given) => (counts.steps++, step(...given));
      return learner;
    },
  };
}

const STEPS = 2;

/** Takes the step from two batches of unequal size; each step's advantages are its own. */
async function trainStep(learner: Learner, step: number): Promise<void> {
  const batch = makeBatch({ advantages: makeBatch().advantages.map((advantage) => advantage * (1 + step)) });
  await learner.forwardBackward(sequences(batch, 0, 1), { kind: 'reinforce' });
  await learner.forwardBackward(sequences(batch, 1, 3), { kind: 'reinforce' });
  await learner.optimizerStep({ learningRate: 0.01 });
}

describe.each([
  ['one pass', 'rstar2'],
  ['two passes', TWO_PASSES],
] as const)('faults between a learner and the server, in %s', (_, semantics) => {
  const MODEL = { baseModel: 'small', seed: 1, lora: { rank: 2 } };
  const faults: Fault[] = [];
  const counts = { gradients: 0, steps: 0 };
  let directory: string;
  let server: TinkerServer;
  let proxy: { url: string; close(): Promise<void> };
  let client: TinkerClient;
  let expected: Float32Array;

  const serve = () =>
    openHere({
      factory: counting(
        createTfjsLearnerFactory({ baseModels: { small: (seed) => createDecoder(ONE_LAYER, { seed }) } }),
        counts,
      ),
      directory,
    });
  const connect = async () => {
    client = await createTinkerClient({ baseUrl: proxy.url, retry: { retries: 4, delayMs: 1, maxDelayMs: 5 } });
    return createTinkerLearnerFactory({ client, semantics });
  };

  beforeAll(async () => {
    await useBackend(KERNEL_BACKENDS[0]!);
    const factory = createTfjsLearnerFactory({
      baseModels: { small: (seed) => createDecoder(ONE_LAYER, { seed }) },
      maxGradientNorm: Infinity,
      optimizer: { beta2: 0.95, epsilon: 1e-12, weightDecay: 0 },
    });
    const learner = await factory.createLearner(MODEL);
    for (let step = 0; step < STEPS; step++) await trainStep(learner, step);
    expected = await learner.logprobs(makeBatch());
    await factory.close();
    directory = await mkdtemp(join(tmpdir(), 'rstar2-tinker-'));
    server = await serve();
    proxy = await startProxy(() => server.url, faults);
  });

  beforeEach(() => Object.assign(counts, { gradients: 0, steps: 0 }));
  afterEach(async () => {
    faults.length = 0;
    await client.close();
  });
  afterAll(async () => {
    await proxy.close();
    await server.close(0);
    await rm(directory, { recursive: true });
  });

  const planted = ['forward_backward', 'optim_step', 'retrieve_future'].flatMap((path) =>
    ([408, 429, 500, 'reset'] as const).flatMap((how) =>
      (['before', 'after'] as const).map((when) => ({ path, how, when })),
    ),
  );
  it.each(planted)('applies every gradient once when $path ends in $how $when it was carried out', async (fault) => {
    const learner = await (await connect()).createLearner(MODEL);
    for (let step = 0; step < STEPS; step++) {
      if (step === 1) faults.push(fault, fault);
      await trainStep(learner, step);
    }
    expect(faults).toEqual([]);
    expect(counts).toEqual({ gradients: 2 * STEPS, steps: STEPS });
    same(await learner.logprobs(makeBatch()), expected);
  });

  it('goes on from the last saved state when the server is restarted mid-step', async () => {
    const learner = await (await connect()).createLearner(MODEL);
    const start = await learner.logprobs(makeBatch(), { weights: 'reference' });
    await trainStep(learner, 0);
    const saved = await learner.saveCheckpoint('step-1');
    await learner.forwardBackward(makeBatch(), { kind: 'reinforce' });
    await server.close(0);
    server = await serve();
    await expect(learner.optimizerStep()).rejects.toBeInstanceOf(LearnerError);
    await expect(learner.logprobs(makeBatch())).rejects.toThrow(/loadCheckpoint/);
    // The same client opens a session of the new server.
    await learner.loadCheckpoint(saved);
    for (let step = 1; step < STEPS; step++) await trainStep(learner, step);
    expect(counts.steps).toBe(STEPS);
    expect(await learner.logprobs(makeBatch(), { weights: 'reference' })).toEqual(start);
    same(await learner.logprobs(makeBatch()), expected);
  });
});

/** Float32 on the wire and in the engine's sums. */
function same(got: Float32Array, expected: Float32Array): void {
  got.forEach((value, t) => expect(value).toBeCloseTo(expected[t]!, 4));
}
