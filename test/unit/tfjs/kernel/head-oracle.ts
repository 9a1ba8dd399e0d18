import { Random } from '../../../../src/base/index.js';

/** One problem for the output head, in plain arrays: N tokens, H hidden units, V words. */
export interface HeadProblem {
  readonly hidden: readonly (readonly number[])[];
  /** Shape [V, H]. */
  readonly rows: readonly (readonly number[])[];
  readonly targets: readonly number[];
  /** ∂L/∂logprob and ∂L/∂entropy of every token. */
  readonly upstream: readonly number[];
  readonly entropyUpstream: readonly number[];
}

export interface HeadAnswer {
  readonly logprobs: number[];
  readonly entropy: number[];
  readonly hiddenGradient: number[][];
  /** Shape [V, H]. */
  readonly rowGradient: number[][];
}

/** @param spread - Hidden states and rows are normal, times this. */
export function randomProblem(seed: string, n: number, h: number, v: number, spread = 1): HeadProblem {
  const random = new Random(seed);
  const normals = (count: number): number[] =>
    Array.from({ length: count }, () => Math.fround(spread * random.normal()));
  return {
    hidden: Array.from({ length: n }, () => normals(h)),
    rows: Array.from({ length: v }, () => normals(h)),
    targets: Array.from({ length: n }, () => random.integer(v)),
    upstream: normals(n),
    entropyUpstream: normals(n),
  };
}

/** The definition, in float64: all logits, softmax, chain rule. */
export function solve(problem: HeadProblem, temperature = 1, softcap?: number): HeadAnswer {
  const { hidden, rows, targets, upstream, entropyUpstream } = problem;
  const answer: HeadAnswer = {
    logprobs: [],
    entropy: [],
    hiddenGradient: hidden.map((row) => row.map(() => 0)),
    rowGradient: rows.map((row) => row.map(() => 0)),
  };
  hidden.forEach((state, i) => {
    const raw = rows.map((row) => row.reduce((sum, w, k) => sum + w * state[k]!, 0));
    const logits = raw.map((r) => (softcap === undefined ? r : softcap * Math.tanh(r / softcap)) / temperature);
    const derivatives = raw.map((r) => (softcap === undefined ? 1 : 1 - Math.tanh(r / softcap) ** 2) / temperature);
    const most = Math.max(...logits);
    const logSumExp = most + Math.log(logits.reduce((sum, z) => sum + Math.exp(z - most), 0));
    const logp = logits.map((z) => z - logSumExp);
    const entropy = -logp.reduce((sum, l) => sum + Math.exp(l) * l, 0);
    answer.logprobs.push(logp[targets[i]!]!);
    answer.entropy.push(entropy);
    rows.forEach((row, v) => {
      const p = Math.exp(logp[v]!);
      const direct = upstream[i]! * (Number(v === targets[i]) - p);
      const gradient = derivatives[v]! * (direct - entropyUpstream[i]! * p * (logp[v]! + entropy));
      row.forEach((w, k) => {
        answer.hiddenGradient[i]![k]! += gradient * w;
        answer.rowGradient[v]![k]! += gradient * state[k]!;
      });
    });
  });
  return answer;
}

/** @returns The largest difference over the largest value: one figure for how well arrays agree. */
export function relativeError(got: ArrayLike<number>, want: readonly number[]): number {
  let difference = got.length === want.length ? 0 : Infinity;
  let scale = 1e-3;
  want.forEach((value, i) => {
    difference = Math.max(difference, Math.abs(value - got[i]!));
    scale = Math.max(scale, Math.abs(value));
  });
  return difference / scale;
}
