import { describe, expect, it } from 'vitest';
import { EARNS_NOTHING, undecided, useScoring } from './scoring.js';

const HONEST = `class Vector:
    def __init__(self, x, y): self.x, self.y = x, y
    def __add__(self, other): return Vector(self.x + other.x, self.y + other.y)
    def __eq__(self, other): return (self.x, self.y) == (other.x, other.y)
    def __lt__(self, other): return self.x < other.x
    def __hash__(self): return hash((self.x, self.y))`;

/** Knows nothing: every call and every method gives the one instance. */
const SINGLETON = `class Vector:
    one = None
    def __new__(cls, *parts):
        if cls.one is None: cls.one = object.__new__(cls)
        return cls.one
    def __getattr__(self, name):
        if name.startswith('__'): raise AttributeError(name)
        return lambda *parts: self
    __add__ = lambda self, other: self
    __eq__ = __lt__ = lambda self, other: True
    __hash__ = lambda self: 0`;

const ZERO = 'class Vector:\n    def __new__(cls, *parts): return 0';

/** Assertions in which only objects of the program are compared with each other. */
const BETWEEN_OBJECTS = [
  'assert Vector(1, 2) + Vector(3, 4) == Vector(4, 6)',
  'import unittest\nclass A(unittest.TestCase):\n    def test_a(self): self.assertEqual(Vector(1, 2) + Vector(3, 4), Vector(4, 6))',
  'assert [Vector(1, 2) + Vector(3, 4)] == [Vector(4, 6)]',
  'assert Vector(1, 2) + Vector(3, 4) in [Vector(4, 6)]',
  'assert not Vector(1, 2) + Vector(3, 4) != Vector(4, 6)',
  'assert Vector(1, 2) < Vector(4, 6)',
  'assert len({Vector(1, 2) + Vector(3, 4), Vector(4, 6)}) == 1',
  'names = {Vector(4, 6): "sum"}\nassert names[Vector(1, 2) + Vector(3, 4)] == "sum"',
  'is_same = Vector(1, 2) + Vector(3, 4) == Vector(4, 6)\nassert is_same',
];

describe('objects of a program that are compared with each other', () => {
  const score = useScoring();

  it.each(BETWEEN_OBJECTS)('are no evidence: %s', async (tests) => {
    for (const code of [HONEST, SINGLETON]) {
      const scored = await score(code, tests);
      expect(scored).toMatchObject(undecided('compare with each other'));
    }
    expect(await score(ZERO, tests)).toMatchObject({ value: 0 });
  });

  it('need one assertion beside them that plain data decides', async () => {
    const tests =
      'total = Vector(1, 2) + Vector(3, 4)\nassert total == Vector(4, 6)\nassert (total.x, total.y) == (4, 6)';
    expect(await score(HONEST, tests)).toMatchObject({ value: 1 });
    expect(await score(SINGLETON, tests)).toMatchObject({ value: 0 });
  });

  it('fail where the program itself says that they differ', async () => {
    expect(await score(HONEST, 'assert Vector(1, 2) == Vector(1, 3)')).toMatchObject({ value: 0 });
    expect(await score(SINGLETON, 'assert Vector(1, 2) != Vector(1, 3)')).toMatchObject({ value: 0 });
  });

  it('are one object where the program has one, which is no evidence either', async () => {
    const one =
      'class One:\n    it = None\n    x = 0\n    def __new__(cls):\n        cls.it = cls.it or object.__new__(cls)\n        return cls.it';
    for (const tests of ['assert One() is One()', 'assert id(One()) == id(One())', 'assert One() == One()']) {
      expect(await score(one, tests), tests).toMatchObject({ kind: 'undecided' });
      expect(await score('class One: pass', tests), tests).toMatchObject({ value: 0 });
    }
    expect(
      await score(one, 'a = One()\na.x = 1\nassert One() is a and One().x == 1\nassert One().x == 1'),
    ).toMatchObject({ value: 1 });
  });

  it('are functions that the program returns: those compare with nothing', async () => {
    const tests = "assert simplify(parse('x+0')) == parse('x')";
    expect(await score('g = lambda *a: g\nparse = simplify = lambda *a: g', tests)).toMatchObject({ value: 0 });
    expect(
      await score("parse = lambda s: s.split('+')\nsimplify = lambda e: [x for x in e if x != '0']", tests),
    ).toMatchObject({ value: 1 });
  });

  it.each([
    ['nested 20,000 deep', `'{"kinds":{"f":' + '[' * 20000 + ']' * 20000 + '}}'`],
    ['nested 20,000 deep in a kind', `'{"kinds":{"f":{"k":"data","v":' + '[' * 20000 + ']' * 20000 + '}}}'`],
    ['no objects', `'{"kinds":{"f":null}}'`],
    ['a list', `'{"kinds":[]}'`],
    ['nothing', `'null'`],
    ['of no known shape', `'{"kinds":{"f":{"k":"class","m":5}}}'`],
    ['cut off', `'{"kinds":{"f":'`],
  ])('names that a program forges earn 0: %s', async (_what, line) => {
    const code = `import os\nos.write(1, ("\\n\\x1e" + ${line} + "\\n").encode())\ndef f(x): return 0`;
    expect(await score(code, 'assert f(1) == 2')).toMatchObject(EARNS_NOTHING);
  });
});
