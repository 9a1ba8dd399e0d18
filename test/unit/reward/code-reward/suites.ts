/** What a data set has: a right program, its tests, and a program that is wrong. */
export type Suite = readonly [what: string, right: string, tests: string, wrong: string];

/** Written for these tests, in the manner of HumanEval, MBPP, LeetCode's test cases and APPS' call-based cases. */
export const SUITES: readonly Suite[] = [
  [
    'HumanEval: a check of a candidate with messages',
    `def has_close_elements(numbers, threshold):
    return any(abs(a - b) < threshold for i, a in enumerate(numbers) for b in numbers[i + 1:])`,
    `METADATA = {'author': 'jt', 'dataset': 'test'}

def check(candidate):
    assert candidate([1.0, 2.0, 3.9, 4.0, 5.0, 2.2], 0.3) == True, "first: %s" % candidate([1.0], 0.3)
    assert candidate([1.0, 2.0, 3.9, 4.0, 5.0, 2.2], 0.05) == False, f"second: {candidate([], 1)}"
    assert candidate([1.0, 2.0, 5.9, 4.0, 5.0], 0.95) == True
    assert True, "This prints if this assert fails 1 (good for debugging!)"

check(has_close_elements)`,
    `def has_close_elements(numbers, threshold): return True`,
  ],
  [
    'HumanEval: round trips and chance',
    `def encode_shift(s): return "".join(chr(((ord(ch) + 5 - ord("a")) % 26) + ord("a")) for ch in s)
def decode_shift(s): return "".join(chr(((ord(ch) - 5 - ord("a")) % 26) + ord("a")) for ch in s)`,
    `from random import randint, choice
import copy, string
letters = string.ascii_lowercase
def check(candidate):
    for _ in range(10):
        str = ''.join(choice(letters) for i in range(randint(10, 20)))
        encoded_str = encode_shift(str)
        assert candidate(copy.deepcopy(encoded_str)) == str
check(decode_shift)`,
    `encode_shift = decode_shift = lambda s: s[1:]`,
  ],
  [
    'HumanEval: tolerance',
    `def poly(xs, x): return sum(c * x ** i for i, c in enumerate(xs))
def find_zero(xs):
    low, high = -1.0, 1.0
    while poly(xs, low) * poly(xs, high) > 0: low, high = low * 2, high * 2
    while high - low > 1e-10:
        mid = (low + high) / 2
        if poly(xs, mid) * poly(xs, low) > 0: low = mid
        else: high = mid
    return low`,
    `import math, copy
def check(candidate):
    for coeffs in [[-10, -2], [-3, -6, -7, 7], [8, 3]]:
        solution = candidate(copy.deepcopy(coeffs))
        assert math.fabs(poly(coeffs, solution)) < 1e-4
check(find_zero)`,
    `poly = lambda xs, x: 1
find_zero = lambda xs: 0`,
  ],
  [
    'MBPP: three assertions',
    `def similar_elements(a, b): return tuple(set(a) & set(b))`,
    `assert set(similar_elements((3, 4, 5, 6),(5, 7, 4, 10))) == set((4, 5))
assert set(similar_elements((1, 2, 3, 4),(5, 4, 3, 7))) == set((3, 4))
assert set(similar_elements((11, 12, 14, 13),(17, 15, 14, 13))) == set((13, 14))`,
    `def similar_elements(a, b): return a`,
  ],
  [
    'MBPP: set-up code and a class',
    `class Pair(object):
    def __init__(self, a, b): self.a, self.b = a, b
def max_chain_length(arr, n):
    best = [1] * n
    for i in range(1, n):
        for j in range(i):
            if arr[i].a > arr[j].b: best[i] = max(best[i], best[j] + 1)
    return max(best)`,
    `assert max_chain_length([Pair(5, 24), Pair(15, 25),Pair(27, 40), Pair(50, 60)], 4) == 3
assert max_chain_length([Pair(1, 2), Pair(3, 4),Pair(5, 6), Pair(7, 8)], 4) == 4`,
    `class Pair(object):
    def __init__(self, a, b): pass
def max_chain_length(arr, n): return n`,
  ],
  [
    'LeetCode: methods of a solution in a test case',
    `class Solution:
    def twoSum(self, nums, target):
        seen = {}
        for i, x in enumerate(nums):
            if target - x in seen: return [seen[target - x], i]
            seen[x] = i
    def isPalindrome(self, x): return str(x) == str(x)[::-1]`,
    `import unittest
from typing import List
class TestSolution(unittest.TestCase):
    def setUp(self):
        self.s = Solution()
    def tearDown(self):
        self.s = None
    def test_two_sum(self):
        self.assertEqual(self.s.twoSum([2, 7, 11, 15], 9), [0, 1])
        self.assertListEqual(sorted(self.s.twoSum([3, 2, 4], 6)), [1, 2])
    def test_palindrome(self):
        self.assertTrue(self.s.isPalindrome(121))
        self.assertFalse(self.s.isPalindrome(-121), "negative numbers are none")
    def test_many(self):
        for x, expected in [(1, True), (10, False), (1221, True)]:
            with self.subTest(x=x):
                self.assertIs(self.s.isPalindrome(x), expected)
if __name__ == "__main__":
    unittest.main()`,
    `class Solution:
    def twoSum(self, nums, target): return [0, 1]
    def isPalindrome(self, x): return True`,
  ],
  [
    'LeetCode: a design problem, driven by operations',
    `from collections import OrderedDict
class LRUCache:
    def __init__(self, capacity): self.capacity, self.data = capacity, OrderedDict()
    def get(self, key):
        if key not in self.data: return -1
        self.data.move_to_end(key)
        return self.data[key]
    def put(self, key, value):
        self.data[key] = value
        self.data.move_to_end(key)
        if len(self.data) > self.capacity: self.data.popitem(last=False)`,
    `ops = ["LRUCache", "put", "put", "get", "put", "get", "put", "get", "get", "get"]
args = [[2], [1, 1], [2, 2], [1], [3, 3], [2], [4, 4], [1], [3], [4]]
expected = [None, None, None, 1, None, -1, None, -1, 3, 4]
obj, got = None, []
for op, arg in zip(ops, args):
    if op == "LRUCache":
        obj = LRUCache(*arg)
        got.append(None)
    else:
        got.append(getattr(obj, op)(*arg))
assert got == expected, got`,
    `class LRUCache:
    def __init__(self, capacity): pass
    def get(self, key): return -1
    def put(self, key, value): pass`,
  ],
  [
    'LeetCode: an iterator that is asked whether there is more',
    `class Peeking:
    def __init__(self, xs): self.xs = list(xs)
    def has_next(self): return bool(self.xs)
    def next(self): return self.xs.pop(0)`,
    `it, out = Peeking([1, 2, 3]), []
while it.has_next():
    out.append(it.next())
assert out == [1, 2, 3]`,
    `class Peeking:
    def __init__(self, xs): self.n = 3
    def has_next(self):
        self.n -= 1
        return self.n >= 0
    def next(self): return 0`,
  ],
  [
    'LeetCode: trees',
    `class TreeNode:
    def __init__(self, val=0, left=None, right=None): self.val, self.left, self.right = val, left, right
class Solution:
    def invertTree(self, root):
        if root: root.left, root.right = self.invertTree(root.right), self.invertTree(root.left)
        return root`,
    `def values(node): return node and [node.val, values(node.left), values(node.right)]
root = TreeNode(4, TreeNode(2, TreeNode(1)), TreeNode(7))
got = Solution().invertTree(root)
assert values(got) == [4, [7, None, None], [2, None, [1, None, None]]]`,
    `class TreeNode:
    def __init__(self, val=0, left=None, right=None): self.val, self.left, self.right = val, left, right
class Solution:
    def invertTree(self, root): return root`,
  ],
  [
    'APPS: call-based cases from JSON',
    `def solve(n, edges):
    parent = list(range(n))
    def find(x):
        while parent[x] != x: x = parent[x]
        return x
    for a, b in edges: parent[find(a)] = find(b)
    return len({find(x) for x in range(n)})`,
    `import json
cases = json.loads('{"inputs": [[4, [[0, 1], [2, 3]]], [3, []], [1, []]], "outputs": [2, 3, 1]}')
for given, expected in zip(cases["inputs"], cases["outputs"]):
    got = solve(*given)
    if isinstance(got, tuple):
        got = list(got)
    assert got == expected or (isinstance(expected, list) and got == expected[0])`,
    `def solve(n, edges): return 2`,
  ],
  [
    'expected exceptions in every form',
    `def f(x):
    if x < 0: raise ValueError("negative: %d" % x)
    if x > 9: raise IndexError(x)
    return x`,
    `import unittest
class A(unittest.TestCase):
    def test_block(self):
        with self.assertRaises(ValueError) as caught:
            f(-1)
        self.assertEqual(str(caught.exception), "negative: -1")
        with self.assertRaisesRegex(ValueError, "negative"): f(-2)
    def test_call(self):
        self.assertRaises((ValueError, KeyError), f, -1)
        self.assertEqual(f(3), 3)
    def test_try(self):
        try:
            f(10)
        except IndexError:
            pass
        else:
            self.fail("no error")
        try:
            f(-5)
            self.fail("no error")
        except ValueError:
            pass
def test_flag():
    raised = False
    try: f(-1)
    except Exception as error:
        raised = "negative" in str(error)
    assert raised and f(2) == 2`,
    `def f(x): return x`,
  ],
  [
    'alternatives by catching an assertion',
    `def f(x): return x + 2`,
    `try:
    assert f(1) == 2
except AssertionError:
    assert f(1) == 3`,
    `def f(x): return x`,
  ],
  [
    'a failure that is expected',
    `def f(x): return x`,
    `import unittest
class A(unittest.TestCase):
    @unittest.expectedFailure
    def test_a(self): self.assertEqual(f(1), 2)
    def test_b(self): self.assertEqual(f(2), 2)`,
    `def f(x): return 2`,
  ],
  [
    'a runner that counts',
    `def f(x): return x * x`,
    `def test_one(): assert f(2) == 4
def test_two(): assert f(3) == 9
failures = []
for run in (test_one, test_two):
    try: run()
    except AssertionError as error: failures.append(error)
assert not failures`,
    `def f(x): return 4`,
  ],
  [
    'none and all of many',
    `def is_prime(n): return n > 1 and all(n % d for d in range(2, n))`,
    `assert all(is_prime(p) for p in (2, 3, 5, 7, 11, 13))
assert not any(is_prime(n) for n in (0, 1, 4, 6, 8))
assert any(is_prime(n) for n in (4, 6, 7))
assert [n for n in range(20) if is_prime(n)] == [2, 3, 5, 7, 11, 13, 17, 19]
assert sum(map(is_prime, range(30))) == 10`,
    `def is_prime(n): return True`,
  ],
  [
    'a slow solution of its own beside',
    `def best(xs):
    total = top = xs[0]
    for x in xs[1:]:
        total = max(x, total + x)
        top = max(top, total)
    return top`,
    `import random
def slow(xs): return max(sum(xs[i:j]) for i in range(len(xs)) for j in range(i + 1, len(xs) + 1))
random.seed(3)
for _ in range(25):
    xs = [random.randint(-9, 9) for _ in range(random.randint(1, 8))]
    assert best(xs) == slow(xs), (xs, best(xs))`,
    `def best(xs): return max(xs)`,
  ],
  [
    'other assertions of test cases',
    `def stats(xs): return {"mean": sum(xs) / len(xs), "range": (min(xs), max(xs)), "seen": set(xs)}
def text(x): return "value: %s" % x`,
    `import unittest
class A(unittest.TestCase):
    @classmethod
    def setUpClass(cls): cls.got = stats([1, 2, 2])
    def test_numbers(self):
        self.assertAlmostEqual(self.got["mean"], 1.6666, places=3)
        self.assertGreater(self.got["mean"], 1)
        self.assertLessEqual(self.got["range"][0], 1)
        self.assertTupleEqual(self.got["range"], (1, 2))
        self.assertSetEqual(self.got["seen"], {1, 2})
        self.assertIn("mean", self.got)
        self.assertNotIn("median", self.got)
        self.assertCountEqual(list(self.got), ["seen", "mean", "range"])
        self.assertIsInstance(self.got, dict)
        self.assertDictEqual(self.got, stats([2, 1, 2]))
    def test_text(self):
        self.assertRegex(text(3), r"^value: \\d$")
        self.assertMultiLineEqual(text("a"), "value: a")
        self.assertIsNotNone(text(1))
        self.assertNotEqual(text(1), text(2))`,
    `def stats(xs): return {}
def text(x): return "value"`,
  ],
  [
    'objects with truth, length, text, order, items and iteration',
    `class Poly:
    def __init__(self, *cs): self.cs = list(cs)
    def __bool__(self): return any(self.cs)
    def __len__(self): return len(self.cs)
    def __str__(self): return " + ".join("%dx^%d" % (c, i) for i, c in enumerate(self.cs))
    def __repr__(self): return "Poly(%s)" % ", ".join(map(str, self.cs))
    def __lt__(self, other): return len(self) < len(other)
    def __add__(self, other): return Poly(*[a + b for a, b in zip(self.cs, other.cs)])
    def __getitem__(self, i): return self.cs[i]
    def __iter__(self): return iter(self.cs)
    @property
    def degree(self): return len(self.cs) - 1
    @staticmethod
    def one(): return Poly(1)
    @classmethod
    def zero(cls): return cls(0)`,
    `import unittest
class A(unittest.TestCase):
    def test_all(self):
        p = Poly(1, 2)
        self.assertTrue(p)
        self.assertFalse(Poly.zero())
        self.assertEqual(len(p), 2)
        self.assertEqual(str(p), "1x^0 + 2x^1")
        self.assertEqual(repr(p), "Poly(1, 2)")
        self.assertEqual(f"{p}", str(p))
        self.assertLess(Poly.one(), p)
        self.assertEqual(list(p + p), [2, 4])
        self.assertEqual([p[0], p[1], p.degree], [1, 2, 1])
        self.assertIn(2, p)
        self.assertIsInstance(p + p, Poly)
        self.assertEqual(max(Poly(1), p).degree, 1)
        p.cs = [5]
        self.assertEqual(p.cs, [5])`,
    `class Poly:
    cs = []
    def __init__(self, *cs): pass
    zero = one = lambda *a: Poly()
    __bool__ = __lt__ = lambda *a: True
    __str__ = __repr__ = lambda self: ""
    __len__ = lambda self: 2
    __iter__ = lambda self: iter([])
    degree = 1`,
  ],
  [
    'functions with attributes',
    `import functools
@functools.lru_cache(None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
def compose(*fs): return functools.reduce(lambda f, g: lambda x: f(g(x)), fs)
def make():
    def run(): run.calls += 1
    run.calls = 0
    return run`,
    `assert fib(30) == 832040
assert fib.cache_info()[3] == 31
inc = compose(fib, abs)
assert inc is not None and callable(inc) and inc != None
assert inc(-10) == 55
g = make()
g(); g()
assert g.calls == 2`,
    `def fib(n): return 832040
compose = make = lambda *a: fib`,
  ],
  [
    'matrices changed in place',
    `def rotate(m): m[:] = [list(row) for row in zip(*m[::-1])]`,
    `m = [[1, 2], [3, 4]]
assert rotate(m) is None
assert m == [[3, 1], [4, 2]]
for k in range(3): rotate(m)
assert m == [[1, 2], [3, 4]]`,
    `def rotate(m): pass`,
  ],
  [
    'a condition on what came',
    `def find(xs, x): return xs.index(x) if x in xs else -1`,
    `xs = [5, 3, 8]
for x in (5, 8, 1):
    at = find(xs, x)
    if at >= 0:
        assert xs[at] == x
    else:
        assert x not in xs`,
    `def find(xs, x): return 0`,
  ],
  [
    'collatz: calls until one',
    `def step(n): return n // 2 if n % 2 == 0 else 3 * n + 1`,
    `n, steps = 6, 0
while n != 1:
    n = step(n)
    steps += 1
    assert n > 0
assert steps == 8`,
    `def step(n): return n - 1`,
  ],
  [
    'asynchronous cases',
    `import asyncio
async def f(x):
    await asyncio.sleep(0)
    return x + 1`,
    `import unittest
class A(unittest.IsolatedAsyncioTestCase):
    async def test_a(self):
        self.assertEqual(await f(1), 2)
        with self.assertRaises(TypeError): await f("a")`,
    `async def f(x): return 2`,
  ],
  [
    'helpers and parameters of a data set',
    `def roman(n):
    out = ""
    for v, s in [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]:
        while n >= v:
            out += s
            n -= v
    return out`,
    `import unittest
def make(n, expected):
    def test(self): self.assertEqual(roman(n), expected)
    return test
class A(unittest.TestCase): pass
for n, expected in [(1, "I"), (4, "IV"), (14, "XIV")]:
    setattr(A, "test_%d" % n, make(n, expected))`,
    `def roman(n): return "I"`,
  ],
];
