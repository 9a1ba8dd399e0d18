import { describe, expect, it } from 'vitest';
import type { CodeTests } from '../../../../src/reward/index.js';
import { EARNS_NOTHING, useScoring } from './scoring.js';

/** Programs that square nothing, and want the reward. */
const CHEATS: readonly (readonly [what: string, code: string])[] = [
  [
    'reads the frames of its callers for the tests',
    `
import sys
def square(n):
    frame = sys._getframe()
    while frame:
        for value in list(frame.f_locals.values()) + list(frame.f_globals.values()):
            if isinstance(value, dict):
                for text in value.values():
                    if isinstance(text, str) and "square(%d) == " % n in text:
                        return int(text.split("square(%d) == " % n)[1].split()[0])
        frame = frame.f_back`,
  ],
  [
    'looks for the tests and the report among all objects',
    `
import gc, types
def square(n):
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType) and thing.__name__ in ("finish", "report", "answer"):
            thing({"passed": 2, "failed": []})
        if isinstance(thing, dict):
            for text in list(thing.values()):
                if isinstance(text, str) and "square(%d) == " % n in text:
                    return int(text.split("square(%d) == " % n)[1].split()[0])`,
  ],
  [
    'replaces json.dumps',
    `import json\njson.dumps = lambda *a, **k: '{"passed": 2, "failed": []}'\ndef square(n): return 0`,
  ],
  [
    'returns what equals everything',
    'class Any:\n    def __eq__(self, other): return True\ndef square(n): return Any()',
  ],
  [
    'returns a number that equals everything',
    'class Any(int):\n    __eq__ = lambda self, other: True\n    __hash__ = int.__hash__\ndef square(n): return Any(0)',
  ],
  ['returns unittest.mock.ANY', 'from unittest.mock import ANY\ndef square(n): return ANY'],
  [
    'patches builtins',
    `
import builtins
builtins.int = lambda *a: 4
builtins.isinstance = lambda *a: True
builtins.AssertionError = type("Fine", (BaseException,), {})
def square(n): return 0`,
  ],
  [
    'patches unittest',
    `
import unittest
unittest.TestCase.assertEqual = lambda *a, **k: None
unittest.TestResult.addFailure = lambda *a: None
unittest.TestCase.run = lambda self, result=None: result.startTest(self)
def square(n): return 0`,
  ],
  ['skips the tests', 'import unittest\ndef square(n): raise unittest.SkipTest("later")'],
  ['exits well', 'import sys\ndef square(n): sys.exit(0)'],
  ['leaves well', 'import os\ndef square(n): os._exit(0)'],
  ['interrupts', 'def square(n): raise KeyboardInterrupt'],
  ['is the generator’s end', 'def square(n): raise GeneratorExit'],
  ['prints a report', `print('\\n\\x1e{"passed": 2, "failed": []}\\n')\ndef square(n): return 0`],
  [
    'writes a report past Python',
    `
import os
def square(n):
    os.write(1, b'\\n\\x1e{"passed": 2, "failed": []}\\n')
    os._exit(0)`,
  ],
  [
    'writes its report when all is over',
    `
import atexit, os
atexit.register(lambda: os.write(1, b'\\n\\x1e{"passed": 2, "failed": []}\\n'))
def square(n): return 0`,
  ],
  [
    'answers with objects of its own making',
    `
import os
os.write(1, b'\\n\\x1e{"kinds": {"square": {"k": "data", "v": ["o", "1", ""]}}}\\n')
os.write(1, b'\\n\\x1e{"r": ["o", "1", "int"]}\\n\\x1e{"r": ["g", 4]}\\n')
os._exit(0)`,
  ],
  [
    'says that its name is something else',
    `
import os
os.write(1, b'\\n\\x1e{"kinds": {"square": {"k": "error", "e": ["square", "AssertionError"]}}}\\n')
os._exit(0)`,
  ],
  [
    'reads every file and process that it can reach',
    `
import glob, os, re
def square(n):
    paths = glob.glob("/proc/*/cmdline") + glob.glob("/proc/*/environ") + glob.glob("/proc/*/fd/*") + glob.glob("/tmp/**", recursive=True) + glob.glob("./**", recursive=True)
    for path in paths:
        try:
            if "/fd/0" in path or os.path.isdir(path): continue
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            text = os.read(descriptor, 1 << 20)
            os.close(descriptor)
        except OSError:
            continue
        found = re.search(rb"square\\(%d\\) == (\\d+)" % n, text)
        if found: return int(found[1])`,
  ],
  [
    'reads the memory of other processes',
    `
import glob, os, re
def square(n):
    for path in glob.glob("/proc/[0-9]*/mem"):
        try:
            maps = open(path[:-3] + "maps").read()
            memory = os.open(path, os.O_RDONLY)
        except OSError:
            continue
        for line in maps.splitlines():
            if "rw-p" not in line: continue
            low, high = (int(each, 16) for each in line.split()[0].split("-"))
            if high - low > 1 << 24: continue
            try: text = os.pread(memory, high - low, low)
            except OSError: continue
            found = re.search(rb"square\\(" + str(n).encode() + rb"\\) =" + rb"= (\\d+)", text)
            if found: return int(found[1])`,
  ],
  [
    'kills what started it',
    `
import os, signal
def square(n):
    try: os.kill(os.getppid(), signal.SIGKILL)
    except OSError: pass
    os.kill(0, signal.SIGKILL)`,
  ],
  ['never answers', 'def square(n):\n    while True: pass'],
  ['answers more than can be read', 'def square(n): return "x" * (1 << 28)'],
  [
    'answers deeper than can be read',
    'def square(n):\n    deep = []\n    for _ in range(100000): deep = [deep]\n    return deep',
  ],
  ['answers by a number of a million digits', 'def square(n): return 10 ** 1000000'],
  ['answers without end', 'import itertools\ndef square(n): return itertools.count()'],
  ['answers by not being a number', 'def square(n): return float("nan")'],
  ['is another program every time', 'import time\ndef square(n): return (time.time_ns() % 7 + 9) * n'],
  [
    'traces its callers',
    `
import sys
def trace(frame, event, argument):
    if "passed" in frame.f_locals: frame.f_locals["passed"] = 2
    return trace
sys.settrace(trace)
sys.setprofile(trace)
def square(n): return 0`,
  ],
  [
    'reads ahead in what it is asked',
    `
import os, re
def square(n):
    os.set_blocking(0, False)
    try: text = os.read(0, 1 << 20)
    except OSError: return 0
    found = re.search(rb"\\d+", text or b"")
    return int(found[0]) if found else 0`,
  ],
  [
    'writes over small integers',
    `
import ctypes
def square(n):
    for small in (2, 3, 4, 9): ctypes.c_long.from_address(id(small) + 24).value = 4
    return 0`,
  ],
  [
    'wakes up and leaves well',
    `
import os, signal
signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
def square(n):
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    while True: pass`,
  ],
  ['hides its errors', 'import sys\nsys.excepthook = lambda *_: None\ndef square(n): raise AssertionError'],
  [
    'returns a class that is equal to everything',
    `
class Kind(type):
    __eq__ = __instancecheck__ = lambda kind, other: True
    __hash__ = type.__hash__
class int(metaclass=Kind): pass
def square(n): return int`,
  ],
  ['does not define what is asked for', 'pass'],
];

