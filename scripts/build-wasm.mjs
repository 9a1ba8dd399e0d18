/**
 * `npm run build:wasm`: compiles the `.as` files of src/tfjs/internal/compiled into program.ts beside them. Needed after a change of a source; a test
 * compares their hash with that of what was compiled.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMPILER = 'assemblyscript@0.28.20';
/** Files whose exports the program has; they import the others. */
const ENTRIES = ['attention', 'layers'];
const FLAGS =
  '-O3 --noAssert --runtime stub --enable simd --importMemory --initialMemory 1 --maximumMemory 65536 --memoryBase 0 --use abort=';
const folder = 'src/tfjs/internal/compiled';

const work = mkdtempSync(join(tmpdir(), 'build-wasm-'));
try {
  const sources = readdirSync(folder).filter((name) => name.endsWith('.as'));
  const hash = createHash('sha256');
  for (const name of sources.sort()) {
    const source = readFileSync(join(folder, name));
    hash.update(source);
    writeFileSync(join(work, name.replace('.as', '.ts')), source);
  }
  const entries = ENTRIES.map((name) => `${name}.ts`);
  const args = ['--yes', '-p', COMPILER, 'asc', ...entries, ...FLAGS.split(' '), '-o', 'program.wasm'];
  execFileSync('npx', args, { cwd: work, stdio: 'inherit' });
  const program = readFileSync(join(work, 'program.wasm')).toString('base64');
  const lines = [
    '/** Compiled from the `.as` files beside it by `npm run build:wasm`. */',
    `export const SOURCE_SHA256 = '${hash.digest('hex')}';`,
    '',
    '/** WebAssembly, in base64. */',
    'export const PROGRAM = [',
    ...program.match(/.{1,112}/g).map((line) => `  '${line}',`),
    "].join('');",
    '',
  ];
  writeFileSync(join(folder, 'program.ts'), lines.join('\n'));
} finally {
  rmSync(work, { recursive: true, force: true });
}
