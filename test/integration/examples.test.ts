import { afterAll, describe, expect, it } from 'vitest';
import { documentedNames, mentionedNames } from '../house/examples.js';
import { FILES, namesFile } from './examples/files.js';
import * as given from './examples/given.js';
import { endAll } from './examples/made.js';
import { literalMatcher, readPromises } from './examples/promises.js';
import { runExample } from './examples/run-example.js';
import { STAND_INS } from './examples/stand-ins.js';

const names = documentedNames();
const examples = names.flatMap(({ name, door, example }) => (example === undefined ? [] : [{ name, door, example }]));
afterAll(endAll);

describe('the examples of the reference', () => {
  it.each(examples)('run and give what they say: $name of $door', async (of) => {
    const { broken } = await runExample(of, mentionedNames(of.example, of.door, names));
    expect(broken).toEqual([]);
  });

  it('mention all that is there for them', () => {
    const mention = (word: string) => examples.some(({ example }) => new RegExp(`\\b${word}\\b`).test(example));
    expect(Object.keys(given).filter((name) => !mention(name))).toEqual([]);
    expect(Object.keys(FILES).filter((file) => !examples.some(({ example }) => namesFile(example, file)))).toEqual([]);
    expect(Object.keys(STAND_INS).filter((part) => !examples.some(({ example }) => example.includes(part)))).toEqual(
      [],
    );
  });
});

describe('runExample', () => {
  const run = (example: string) => runExample({ name: 'own', door: 'index.ts', example }, names);

  it('says what is otherwise than an example says', async () => {
    const { broken } = await run("const sum = 1 + 1; // 3\nconsole.log('one'); // two\n[sum]; // [2]");
    expect(broken).toEqual([
      'const sum = 1 + 1; says 3, but is 2',
      'console.log(\'one\'); says two, but printed "one\\n"',
    ]);
  });

  it('fails where the example does', async () => {
    await expect(run("await loadModel('nowhere');")).rejects.toThrow('nowhere');
  });
});

describe('readPromises', () => {
  it('finds what stands behind expressions, behind the declaration of one name, and what is printed', () => {
    const { code, promises } = readPromises(
      '// First.\nsum(1); // 3\nconst { a } = f(); // [1]\nconst b = 1; // one\nshow(b); // one shown\nend();',
    );
    expect(code).toBe('check(0, sum(1));\nconst { a } = f();\ncheck(1, a);\nconst b = 1;\nshow(b);\nend();\n');
    expect(promises.map(({ comment, matches }) => [comment, matches !== undefined])).toEqual([
      ['3', true],
      ['[1]', true],
      ['one shown', false],
    ]);
  });
});

describe('literalMatcher', () => {
  it.each<[string, unknown, unknown]>([
    ['0.5', 0.5, 0.5001],
    ['-1', -1, 1],
    ['0.693…', Math.log(2), 0.694],
    ['-0.693…', -Math.log(2), 0.693],
    ['1024n', 1024n, 1024],
    ["'a'", 'a', 'b'],
    ['true', true, 1],
    ['null', null, undefined],
    ['[0.475, 0.5]', Float32Array.of(0.475, 0.5), [0.475]],
    ['[1, …]', [1, 2], [2, 1]],
    ["{ a: 1, 'b/c': [2] }", { a: 1, 'b/c': [2], d: undefined }, { a: 1, 'b/c': [2], d: 1 }],
    ["{ a: 'x', … }", { a: 'x', b: 1 }, { b: 1 }],
  ])('of %s takes what is so, and nothing else', (comment, so, other) => {
    expect([literalMatcher(comment)!(so), literalMatcher(comment)!(other)]).toEqual([true, false]);
  });

  it.each(['rows [1, 2] and [3, 0]', '[1, 2] and [3]', 'one', 'new Map()', 'rl 12 · reward 0.61', '(1'])(
    'does not take %s for a literal',
    (comment) => expect(literalMatcher(comment)).toBeUndefined(),
  );
});
