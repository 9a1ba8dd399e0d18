/**
 * `npm run build:wasm`: compiles src/tfjs/internal/attention/attention.as into attention-program.ts beside it. Needed after a change of the
 * source; a test compares the hash of the source with the one that was compiled.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMPILER = 'assemblyscript@0.28.20';
const FLAGS =
  '-O3 --noAssert --runtime stub --enable simd --importMemory --initialMemory 1 --maximumMemory 65536 --memoryBase 0 --use abort=';
const folder = 'src/tfjs/internal/attention';

const work = mkdtempSync(join(tmpdir(), 'build-wasm-'));
try {
  copyFileSync(`${folder}/attention.as`, join(work, 'attention.ts'));
  const args = ['--yes', '-p', COMPILER, 'asc', 'attention.ts', ...FLAGS.split(' '), '-o', 'attention.wasm'];
  execFileSync('npx', args, { cwd: work, stdio: 'inherit' });
  const program = readFileSync(join(work, 'attention.wasm')).toString('base64');
  const source = createHash('sha256')
    .update(readFileSync(`${folder}/attention.as`))
    .digest('hex');
  const lines = program.match(/.{1,120}/g).map((line) => `  '${line}',`);
  writeFileSync(
    `${folder}/attention-program.ts`,
    [
      '/** Compiled from `attention.as` by `npm run build:wasm`. */',
      `export const SOURCE_SHA256 = '${source}';`,
      '',
      '/** WebAssembly, in base64. */',
      'export const ATTENTION_PROGRAM = [',
      ...lines,
      "].join('');",
      '',
    ].join('\n'),
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
