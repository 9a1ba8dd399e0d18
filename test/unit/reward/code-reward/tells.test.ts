import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rollout, Sandbox } from '../../../../src/base/index.js';
import { createLocalSandbox } from '../../../../src/sandbox/index.js';
import { codeReward, scoreRollouts } from '../../../../src/reward/index.js';
import { rolloutOf } from '../rollouts.js';

/** What `f` is: right, wrong in many ways, or no answer at all. */
const ANSWERS: Readonly<Record<string, string>> = {
  right: 'def f(n): return [n]',
  wrong: 'def f(n): return [n + 1]',
  none: 'def f(n): return None',
  'an error': 'def f(n): raise ValueError(n)',
  'an assertion': 'def f(n): raise AssertionError(n)',
  'a function': 'def f(n): return lambda: n',
};

const inCase = (...lines: readonly string[]) =>
  [
    'import unittest',
    'class A(unittest.TestCase):',
    '    def test_a(self):',
    ...lines.map((line) => `        ${line}`),
  ].join('\n');

/** Tests whose calls do not depend on answers, so that they must not depend on verdicts either. */
const TESTS: Readonly<Record<string, string>> = {
  statements: 'assert f(1) == [1]\nassert f(2)\nassert not f(3) == [4]\nassert f(4)[0] == 4, f"got {f(5)}"',
  'statements with several calls': 'assert f(1) == [1] and f(2) == [2]\nassert f(3)[0] == f(4)[0] - 1 < f(5)[0]',
  'a check of a candidate':
    'def check(c):\n    assert c(1) == [1]\n    for n in range(2, 5): assert c(n) == [n]\ncheck(f)',
  'loops over a table':
    'for n, e in [(1, [1]), (2, [2])]:\n    got = f(n)\n    assert got == e\n    assert len(got) == 1',
  'values taken apart': 'got = f(1)\nassert got[0] == 1\nother = f(2)[0]\nassert other == 2\nassert f(3) == [3]',
  'test functions':
    'def test_a():\n    assert f(1)[0] == 1\n    f(2)[0]\n    assert f(3)\ndef test_b(): assert f(4) == [4]',
  'a test case': inCase(
    'self.assertEqual(f(1), [1])',
    'self.assertTrue(f(2), f"{f(3)}")',
    'self.assertFalse(not f(4))',
    'self.assertIn(5, f(5))',
    'self.assertListEqual(f(6), [6])',
    'self.assertAlmostEqual(f(7)[0], 7)',
    'self.assertIsInstance(f(8), list)',
    'self.assertCountEqual(f(9), [9])',
    'self.assertTrue(f(10) and f(11))',
    'if 1 > 2: self.fail()',
  ),
  subtests: inCase(
    'for n in range(3):',
    '    with self.subTest(n=n):',
    '        f(n)[0]',
    '        self.assertEqual(f(n + 9), [n])',
  ),
  'expected errors': inCase(
    'with self.assertRaises(ValueError): f(1)',
    'self.assertRaises(ValueError, f, 2)',
    'with self.assertRaisesRegex(KeyError, "3"):',
    '    f(3)',
    'self.assertEqual(f(4), [4])',
  ),
  'helpers of the tests':
    'def same(a, b):\n    assert a == b\n    return True\ndef every(n):\n    return same(f(n), [n])\nevery(1)\nassert every(2)\nsame(f(3), [3])',
  'a runner that counts':
    'def one(): assert f(1) == [1]\ndef two(): assert f(2) == [2]\nlost = 0\nfor run in (one, two):\n    try: run()\n    except AssertionError: lost += 1\nassert lost == 0\nassert f(3)',
  'caught assertions':
    'try:\n    assert f(1) == [1]\n    assert f(2) == [2]\nexcept AssertionError:\n    pass\nassert f(3) == [3]',
  'raised assertions': 'def test_a():\n    if f(1) != [1]: raise AssertionError("no")\n    assert f(2) == [2]',
  contexts: 'with C() as c:\n    assert f(1) == [1]\n    assert f(2)[0] == 2\n    if f(3) != [3]: raise AssertionError',
  'set-up and tear-down':
    'import unittest\nclass A(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls): cls.x = f(0)\n    def setUp(self): self.y = f(1)\n    def tearDown(self): self.assertEqual(f(2), [2])\n    def test_a(self): self.assertEqual(self.x, [0])\n    def test_b(self): self.assertEqual(self.y[0], 1)',
};

/** Calls that need a second round, in which the solution sees what the tests called before. */
const TAIL = '\ndef test_tail():\n    assert last(first(1)) == 1\n';
const COMMON =
  'def first(n): return n\ndef last(n): return n\nclass C:\n    def __enter__(self): return self\n    def __exit__(self, *error): pass\n';

describe('what a program is asked', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createLocalSandbox({ concurrency: 2 });
  });
  afterAll(() => sandbox.close());

  /** @returns Everything that the processes of a program were given, beside the program. */
  async function asked(code: string, tests: string): Promise<{ rounds: unknown[]; value: unknown }> {
    const rounds: unknown[] = [];
    const watched: Sandbox = {
      isolation: sandbox.isolation,
      run: (call, options) => {
        const { solution, ...rest } = JSON.parse(call.stdin!) as { readonly solution?: string };
        if (solution !== undefined) rounds.push(rest);
        return sandbox.run(call, options);
      },
      runBatch: () => Promise.reject(new Error('a run at a time')),
      close: () => Promise.resolve(),
    };
    const reward = codeReward<Rollout>(watched, {
      tests: () => ({ kind: 'unit-tests', code: tests + TAIL }),
      code: () => COMMON + code,
      credit: 'share',
    });
    const [scored] = await scoreRollouts([rolloutOf('')], reward);
    return { rounds, value: scored?.kind === 'scored' ? scored.value : scored };
  }

  it.each(Object.keys(TESTS))('does not tell how its answers did: %s', async (name) => {
    const right = await asked(ANSWERS['right']!, TESTS[name]!);
    expect(right.rounds.length).toBeGreaterThanOrEqual(2);
    const others = Object.entries(ANSWERS).filter(([what]) => what !== 'right');
    const scored = await Promise.all(others.map(([, code]) => asked(code, TESTS[name]!)));
    for (const [i, [what]] of others.entries()) {
      // What the tests themselves catch, or hand to an object of the program, stands in their control flow.
      if (what === 'an assertion' && name === 'caught assertions') continue;
      if (what.startsWith('an ') && name === 'contexts') continue;
      const { rounds, value } = scored[i]!;
      expect(rounds, what).toEqual(right.rounds);
      if (what === 'wrong') expect(value).toBeLessThan(1);
    }
  });
});
