/**
 * What the sandbox does to a training step: the reference trainer's own, small, with a Python process started for every
 * tool call and contained by nothing (as tools are usually run) and with the fork servers, contained.
 *
 *     npm run build && npx tsx bench/sandbox-trainer.ts [--rounds N]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Sandbox } from 'rstar2-agent';
import { createLocalSandbox } from 'rstar2-agent/sandbox';
import { selectBackend } from 'rstar2-agent/tfjs';
import { SETTINGS, type Settings } from '../examples/trainer/settings.js';
import { train } from '../examples/trainer/train.js';
import { PYTHON_FOLDER } from '../src/sandbox/local/assets.js';
import { findInterpreter } from '../src/sandbox/local/interpreter.js';
import { spawningSandbox } from './sandbox-peers.js';
import { writeTable } from './sandbox-table.js';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });

const settings: Settings = {
  ...SETTINGS,
  task: { trainProblems: 4, testProblems: 1 },
  demonstrations: { problems: 4, perProblem: 12, flawedCalls: 0.3, randomFunctions: 0.3 },
  model: { ...SETTINGS.model, hiddenSize: 32, numAttentionHeads: 2, numKeyValueHeads: 1, intermediateSize: 64 },
  sft: { ...SETTINGS.sft, steps: 60, batchSize: 8, learningRate: 1e-2 },
  rl: { ...SETTINGS.rl, steps: 4, promptsPerStep: 4, groupSize: 8, maxTurns: 5, maxTokens: 200 },
  evaluation: { everySteps: 4, samplesPerProblem: 1 },
  checkpoints: { everySteps: 100 },
};

const { executable } = await findInterpreter('python3', []);
const contestants: readonly (readonly [name: string, start: () => Promise<Sandbox>])[] = [
  ['a process a call, uncontained', () => Promise.resolve(spawningSandbox(executable, PYTHON_FOLDER))],
  ['fork servers, contained', () => createLocalSandbox()],
];

await selectBackend({ backend: 'wasm' });
const steps = new Map(contestants.map(([name]) => [name, { step: [] as number[], rollout: [] as number[] }]));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [name, start] of contestants) {
    const directory = mkdtempSync(join(tmpdir(), 'bench-trainer-'));
    const sandbox = await start();
    // The same seed: both make the same steps, token for token.
    const { metrics } = await train({
      algorithm: 'grpo-roc',
      seed: 'small',
      directory,
      sandbox,
      signal: new AbortController().signal,
      settings,
    });
    await sandbox.close();
    rmSync(directory, { recursive: true, force: true });
    for (const record of metrics.filter(({ stage }) => stage === 'rl')) {
      steps.get(name)!.step.push(Number(record['seconds']));
      steps.get(name)!.rollout.push(Number(record['rolloutSeconds']));
    }
  }
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
const rows = [...steps].map(([name, { step, rollout }]) => ({
  name,
  stepSeconds: median(step),
  rolloutSeconds: median(rollout),
}));
writeTable({
  name: 'sandbox-trainer',
  guide: 'docs/sandbox.md',
  head: ['tools run by', 'a training step', 'of it rollouts'],
  rows: rows.map(({ name, stepSeconds, rolloutSeconds }) => [
    name,
    `${stepSeconds.toFixed(2)} s`,
    `${rolloutSeconds.toFixed(2)} s`,
  ]),
  data: { rows },
});
