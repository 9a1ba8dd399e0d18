import { describe, expect, it } from 'vitest';
import { EARNS_NOTHING, useScoring } from './scoring.js';

/** Finds what a program is asked, all of it, and answers by itself: `answer(calls)` gives a line a call. */
const FORGER = `
import json, os, sys
frame = sys._getframe()
while "request" not in frame.f_locals: frame = frame.f_back
request = frame.f_locals["request"]
calls = [json.loads(call) for call in request["calls"]]
def say(lines, kind={"k": "function"}):
    for line in [{"kinds": {name: kind for name in request["names"]}}] + lines:
        os.write(1, b"\\n\\x1e" + json.dumps(line).encode() + b"\\n")
    os._exit(0)
`;

/**
 * Answers with a thing whose truth value is asked for in the next round, sees by what is called after that whether the
 * tests went on, and keeps in the thing's name what they wanted.
 */
const ORACLE = `${FORGER}
lines = []
for i, (on, name, *_) in enumerate(calls):
    after, then = (calls[i + 1:i + 2] or [None])[0], calls[i + 2:i + 3]
    if on is None:
        place = "U%d" % i
        if after and after[1] == "=bool":
            place = after[0]
            if place[0] == "U":
                place = ("T" if then == [] or then[0][1][0] == "=" else "F") + place[1:]
        lines.append({"r": ["o", place, KIND]})
    else:
        lines.append({"r": "" if name == "=repr" else on[0] != "F"})
say(lines)`;

