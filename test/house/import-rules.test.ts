import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../integration/node-process.js';

/** Lints a copy of the house with the given files in it, or lines at the end of files that are there. */
function lintWith(planted: readonly (readonly [path: string, code: string])[]): { fails: boolean; output: string } {
  const copy = mkdtempSync(join(tmpdir(), 'rstar2-agent-house-'));
  try {
    for (const folder of ['src', 'examples']) cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
    for (const [path, code] of planted) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      appendFileSync(join(copy, path), `${code}\n`);
    }
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/import-rules.mjs')], {
      cwd: copy,
      encoding: 'utf8',
    });
    return { fails: status === 1, output: stderr };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const violations: readonly { kind: string; planted: Record<string, string>; named: string }[] = [
  {
    kind: 'an import of a higher floor',
    planted: { 'src/base/planted-0.ts': `import { runRollouts } from '../rollout/index.js';` },
    named: `src/base/planted-0.ts:1: base must not import rollout, which is on a higher floor: '../rollout/index.js'`,
  },
  {
    kind: 'a type import of a higher floor',
    planted: { 'src/advantage/planted-1.ts': `import type { Reward } from '../reward/index.js';` },
    named: `src/advantage/planted-1.ts:1: advantage must not import reward, which is on a higher floor: '../reward/index.js'`,
  },
  {
    kind: 'an import() type of a higher floor',
    planted: { 'src/batch/planted-2.ts': `export type Sink = import('../report/index.js').MetricSink;` },
    named: `src/batch/planted-2.ts:1: batch must not import report, which is on a higher floor: '../report/index.js'`,
  },
  {
    kind: 'rooms of one floor',
    planted: { 'src/batch/planted-3.ts': `export * from '../downsample/index.js';` },
    named: `src/batch/planted-3.ts:1: batch must not import downsample, which is on the same floor: '../downsample/index.js'`,
  },
  {
    kind: 'a room that stands nowhere',
    planted: { 'src/attic/index.ts': `export const trunk = 1;` },
    named: 'src/attic/index.ts: attic has no floor in',
  },
  {
    kind: "an import past another room's door",
    planted: { 'src/report/planted-5.ts': `\nimport { createRandom } from '../base/random.js';` },
    named: `src/report/planted-5.ts:2: base may be imported only through its index.ts: '../base/random.js'`,
  },
  {
    kind: 'the second door of a room, opened by a room that may not',
    planted: { 'src/report/planted-6.ts': `import {} from '../advantage/compat.js';` },
    named: `src/report/planted-6.ts:1: advantage may be imported only through its index.ts: '../advantage/compat.js'`,
  },
  {
    kind: 'an internal file of another topic',
    planted: { 'src/report/planted-7.ts': `import {} from './topic/internal/file.js';` },
    named: `src/report/planted-7.ts:1: this file is internal to src/report/topic/: './topic/internal/file.js'`,
  },
  {
    kind: 'an import of a higher folder of the room',
    planted: { 'src/tfjs/model/planted-8.ts': `import {} from '../sampler/sampler.js';` },
    named: `src/tfjs/model/planted-8.ts:1: model must not import sampler, which is on a higher floor: '../sampler/sampler.js'`,
  },
  {
    kind: 'a circle of types',
    planted: {
      'src/report/planted-a.ts': `import type { B } from './planted-b.js';`,
      'src/report/planted-b.ts': `import type { A } from './planted-a.js';`,
    },
    named:
      'files import each other in a circle: src/report/planted-a.ts → src/report/planted-b.ts → src/report/planted-a.ts',
  },
  ...[`import 'node:fs';`, `import 'timers';`, `import '@tensorflow/tfjs-core';`, `await import('node:os');`].map(
    (code, i) => ({
      kind: `the outside world in a pure room: ${code}`,
      planted: { [`src/downsample/world-${i}.ts`]: code },
      named: `src/downsample/world-${i}.ts:1: downsample is pure: ${/'.*'/.exec(code)![0]}`,
    }),
  ),
  ...['setTimeout', 'Math.random', 'Date.now', 'performance'].map((name, i) => ({
    kind: `the outside world in a pure room: ${name}`,
    planted: { [`src/base/clock-${i}.ts`]: `${name === 'performance' ? 'performance.now' : name}(() => 1);` },
    named: `src/base/clock-${i}.ts:1: base is pure: '${name}'`,
  })),
  {
    kind: 'a room behind a subpath, opened by the root',
    planted: { 'src/index.ts': `export * from './tfjs/index.js';` },
    named: `the root imports only pure rooms, not tfjs: './tfjs/index.js'`,
  },
  {
    kind: "the package's own name, inside it",
    planted: { 'src/cli/planted-12.ts': `import 'rstar2-agent/sandbox';` },
    named: `src/cli/planted-12.ts:1: inside the package, import by relative path: 'rstar2-agent/sandbox'`,
  },
  ...['../src/base/index.js', 'rstar2-agent/io', 'rstar2-agent/dist/index.js'].map((specifier, i) => ({
    kind: `an example that goes round the package: ${specifier}`,
    planted: { [`examples/example-${i}.ts`]: `import '${specifier}';` },
    named: `examples/example-${i}.ts:1: examples import public entry points only: '${specifier}'`,
  })),
];

describe('the rules of imports', () => {
  const planted = lintWith(violations.flatMap(({ planted: files }) => Object.entries(files)));

  it('pass on the house as it stands', () => {
    expect(lintWith([])).toEqual({ fails: false, output: '' });
  });

  it('fail where a rule is broken', () => {
    expect(planted.fails).toBe(true);
  });

  it.each(violations)('name a planted violation: $kind', ({ named }) => {
    expect(planted.output.split('\n').some((line) => line.includes(named))).toBe(true);
  });

  it('let a room import what stands below it, by its doors', () => {
    const doors = ['../base', '../verify', '../rollout'].flatMap((room) => [
      `${room}/index.js`,
      `${room}/internal/index.js`,
    ]);
    const code = doors.map((path) => `import {} from '${path}';`).join('\n');
    const planted = [
      ['src/report/planted.ts', code],
      ['src/tfjs/learner/planted.ts', `import {} from '../model/internal/index.js';`],
    ] as const;
    expect(lintWith(planted).output).not.toContain('planted');
  });
});
