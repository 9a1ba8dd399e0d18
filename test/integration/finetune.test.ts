import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAdapter, loadModel, selectBackend } from 'rstar2-agent/tfjs';
import { HELP, parseOptions } from '../../examples/finetune/options.js';
import { writeTinyModel } from './fixtures/tiny-model.js';
import { recordCount, runTrainer, timelessMetrics } from './killed-run.js';
import { ROOT, runNode } from './node-process.js';

const MAIN = 'examples/finetune/main.ts';
const call = (code: string) => `<tool_call>\n{"name": "python", "arguments": {"code": "${code}"}}\n</tool_call>`;
/** One way to the right answer, one to a wrong one, and a call that fails. */
const RIGHT = [call('print(6 * 7)'), '\\boxed{42}'];
const WRONG = [call('print(6 + 7)'), '\\boxed{13}'];
const FAILED = [call('prin(6 * 7)'), ...RIGHT];
const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

describe('the fine-tuning of a model directory', { timeout: 120_000 }, () => {
  let folder: string;
  let uninterrupted: Record<string, unknown>[];

  const flags = () => [
    ...['--model', join(folder, 'model'), '--backend', 'wasm', '--lora-rank', '4', '--seed', 'tiny'],
    ...['--problems', join(folder, 'problems.jsonl'), '--held-out', join(folder, 'problems.jsonl')],
    ...[
      '--demonstrations',
      join(folder, 'demonstrations.jsonl'),
      '--sft-steps',
      '40',
      '--sft-batch',
      '6',
      '--system',
      'Use Python.',
    ],
    ...['--sft-learning-rate', '0.03', '--steps', '3', '--prompts-per-step', '1', '--group-size', '4', '--kl', '0.01'],
    ...['--learning-rate', '0.01', '--max-tokens', '250', '--eval-every', '2', '--checkpoint-every', '2'],
  ];
  const run = (directory: string, until?: () => boolean) =>
    runTrainer([join(ROOT, MAIN), ...flags(), '--run', directory, '--merge', `${directory}-merged`], directory, until);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'finetune-'));
    await writeTinyModel(join(folder, 'model'), [...RIGHT, ...WRONG, FAILED[0]!]);
    const user = { role: 'user', content: '6 times 7?' };
    const demonstrations = [RIGHT, WRONG, FAILED].map((turns) => ({
      messages: [user, ...turns.map((content) => ({ role: 'assistant', content }))],
    }));
    writeFileSync(join(folder, 'problems.jsonl'), lines([{ prompt: user.content, groundTruth: 42 }]));
    writeFileSync(join(folder, 'demonstrations.jsonl'), lines(demonstrations));
    expect(await run(join(folder, 'whole'))).toBe(0);
    uninterrupted = timelessMetrics(join(folder, 'whole'));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('learns from demonstrations and from its own rollouts, and evaluates before and after', () => {
    const stage = (name: string) => uninterrupted.filter((record) => record['stage'] === name);
    const losses = stage('sft').map(({ loss }) => Number(loss));
    expect(losses).toHaveLength(40);
    expect(losses.at(-1)).toBeLessThan(losses[0]! / 2);
    expect(stage('eval').map(({ step }) => step)).toEqual([40, 2, 3]);
    // Some of the prompt's rollouts are right and some wrong, so that there is something to learn from.
    expect(stage('rl').filter(({ gradientNorm }) => Number(gradientNorm) > 0).length).toBeGreaterThan(0);
    expect(stage('rl').filter(({ referenceKl }) => Number(referenceKl) > 0).length).toBeGreaterThan(0);
    expect(readFileSync(join(folder, 'whole', 'report.html'), 'utf8')).toContain('grpo-roc, seed tiny');
  });

  it("writes the adapter in PEFT's format, and the whole model", async () => {
    await selectBackend({ backend: 'cpu' });
    const base = await loadModel(join(folder, 'model'));
    const adapted = await loadAdapter(base, join(folder, 'whole', 'adapter'));
    expect(adapted.adapter.rank).toBe(4);
    const merged = await loadModel(join(folder, 'whole-merged'));
    expect(merged.parameterCount).toBe(base.parameterCount);
    expect(existsSync(join(folder, 'whole-merged', 'tokenizer.json'))).toBe(true);
    for (const model of [merged, adapted, base]) model.dispose();
  });

  it('goes on after SIGKILL, in SFT and in RL, to the same metrics as an uninterrupted run', async () => {
    const directory = join(folder, 'killed');
    for (const records of [10, 43]) {
      expect(await run(directory, () => recordCount(directory) >= records)).toBe('SIGKILL');
      expect(recordCount(directory)).toBeLessThan(uninterrupted.length);
    }
    expect(await run(directory)).toBe(0);
    expect(timelessMetrics(directory)).toEqual(uninterrupted);
  });

  it('ends before any work where a file or a flag is wrong', async () => {
    const directory = join(folder, 'refused');
    const given = ['--model', join(folder, 'model'), '--problems', 'none.jsonl', '--run', directory];
    const { exitCode, stderr } = await runNode(['--import', 'tsx', MAIN, ...given]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('none.jsonl')]);
    expect(existsSync(directory)).toBe(false);
  });
});

describe('the flags of fine-tuning', () => {
  it.each([
    [[], '--model: expected DIR, got none'],
    [['--rank', '8'], "Unknown option '--rank'"],
    [['--lora-rank', '0'], '--lora-rank: expected a whole number of at least 1, got 0'],
    [['--targets', 'q_proj,x_proj'], '--targets: expected some of all-linear, q_proj'],
    [['--backend', 'gpu'], '--backend: expected auto, node-gpu'],
    [['--learning-rate', 'fast'], '--learning-rate: expected a number of at least 0, got fast'],
    [['--workers', '0'], '--workers: expected a whole number of at least 1, got 0'],
    [
      ['--learner', 'tinker', '--tinker-url', 'http://x', '--workers', '2'],
      '--workers: expected with --learner tfjs alone',
    ],
    [['--recipe', 'a.yaml', '--steps', '3'], '--steps: cannot be used with --recipe, which sets it'],
  ])('says what is wrong with %j', (bad, message) => {
    expect(() => parseOptions(bad.length === 0 ? [] : ['--model', 'm', '--problems', 'p', ...bad])).toThrow(message);
  });

  it('are explained, each with what holds without it', () => {
    expect(HELP).toMatch(/--model DIR .*required[^]*--group-size N .*default 8[^]*the same command continues/i);
  });
});
