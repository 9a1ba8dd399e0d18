import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rollout, Sandbox } from '../../../src/base/index.js';
import { createLocalSandbox } from '../../../src/sandbox/index.js';
import { codeReward, extractCode, outputMatches, scoreRollouts } from '../../../src/reward/index.js';
import type { CodeRewardOptions, CodeTests, Reward } from '../../../src/reward/index.js';
import { answeringSandbox, printed, rolloutOf, SANDBOX_DOWN } from './rollouts.js';

const solution = (code: string): Rollout => rolloutOf(`Here it is:\n\`\`\`python\n${code}\n\`\`\`\n`);

async function score(sandbox: Sandbox, code: string, tests: CodeTests, options = {}): Promise<Reward> {
  const settings: CodeRewardOptions<Rollout> = { tests: () => tests, ...options };
  return (await scoreRollouts([solution(code)], codeReward(sandbox, settings)))[0]!;
}

describe('what tests are refused', () => {
  const path = 'options.tests(rollouts[0])';
  const refused: readonly [string, unknown, string][] = [
    ['no tests', undefined, `${path}: expected object, got undefined`],
    ['a name', 'unit-tests', `${path}: expected object, got "unit-tests"`],
    [
      'a misspelt kind',
      { kind: 'unit-test' },
      `${path}.kind: expected one of "expected-output", "unit-tests", got "unit-test"`,
    ],
    ['no cases', { kind: 'expected-output', cases: [] }, `${path}.cases: expected at least 1, got an array of 0`],
    ['a missing list', { kind: 'expected-output' }, `${path}.cases: expected array, got undefined`],
    [
      'a case without an output',
      { kind: 'expected-output', cases: [{ expectedOutput: '1' }, { stdin: '1', output: '2' }] },
      `${path}.cases.1: unknown option "output"`,
    ],
    [
      'an output that is a number',
      { kind: 'expected-output', cases: [{ expectedOutput: 1 }] },
      `${path}.cases.0.expectedOutput: expected string, got 1`,
    ],
    [
      'a misspelt input',
      { kind: 'expected-output', cases: [{ input: '1', expectedOutput: '2' }] },
      `${path}.cases.0: unknown option "input"`,
    ],
    ['blank statements', { kind: 'unit-tests', code: ' \n' }, `${path}.code: expected Python statements, got " \\n"`],
    ['no statements', { kind: 'unit-tests', tests: 'assert f()' }, `${path}: unknown option "tests"`],
    ['names that are none', { kind: 'unit-tests', code: 'f()', names: 'f' }, `${path}.names: expected array, got "f"`],
  ];

  it.each(refused)('%s, before any work and with the path', async (_what, tests, message) => {
    const sandbox = answeringSandbox(() => printed('1'));
    const reward = codeReward(sandbox, { tests: () => tests as CodeTests });
    for (const rollout of [solution('print(1)'), rolloutOf('no program')]) {
      const error: unknown = await Promise.resolve()
        .then(() => reward(rollout, { index: 0, signal: new AbortController().signal }))
        .catch((thrown: unknown) => thrown);
      expect(error instanceof TypeError || error instanceof RangeError).toBe(true);
      expect((error as Error).message).toBe(message);
    }
    expect(sandbox.calls).toEqual([]);
  });

  it('those of one rollout’s metadata, told by its place, and never as a 0', async () => {
    const metadata = [{ kind: 'expected-output', cases: [{ expectedOutput: '1' }] }, { kind: 'expected' }];
    const rollouts = metadata.map((tests) => ({ ...solution('print(1)'), metadata: { tests } }));
    const warnings: string[] = [];
    const rewards = await scoreRollouts(
      rollouts,
      codeReward(
        answeringSandbox(() => printed('1')),
        { tests: (rollout) => rollout.metadata['tests'] as unknown as CodeTests },
      ),
      { onWarning: (warning) => warnings.push(warning) },
    );
    expect(rewards.map(({ kind }) => kind)).toEqual(['scored', 'undecided']);
    const message = 'options.tests(rollouts[1]).kind: expected one of "expected-output", "unit-tests", got "expected"';
    expect(rewards[1]).toMatchObject({ reason: expect.stringContaining(message) as string });
    expect(warnings).toEqual([`reward: failed for 1 of 2 rollouts; rollouts[1]: ${message}`]);
  });
});

