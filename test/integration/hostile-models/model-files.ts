// A model's folder that an attacker made: headers that lie, sizes beyond all memory, and files that are none.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTokenizer } from '../../../src/rollout/index.js';
import {
  createDecoder,
  decodeSafetensors,
  decoderConfig,
  encodeSafetensors,
  loadAdapter,
  loadModel,
  selectBackend,
} from '../../../src/tfjs/index.js';
import { encodeWeights } from '../../../src/tfjs/model/weights.js';
import { configToHuggingFace } from '../../../src/tfjs/model/hugging-face-config.js';
import type { HostileCase } from './hostile-case.js';

/** Made by the first attack: whoever reads the names alone leaves nothing behind. */
let folder: string | undefined;
process.on('exit', () => folder && rmSync(folder, { recursive: true, force: true }));
await selectBackend({ backend: 'cpu' });

const config = decoderConfig({
  ...{ vocabSize: 8, hiddenSize: 4, numHiddenLayers: 1, numAttentionHeads: 1, numKeyValueHeads: 1, headDim: 4 },
  ...{ intermediateSize: 4, maxPositionEmbeddings: 8 },
});
const base = createDecoder(config, { seed: 1 });
const weights = await encodeWeights(config, base.parameters);
const honest = configToHuggingFace(config);

type Content = string | Uint8Array | ((path: string) => void);
let folders = 0;

/** @returns A folder with these files; a function makes its own. */
function modelFolder(files: { readonly [name: string]: Content }): string {
  folder ??= mkdtempSync(join(tmpdir(), 'hostile-'));
  const path = join(folder, String(folders++));
  mkdirSync(path);
  for (const [name, content] of Object.entries(files))
    if (typeof content === 'function') content(join(path, name));
    else writeFileSync(join(path, name), content);
  return path;
}

const whole = { 'config.json': JSON.stringify(honest), 'model.safetensors': weights };
const FILE = /^ModelFileError: [^]{1,400}$/;

const model = (
  name: string,
  files: { readonly [name: string]: Content },
  refused: RegExp | null = FILE,
): HostileCase => ({
  name,
  refused,
  attempt: async () => (await loadModel(modelFolder({ ...whole, ...files }))).dispose(),
});
const configured = (name: string, fields: object) =>
  model(`config.json with ${name}`, { 'config.json': JSON.stringify({ ...honest, ...fields }) });

/** A safetensors file of a header that may say anything. */
function headed(header: string | object, bytes = 16, length?: bigint): Uint8Array {
  const text = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header));
  const file = new Uint8Array(8 + text.length + bytes);
  new DataView(file.buffer).setBigUint64(0, length ?? BigInt(text.length), true);
  file.set(text, 8);
  return file;
}
const tensors = (name: string, file: Uint8Array): HostileCase => ({
  name: `safetensors of ${name}`,
  refused: FILE,
  attempt: () => decodeSafetensors(file),
});
const tensor = (shape: readonly number[], offsets: readonly number[], dtype = 'F32') => ({
  a: { dtype, shape, data_offsets: offsets },
});

const PIPE = (path: string) => void execFileSync('mkfifo', [path]);
const LINK = (target: string) => (path: string) => symlinkSync(target, path);

const peft = { peft_type: 'LORA', r: 2, lora_alpha: 4, target_modules: ['q_proj'], bias: 'none' };
const lora = (rank: number, value = 0) =>
  encodeSafetensors(
    new Map(
      (['A', 'B'] as const).map((side) => [
        `base_model.model.model.layers.0.self_attn.q_proj.lora_${side}.weight`,
        { shape: side === 'A' ? [rank, 4] : [4, rank], values: new Float32Array(4 * rank).fill(value) },
      ]),
    ),
  );
const adapter = (
  name: string,
  fields: object | string,
  file: Content = lora(2),
  refused: RegExp | null = FILE,
): HostileCase => ({
  name: `an adapter of ${name}`,
  refused,
  attempt: async () => {
    const text = typeof fields === 'string' ? fields : JSON.stringify({ ...peft, ...fields });
    (
      await loadAdapter(base, modelFolder({ 'adapter_config.json': text, 'adapter_model.safetensors': file }))
    ).dispose();
  },
});

