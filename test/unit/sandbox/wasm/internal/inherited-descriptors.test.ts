import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Node keeps the first sixteen from its processes by itself. */
const FD = 40;
const SOURCE = 'src/sandbox/wasm/internal/inherited-descriptors.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-descriptors-'));
  const options = { bundle: true, platform: 'node', format: 'esm', logLevel: 'error' } as const;
  await build({ entryPoints: [SOURCE], outfile: join(folder, 'streams.mjs'), ...options });
  writeFileSync(join(folder, 'secret'), 'secret');
  writeFileSync(
    join(folder, 'caller.mjs'),
    `import { spawnSync } from 'node:child_process';
import { onlyPipes } from './streams.mjs';
const program = "process.stdout.write('[' + require('node:fs').readFileSync(${FD}, 'utf8') + ']')";
const stdio = process.argv[2] === 'ours' ? onlyPipes() : 'pipe';
process.stdout.write(spawnSync(process.execPath, ['-e', program], { stdio }).stdout);`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a process reads whose caller got a descriptor from its own caller, as from a shell. */
function read(how: 'ours' | 'all'): string {
  const fd = openSync(join(folder, 'secret'), 'r');
  const stdio = Array.from({ length: FD + 1 }, (_, i) => (i === FD ? fd : i < 3 ? 'pipe' : 'ignore'));
  try {
    return spawnSync(process.execPath, [join(folder, 'caller.mjs'), how], { stdio, encoding: 'utf8' }).stdout;
  } finally {
    closeSync(fd);
  }
}

describe('onlyPipes', () => {
  it('gives a process none of the descriptors that a shell left open', () => {
    const onLinux = { all: '[secret]', ours: '[]' };
    // Elsewhere a process inherits none in any case.
    const expected = process.platform === 'linux' ? onLinux : { all: '', ours: '' };
    expect({ all: read('all'), ours: read('ours') }).toEqual(expected);
  });
});
