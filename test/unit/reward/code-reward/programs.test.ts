import { describe, expect, it } from 'vitest';
import { EARNS_NOTHING, PASSED, undecided, useScoring } from './scoring.js';
import { SUITES } from './suites.js';

const STACK = `class Stack:
    def __init__(self): self.items = []
    def push(self, item): self.items.append(item)
    def pop(self): return self.items.pop()
    def __len__(self): return len(self.items)`;

/** Honest programs, and tests as they are commonly written. */
const PROGRAMS: readonly (readonly [what: string, code: string, tests: string])[] = [
  ['loops', 'def f(x): return x * x', 'for x in range(300):\n    assert f(x) == x * x'],
  [
    'a check of a candidate',
    'def f(x): return x * x',
    'def check(candidate):\n    assert candidate(2) == 4\n    assert candidate(3) == 9\ncheck(f)',
  ],
  ['floats', 'import math\ndef root(x): return math.sqrt(x)', 'assert abs(root(2) - 1.41421356) < 1e-6'],
  [
    'expected exceptions',
    'def f(x):\n    if x < 0: raise ValueError("negative")\n    return x',
    'try:\n    f(-1)\n    assert False\nexcept ValueError as error:\n    assert str(error) == "negative"\nassert f(2) == 2',
  ],
  [
    'exceptions of the program’s own',
    'class Refused(KeyError): pass\ndef f(x): raise Refused("no")',
    'import unittest\nclass A(unittest.TestCase):\n    def test_a(self):\n        with self.assertRaises(Refused): f(1)\n    def test_b(self): self.assertRaises(LookupError, f, 2)',
  ],
  [
    'classes',
    STACK,
    's = Stack()\ns.push(1)\ns.push(2)\nassert len(s) == 2\nassert s.pop() == 2\nassert s.items == [1]',
  ],
  [
    'a linked list',
    'class Node:\n    def __init__(self, value, next=None): self.value, self.next = value, next\ndef last(node):\n    while node.next: node = node.next\n    return node',
    'assert last(Node(1, Node(2, Node(3)))).value == 3\nassert last(Node(4)).next is None',
  ],
  [
    'a class that extends a list',
    'class Numbers(list):\n    def total(self): return sum(self)',
    'n = Numbers([1, 2])\nn.append(3)\nassert n.total() == 6\nassert list(n) == [1, 2, 3]\nassert n[0] == 1 and 2 in n',
  ],
  ['lists sorted in place', 'def order(xs): xs.sort()', 'xs = [3, 1, 2]\norder(xs)\nassert xs == [1, 2, 3]'],
  [
    'decimals, fractions, dates, times and deques',
    'from decimal import Decimal\nfrom fractions import Fraction\nfrom datetime import *\nfrom collections import deque\ndef money(): return Decimal("1.10")\ndef half(x): return Fraction(x) / 2\ndef days(): return [date(2024, 2, 29), datetime(2024, 2, 29, 1, tzinfo=timezone.utc), time(1, 2), timedelta(1, 2, 3)]\ndef turn(q): q.rotate(1)\ndef last(q): return deque(q, 2)',
    'from decimal import Decimal\nfrom fractions import Fraction\nfrom datetime import date, datetime, time, timedelta, timezone\nfrom collections import deque\nassert money() == Decimal("1.1")\nassert half(Fraction(1, 3)) == Fraction(1, 6)\nassert days() == [date(2024, 2, 29), datetime(2024, 2, 29, 1, tzinfo=timezone.utc), time(1, 2), timedelta(1, 2, 3)]\nq = deque([1, 2, 3])\nturn(q)\nassert q == deque([3, 1, 2])\nassert last(q) == deque([1, 2]) and last(q).maxlen == 2',
  ],
  [
    'contexts',
    'class C:\n    log = ()\n    def __enter__(self):\n        self.log += ("in",)\n        return self\n    def __exit__(self, kind, error, trace): self.log += (kind and kind.__name__,)',
    'with C() as c: assert c.log == ("in",)\nassert c.log == ("in", None)\ntry:\n    with C() as d: raise ValueError("no")\nexcept ValueError: pass\nassert d.log == ("in", "ValueError")',
  ],
  [
    'expected ends',
    'def f(n):\n    if n == 0: raise StopIteration\n    raise SystemExit',
    'import unittest\nclass A(unittest.TestCase):\n    def test_a(self):\n        with self.assertRaises(StopIteration): f(0)\n    def test_b(self): self.assertRaises(SystemExit, f, 1)',
  ],
  ['generators', 'def f(n):\n    for i in range(n): yield i * i', 'assert list(f(4)) == [0, 1, 4, 9]'],
  [
    'what is printed',
    'def hi(): print("hello")',
    'import io, contextlib\ntext = io.StringIO()\nwith contextlib.redirect_stdout(text): hi()\nassert text.getvalue() == "hello\\n"',
  ],
  ['large numbers', 'def f(n): return 7 ** n', 'assert f(20000) == 7 ** 20000'],
  ['calls of calls', 'def f(s): return s[::-1]', 'assert f(f("abc")) == "abc"'],
  ['functions that return functions', 'def adder(n): return lambda x: x + n', 'assert adder(3)(4) == 7'],
  [
    'functions handed to functions',
    'def f(x): return x * x\ndef apply(g, x): return g(x)',
    'assert apply(f, 3) == 9 and apply(len, "ab") == 2',
  ],
  ['constants', 'LIMIT = 5\nTABLE = {"a": [1, (2, {3})]}', 'assert LIMIT == 5\nassert TABLE == {"a": [1, (2, {3})]}'],
  [
    'coroutines',
    'async def f(x): return x + 1',
    'import asyncio\nasync def test_a(): assert await f(1) == 2\ndef test_b(): assert asyncio.run(f(2)) == 3',
  ],
  [
    'state between calls',
    'n = 0\ndef f():\n    global n\n    n += 1\n    return n',
    'assert f() == 1\nassert f() == 2',
  ],
  [
    'seeded chance',
    'import random\ndef f(n): return [random.random() for _ in range(n)]',
    'assert all(0 <= x < 1 for x in f(5))',
  ],
  [
    'containers of the library',
    'from collections import Counter\ndef f(s): return Counter(s)',
    'assert f("aab") == {"a": 2, "b": 1}',
  ],
];

