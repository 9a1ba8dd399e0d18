import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatasetError, PolicyError, Random, type Tool } from '../../../src/base/index.js';
import {
  compareResults,
  evaluate,
  PAPER_EVALUATION,
  readEntropyTraces,
  readEvaluation,
  type EvaluateOptions,
  type EvaluationProblem,
} from '../../../src/evaluate/index.js';
import { settingsApart } from '../../../src/evaluate/evaluation-results.js';
import { createVocabularyTokenizer } from '../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../src/testing/index.js';
import { named, recordSpans } from '../recorded-spans.js';
import { withEntropies } from './entropies.js';

const tokenizer = createVocabularyTokenizer([], { special: ['<|im_start|>', '<|im_end|>'] });

/** Answers 42 or 41, by chance that the request's seed fixes; `before` may break. */
function chancePolicy(before: (asked: number) => void = () => undefined) {
  let asked = 0;
  return createScriptedPolicy({
    tokenizer,
    script: ({ request }) => {
      before(++asked);
      return `<answer>\\boxed{${new Random(`${request.sampling.seed}`).next() < 0.5 ? 42 : 41}}</answer>`;
    },
  });
}

const problems: EvaluationProblem[] = ['a', 'b', 'c'].flatMap((id) =>
  ['small', 'large'].map((dataset) => ({
    id,
    dataset,
    prompt: [{ role: 'user' as const, content: `${id}: 6 * 7?` }],
    groundTruth: '42',
  })),
);

const exporter = recordSpans();

let out: string;
let options: EvaluateOptions;
beforeEach(() => {
  out = join(mkdtempSync(join(tmpdir(), 'rstar2-evaluate-')), 'run');
  options = { tokenizer, maxTokens: 100, samples: 4, seeds: [1, 2], temperatures: [0.6, 1], concurrency: 3, out };
});
afterEach(() => rmSync(join(out, '..'), { recursive: true }));

const lines = () => readFileSync(join(out, 'samples.jsonl'), 'utf8').trimEnd().split('\n');

