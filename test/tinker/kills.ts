/**
 * Trains twice on a live server, once in a go and once killed again and again, the program, the server and both, and holds one
 * run against the other: `kills.ts MODEL DIRECTORY`. A gradient that was lost or applied twice would show in every loss after it.
 */
import { join, resolve } from 'node:path';
import { interrupted, startSkyrl } from '../../scripts/tinker/skyrl.mjs';
import { recordCount, runTrainer, timelessMetrics } from '../integration/killed-run.js';
import { farthest } from './farthest.js';

/** What the server computes is the same within rounding, whatever it was batched with. */
const WITHIN = 0.02;

const [model, directory] = process.argv.slice(2).map((path) => resolve(path)) as [string, string];
const start = () => startSkyrl({ model, directory: join(directory, 'server') });
let server = await start();
void interrupted.then(async () => {
  await server.kill();
  process.exit(1);
});
const train = (run: string, until?: () => boolean) =>
  runTrainer(['test/tinker/train.ts', server.url, model, run], run, until);

const whole = join(directory, 'whole');
const killed = join(directory, 'killed');
try {
  console.log('a run in one go …');
  await train(whole);
  const rewards = timelessMetrics(whole).flatMap(({ stage, reward }) => (stage === 'rl' ? [Number(reward)] : []));
  console.log(`rewards: ${rewards.map((reward) => reward.toFixed(2)).join(' ')}`);
  if (!(mean(rewards.slice(-2)) > mean(rewards.slice(0, 2)) + 0.3)) fail('expected the reward to rise');

  const sftSteps = timelessMetrics(whole).length - rewards.length;
  for (const [what, at] of [
    ['the program', 5],
    ['the server', 11],
    ['both', sftSteps + 3],
    ['the program', sftSteps + 5],
    ['the server', sftSteps + 8],
  ] as const) {
    console.log(`kill ${what} after ${at} records …`);
    let ended: Promise<void> | undefined;
    await train(killed, () => {
      if (recordCount(killed) < at) return false;
      if (what !== 'the program') ended ??= server.kill();
      return what !== 'the server';
    }).catch((error: unknown) => {
      if (ended === undefined) throw error;
    });
    if (ended === undefined) continue;
    await ended;
    server = await start();
  }
  await train(killed);
} finally {
  await server.kill();
}

const { distance, path } = farthest(timelessMetrics(killed), timelessMetrics(whole));
console.log(`the killed run is farthest from the other by ${distance.toPrecision(2)} (${path})`);
if (!(distance < WITHIN)) fail(`expected less than ${WITHIN}`);

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function fail(message: string): void {
  console.error(`FAIL ${message}`);
  process.exitCode = 1;
}
