import type { MetricRecord } from '../../../base/index.js';
import type { RunEvent } from '../run-options.js';

/** The number of such steps in a row before a warning. */
const STEPS = 3;

/**
 * @param records - The steps of RL that a stage has taken so far, in order.
 * @param position - Where the stage stands.
 * @returns The warnings due after the last of them, each once a stage: its first steps had no reward above 0; steps in a row
 *   trained nothing. They follow from the records alone, so that a run that is resumed does not repeat them.
 */
export function signalWarnings(
  records: readonly MetricRecord[],
  position: { readonly stage: string; readonly step: number },
): RunEvent[] {
  const steps = records.filter((record) => record.stage === position.stage);
  const isSilent = runsOf(steps, isUntrained);
  const isFirst = isSilent.at(-1) === true && isSilent.indexOf(true) === isSilent.length - 1;
  const last = steps.at(-1)?.['reward'];
  return [
    ...(steps.length === STEPS && steps.every(hasNoReward)
      ? [{ kind: 'no-reward', position, steps: STEPS } as const]
      : []),
    ...(isFirst
      ? [{ kind: 'no-signal', position, steps: STEPS, reward: typeof last === 'number' ? last : null } as const]
      : []),
  ];
}

/** @returns For each step whether it is the last of `STEPS` in a row of which this is true. */
function runsOf(steps: readonly MetricRecord[], isTrue: (record: MetricRecord) => boolean): boolean[] {
  let row = 0;
  return steps.map((record) => (row = isTrue(record) ? row + 1 : 0) >= STEPS);
}

function isUntrained({ trainedRollouts }: MetricRecord): boolean {
  return trainedRollouts === 0;
}

/** No reward above 0. Where rewards may lie below 0, their mean does not tell; the groups do. */
function hasNoReward({ reward, unsolvedGroups }: MetricRecord): boolean {
  return reward === 0 || (typeof reward === 'number' && reward < 0 && unsolvedGroups === 1);
}