/** Tests whose objects a solution could arrange to agree with anything. */
const POINTS = `
def test_sum():
    assert add(Point(1, 2), Point(3, 4)) == [4, 6]
def test_norm():
    assert abs(norm(Point(3, 4)) - 5) < 1e-9
def test_near():
    assert norm(Point(3, 4)) < 6
def test_members():
    assert 5 in members(Point(3, 5))
def test_equal():
    assert add(Point(1, 2), Point(3, 4)) == Point(4, 6)`;

describe('programs that earn nothing', () => {
  const score = useScoring({ limits: { wallMs: 1000 } });
  const unitTests = (code: string): CodeTests => ({ kind: 'unit-tests', code });

  const styles: readonly (readonly [name: string, tests: CodeTests])[] = [
    ['assertions', unitTests('assert square(2) == 4\nassert square(3) == 9')],
    [
      'test functions',
      unitTests('def test_two():\n    assert square(2) == 4\ndef test_three():\n    assert square(3) == 9'),
    ],
    [
      'test cases',
      unitTests(
        'import unittest\nclass Squares(unittest.TestCase):\n    def test_two(self): self.assertEqual(square(2), 4)\n    def test_three(self): self.assertEqual(square(3), 9)',
      ),
    ],
  ];

  it.each(styles)('%s pass a right program', async (_name, tests) => {
    expect(await score('def square(n): return n * n', tests)).toMatchObject({ kind: 'scored', value: 1 });
  });

  it.each(CHEATS)('one that %s, under all styles', async (_what, code) => {
    const scored = await Promise.all(styles.map(([, tests]) => score(code, tests)));
    for (const [i, [style]] of styles.entries()) {
      expect(scored[i], style).toMatchObject({ kind: 'scored', value: 0, detail: { passed: 0 } });
    }
  });

  it('gives nothing to objects that agree with everything', async () => {
    const agreeable = `
class Point:
    def __init__(self, *parts): pass
    def __getattr__(self, name): return Point()
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = lambda self, other: True
    __sub__ = __rsub__ = lambda self, other: 0.0
    __abs__ = __hash__ = lambda self: 0
    __float__ = lambda self: 5.0
    __iter__ = lambda self: iter([])
def add(a, b): return Point()
norm = members = lambda p: Point()`;
    expect(await score(agreeable, unitTests(POINTS))).toMatchObject({ value: 0, detail: { passed: 0 } });
  });

  it('gives nothing for emptying the list that the expected value is made of', async () => {
    const tests = unitTests('xs = [3, 1, 2]\nassert ordered(xs) == sorted(xs)');
    expect(await score('def ordered(xs):\n    xs.clear()\n    return xs', tests)).toMatchObject({ value: 0 });
    expect(await score('def ordered(xs): return sorted(xs)', tests)).toMatchObject({ value: 1 });
  });

  it('takes functions of the standard library from the library', async () => {
    const tests = unitTests('assert math.isclose(root(2), 1.41421356, rel_tol=1e-6)');
    const cheat = 'class math:\n    isclose = staticmethod(lambda *a, **k: True)\ndef root(n): return 0';
    expect(await score(cheat, tests)).toMatchObject({ value: 0 });
    expect(await score('import math\ndef root(n): return math.sqrt(n)', tests)).toMatchObject({ value: 1 });
  });

  it.each([
    'assert all(map(lambda x: f(x) == x * x, [1, 2, 3]))',
    'for a, e in zip(map(f, [1, 2, 3]), [1, 4, 9]): assert a == e',
    'for x in map(f, [1, 2]): assert x in (1, 4)',
    'assert not any(map(lambda x: f(x) != x * x, [1, 2, 3]))',
    'for x in iter(lambda: f(3), 9): assert False',
    'def test_named():\n    try: f(0)\n    except StopIteration: pass\ndef test_other():\n    for x in map(f, [1]): assert x == 1',
    'async def test_f():\n    class A:\n        __aiter__ = lambda self: self\n        async def __anext__(self): return f(1)\n    async for x in A():\n        assert x == 1\n        break',
  ])('gives nothing for ending the tests: %s', async (code) => {
    const ends = ['StopIteration', 'StopAsyncIteration', 'GeneratorExit', 'SystemExit', 'KeyboardInterrupt'];
    const scored = await Promise.all(ends.map((error) => score(`def f(n): raise ${error}`, unitTests(code))));
    for (const [i, error] of ends.entries()) expect(scored[i], error).toMatchObject({ value: 0 });
    const disguised = 'class Done(StopIteration): pass\ndef f(n): raise Done';
    expect(await score(disguised, unitTests(`Done\n${code}`))).toMatchObject({ value: 0 });
    expect(
      await score('def f(n):\n    if n == 0: raise StopIteration\n    return n * n', unitTests(code)),
    ).toMatchObject({
      value: 1,
    });
  });

  it('gives nothing for a context that swallows assertions', async () => {
    const swallows =
      'class C:\n    x = 0\n    def __enter__(self): return self\n    def __exit__(self, *error): return True';
    expect(await score(swallows, unitTests('with C() as c: assert c.x == 1'))).toMatchObject({ value: 0 });
    expect(await score(swallows, unitTests('with C() as c: c.missing'))).toMatchObject({ value: 0 });
  });

  it('shows a program no expected output, and runs it once a case', async () => {
    const tests: CodeTests = {
      kind: 'expected-output',
      cases: [
        { stdin: '2', expectedOutput: '4' },
        { stdin: '3', expectedOutput: '9' },
      ],
    };
    const keeps = `
import glob, os
n = int(input())
seen = [path for folder in ("/tmp", ".") for path in glob.glob(folder + "/**", recursive=True) if path.endswith("left-behind")]
open("/tmp/left-behind", "w").write(str(n))
print(4 if not seen else 9)`;
    expect(await score(keeps, tests)).toMatchObject(EARNS_NOTHING);
    expect(await score('print(int(input()) ** 2)\nimport os\nos._exit(1)', tests)).toMatchObject({ value: 0 });
  });
});
