/**
 * Claim: the reference trainer's step takes less time on the contained sandbox than where every call starts a process, as tools
 * are usually run, and than on Code Judge.
 *
 *     npm run build && npx tsx bench/trainer-step.ts [--run runs/demo] [--code-judge FOLDER [--code-judge-python PATH]] [--rounds N]
 *
 * Every contestant takes the same first RL step of a run whose stage 0 is done (`npm run demo`), from the same weights with
 * the same seeds: the rollouts are equal token by token, so only where Python runs differs. Code Judge needs redis-server.
 */
import type { Sandbox } from 'rstar2-agent';
import { rlStep, type RlStage } from 'rstar2-agent/recipe';
import { createLocalSandbox, createPythonTool } from 'rstar2-agent/sandbox';
import { createDecoder, createTfjsLearner, decoderConfig, selectBackend } from 'rstar2-agent/tfjs';
import { MAX_TOKENS_PER_PASS, SETTINGS } from '../examples/trainer/settings.js';
import { makeProblems, taskOf } from '../examples/trainer/task/problems.js';
import { makeTokenizer } from '../examples/trainer/task/vocabulary.js';
import { pythonFolder } from '../src/sandbox/local/internal/containment/root-tree.js';
import { findInterpreter } from '../src/sandbox/local/internal/containment/interpreter.js';
import { measure, type Contestant } from './harness.js';
import { writeReport } from './report.js';
import { spawningSandbox, startCodeJudge } from './sandbox-peers.js';
import { benchOptions } from './options.js';

const { values } = benchOptions({
  options: {
    run: { type: 'string', default: 'runs/demo' },
    'code-judge': { type: 'string', default: process.env['CODE_JUDGE'] ?? '' },
    'code-judge-python': { type: 'string', default: 'python3' },
    rounds: { type: 'string', default: '5' },
  },
});
await selectBackend();
const tokenizer = makeTokenizer();
const model = createDecoder(decoderConfig({ ...SETTINGS.model, vocabSize: tokenizer.vocabularySize }), {
  seed: 'bench',
});
const learner = createTfjsLearner({ model });
const stage = SETTINGS.recipe.stages[1] as RlStage;
const problems = makeProblems('1/problems', { train: stage.promptsPerStep, test: 0 }).train.map(taskOf);

/** The result of a step, to check that all contestants did the same. */
const outcomes = new Map<string, string>();

function step(name: string, sandbox: Sandbox): Contestant {
  const tool = createPythonTool(sandbox, { name: 'python' });
  return {
    name,
    work: 1,
    async run() {
      await learner.loadCheckpoint(`${values.run}/checkpoints/rl-0`);
      const { groupSize, selection, miniBatches } = stage;
      const { record } = await rlStep(learner, problems, {
        ...{ step: 1, seed: 'bench', tokenizer, tools: [tool], groupSize, selection, miniBatches },
        sampling: { maxTokens: 256, maxTurns: 8 },
        maxTokensPerPass: MAX_TOKENS_PER_PASS,
      });
      const timeless = Object.entries(record).filter(([metric]) => !/[sS]econd/.test(metric));
      outcomes.set(name, JSON.stringify(timeless));
      return record['reward'];
    },
  };
}

const python = values['code-judge-python'];
const folder = values['code-judge'];
const judge = folder === '' ? undefined : await startCodeJudge({ folder, interpreter: python, python });
const local = await createLocalSandbox({ isolation: 'full' });
const { executable } = await findInterpreter('python3', []);
try {
  const contestants = [
    step('a process a call, uncontained', spawningSandbox(executable, pythonFolder())),
    ...(judge === undefined ? [] : [step('Code Judge, uncontained', judge.sandbox)]),
    step('ours, contained', local),
  ];
  const { measurements, machine } = await measure(contestants, { rounds: Number(values.rounds), warmUp: 1 });
  if (new Set(outcomes.values()).size !== 1) throw new Error(`the steps differ: ${[...outcomes.values()].join('\n')}`);
  writeReport({
    name: 'trainer-step',
    guide: 'docs/training.md',
    task: 'RL steps of the reference trainer: 8 prompts, 16 rollouts each, a few calls a rollout',
    unit: 'steps/s',
    measurements,
    machine,
  });
} finally {
  await judge?.close();
  await local.close();
  await learner.close();
  model.dispose();
}
