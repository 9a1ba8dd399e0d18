import { describe, expect, it } from 'vitest';
import { EARNS_NOTHING, PASSED, undecided, useScoring } from './scoring.js';

const lines = (...each: readonly string[]): string => each.join('\n');
const RIGHT = 'def sq(n): return n * n';
const WRONG = 'def sq(n): return -1';
const CASE = 'import unittest\nclass T(unittest.TestCase):\n';

describe('what the author of unit tests wrote', () => {
  const score = useScoring({ credit: 'share', limits: { wallMs: 8000 } });

  it.each([
    ['a check that nobody calls', 'def check(candidate):\n    assert candidate(2) == 4', 'check(add)'],
    ['an import', 'import math', 'assert nothing'],
    ['a comment', '# nothing', 'assert nothing'],
    ['a call without an assertion', 'def test_a(): sq(2)', 'assert nothing'],
    ['what is always true', 'sq(2)\nassert True', 'assert nothing'],
    ['an assertion on the tests alone', 'assert 1 + 1 == 2', 'assert nothing'],
    ['a loop over nothing', 'for n in []: assert sq(n) == 1', 'assert nothing'],
    ['methods of another name', `${CASE}    def check_a(self): self.assertEqual(sq(2), 4)\nunittest.main()`, 'nothing'],
  ])('is undecided where it asks nothing: %s', async (_what, tests, reason) => {
    for (const code of [RIGHT, WRONG, 'def other(): pass', 'raise ValueError']) {
      const reward = await score(code, tests);
      if (reward.kind === 'scored' && code !== RIGHT && code !== WRONG) expect(reward.value).toBe(0);
      else expect(reward).toMatchObject(undecided(reason));
    }
  });

  it.each([
    ['a function test', 'def test(): assert sq(2) == 4'],
    ['a function testSq', 'def testSq(): assert sq(2) == 4'],
    [
      'a class of pytest',
      'class TestSq:\n    def setup_method(self): self.n = 2\n    def test_a(self): assert sq(self.n) == 4',
    ],
    ['a main guard', 'if __name__ == "__main__":\n    assert sq(2) == 4'],
    ['a main guard that calls', 'def check(f): assert f(2) == 4\nif __name__ == "__main__":\n    check(sq)'],
    ['unittest.main()', `${CASE}    def test_a(self): self.assertEqual(sq(2), 4)\nunittest.main()`],
    ['from solution import', 'from solution import sq as square\ndef test_a(): assert square(2) == 4'],
    ['import solution', 'import solution\ndef test_a(): assert solution.sq(2) == 4'],
    ['an if that raises', 'def test_a():\n    if sq(2) != 4: raise ValueError("no")'],

    ['an exit', 'import sys\nif sq(2) != 4: sys.exit(1)'],
    ['a comprehension', `${CASE}    def test_a(self): [self.assertEqual(sq(n), n * n) for n in (2, 3)]`],
    ['a helper with arguments', 'def test_one(n, e): assert sq(n) == e\ntest_one(2, 4)\ntest_one(3, 9)'],
    [
      'a skipped test beside',
      'import unittest\n@unittest.skip("later")\ndef test_a(): assert sq(2) == 5\ndef test_b(): assert sq(2) == 4',
    ],
  ])('is run: %s', async (_what, tests) => {
    expect(await score(RIGHT, tests)).toMatchObject(PASSED);
    expect(await score(WRONG, tests)).toMatchObject(EARNS_NOTHING);
    expect(await score('def other(): pass', tests)).toMatchObject(EARNS_NOTHING);
  });

  it('calls check with the only name that is given', async () => {
    const tests = 'def check(candidate):\n    assert candidate(2) == 4';
    expect(await score(RIGHT, tests, { names: ['sq'] })).toMatchObject({ kind: 'scored', value: 1 });
    expect(await score(WRONG, tests, { names: ['sq'] })).toMatchObject(EARNS_NOTHING);
    expect(await score('def other(): pass', tests, { names: ['sq'] })).toMatchObject(EARNS_NOTHING);
  });

  it.each([
    ['a division of numbers', 'def test_a(): assert sq(2) == 4 / 0', 'ZeroDivisionError'],
    ['in a later test', 'def test_a(): assert sq(2) == 4\ndef test_b(): assert sq(3) == int("x")', 'ValueError'],
    ['in a test case', `${CASE}    def test_a(self): self.assertEqual(sq(2), [4][1])`, 'IndexError'],
    ['a misspelt attribute', 'import math\ndef test_a(): assert sq(2) == math.sqroot(16)', 'sqroot'],
    ['a missing module', 'def test_a(): assert sq(2) == 4\nimport no_such_module', 'no_such_module'],
    ['a name beside those imported', 'from solution import sq\ndef test_a(): assert sq(2) == four', 'four'],
    ['before it asks', 'def test_a():\n    x = [1]\n    x[5]\n    assert sq(2) == 4', 'IndexError'],
    ['an assertion before it asks', 'assert 1 == 2\nassert sq(2) == 4', 'AssertionError'],
    ['a fixture', 'def test_a(capsys): assert sq(2) == 4', 'capsys'],
    [
      'a patch',
      'from unittest.mock import patch\nwith patch("builtins.input", return_value="2"): assert sq(2) == 4',
      'patches builtins.input',
    ],
    ['a subclass of the program’s class', 'class B(sq): pass\nassert B(2) == 4', 'subclass'],
  ])('is undecided where the tests fail by themselves: %s', async (_what, tests, reason) => {
    const right = tests.includes('class B') ? 'class sq:\n    def __init__(self, n): pass' : RIGHT;
    expect(await score(right, tests)).toMatchObject(undecided(reason));
  });

  it.each([
    ['raises the same', 'def sq(n): return 1 / 0', 'assert sq(2) == 4'],
    ['answers None to an item', 'def sq(n): return None', 'assert sq(2)[0] == 4'],
    ['answers nothing to index', 'def sq(n): return []', 'x = sq(2)\nassert x[0] == 4'],
    ['answers 0 to a division', 'def sq(n): return 0', 'assert 4 / sq(2) == 1'],
    ['leads to a branch', 'def sq(n): return 0', 'def test_a():\n    if sq(2) != 4: 1 / 0\n    assert True'],
    ['ends a loop early', 'def sq(n): return 0', 'def test_a():\n    while sq(2) == 4: return\n    int("x")'],
    [
      'chooses a generator',
      'def sq(n): return 0',
      'def g():\n    yield int("x")\ndef test_a():\n    for x in (g() if sq(2) == 0 else [4]): assert x == 4',
    ],
    ['shortens a conjunction', 'def sq(n): return 1', 'assert sq(2) != 4 and 1 / 0'],
    ['lacks the name', 'x = 1', 'assert sq(2) == 4'],
    ['lacks the imported name', 'x = 1', 'from solution import sq\nassert sq(2) == 4'],
    ['is no function', 'sq = 5', 'def test_a():\n    assert isinstance(4, sq)\n    assert sq(2) == 4'],
    ['is no parent', 'sq = 5', 'class A(sq): pass\nassert A(2)'],
    [
      'raises what skips',
      'import unittest\ndef sq(n): raise unittest.SkipTest("x")',
      'import unittest\ndef test_a(): assert sq(2) == 4',
    ],
    ['empties a list', 'def sq(xs): xs.clear()', 'xs = [2]\nsq(xs)\nassert xs[0] == 4'],
  ])('is 0 for a program that %s', async (_what, code, tests) => {
    expect(await score(code, tests)).toMatchObject(EARNS_NOTHING);
  });

  it('counts skipped functions not at all, and is undecided where all are skipped', async () => {
    const tests = 'import unittest\n@unittest.skip("later")\ndef test_a(): assert sq(2) == 4';
    for (const code of [RIGHT, WRONG]) {
      expect(await score(code, tests)).toMatchObject(undecided('every unit test was skipped'));
    }
  });

  it.each([
    [
      'parents',
      'class A: pass\nclass B(A): pass',
      'assert isinstance(B(), A) and issubclass(B, A)\nassert not issubclass(A, B)',
      'class A: pass\nclass B: pass',
    ],
    [
      'fields of named tuples',
      'from collections import namedtuple\nP = namedtuple("P", "x y")\ndef f(): return P(1, 2)',
      'assert f() == (1, 2) and f().x == 1',
      'def f(): return (1, 2)',
    ],
    [
      'arguments of exceptions',
      'def f(): raise ValueError("a", 3)',
      `${CASE}    def test_a(self):\n        with self.assertRaises(ValueError) as c: f()\n        self.assertEqual(c.exception.args, ("a", 3))`,
      'def f(): raise ValueError("a")',
    ],
    [
      'attributes of exceptions',
      'class E(Exception):\n    def __init__(self, code): self.code = code\n    def __str__(self): return "E%d" % self.code\ndef f(): raise E(3)',
      'def test_a():\n    try: f()\n    except E as e: assert e.code == 3 and str(e) == "E3"\n    else: assert False',
      'class E(Exception): code = 4\ndef f(): raise E',
    ],
    [
      'parents of exceptions',
      'class Z(Exception): pass\nclass A(Z): pass\ndef f(): raise A("no")',
      'def test_a():\n    try: f()\n    except Z as e: assert str(e) == "no" and isinstance(e, A)\n    else: assert False',
      'class Z(Exception): pass\nclass A(Exception): pass\ndef f(): raise A("no")',
    ],
  ])('reads of the program: %s', async (_what, right, tests, wrong) => {
    expect(await score(right, tests)).toMatchObject(PASSED);
    expect(await score(wrong, tests)).toMatchObject(EARNS_NOTHING);
  });
});

/** What pytest's marks mean, by a module that marks as pytest does, since a sandbox need not have it. */
const MARKS = lines(
  'import sys, types',
  'class Mark:',
  '    def __init__(self, name, args): self.name, self.args, self.kwargs = name, args, {}',
  'def mark(name):',
  '    def marked(*args):',
  '        def put(f):',
  '            f.pytestmark = [*getattr(f, "pytestmark", []), Mark(name, args)]',
  '            return f',
  '        return put',
  '    return marked',
);

describe('tests with the marks of pytest', () => {
  const score = useScoring({ credit: 'share' });

  it('run once for each set of parameters, and not where they are skipped', async () => {
    const tests = lines(
      MARKS,
      '@mark("parametrize")("n, e", [(2, 4), (3, 10)])',
      'def test_a(n, e): assert sq(n) == e',
      '@mark("skip")()',
      'def test_b(): assert sq(2) == 5',
    );
    expect(await score(RIGHT, tests)).toMatchObject({
      value: 0.5,
      detail: { passed: 1, tests: 2, failed: [expect.stringContaining('test_a[1]') as string] },
    });
  });
});