export const CASES: readonly HostileCase[] = [
  model('an honest folder', {}, null),
  configured('10^9 channels', { hidden_size: 1e9 }),
  configured('10^9 layers', { num_hidden_layers: 1e9 }),
  configured('ten thousand layers', { num_hidden_layers: 10_000 }),
  configured('a vocabulary of 2^53', { vocab_size: 2 ** 53 }),
  configured('a vocabulary of 2^53 - 1', { vocab_size: 2 ** 53 - 1 }),
  configured('a vocabulary of half a word', { vocab_size: 7.5 }),
  configured('no heads', { num_attention_heads: 0 }),
  configured('heads below 0', { num_attention_heads: -1, num_key_value_heads: -1 }),
  configured('heads of no size', { head_dim: 0 }),
  configured('heads of 2^52', { head_dim: 2 ** 52 }),
  configured('a base of 0', { rope_theta: 0, rope_parameters: null }),
  configured('a base that is no number', { rope_theta: 'NaN', rope_parameters: null }),
  configured('fields that objects inherit', { model_type: 'constructor' }),
  configured('an architecture of __proto__', { model_type: '__proto__' }),
  model('config.json with a base of infinity', {
    'config.json': JSON.stringify({ ...honest, rope_parameters: null, rope_theta: 7777 }).replace('7777', '1e999'),
  }),
  model('config.json of lists in lists', { 'config.json': `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}` }),
  model('config.json of millions of lists', { 'config.json': `{"a":[${'[],'.repeat(4_000_000)}[]]}` }),
  model('config.json that is a list', { 'config.json': '[]' }),
  model('config.json of zeros without end', { 'config.json': LINK('/dev/zero') }),
  model('config.json that is a pipe', { 'config.json': PIPE }),
  model('config.json that is a folder', { 'config.json': (path) => mkdirSync(path) }),
  model('config.json that is a link to itself', { 'config.json': LINK('config.json') }),
  model('weights that are a device', { 'model.safetensors': LINK('/dev/zero') }),
  model('weights that are a pipe', { 'model.safetensors': PIPE }),
  model('weights that are a folder', { 'model.safetensors': (path) => mkdirSync(path) }),
  {
    name: 'tokenizer.json that is a pipe',
    refused: FILE,
    attempt: () => loadTokenizer(modelFolder({ 'tokenizer.json': PIPE })),
  },
  {
    name: 'tokenizer.json of zeros without end',
    refused: FILE,
    attempt: () => loadTokenizer(modelFolder({ 'tokenizer.json': LINK('/dev/zero') })),
  },
  ...['../../model.safetensors', '/etc/passwd', 'a\0.safetensors', '..', '.safetensors', 'a/b.safetensors'].map(
    (file) =>
      model(`an index that names ${JSON.stringify(file)}`, {
        'model.safetensors.index.json': JSON.stringify({ weight_map: { 'model.norm.weight': file } }),
        'model.safetensors': (path) => rmSync(path, { force: true }),
      }),
  ),
  model('an index of thousands of shards', {
    'model.safetensors.index.json': JSON.stringify({
      weight_map: Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`t${i}`, `${i}.safetensors`])),
    }),
    'model.safetensors': (path) => rmSync(path, { force: true }),
  }),
  tensors('a header of 2^63 bytes', headed('{}', 16, 2n ** 63n)),
  tensors('a header of 10^9 bytes', headed('{}', 16, 10n ** 9n)),
  tensors('a header beyond the file', headed('{}', 16, 100n)),
  tensors('no file', new Uint8Array(3)),
  tensors('a header that is no text', headed('\u0000\u0001')),
  tensors('a header of lists in lists', headed(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)),
  tensors('bytes beyond the file', headed(tensor([1000], [0, 4000]))),
  tensors('bytes before the file', headed(tensor([4], [-16, 0]))),
  tensors('bytes that end before they begin', headed(tensor([4], [16, 0]))),
  tensors('bytes that are half a number', headed(tensor([4], [0.5, 16.5]))),
  tensors('bytes at 2^53', headed(tensor([4], [2 ** 53, 2 ** 53 + 16]))),
  tensors('sizes below 0', headed(tensor([-2, -2], [0, 16]))),
  tensors('sizes whose product is beyond 2^53', headed(tensor([2 ** 40, 2 ** 40], [0, 16]))),
  tensors('sizes whose product comes round', headed(tensor([2 ** 32, 2 ** 32, 4], [0, 16]))),
  tensors('a type that is none', headed(tensor([4], [0, 16], 'toString'))),
  tensors(
    'tensors over each other',
    headed({ ...tensor([4], [0, 16]), b: { dtype: 'F32', shape: [2], data_offsets: [8, 16] } }),
  ),
  {
    name: 'safetensors of a tensor named as what objects inherit',
    refused: null,
    attempt: () => {
      const file = headed('{"__proto__":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}}');
      if (decodeSafetensors(file).tensors.get('__proto__')?.values.length !== 4) throw new Error('it is lost');
    },
  },
  adapter('an honest one', {}, lora(2), null),
  adapter('a rank of 10^9', { r: 1e9 }),
  adapter('a rank of 2^53', { r: 2 ** 53 }),
  adapter('no rank', { r: 0 }),
  adapter('a scale of 10^308', { lora_alpha: 1e308 }),
  adapter('a scale of infinity', JSON.stringify({ ...peft, lora_alpha: 7777 }).replace('7777', '1e999')),
  adapter('an expression for its targets', { target_modules: '(a|a)*$' }),
  adapter('targets that objects inherit', { target_modules: ['__proto__', 'constructor'] }),
  adapter('modules that are trained whole', { modules_to_save: ['lm_head'] }),
  adapter('a base elsewhere', { base_model_name_or_path: '../../../etc/passwd' }, lora(2), null),
  adapter('a field that is not known', { run: 'hostile()' }),
  adapter('another rank than its file', { r: 3 }),
  adapter('numbers that are none', {}, lora(2, NaN)),
  adapter('numbers that are infinite', {}, lora(2, Infinity)),
];
