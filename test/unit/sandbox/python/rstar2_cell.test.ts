import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pythonFolder } from '../../../../src/sandbox/local/internal/containment/root-tree.js';

const RUN = `
import contextlib, io, json, sys
sys.path.insert(0, sys.argv[1])
import rstar2_cell as cell
class Value:
    text = ''
    def write(self, mark, text=''): self.text += mark.decode() + text
for source, name, show in json.load(sys.stdin):
    value, printed = Value(), io.StringIO()
    with contextlib.redirect_stderr(printed): cell.run(source, {'__name__': '__main__'}, value, name, show)
    print(json.dumps([value.text, printed.getvalue()]))
`;

/** What programs show and print to standard error, run as cells or as scripts. */
function run(programs: readonly (readonly [source: string, name: string, show: boolean])[]): [string, string][] {
  const input = JSON.stringify(programs);
  const { stdout } = spawnSync('python3', ['-I', '-B', '-c', RUN, pythonFolder()], { input, encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as [string, string]);
}

/** What Python itself says of the same program in a file. */
function asFile(source: string): { name: string; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'rstar2-traceback-'));
  const name = join(folder, 'program.py');
  try {
    writeFileSync(name, source);
    return { name, stderr: spawnSync('python3', ['-I', '-B', name], { encoding: 'utf8' }).stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const FAILING: readonly string[] = [
  'x = 1\nx = (1 + 2) / 0',
  'x = 1\nx = (1 + 2) / 0\n',
  'def f(a):\n    return a[3].b + [0][9]\n\nf([1])',
  'def f(a):\n\tif a:\n\t\treturn 1 / 0\nx = f(1) + 2',
  'x = "äöü" + "日本" + 1 + 2',
  'x = 1 / 0  # a comment',
  'x = [1,\n  2 / 0,\n  3]',
  'x = 1\r\ny = {"a": 1}["b"]["c"]',
  't = "a\u2028b"\ny = 1 / 0',
  'a = 1 # \u0085 \u001c\n\u000c\ny = (4 + 5) / 0',
  'y = "a\u000bb"; z = (4 + 5) / 0',
  'import functools\nfunctools.reduce(lambda a, b: a / b, [1, 0])',
  'try:\n    1 / 0\nexcept Exception as e:\n    raise ValueError("x") from e',
  'class A:\n    def __getattr__(self, name): raise KeyError(name)\nx = A().b.c',
  'x = eval("1 / 0")',
  'assert 1 + 1 == 3, "sum"',
  'def g():\n    yield 1\n    raise OSError(2, "no")\nx = list(g())',
  'import json\nx = json.loads("{")',
];

const NO_PROGRAMS = ['x = (1 +', 'if x\n  y', 'x = 1\n  y = 2', 'x = "abc', 'f(1, 2', 'x = 5 = y'];

describe('a traceback', () => {
  it('is what Python itself prints, and of a cell the same but for the name', () => {
    const expected = [...FAILING, ...NO_PROGRAMS].map((source) => ({ source, ...asFile(source) }));
    const printed = run(
      expected.flatMap(({ source, name }) => [[source, name, false] as const, [source, '<cell>', true] as const]),
    );
    for (const [i, { source, name, stderr }] of expected.entries()) {
      expect(stderr).not.toBe('');
      const texts = printed.slice(2 * i, 2 * i + 2).map(([, text]) => text);
      expect({ source, texts }).toEqual({ source, texts: [stderr, stderr.replaceAll(name, '<cell>')] });
    }
  }, 120_000);
});

it('a value is shown unless a semicolon ends it, whatever separators of lines stand before it', () => {
  const shown = {
    't = "a\u2028b"; x = 5\nx': '=5',
    't = "a\u2028b"; x = 5\nx;': '',
    'x = 5 # \u000c ;\nx': '=5',
    'x = 5\r\nx;\r\n': '',
    '(1,\r2);': '',
  };
  const values = run(Object.keys(shown).map((source) => [source, '<cell>', true] as const));
  expect(values.map(([value]) => value)).toEqual(Object.values(shown));
});
