/**
 * `npm run test:runtimes`: the package tried from an empty folder in each runtime that docs/package.md names, by import and
 * by require: every subpath gives the same names, a class is one class either way, and a thread, a process and a sandbox's
 * Python are found. The runtimes come from npm; it takes minutes, most of them downloads.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RUNTIMES = {
  'Node 20.19': { npm: 'node@20.19.0', command: ['node_modules/node/bin/node'] },
  'Node 22.12': { npm: 'node@22.12.0', command: ['node_modules/node/bin/node'] },
  'Node 24': { npm: 'node@24', command: ['node_modules/node/bin/node'] },
  Bun: { npm: 'bun', command: ['node_modules/.bin/bun', 'run'] },
  Deno: { npm: 'deno', command: ['node_modules/.bin/deno', 'run', '--allow-all'] },
};
const PEERS = ['@tensorflow/tfjs-core@4', 'fast-check@4', 'mathjs@15', 'pyodide@314'];
const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const subpaths = Object.keys(exports)
  .filter((subpath) => !subpath.endsWith('.json'))
  .map((subpath) => `${name}${subpath.slice(1)}`);

const FILES = {
  'names.mjs': `const names = {};
for (const subpath of ${JSON.stringify(subpaths)}) names[subpath] = Object.keys(await import(subpath)).sort();
console.log(JSON.stringify(names));`,
  'names.cjs': `const names = {};
for (const subpath of ${JSON.stringify(subpaths)}) names[subpath] = Object.keys(require(subpath)).sort();
console.log(JSON.stringify(names));`,
  'one-class.mjs': `import { createRequire } from 'node:module';
import { PolicyError, SandboxError } from '${name}';
const required = createRequire(import.meta.url)('${name}');
console.log(JSON.stringify(PolicyError === required.PolicyError && SandboxError === required.SandboxError));`,
  'entries.mjs': `import { verifyBatch } from '${name}/reward';
import { createCalculatorTool } from '${name}/rollout';
import { createLocalSandbox } from '${name}/sandbox';
import { createWasmSandbox } from '${name}/sandbox/wasm';
const records = [{ response: '\\\\boxed{4}', groundTruth: '4' }];
const verdicts = await verifyBatch(records, { threads: 1 });
const calculator = await createCalculatorTool();
const answer = await calculator.execute({ expression: '2 * 21' }, {});
await calculator.close();
const sandbox = await createLocalSandbox({ isolation: 'none' }).catch((error) => error);
const ran = sandbox instanceof Error ? sandbox.name : (await sandbox.run({ code: '6 * 7' })).value;
if (!(sandbox instanceof Error)) await sandbox.close();
const wasm = await createWasmSandbox({ allowMissing: ['network'], concurrency: 1 }).catch((error) => error);
const ranInWasm = wasm instanceof Error ? wasm.name : (await wasm.run({ code: '6 * 7' })).value;
if (!(wasm instanceof Error)) await wasm.close();
console.log(JSON.stringify([verdicts[0].kind, answer.text, ran, ranInWasm]));
process.exit();`,
};

const work = mkdtempSync(join(tmpdir(), 'rstar2-agent-runtimes-'));
try {
  const options = ['--json', '--ignore-scripts', '--pack-destination', work];
  const [packed] = JSON.parse(execFileSync('npm', ['pack', ...options], { encoding: 'utf8' }));
  for (const [runtime, { npm, command }] of Object.entries(RUNTIMES)) {
    const folder = join(work, runtime.replace(' ', '-'));
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text);
    const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error'];
    execFileSync('npm', ['install', ...quiet, join(work, packed.filename), npm, ...PEERS], { cwd: folder });
    const [program, ...args] = command;
    const printed = (file) =>
      execFileSync(join(folder, program), [...args, file], { cwd: folder, encoding: 'utf8' })
        .trim()
        .split('\n')
        .at(-1);
    // What \`require\` adds to a module's names in some runtimes.
    const names = (file) => printed(file).replace(/,?"(default|__esModule|module\.exports)"/g, '');
    if (names('names.mjs') !== names('names.cjs')) throw new Error(`${runtime}: import and require give other names`);
    if (printed('one-class.mjs') !== 'true') throw new Error(`${runtime}: a class is another by require`);
    console.log(`${runtime}: ${subpaths.length} subpaths by import and require, ${printed('entries.mjs')}`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
