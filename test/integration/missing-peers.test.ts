import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, runNode } from './node-process.js';

/** A project that has the built package with its dependencies, and no peer. */
const project = mkdtempSync(join(tmpdir(), 'rstar2-agent-peers-'));

beforeAll(() => {
  writeFileSync(join(project, 'package.json'), '{}');
  const installed = join(project, 'node_modules/rstar2-agent');
  mkdirSync(join(project, 'node_modules/@cfworker'), { recursive: true });
  for (const name of ['dist', 'package.json']) cpSync(join(ROOT, name), join(installed, name), { recursive: true });
  for (const name of ['zod', 'seedrandom', '@cfworker/json-schema'])
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
  mkdirSync(join(project, 'model'));
  writeFileSync(
    join(project, 'model/tokenizer.json'),
    JSON.stringify({ model: { type: 'BPE', vocab: {}, merges: [] } }),
  );
  writeFileSync(join(project, 'model/tokenizer_config.json'), '{"chat_template":"{{ messages }}","eos_token":"<e>"}');
  writeFileSync(join(project, 'recipe.yaml'), 'name: a');
  writeFileSync(join(project, 'rows.parquet'), 'PAR1');
});
afterAll(() => rmSync(project, { recursive: true }));

const tokenizer = '{ encode: () => [1], decode: () => "", tokenId: () => 1 }';
const sandbox = '{ url: "redis://127.0.0.1:9" }';
const task = '[{ groupId: "a", samples: 1, prompt: [{ role: "user", content: "?" }] }]';

describe('a function whose optional peer is missing', () => {
  it.each([
    ['rollout', 'loadTokenizer', '"model"', '@huggingface/tokenizers'],
    [
      'rollout',
      'loadHuggingFaceTokenizer',
      '{ model: { type: "BPE", vocab: {}, merges: [] } }, {}',
      '@huggingface/tokenizers',
    ],
    ['rollout', 'loadChatTemplate', '"model"', '@huggingface/jinja'],
    ['rollout', 'createChatTemplate', '{ source: "{{ messages }}", endTokens: ["<e>"] }', '@huggingface/jinja'],
    ['rollout', 'loadTokenizer', '"owner/name"', '@huggingface/hub'],
    ['rollout', 'createCalculatorTool', '', 'mathjs'],
    ['rollout', 'createMcpTools', '{ server: { url: "http://127.0.0.1:9" } }', '@modelcontextprotocol/sdk'],
    ['rollout', 'createMcpTools', '{ server: { command: "true" } }', '@modelcontextprotocol/sdk'],
    [
      'rollout',
      'runRollouts',
      `${task}, { policy: { generate() {} }, tokenizer: ${tokenizer}, seed: 1, maxTokens: 9, tracing: {} }`,
      '@opentelemetry/api',
    ],
    ['recipe', 'readRecipe', '"recipe.yaml"', 'yaml'],
    ['recipe', 'readRows', '"rows.parquet"', 'hyparquet'],
    ['recipe', 'readRows', '"owner/name"', '@huggingface/hub'],
    ['sandbox', 'createRedisSandbox', sandbox, 'ioredis'],
    [
      'sandbox',
      'startRedisWorker',
      '{ url: "redis://127.0.0.1:9", sandbox: { run() {}, runBatch() {}, close() {} }, concurrency: 1 }',
      'ioredis',
    ],
  ])('says what to install: %s.%s(%s) needs %s', async (room, name, args, peer) => {
    const program = `
import { MissingPeerError } from 'rstar2-agent';
import { ${name} } from 'rstar2-agent/${room}';
try {
  const made = await ${name}(${args});
  if (Symbol.asyncIterator in made) for await (const _ of made);
} catch (error) {
  console.log(error instanceof MissingPeerError, error.packageName, error.name + ': ' + error.message);
}
process.exit();`;
    const { stdout, stderr } = await runNode(['--input-type=module', '--eval', program], project);
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      new RegExp(`^true ${peer} MissingPeerError: .* need the package ${peer}: npm install ${peer}\n$`),
    );
  });

  it.each([
    ['tfjs', '@tensorflow/tfjs-core'],
    ['testing/fast-check', 'fast-check'],
  ])('is named by Node where importing rstar2-agent/%s needs it', async (room, peer) => {
    const { stderr, exitCode } = await runNode(
      ['--input-type=module', '--eval', `import 'rstar2-agent/${room}'`],
      project,
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`Cannot find package '${peer}'`);
  });

  it('is the package of a tensor backend that is asked for by name', async () => {
    const scope = join(project, 'node_modules/@tensorflow');
    mkdirSync(join(scope, 'tfjs-core'), { recursive: true });
    const core = join(ROOT, 'node_modules/@tensorflow/tfjs-core/dist/tf-core.node.js');
    writeFileSync(join(scope, 'tfjs-core/index.js'), `module.exports = require('${core}');`);
    const program = `
import { selectBackend } from 'rstar2-agent/tfjs';
for (const backend of ['wasm', 'cpu', 'node', 'node-gpu'])
  await selectBackend({ backend }).catch((error) => console.log(error.name, error.packageName));`;
    const { stdout } = await runNode(['--input-type=module', '--eval', program], project);
    expect(stdout).toBe(
      ['backend-wasm', 'backend-cpu', 'node', 'node-gpu']
        .map((name) => `MissingPeerError @tensorflow/tfjs-${name}\n`)
        .join(''),
    );
  });
});