describe('unit tests of a program in another process', () => {
  const score = useScoring({ limits: { wallMs: 5000 } });

  it.each(PROGRAMS)('pass with %s', async (_what, code, tests) => {
    expect(await score(code, tests)).toMatchObject(PASSED);
  });

  it.each(SUITES)('are judged as in the data sets: %s', async (_what, right, tests, wrong) => {
    expect(await score(right, tests)).toMatchObject(PASSED);
    expect(await score(wrong, tests)).toMatchObject(EARNS_NOTHING);
  });

  it('take a name that a builtin has only where it is asked for', async () => {
    const [code, tests] = ['def sum(a, b): return a + b', 'assert sum(1, 2) == 3'];
    expect(await score(code, tests)).toMatchObject(undecided('where `names` lists it'));
    expect(await score(code, tests, { names: ['sum'] })).toMatchObject({ value: 1 });
  });

  const SQUARES = 'def f(n):\n    if n < 0: raise ValueError(n)\n    return n * n\nasync def g(n): return f(n)';
  const isolated = (...lines: readonly string[]) =>
    ['import unittest', 'class A(unittest.IsolatedAsyncioTestCase):', ...lines.map((line) => `    ${line}`)].join('\n');

  it.each([
    [
      'an awaited `raises`',
      'async def raises(E, h):\n    try: await h\n    except E: return\n    assert False\nasync def test_a(): await raises(ValueError, g(-1))',
    ],
    [
      'an awaited `raises` without arguments',
      'async def raises(): assert await g(2) == 4\nasync def test_a(): await raises()',
    ],
    [
      'a context from an awaited `raises`',
      'import contextlib\nasync def raises(E): return contextlib.suppress(E)\nasync def test_a():\n    with await raises(ValueError):\n        await g(-1)\n        assert False\n    assert await g(2) == 4',
    ],
    [
      'an asynchronous `raises`',
      'import contextlib\n@contextlib.asynccontextmanager\nasync def raises(E):\n    try: yield\n    except E: return\n    assert False\nasync def test_a():\n    async with raises(ValueError): await g(-1)',
    ],
    [
      'an asynchronous `raises` of an assertion',
      'import contextlib\n@contextlib.asynccontextmanager\nasync def raises(E):\n    try: yield\n    except E: return\n    assert False\nasync def test_a():\n    async with raises(AssertionError): assert await g(2) == 5\n    assert await g(2) == 4',
    ],
    [
      'an expected exception by its keyword',
      'import unittest\nclass A(unittest.TestCase):\n    def test_a(self):\n        with self.assertRaises(expected_exception=AssertionError):\n            assert f(2) == 5\n        self.assertEqual(f(2), 4)',
    ],
    [
      'an asynchronous test case with its set-up',
      isolated(
        'async def asyncSetUp(self): self.x = await g(3)',
        'async def asyncTearDown(self): self.assertEqual(await g(1), 1)',
        'async def test_a(self):',
        '    self.assertEqual(self.x, 9)',
        '    with self.assertRaises(ValueError): await g(-1)',
        '    for n in range(3):',
        '        with self.subTest(n=await g(n)): self.assertEqual(await g(n), n * n)',
      ),
    ],
    [
      'an error that arises where it is awaited',
      'import asyncio\nasync def test_a():\n    later = g(-1)\n    error, four = await asyncio.gather(later, g(2), return_exceptions=True)\n    assert isinstance(error, ValueError) and four == 4',
    ],
    ['a docstring before `__future__`', '"""Tests."""\nfrom __future__ import annotations\nassert f(2) == 4'],
  ])('may have %s', async (_what, tests) => {
    expect(await score(SQUARES, tests)).toMatchObject(PASSED);
    const wrong = 'def f(n): return -1\nasync def g(n): return f(n)';
    expect(await score(wrong, tests)).toMatchObject(EARNS_NOTHING);
  });

  it.each([
    [
      'an awaited exception class',
      isolated(
        'async def kind(self): return ValueError',
        'async def test_a(self):',
        '    with self.assertRaises(await self.kind()): await g(-1)',
      ),
      'line 5: await in the exceptions that a test expects',
    ],
    [
      'a yielded exception class',
      'def test_a():\n    def steps():\n        try: f(-1)\n        except (yield): pass\n    list(steps())',
      'line 4: yield in the exceptions that a test expects',
    ],
    ['an expression without end', `assert f(2) == ${'0+'.repeat(3000)}4`, 'RecursionError'],
  ])('cannot have %s, and say so', async (_what, tests, reason) => {
    expect(await score(SQUARES, tests)).toMatchObject(undecided(reason));
  });

  it('cannot hand a function of their own over, and say so', async () => {
    expect(await score('def f(g): return g(1)', 'assert f(lambda x: x) == 1')).toMatchObject({
      kind: 'undecided',
      reason: 'a test hands the solution a function, which is no plain data',
    });
  });

  it('compare what objects hold, not objects', async () => {
    const code =
      'class Point:\n    def __init__(self, x): self.x = x\n    def __eq__(self, other): return self.x == other.x\n    def __add__(self, other): return Point(self.x + other.x)';
    expect(await score(code, 'assert (Point(1) + Point(2)).x == 3')).toMatchObject({ value: 1 });
    expect(await score(code, 'assert Point(1) + Point(2) == Point(3)')).toMatchObject({ kind: 'undecided' });
    expect(await score(code, 'assert Point(1) + Point(2) == Point(4)')).toMatchObject({ value: 0 });
  });

  it('give up on a program and tests that come to no end', async () => {
    const reward = await score('def step(n): return n + 1', 'n = 0\nwhile n >= 0: n = step(n)');
    expect(reward).toMatchObject(EARNS_NOTHING);
  }, 60_000);
});