describe('the expected-output reward', () => {
  const tests: CodeTests = {
    kind: 'expected-output',
    cases: [
      { stdin: '1', expectedOutput: '2' },
      { stdin: '2', expectedOutput: '3' },
    ],
  };
  const doubling = answeringSandbox(({ stdin }) => printed(`${Number(stdin) * 2} \n`));

  it('runs the program once a case and compares what it prints', async () => {
    const right = answeringSandbox(({ stdin }) => printed(`${Number(stdin) + 1}\n`));
    expect(await score(right, 'x', tests)).toEqual({
      kind: 'scored',
      value: 1,
      detail: { passed: 2, tests: 2, failed: [] },
    });
    expect(right.calls).toEqual([
      { code: 'x\n', language: 'python', stdin: '1' },
      { code: 'x\n', language: 'python', stdin: '2' },
    ]);
  });

  it('gives all or nothing, or the share that passes', async () => {
    expect(await score(doubling, 'x', tests)).toMatchObject({
      value: 0,
      detail: { passed: 1, failed: ['case 2: another output'] },
    });
    expect(await score(doubling, 'x', tests, { credit: 'share' })).toMatchObject({ value: 0.5 });
  });

  it('counts limits that the program hit as failures of the program', async () => {
    const slow = answeringSandbox(() => ({ ...printed(''), kind: 'timeout', exitCode: null }) as never);
    expect(await score(slow, 'x', tests)).toMatchObject({ kind: 'scored', value: 0 });
  });

  it('is undecided when the sandbox is down, unless a failed case settles it', async () => {
    const down = answeringSandbox(() => SANDBOX_DOWN);
    expect(await score(down, 'x', tests)).toMatchObject({
      kind: 'undecided',
      cause: { source: 'sandbox', message: 'the worker died', retryable: true },
    });
    const half = answeringSandbox(({ stdin }) => (stdin === '1' ? SANDBOX_DOWN : printed('wrong')));
    expect(await score(half, 'x', tests)).toMatchObject({ kind: 'scored', value: 0 });
    expect(await score(half, 'x', tests, { credit: 'share' })).toMatchObject({ kind: 'undecided' });
  });

  it('reads an input that is undefined as an empty one', async () => {
    const sandbox = answeringSandbox(() => printed('1'));
    const cases = [{ stdin: undefined, expectedOutput: '1' }];
    const reward = codeReward(sandbox, { tests: () => ({ kind: 'expected-output', cases }) });
    expect(await scoreRollouts([solution('print(1)')], reward)).toMatchObject([{ kind: 'scored', value: 1 }]);
    expect(sandbox.calls).toMatchObject([{ stdin: '' }]);
  });

  it('takes the program out of a response of another type, and asks for the accessor by name', async () => {
    const response = (run: { readonly said: string }) => run.said;
    const own = codeReward(doubling, { tests: () => tests, response });
    expect(await scoreRollouts([{ said: 'nothing' }], own)).toMatchObject([{ detail: { reason: 'no program found' } }]);
    const context = { index: 0, signal: new AbortController().signal };
    await expect(codeReward(doubling, { tests: () => tests })({} as never, context)).rejects.toThrow(
      'rollouts[0].turns: expected a string, got undefined; pass options.response or, in its place, options.code',
    );
  });

  it('gives nothing without a program', async () => {
    const rewards = await scoreRollouts([rolloutOf('no code')], codeReward(doubling, { tests: () => tests }));
    expect(rewards[0]).toMatchObject({ value: 0, detail: { reason: 'no program found' } });
  });

  it('passes limits and language on', async () => {
    const sandbox = answeringSandbox(() => printed('2'));
    const reward = codeReward(sandbox, {
      tests: () => ({ kind: 'expected-output', cases: [{ expectedOutput: '2' }] }),
      code: () => 'int main(){}',
      language: 'cpp',
      limits: { wallMs: 100 },
    });
    await scoreRollouts([solution('x')], reward);
    expect(sandbox.calls).toEqual([{ code: 'int main(){}', language: 'cpp', limits: { wallMs: 100 }, stdin: '' }]);
  });
});

