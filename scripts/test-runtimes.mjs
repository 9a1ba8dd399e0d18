/**
 * `npm run test:runtimes`: the package tried from an empty folder in each runtime that docs/package.md names, by import and
 * by require: every subpath gives the same names, a class is one class either way, and a thread, a process and a sandbox's
 * Python are found. The runtimes come from npm; it takes minutes, most of them downloads.
 *
 * `npm run test:runtimes -- contract` also runs the sandbox contract on the wasm sandbox in each runtime, with interpreters that calls
 * share and with an interpreter for each call: some more minutes.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RUNTIMES, installRuntime, packInto } from './runtimes.mjs';

const PEERS = ['@tensorflow/tfjs-core@4', 'fast-check@4', 'mathjs@15', 'pyodide@314'];
const withContract = process.argv.includes('contract');
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
  'contract.mjs': `import { createWasmSandbox } from '${name}/sandbox/wasm';
import { sandboxConformanceCases } from '${name}/testing';
const cases = sandboxConformanceCases(['cpp']);
const found = [];
for (const fresh of ['globals', 'interpreter']) {
  let sandbox;
  try {
    sandbox = await createWasmSandbox({ allowMissing: ['network'], concurrency: 2, fresh });
  } catch (error) {
    found.push(fresh + ': refused, ' + error.message);
    continue;
  }
  let passed = 0;
  for (const { name, run } of cases) {
    try {
      await run(sandbox);
      passed++;
    } catch (error) {
      console.error(fresh + ': ' + name + ': ' + error.message);
    }
  }
  found.push(fresh + ': ' + passed + ' of ' + cases.length + ' cases');
  await sandbox.close();
}
console.log(found.join('; '));
process.exit();`,
};

const work = mkdtempSync(join(tmpdir(), 'rstar2-agent-runtimes-'));
try {
  const { path } = packInto(work);
  for (const runtime of Object.keys(RUNTIMES)) {
    const run = installRuntime(runtime, { work, packages: [path, ...PEERS], files: FILES });
    const printed = (file) => run(file).trim().split('\n').at(-1);
    // What `require` adds to a module's names in some runtimes.
    const names = (file) => printed(file).replace(/,?"(default|__esModule|module\.exports)"/g, '');
    if (names('names.mjs') !== names('names.cjs')) throw new Error(`${runtime}: import and require give other names`);
    if (printed('one-class.mjs') !== 'true') throw new Error(`${runtime}: a class is another by require`);
    console.log(`${runtime}: ${subpaths.length} subpaths by import and require, ${printed('entries.mjs')}`);
    if (withContract) console.log(`${runtime}, sandbox contract on wasm: ${printed('contract.mjs')}`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
