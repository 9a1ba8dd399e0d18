/** One version of the package in a process of its own: does a piece of work when asked, and says how long it took. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Random } from '../src/base/index.js';
import type * as Library from '../src/index.js';
import type * as SandboxLibrary from '../src/sandbox/index.js';
import type * as TfjsLibrary from '../src/tfjs/index.js';
import { makeProblem, finished } from './kernel-problem.js';
import { benchRollouts } from './rollout-texts.js';
import { integerPairs, longPairs, suitePairs, type Pair } from './verify-sets.js';

const root = process.argv[2]!;
// What both versions have, under the same names.
const { exports: doors } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
/** A door of that version, wherever its build keeps it. */
const load = (door: string) =>
  import(pathToFileURL(join(root, doors[door]!['import'] ?? doors[door]!['default']!)).href) as Promise<never>;
const candidate: typeof Library = await load('.');
const random = new Random('versions');

/** Prepares a piece of work on first use; the work itself returns something that depends on all of it. */
const WORK: Readonly<Record<string, () => (() => unknown) | Promise<() => unknown>>> = {
  verifySuite: () => grading(suitePairs(), 40),
  verifyIntegers: () => grading(integerPairs(500), 40),
  verifyLong: () => grading(longPairs(24), 15),
  downsampleStructured: () => {
    const rollouts = benchRollouts(2048, 32, 30_000);
    return () => candidate.rocDownsample(rollouts, { keep: 16, seed: 'bench' }).kept.length;
  },
  downsampleShort: () => {
    const rollouts = benchRollouts(32_768, 32, 600);
    return () => candidate.rocDownsample(rollouts, { keep: 16, seed: 'bench' }).kept.length;
  },
  groupAdvantages: () => {
    const rollouts = Array.from({ length: 200_000 }, (_, i) => ({ groupId: `g${i >> 4}`, reward: random.integer(2) }));
    return () => candidate.groupAdvantages(rollouts)[77];
  },
  packRollouts: () => {
    const rollouts = tokenRollouts(512, 2000);
    const advantages = rollouts.map(() => 0.5);
    return () => candidate.packRollouts(rollouts, { advantages });
  },
  policyLoss: () => {
    const batch = candidate.packRollouts(tokenRollouts(128, 2000), { advantages: 0.5 });
    const input = { ...batch, logprobs: batch.oldLogprobs.map((logprob) => logprob + 0.01) };
    return () => candidate.policyLoss(input, { ...candidate.dapo(), aggregation: batch.aggregation }).loss;
  },
  kernelHidden: kernel,
  sandboxTrivial: () => sandbox({ code: 'print(1)', mode: 'script' }),
  sandboxCell: () => sandbox({ code: 'x = 1\nprint(x)\nx + 1' }),
};

/** With default options: their names are not the same in every version. */
function grading(pairs: readonly Pair[], passes: number): () => unknown {
  return () => {
    let right = 0;
    for (let pass = 0; pass < passes; pass++) {
      for (const { gold, response } of pairs) right += Number(candidate.verifyMath(response, gold).kind === 'correct');
    }
    return right;
  };
}

function tokenRollouts(count: number, length: number) {
  return Array.from({ length: count }, (_, i) => ({
    id: `r${i}`,
    groupId: `g${i >> 3}`,
    prompt: [],
    turns: [],
    finishReason: 'stop' as const,
    reward: i % 2,
    tokens: {
      ids: Int32Array.from({ length }, () => random.integer(30_000)),
      logprobs: Float32Array.from({ length }, (_, t) => (t < 100 ? 0 : -random.next())),
      responseMask: Uint8Array.from({ length }, (_, t) => Number(t >= 100)),
      promptLength: 100,
    },
  }));
}

async function kernel(): Promise<() => unknown> {
  const tfjs: typeof TfjsLibrary = await load('./tfjs');
  await tfjs.selectBackend({ backend: 'wasm' });
  const tf = await import('@tensorflow/tfjs-core');
  const problem = makeProblem({ tokens: 512, width: 64, words: 8192 });
  return async () => {
    const { grads, value } = tf.valueAndGrads((hidden, weight) =>
      tf.sum(
        tf.mul(
          tfjs.logprobsFromHidden(hidden as never, weight as never, problem.targets).logprobs as never,
          problem.upstream,
        ),
      ),
    )([problem.hidden, problem.weight]);
    const sum = await finished(grads[1]!);
    tf.dispose([...grads, value]);
    return sum;
  };
}

async function sandbox(call: { code: string; mode?: 'script' }): Promise<() => unknown> {
  const { createLocalSandbox }: typeof SandboxLibrary = await load('./sandbox');
  const local = await createLocalSandbox({ isolation: 'full' });
  process.once('disconnect', () => void local.close());
  return () => Promise.all(Array.from({ length: 500 }, () => local.run(call)));
}

const prepared = new Map<string, () => unknown>();
let consumed: unknown;
process.on('message', (question: { names?: boolean; name?: string }) => {
  void answer(question).then(
    (found) => process.send!({ answer: found }),
    (error: Error) => process.send!({ error: error.stack }),
  );
});

async function answer({ names, name }: { names?: boolean; name?: string }): Promise<unknown> {
  if (names || name === undefined) return Object.keys(WORK);
  if (!prepared.has(name)) prepared.set(name, await WORK[name]!());
  const work = prepared.get(name)!;
  globalThis.gc!();
  const start = performance.now();
  consumed = await work();
  return performance.now() - start;
}

process.once('exit', () => void consumed);
process.send!('ready');