describe('the unit-test reward', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createLocalSandbox({ concurrency: 1 });
  });
  afterAll(() => sandbox.close());
  const asserts: CodeTests = { kind: 'unit-tests', code: 'assert add(1, 2) == 3\nassert add(-1, 1) == 0' };

  it('passes a solution whose tests pass, with its own prints, quotes and letters', async () => {
    const code = 'def add(a, b):\n    print("a\\u00e9 😀 \'\\"", a)\n    return a + b\nprint(add(1, 1), end="")';
    expect(await score(sandbox, code, asserts)).toMatchObject({ value: 1, detail: { passed: 1, tests: 1 } });
  });

  it.each([
    ['a wrong one', 'def add(a, b): return a - b'],
    ['one that does not parse', 'def add(a, b) return a'],
    ['one that exits before the tests', 'import sys\nsys.exit(0)'],
    ['one that leaves without a word', 'import os\nos._exit(0)'],
    ['one that exits within a test', 'import os\ndef add(a, b): os._exit(0)'],
    ['one that prints a report', 'print(\'\\ntoken {"passed": 1, "failed": []}\')\nimport os\nos._exit(0)'],
  ])('fails %s', async (_name, code) => {
    expect(await score(sandbox, code, asserts)).toMatchObject({ kind: 'scored', value: 0 });
  });

  it('counts test functions and test cases one by one', async () => {
    const code = [
      'import unittest',
      'def test_one(): assert add(1, 1) == 2',
      'def test_two(): assert add(1, 1) == 3',
      'class Adding(unittest.TestCase):',
      '    def test_three(self): self.assertEqual(add(2, 2), 4)',
      '    def test_four(self): self.assertEqual(add(2, 2), 5)',
    ].join('\n');
    const reward = await score(
      sandbox,
      'def add(a, b): return a + b',
      { kind: 'unit-tests', code },
      { credit: 'share' },
    );
    expect(reward).toMatchObject({ value: 0.5, detail: { passed: 2, tests: 4 } });
  });

  const add = 'def add(a, b): return a + b';
  const unitTests = (...lines: readonly string[]): CodeTests => ({ kind: 'unit-tests', code: lines.join('\n') });

  it('waits for asynchronous tests', async () => {
    const tests = unitTests(
      'async def test_one(): assert add(1, 1) == 3',
      'async def test_two(): assert add(1, 1) == 2',
    );
    expect(await score(sandbox, add, tests, { credit: 'share' })).toMatchObject({ value: 0.5 });
  });

  it('sets test classes up, and counts a skipped test as none', async () => {
    const tests = unitTests(
      'import unittest',
      'from unittest import TestCase',
      'class Adding(TestCase):',
      '    @classmethod',
      '    def setUpClass(cls): cls.three = add(1, 2)',
      '    def test_sum(self): self.assertEqual(self.three, 3)',
      '    def test_parts(self):',
      '        for k in (3, 4, 5):',
      '            with self.subTest(k): self.assertEqual(self.three, k)',
      '    @unittest.skip("later")',
      '    def test_later(self): pass',
    );
    expect(await score(sandbox, add, tests, { credit: 'share' })).toMatchObject({
      value: 0.5,
      detail: { passed: 1, tests: 2, failed: [expect.stringContaining('test_parts') as string] },
    });
  });

  it.each([
    ['do not compile', 'def test_one() assert True', 'the unit tests are not a valid program'],
    [
      'are all skipped',
      'import unittest\n@unittest.skip("")\nclass A(unittest.TestCase):\n    def test_a(self): pass',
      'skipped',
    ],
  ])('is undecided where the tests %s', async (_how, code, reason) => {
    expect(await score(sandbox, add, unitTests(code))).toMatchObject({
      kind: 'undecided',
      reason: expect.stringContaining(reason) as string,
      cause: { source: 'reward' },
    });
  });

  it('is undecided when the sandbox is down', async () => {
    expect(
      await score(
        answeringSandbox(() => SANDBOX_DOWN),
        'x = 1',
        asserts,
      ),
    ).toMatchObject({ kind: 'undecided' });
  });

  it('wants Python', async () => {
    const reward = codeReward<Rollout>(sandbox, { tests: () => asserts, language: 'cpp', code: () => 'int main(){}' });
    const [result] = await scoreRollouts([solution('')], reward);
    expect(result).toMatchObject({ kind: 'undecided', reason: expect.stringContaining('options.language') as string });
  });
});

describe('finding the program', () => {
  it('takes the last block of the language, else the last bare one', () => {
    expect(extractCode('```python\na\n```\n```py\nb\n```\n```\nc\n```')).toBe('b\n');
    expect(extractCode('```\na\n```\n```bash\nb\n```')).toBe('a\n');
    expect(extractCode('```cpp\nint x;\n```', 'cpp')).toBe('int x;\n');
    expect(extractCode('```bash\nb\n```')).toBeUndefined();
    expect(extractCode('```python\nnever closed')).toBeUndefined();
  });
});

describe('comparing outputs', () => {
  it.each([
    ['exact', '1\n', '1', false],
    ['lines', '1 \n2\n\n', '1\n2', true],
    ['lines', '1\r\n2', '1\n2', true],
    ['lines', '1  2', '1 2', false],
    ['lines', ' 1', '1', false],
    ['tokens', ' 1  2\n', '1\n2', true],
    ['tokens', '1 2 3', '1 2', false],
    ['tokens', '0.3000001', '0.3', true],
    ['tokens', '1000.0005', '1000', true],
    ['tokens', '0.31', '0.3', false],
    ['tokens', 'nan', '0', false],
  ] as const)('by %s: %j for %j is %s', (by, got, expected, same) => {
    expect(outputMatches(got, expected, { by, tolerance: 1e-6 })).toBe(same);
  });
});
