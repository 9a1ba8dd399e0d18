import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** vLLM computes the probabilities of one policy in other arithmetic than SkyRL: float32 both. */
const SAME_POLICY = 1e-4;
/** SkyRL computes the same within rounding, whatever it was batched with. */
const SAME_LOSS = 0.01;

/** @returns The lines of a run's file that are whole; none where there is no file. */
export function linesOf(run, name) {
  const file = join(run, name);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

export const recordsOf = (run) => linesOf(run, 'metrics.jsonl');

/** @returns What the engines were given while a run went on: `note` takes the lines that the training prints. */
export function adapterLog(run) {
  const published = [];
  const returned = [];
  return {
    /** Names in the order of time, each with the number of records before it. */
    published,
    returned,
    note(line) {
      const [, name] = /adapter (\S+) is on /.exec(line) ?? [];
      const [, engine, adapter] = /(\S+) is back, with adapter (\S+)/.exec(line) ?? [];
      if (name !== undefined) published.push({ name, after: recordsOf(run).length });
      if (engine !== undefined) returned.push({ engine, adapter });
    },
    /** @returns The adapter of the step that comes after so many records: weights that have not changed are not published again. */
    at(records) {
      const before = published.filter(({ after }) => after <= records);
      const newest = Math.max(...before.map(({ after }) => after));
      return before.findLast(({ after }) => after === newest)?.name;
    },
  };
}

/** Every step was taken once, in its order, and no rollout of it is missing. */
export function checkSteps(check, what, records, { stages }) {
  const wanted = stages.flatMap(({ name, steps, until }) =>
    Array.from({ length: steps ?? until.steps }, (_, i) => `${name} ${i + 1}`),
  );
  const taken = records.map(({ stage, step }) => `${stage} ${step}`);
  check(`${what}: expected every step once, got ${taken.join(', ')}`, taken.join() === wanted.join());
  const { promptsPerStep, groupSize } = stages.find(({ kind }) => kind === 'rl');
  for (const { stage, step, rollouts, ...record } of records)
    if (stage === 'rl')
      check(
        `${what}: step ${step}: expected ${2 * promptsPerStep * groupSize} rollouts, got ${rollouts}, ${record['agent/set_apart']} set apart`,
        rollouts === 2 * promptsPerStep * groupSize && record['agent/set_apart'] === 0,
      );
}

/** What the engines drew with is what the server has just trained: their logprobs of the same tokens agree at every step that trains on some. */
export function checkPolicy(check, what, records) {
  const trained = records.filter(({ stage, trainedRollouts }) => stage === 'rl' && trainedRollouts > 0);
  const of = (name) => trained.map((record) => Number(record[`training/rollout_probs_diff_${name}`]));
  const [means, largest] = [of('mean'), of('max')];
  const list = (values) => values.map((value) => value.toExponential(1)).join(' ');
  console.log(
    `${what}: probabilities of vLLM and SkyRL differ at each step by ${list(means)} (mean), ${list(largest)} (most)`,
  );
  check(`${what}: expected steps that train`, trained.length > 0);
  check(`${what}: expected a difference at each step`, largest.every(Number.isFinite));
  check(`${what}: expected the engines to have the newest adapter`, Math.max(...largest) < SAME_POLICY);
}

/** Every token that was drawn has one version, the adapter that was published for its step; rollouts of steps 1, 5, 10 … are kept. */
export function checkVersions(check, what, { samples, sftSteps, adapters }) {
  let tokens = 0;
  const versions = new Map();
  for (const { step, rollout } of samples) {
    const { responseMask, weightVersions = [] } = rollout.tokens;
    const drawn = new Set(responseMask.flatMap((one, at) => (one === 1 ? at : [])));
    const wanted = adapters.at(sftSteps + step - 1);
    for (const { version, start, end } of weightVersions) {
      check(`${what}: step ${step}: expected ${wanted}, got ${version}`, version === wanted);
      for (let at = start; at < end; at++) {
        check(`${what}: expected a version for drawn tokens alone, once`, drawn.delete(at));
        tokens++;
      }
    }
    check(`${what}: step ${step}: expected a version for every drawn token`, drawn.size === 0);
    versions.set(step, wanted);
  }
  check(`${what}: expected another adapter at each step`, new Set(versions.values()).size === versions.size);
  const list = [...versions].map(([step, version]) => `${version} (step ${step})`).join(', ');
  console.log(`${what}: all ${tokens} tokens of ${samples.length} kept rollouts have their version: ${list}`);
}

/** SFT's losses, which nothing random enters: a gradient that was lost or applied twice would show in every loss after it. */
export function checkLosses(check, what, records, whole) {
  const losses = (all) => all.flatMap(({ stage, loss }) => (stage === 'sft' ? loss : []));
  const farthest = Math.max(...losses(records).map((loss, i) => Math.abs(loss - losses(whole)[i])));
  console.log(`${what}: losses of SFT are within ${farthest.toPrecision(2)} of those of the run in one go`);
  check(`${what}: expected the same losses`, farthest < SAME_LOSS);
}

/** Not checked: what an engine draws of a turn that another one began is drawn anew, and rounding may move a probability past a draw. */
export function countSameRollouts(what, samples, whole) {
  const idsOf = ({ rollout }) => rollout.tokens.ids.join();
  const same = samples.filter((sample, i) => idsOf(sample) === idsOf(whole[i])).length;
  console.log(`${what}: ${same} of ${samples.length} kept rollouts have the tokens of those of the run in one go`);
}