/** Programs that know nothing of `f`, which is true for some numbers and false for others. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'asks for truth values in rounds': ORACLE.replace('KIND', '""'),
  'asks for truth values in rounds, of objects of a class': ORACLE.replace('KIND', '"C"'),
  'changes its answers by how much is asked': `${FORGER}
say([{"r": len(calls) % 2 == i % 2} for i, _ in enumerate(calls)])`,
  'answers by the last call only': `${FORGER}
say([{"r": i + 1 != len(calls)} for i, _ in enumerate(calls)])`,
  'answers by chance': 'import os\ndef f(n): return os.urandom(1)[0] % 2 == 0',
  'answers by the clock': 'import time\ndef f(n): return time.time_ns() // 1000 % 2 == 0',
  'is a class with a truth value':
    'class f:\n    def __init__(self, n): pass\n    def __bool__(self): return calls() % 2 == 0\ndef calls(n=[0]):\n    n[0] += 1\n    return n[0]',
  'is an error': 'class f(ValueError): pass',
  'is a number that says it is none':
    'class N(int):\n    __bool__ = lambda self: True\n    __class__ = bool\ndef f(n): return N(0)',
  'has a truth value that changes':
    'class B:\n    n = 0\n    def __call__(self): pass\n    def __bool__(self):\n        B.n += 1\n        return B.n % 2 == 0\ndef f(n): return B()',
  'has a length that changes': 'class L(list):\n    def __len__(self): return id(self) // 16 % 2\ndef f(n): return L()',
  'lies by its metaclass':
    'class M(type):\n    __instancecheck__ = __subclasscheck__ = __eq__ = lambda *a: True\n    __hash__ = type.__hash__\n    __bool__ = lambda self: False\nclass K(metaclass=M): pass\ndef f(n): return K',
  'leaves a thread that answers':
    'import os, threading\ndef late():\n    while True: os.write(1, b"\\n\\x1e{\\"r\\": true}\\n")\nthreading.Thread(target=late, daemon=True).start()\ndef f(n): return None',
  'answers when it is thrown away':
    'import os\nclass D:\n    def __del__(self): os.write(1, b"\\n\\x1e{\\"r\\": true}\\n")\ndef f(n):\n    D()\n    return None',
  'patches what encodes its answers':
    'import sys\nfor module in list(sys.modules.values()):\n    if hasattr(module, "encode") and hasattr(module, "by_reference"): module.encode = lambda value, *a: ["o", "x", "bool"]\ndef f(n): return 1',
  'hooks imports':
    'import builtins, sys\nclass Hook:\n    def find_spec(self, *a): raise SystemExit(0)\nsys.meta_path.insert(0, Hook())\nbuiltins.__import__ = lambda *a, **k: None\ndef f(n): return None',
  'answers with a generator': 'def f(n): yield n % 2 == 0',
  'answers with a coroutine': 'async def f(n): return n % 2 == 0',
  'answers with what pickles as something else':
    'class P:\n    def __reduce__(self): return (bool, (1,))\n    __reduce_ex__ = lambda self, n: (bool, (1,))\ndef f(n): return P()',
  'registers what subclasses it':
    'class S:\n    def __init_subclass__(cls): raise SystemExit(0)\n    def __class_getitem__(cls, n): return True\nf = S',
  'answers with what is no JSON': `${FORGER}\nos.write(1, b'\\n\\x1e{"kinds": {"f": {"k": "function"}}}\\n' + b'\\n\\x1e{"r": NaN}\\n' * len(calls))\nos._exit(0)`,
  'answers with tags that there are not': `${FORGER}\nsay([{"r": ["?", 1]} for _ in calls])`,
  'says that its name is data of another kind': `${FORGER}\nsay([], {"k": "data", "v": ["o", ["f"], {}]})`,
  'says that its name is an object': `${FORGER}\nsay([{"r": True} for _ in calls], {"k": "object", "c": "bool", "m": ["__call__", "__bool__"]})`,
  'says that its name is nothing known': `${FORGER}\nsay([{"r": True} for _ in calls], {"k": None})`,
};

const WANTED = [false, true, true, false, false, true, false, true, true];
const inCase = (assertions: readonly string[]) =>
  `import unittest\nclass A(unittest.TestCase):\n    def test_a(self):\n${assertions.map((each) => `        ${each}`).join('\n')}`;
const STYLES: Readonly<Record<string, string>> = {
  assertions: WANTED.map((wanted, n) => `assert ${wanted ? '' : 'not '}f(${n})`).join('\n'),
  'a test case': inCase(WANTED.map((wanted, n) => `self.assert${wanted ? 'True' : 'False'}(f(${n}))`)),
};

describe('a program that knows nothing', () => {
  const score = useScoring({ limits: { wallMs: 3000 } });

  describe.each(Object.entries(STYLES))('under %s', (_style, tests) => {
    it.each(Object.entries(PROGRAMS))('and %s earns nothing', async (_what, code) => {
      expect(await score(code, tests)).toMatchObject(EARNS_NOTHING);
    });

    it('is no program that knows', async () => {
      expect(
        await score(
          `def f(n): return ${`${JSON.stringify(WANTED)}`.replace(/true/g, 'True').replace(/false/g, 'False')}[n]`,
          tests,
        ),
      ).toMatchObject({ value: 1 });
    });
  });

  it('loses by an answer that is another when it is asked again', async () => {
    const tests = 'assert f(g(1)) == 2\nassert f(g(2)) == 3';
    const honest = 'def g(n): return n\ndef f(n): return n + 1';
    expect(await score(honest, tests)).toMatchObject({ value: 1 });
    const changing = `${FORGER}
say([{"r": [1, 2, 2, 3][i] if len(calls) > 3 or i > 0 else 5} for i, _ in enumerate(calls)])`;
    expect(await score(changing, tests)).toMatchObject({
      value: 0,
      detail: { failed: ['the program gave another answer when it ran again: call 1'] },
    });
  });

  it('cannot be told of a failure by being asked for its text', async () => {
    const spies = `
class C:
    def __init__(self): self.log = []
    def get(self): return self
    def __repr__(self):
        self.log.append("repr")
        return "1"
    __str__ = __repr__`;
    const tests = inCase(['c = C()', 'self.assertEqual(c.get(), 1)', 'self.assertEqual(c.log, [])']);
    const reward = await score(spies, tests);
    expect(reward).toMatchObject({
      value: 0,
      detail: { failed: [expect.stringContaining('an object of the solution') as string] },
    });
    expect(JSON.stringify(reward)).not.toContain('repr');
  });

  it('changes nothing by a call that returns something', async () => {
    const tests = 'xs = [3, 1, 2]\nassert ordered(xs) == sorted(xs)';
    expect(await score(`${FORGER}\nsay([{"r": ["l"], "a": [["l"]]} for _ in calls])`, tests)).toMatchObject({
      value: 0,
    });
  });

  it('does not end a loop of the tests by an index error', async () => {
    const tests = 'class Xs:\n    def __getitem__(self, i): return f(i)\nfor x in Xs():\n    assert x == 7\n    break';
    expect(await score('def f(n): raise IndexError', tests)).toMatchObject({ value: 0 });
    expect(await score('def f(n): return 7', tests)).toMatchObject({ value: 1 });
  });

  it('is no value by being a function', async () => {
    const assertions = [
      'f(1) != 3',
      'f(1)',
      'f(1) == f(1)',
      'len(f(1)) == 0',
      'str(f(1)) == "3"',
      '3 in f(1)',
      'list(f(1)) == []',
      'f(1) < 3',
      'f(1)[0] == 3',
    ];
    const scored = await Promise.all(
      assertions.map((each) => score('def f(n): return lambda *a: 3', `assert ${each}`)),
    );
    for (const [i, each] of assertions.entries()) expect(scored[i], each).toMatchObject({ value: 0 });
  });
});
