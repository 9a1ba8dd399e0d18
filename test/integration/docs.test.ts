import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenLinks } from './docs-links.js';
import { brokenPromises, programsOf } from './docs-programs.js';
import { ROOT, runNode } from './node-process.js';

const documents = [
  ...(existsSync(`${ROOT}README.md`) ? ['README.md'] : []),
  ...readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
/** Documents without programs. */
const OTHERS = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const programs = documents.flatMap((path) => programsOf(path, readFileSync(join(ROOT, path), 'utf8')));
const project = consumerProject();
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** An empty project that has the built package and its neighbours installed, one folder a program. */
function consumerProject(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rstar2-agent-docs-')));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(`${ROOT}node_modules`).filter((entry) => !entry.startsWith('.')))
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  symlinkSync(ROOT, join(modules, 'rstar2-agent'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  programs.forEach(({ code }, index) => {
    mkdirSync(join(folder, `program-${index}`));
    writeFileSync(join(folder, `program-${index}`, 'main.ts'), `${code}\nexport {};\n`);
  });
  return folder;
}

describe('the programs in the documents', () => {
  it('are there', () => {
    expect(documents.length).toBeGreaterThan(0);
    expect(programs.length).toBeGreaterThan(documents.length / 2);
  });

  let said: string;
  beforeAll(async () => {
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023'],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      types: ['node'],
    };
    const files = programs.map((_program, index) => `program-${index}/main.ts`);
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const { stdout } = await runNode([
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      '--pretty',
      'false',
      '-p',
      project,
    ]);
    said = stdout.replaceAll(/^.*program-(\d+)\/main\.ts/gm, (_path, index: string) => programs[Number(index)]!.name);
  }, 300_000);

  it('type-check against the built package', () => {
    expect(said).toBe('');
  });

  programs.forEach(({ name, runs, promises }, index) => {
    if (!runs) return;
    it(`run and print what they say: ${name}`, async () => {
      const { stdout, stderr, exitCode } = await runNode(['main.js'], join(project, `program-${index}`));
      expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, '']);
      expect({ output: stdout, broken: brokenPromises(promises, stdout) }).toEqual({ output: stdout, broken: [] });
    }, 300_000);
  });
});

describe('the links in the documents', () => {
  it('lead to files and headings that are there', () => {
    const all = [...documents, ...OTHERS].map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);
    expect(brokenLinks(new Map(all), ROOT)).toEqual([]);
  });

  it('are found where they do not', () => {
    const markdown =
      '# A `b`, c\n[1](#a-b-c) [2](#a) [3](other.md#d) [4](other.md#e) [5](https://x.y) [6](src) [7](none.ts)\n';
    const found = brokenLinks(
      new Map([
        ['README.md', markdown],
        ['other.md', '## D\n'],
      ]),
      ROOT,
    );
    expect(found).toEqual(['README.md: #a', 'README.md: other.md#e', 'README.md: none.ts']);
  });
});

describe('programsOf', () => {
  const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n`;

  it('goes on with a program until a block declares a name again', () => {
    const blocks = ["import { a } from 'x';", 'const b = a;', 'const { b } = c;', 'function d() {}'];
    const found = programsOf('d.md', blocks.map((block) => fence('ts', block)).join('text\n'));
    expect(found.map(({ name, code }) => [name, code])).toEqual([
      ['d.md:1', "import { a } from 'x';\n\nconst b = a;\n"],
      ['d.md:9', 'const { b } = c;\n\nfunction d() {}\n'],
    ]);
  });

  it('collects what a program promises to print', () => {
    const [program] = programsOf('d.md', fence('ts', 'console.log(1); // 1') + fence('text output', 'two\nthree'));
    expect(program!.promises).toEqual(['1', 'two', 'three']);
    expect(program!.runs).toBe(true);
  });

  it('does not run what is marked no-run, and leaves other languages alone', () => {
    const found = programsOf('d.md', fence('ts no-run', 'serve();') + fence('sh', 'rm -rf x') + fence('text', 'x'));
    expect(found).toEqual([{ name: 'd.md:1', code: 'serve();\n', runs: false, promises: [] }]);
  });

  it('runs the blocks around one that is marked no-run', () => {
    const blocks = [fence('ts', 'const a = 1;'), fence('ts no-run', 'serve(a);'), fence('ts', 'console.log(a); // 1')];
    const found = programsOf('d.md', blocks.join(''));
    expect(found.map(({ name, code, runs, promises }) => [name, code, runs, promises])).toEqual([
      ['d.md:1', 'const a = 1;\n\nconsole.log(a); // 1\n', true, ['1']],
      ['d.md:4', 'const a = 1;\n\nserve(a);\n\nconsole.log(a); // 1\n', false, []],
    ]);
  });
});

describe('brokenPromises', () => {
  it('finds promises in order, whatever the white space, and … for anything', () => {
    expect(brokenPromises(['a b', 'x … z', 'end'], 'a\n  b and x y z\nend')).toEqual([]);
    expect(brokenPromises(['second', 'first'], 'first second')).toEqual(['first']);
    expect(brokenPromises(['x … z'], 'z x')).toEqual(['x … z']);
  });
});
