import type { MetricRecord } from 'rstar2-agent/report';

/** A point of a curve: at a step, a value. */
export type Point = readonly [step: number, value: number];

/** The curves of a run. */
export interface Curves {
  /** Of SFT, by its steps. */
  readonly loss: readonly Point[];
  /** Share of training rollouts that are right, by RL steps of all stages. */
  readonly reward: readonly Point[];
  /** Share of held-out problems that are solved, by RL steps. */
  readonly solved: readonly Point[];
  /** Failed calls of all calls in held-out rollouts with a right answer, by RL steps. */
  readonly failed: readonly Point[];
}

/** @returns The curves of a run's records. The steps of its RL stages are counted on. */
export function curvesOf(records: readonly MetricRecord[]): Curves {
  const curves = { loss: [] as Point[], reward: [] as Point[], solved: [] as Point[], failed: [] as Point[] };
  let step = 0;
  const add = (curve: Point[], at: number, value: unknown) => {
    if (typeof value === 'number') curve.push([at, value]);
  };
  for (const record of records) {
    if (record.stage === 'sft') add(curves.loss, record.step, record['loss']);
    else if (record.stage === 'eval') {
      add(curves.solved, step, record['passAt1']);
      add(curves.failed, step, record['toolErrorShareInCorrect']);
    } else add(curves.reward, ++step, record['reward']);
  }
  return curves;
}

/** @returns A share in percent: `38 %`. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