describe('evaluate', () => {
  it('rolls out with what runRollouts takes: an environment, a trace, whoever is told', async () => {
    const told: string[] = [];
    const policy = createScriptedPolicy({ tokenizer, script: ['41', '<answer>\\boxed{42}</answer>'] });
    const { records } = await evaluate(policy, problems.slice(0, 1), {
      ...{ tokenizer, maxTokens: 100, samples: 1, tracing: { agent: 'solver' } },
      environment: {
        respond: ({ text }) => Promise.resolve(text === '41' ? { kind: 'message', text: 'no' } : { kind: 'end' }),
      },
      onEvent: ({ kind }) => told.push(kind),
    });
    expect(records[0]!.correct).toBe(1);
    expect(told).toContain('turn');
    expect(named(exporter.getFinishedSpans(), 'invoke_agent solver')).toHaveLength(1);
    expect(named(exporter.getFinishedSpans(), 'environment')).toHaveLength(2);
  });

  it('gives an agent the metadata of its problem', async () => {
    const policy = createScriptedPolicy({ tokenizer, script: ['42'] });
    const problem = { ...problems[0]!, metadata: { answer: 42 } };
    const { records } = await evaluate(policy, [problem], {
      ...{ tokenizer, maxTokens: 100, samples: 1 },
      agent: async ({ task, model }) => {
        await model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: task.text }] }] });
        return {
          reward: task.metadata['answer'] === 42 && task.metadata['groundTruth'] === problem.groundTruth ? 1 : 0,
        };
      },
    });
    expect(records[0]!.correct).toBe(1);
    const wrong = { ...problem, metadata: 42 as never };
    await expect(evaluate(policy, [wrong], options)).rejects.toThrow('problems.0.metadata: expected an object');
  });

  it('draws every sample of every problem, data set, temperature and seed, and measures them', async () => {
    const seen: number[] = [];
    const { records, results } = await evaluate(chancePolicy(), problems, {
      ...options,
      onProgress: ({ completed, total }) => seen.push(completed, total),
    });
    expect(records).toHaveLength(6 * 4 * 2 * 2);
    expect(seen.slice(-2)).toEqual([96, 96]);
    expect(results.map(({ dataset, temperature }) => `${dataset} ${temperature}`)).toEqual([
      'small 0.6',
      'large 0.6',
      'small 1',
      'large 1',
    ]);
    const { summary } = results[0]!;
    expect(summary).toMatchObject({ problems: 3, samples: 24, undecided: 0, unavailable: 0 });
    const right = records.filter(
      ({ dataset, temperature, correct }) => dataset === 'small' && temperature === 0.6 && correct === 1,
    );
    expect(summary.measures.average!.value).toBeCloseTo(right.length / 24, 12);
    expect(records[0]).toMatchObject({ problem: 'a', turns: 1, toolCalls: 0, toolErrors: 0, truncated: false });
    expect(records.filter(({ correct, answer }) => (correct === 1) !== (answer === '42'))).toEqual([]);
  });

  it('on a full disk says which file, and the same options go on', async () => {
    mkdirSync(out);
    symlinkSync('/dev/full', join(out, 'settings.json.part'));
    const full = evaluate(chancePolicy(), problems, options);
    await expect(full).rejects.toThrow(DatasetError);
    await expect(full).rejects.toThrow(/settings\.json: cannot be written: ENOSPC.*run again with the same options/);
    expect((await evaluate(chancePolicy(), problems, options)).records).toHaveLength(96);
  });

  it('leaves its settings, so that two folders can be told apart', async () => {
    await evaluate(chancePolicy(), problems, options);
    const other = join(out, '../other');
    const asked = problems.map((problem) => ({ ...problem, groundTruth: '41' }));
    await evaluate(chancePolicy(), asked, { ...options, out: other, maxTokens: 90, name: 'b' });
    expect(settingsApart(out, out)).toEqual([]);
    const apart = settingsApart(out, other);
    expect(apart[0]).toEqual({ setting: 'maxTokens', first: 100, second: 90 });
    expect(apart.map(({ setting }) => setting)).toEqual(['maxTokens', 'dataset small', 'dataset large', 'name']);
  });

  it('keeps the entropy of every token where it is asked for, and goes on with it', async () => {
    const asked = { ...options, entropies: true };
    const { records, entropy } = await evaluate(withEntropies(chancePolicy()), problems, asked);
    const { texts, entropies, classes } = records[0]!.trace!;
    expect(texts.join('')).toMatch(/^<answer>\\boxed\{4[12]\}<\/answer><\|im_end\|>$/);
    expect(Array.from(entropies).slice(0, 3)).toEqual([0, 0.125, 0.25]);
    expect(classes.at(-1)).toBe('reasoning');
    expect(entropy).toMatchObject({ rollouts: 96, all: { tokens: 96 * texts.length } });
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('## Entropy\n\n96 rollouts');
    expect(readEntropyTraces(out)).toHaveLength(96);
    const again = chancePolicy();
    expect(await evaluate(withEntropies(again), problems, asked)).toEqual({
      records,
      entropy,
      results: expect.any(Array) as unknown[],
    });
    expect(again.requests).toEqual([]);
    await expect(evaluate(chancePolicy(), problems, options)).rejects.toThrow(
      'samples of entropies none, got a folder with samples of entropies kept',
    );
  });

  it('refuses to keep entropies of a policy that gives none, before any work', async () => {
    const policy = chancePolicy();
    await expect(evaluate(policy, problems, { ...options, entropies: true })).rejects.toThrow(
      'options.entropies: expected a policy that returns entropies (createSampler, a learner), got another',
    );
    expect([policy.requests, existsSync(out)]).toEqual([[], false]);
  });

  it('leaves samples, settings, summary and report behind', async () => {
    const { records, results } = await evaluate(chancePolicy(), problems, options);
    expect(readdirSync(out).sort()).toEqual(['report.md', 'samples.jsonl', 'settings.json', 'summary.json']);
    expect(readEvaluation(out)).toHaveLength(records.length);
    expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toEqual(results);
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain(
      '## small, temperature 0.6\n\n3 problems, 24 samples.',
    );
  });

  it('goes on where it was cut off, in the middle of a line too, to the results of one run', async () => {
    const whole = await evaluate(chancePolicy(), problems, { ...options, out: `${out}-whole` });
    const crash = new Error('the process ends');
    const breaking = chancePolicy((asked) => {
      if (asked > 30) throw crash;
    });
    await expect(evaluate(breaking, problems, options)).rejects.toBe(crash);
    const there = lines().length;
    expect(there).toBeLessThanOrEqual(30);
    appendFileSync(join(out, 'samples.jsonl'), '{"dataset":"small","prob');
    const policy = chancePolicy();
    const resumed = await evaluate(policy, problems, options);
    expect(policy.requests).toHaveLength(96 - there);
    expect(resumed).toEqual(whole);
    expect(lines().sort()).toEqual(readFileSync(`${out}-whole/samples.jsonl`, 'utf8').trimEnd().split('\n').sort());
    const again = chancePolicy();
    expect(await evaluate(again, problems, options)).toEqual(whole);
    expect(again.requests).toEqual([]);
  });

  it('counts what the machine failed to draw apart, and draws it again', async () => {
    const whole = await evaluate(chancePolicy(), problems, { ...options, out: `${out}-whole` });
    const broken = chancePolicy((asked) => {
      if (asked % 5 === 0) throw new PolicyError('the server is gone');
    });
    const first = await evaluate(broken, problems, options);
    expect(first.results[0]!.summary.unavailable).toBeGreaterThan(0);
    expect(first.records.find(({ correct }) => correct === 'unavailable')?.reason).toBe('the server is gone');
    expect(await evaluate(chancePolicy(), problems, options)).toEqual(whole);
    expect(lines()).toHaveLength(96);
  });

  it('counts what nobody can judge apart, with the reason', async () => {
    const { records, results } = await evaluate(chancePolicy(), [{ ...problems[0]!, groundTruth: '' }], {
      tokenizer,
      maxTokens: 100,
      samples: 2,
      keepRollouts: true,
    });
    expect(records[0]).toMatchObject({ correct: 'undecided', reason: 'the ground truth is empty' });
    expect(records[0]!.rollout?.turns[0]?.text).toMatch(/^<answer>/);
    expect(results[0]!.summary).toMatchObject({ undecided: 2, measures: { truncation: { value: 0 } } });
  });

  it('runs tools, and more samples join those that are there', async () => {
    const tool: Tool = {
      name: 'add',
      description: 'Adds.',
      parameters: { type: 'object' },
      execute: () => Promise.resolve({ kind: 'error', text: 'no' }),
    };
    const policy = createScriptedPolicy({
      tokenizer,
      script: ['<tool_call>{"name": "add", "arguments": {}}</tool_call>', '\\boxed{42}'],
    });
    const settings = { ...options, seeds: [1], temperatures: [0], tools: [tool], maxTokens: 1000 };
    await evaluate(policy, problems, { ...settings, samples: 1 });
    const { results } = await evaluate(policy, problems, { ...settings, samples: 2 });
    expect(results[0]!.summary.measures).toMatchObject({ toolErrorShareInCorrect: { value: 1 }, turns: { value: 2 } });
    expect(lines()).toHaveLength(12);
  });

  it('refuses a folder with samples of other settings, and other problems under the same name', async () => {
    await evaluate(chancePolicy(), problems, options);
    await expect(evaluate(chancePolicy(), problems, { ...options, maxTokens: 200 })).rejects.toThrow(
      /^options.out: expected a folder for samples of maxTokens 200, got a folder with samples of maxTokens 100/,
    );
    await expect(evaluate(chancePolicy(), problems.slice(0, 3), options)).rejects.toThrow(
      /^options.out: expected a folder for samples of dataset small/,
    );
    await evaluate(chancePolicy(), problems, { ...options, weights: 'a' });
    await expect(evaluate(chancePolicy(), problems, { ...options, weights: 'b' })).rejects.toThrow(
      /samples of weights b, got a folder with samples of weights a/,
    );
  });

  it('names the settings of a folder that are damaged', async () => {
    await evaluate(chancePolicy(), problems, options);
    writeFileSync(join(out, 'settings.json'), '{"maxTokens": ');
    const again = evaluate(chancePolicy(), problems, options);
    await expect(again).rejects.toBeInstanceOf(DatasetError);
    await expect(again).rejects.toThrow(`${join(out, 'settings.json')}: expected JSON`);
  });

  it('refuses problems of one name before any work', async () => {
    await expect(evaluate(chancePolicy(), [problems[0]!, problems[0]!], options)).rejects.toThrow(
      'expected each once, got a sample of "a" in "small" twice',
    );
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const aborted = evaluate(
      chancePolicy((asked) => asked === 5 && controller.abort(reason)),
      problems,
      {
        ...options,
        signal: controller.signal,
      },
    );
    await expect(aborted).rejects.toBe(reason);
  });

  it('has the settings of the paper', () => {
    expect(PAPER_EVALUATION).toEqual({ temperatures: [0.6], samples: 16, maxTurns: 30, maxTokens: 30_000 });
  });
});

describe('compareResults', () => {
  it('compares what both have, and refuses what has nothing in common', async () => {
    const { records } = await evaluate(chancePolicy(), problems, options);
    const better = records.map((record) => ({ ...record, correct: 1 }));
    const compared = compareResults(records, better, { k: [1] });
    expect(compared).toHaveLength(4);
    expect(compared[0]!.comparison.measures.average).toMatchObject({ second: 1 });
    const other = records.map((record) => ({ ...record, dataset: 'other' }));
    expect(() => compareResults(records, other)).toThrow(
      new RangeError('second: expected samples of a data set and temperature of first, got none'),
    );
  });
});
