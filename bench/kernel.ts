/**
 * Claim: logprobs and their gradients cost little more than the matmuls that they need, and take memory that does not
 * grow with [N, V].
 *
 * 2,048 tokens, a vocabulary of 32,000, 256 hidden units, forward and backward; the values and every gradient of both sides
 * are compared first. `npm run bench:kernel`, which takes a few minutes and 3 GB; `-- --backend node` for another backend
 * (`test:native` has one built), `-- --quick` for a small problem that is checked and timed but not written down.
 */
import * as tf from '@tensorflow/tfjs-core';
import { selectBackend } from '../src/tfjs/index.js';
import type { BackendName } from '../src/tfjs/backend/index.js';
import { measure, type Contestant, type Measurement } from './harness.js';
import {
  autodiffFromHidden,
  commonFromHidden,
  compositeFromHidden,
  compositeFromLogits,
  forwardMatmul,
  kernelFromHidden,
  kernelFromLogits,
  type Answer,
} from './kernel-contestants.js';
import { disagreement, finished, makeProblem, peakBytes, type Problem } from './kernel-problem.js';
import { writeReport } from './report.js';
import { benchOptions } from './options.js';

const { values: flags } = benchOptions({
  options: {
    backend: { type: 'string', default: 'wasm' },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
  },
});
const SIZES = flags.quick ? { tokens: 256, width: 64, words: 4_000 } : { tokens: 2_048, width: 256, words: 32_000 };
/** float32 sums of 32,000 numbers; both sides differ from the exact value by about as much. */
const AGREEMENT = 1e-4;
/** The most that `logprobsFromHidden` may hold beside the output matrix and the gradients. */
const SLACK_BYTES = 100e6;

const LIMIT = 'limit: one forward matmul';

const { reason } = await selectBackend({ backend: flags.backend as BackendName });
console.log(`${reason}\n`);
const options = flags.quick ? { rounds: 3, warmUp: 1 } : { rounds: Number(flags.rounds), warmUp: 1 };
await fromHidden();
await fromLogits();

async function fromHidden(): Promise<void> {
  const problem = makeProblem(SIZES);
  const half = makeProblem({ ...SIZES, tokens: SIZES.tokens / 2 });
  const eighth = makeProblem({ ...SIZES, tokens: SIZES.tokens / 8 });
  await agree('from hidden states', kernelFromHidden(problem), compositeFromHidden(problem));
  const beside = [await peakBeside(half), await peakBeside(problem)] as const;
  const slack = problem.tokens * problem.width * 4 + SLACK_BYTES;
  if (beside[1] > slack)
    throw new Error(`logprobsFromHidden holds ${megabytes(beside[1])} beside matrix and gradients`);
  const composite = await peakBytes(() => discard(compositeFromHidden(problem)));
  const autodiff = await peakBytes(() => discard(autodiffFromHidden(problem)));

  const { measurements, machine } = await measure(
    [
      contestant('composite, best form', problem, compositeFromHidden),
      contestant('composite, autodiff alone', problem, autodiffFromHidden),
      contestant('composite, common form', eighth, commonFromHidden),
      contestant('`logprobsFromHidden`', problem, kernelFromHidden),
      contestant('`logprobsFromHidden`, half the tokens', half, kernelFromHidden),
      matmulContestant(problem),
    ],
    options,
  );
  const matmuls = medianOf(measurements, LIMIT) / medianOf(measurements, '`logprobsFromHidden`');
  report({
    name: `kernel-hidden-${flags.backend}`,
    problem,
    measurements,
    machine,
    notes: [
      `\`logprobsFromHidden\` takes the time of ${matmuls.toFixed(1)} forward matmuls, and holds ${megabytes(beside[1])} beside the output`,
      `matrix, the hidden states and their gradients (${megabytes(beside[0])} for half the tokens); the composite's tensors take`,
      `${megabytes(composite)} in all, ${megabytes(autodiff)} by autodiff alone. The common form was given an eighth of the tokens.`,
    ],
  });
  dispose(problem, half, eighth);
}

async function fromLogits(): Promise<void> {
  const problem = makeProblem(SIZES);
  const logits = forwardMatmul(problem);
  await agree('from logits', kernelFromLogits(problem, logits), compositeFromLogits(problem, logits));
  const peak = await peakBytes(() => discard(kernelFromLogits(problem, logits)));
  const composite = await peakBytes(() => discard(compositeFromLogits(problem, logits)));
  const { measurements, machine } = await measure(
    [
      contestant('composite, best form', problem, (p) => compositeFromLogits(p, logits)),
      contestant('`logprobsFromLogits`', problem, (p) => kernelFromLogits(p, logits)),
    ],
    options,
  );
  const times = medianOf(measurements, 'composite, best form') / medianOf(measurements, '`logprobsFromLogits`');
  const matrices = (bytes: number): string => ((bytes - tf.memory().numBytes) / (logits.size * 4)).toFixed(1);
  report({
    name: `kernel-logits-${flags.backend}`,
    problem,
    measurements,
    machine,
    notes: [
      `${times.toFixed(2)} times the composite's time. Tensors alive beside the logits, in matrices of their shape and as tfjs counts`,
      `them (one memory under two names counts twice): ${matrices(peak)}, the gradient among them; the composite has ${matrices(composite)}.`,
    ],
  });
  logits.dispose();
  dispose(problem);
}

function contestant(name: string, problem: Problem, run: (problem: Problem) => Answer): Contestant {
  return { name, work: problem.tokens, run: () => discard(run(problem)) };
}

function matmulContestant(problem: Problem): Contestant {
  const run = async (): Promise<number> => {
    const logits = forwardMatmul(problem);
    const value = await finished(logits);
    logits.dispose();
    return value;
  };
  return { name: LIMIT, work: problem.tokens, run };
}

/** Waits for all gradients and frees them. */
async function discard({ logprobs, gradients }: Answer): Promise<number> {
  let sum = 0;
  for (const gradient of gradients) sum += await finished(gradient);
  tf.dispose([logprobs, ...gradients]);
  return sum;
}

/** @throws Error unless logprobs and all gradients agree. */
async function agree(name: string, got: Answer, want: Answer): Promise<void> {
  const pairs = [
    [got.logprobs, want.logprobs],
    ...got.gradients.map((gradient, i) => [gradient, want.gradients[i]!]),
  ] as const;
  const differences: number[] = [];
  for (const [ours, theirs] of pairs) differences.push(await disagreement(ours, theirs));
  tf.dispose(pairs.flat());
  const shown = differences.map((difference) => difference.toExponential(1)).join(', ');
  console.log(`${name}: logprobs and gradients differ by ${shown} of their largest value\n`);
  if (!differences.every((difference) => difference < AGREEMENT)) throw new Error(`${name}: the two sides differ`);
}

/** @returns Bytes that `logprobsFromHidden` holds at its peak beside its arguments and as much again for their gradients. */
async function peakBeside(problem: Problem): Promise<number> {
  const before = tf.memory().numBytes;
  const peak = await peakBytes(() => discard(kernelFromHidden(problem)));
  return peak - before - (problem.hidden.size + problem.weight.size) * 4;
}

function medianOf(measurements: readonly Measurement[], name: string): number {
  return measurements.find((measurement) => measurement.name === name)!.median;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}

function report(
  found: Pick<Parameters<typeof writeReport>[0], 'name' | 'measurements' | 'machine' | 'notes'> & { problem: Problem },
): void {
  const { problem, ...result } = found;
  const [tokens, words] = [problem.tokens, problem.words].map((size) => size.toLocaleString('en'));
  const task = `Logprobs of ${tokens} tokens, forward and backward: a vocabulary of ${words}, ${problem.width} hidden units; ${reason}.`;
  if (flags.quick) console.log(JSON.stringify({ ...result, task }, null, 2));
  else writeReport({ ...result, guide: 'docs/kernel.md', task, unit: 'tokens/s' });
}

function dispose(...problems: readonly Problem[]): void {
  for (const { hidden, weight, upstream } of problems) tf.dispose([hidden, weight, upstream]);
}
