import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelFileError, type Policy } from '../../../src/base/index.js';
import { loadChatTemplate, loadTokenizer, runRollouts } from '../../../src/rollout/index.js';
import { byteLevelTokenizerJson } from './byte-level-bpe.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'model-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: { readonly [name: string]: unknown }): string {
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}

const tokenizerJson = byteLevelTokenizerJson([['t', 'o']]);
const end = { 'tokenizer_config.json': { eos_token: '<|im_end|>' } };
const hi = [{ role: 'user', content: 'Hi' }] as const;

describe('loadTokenizer', () => {
  it("reads the folder's own", async () => {
    const tokenizer = await loadTokenizer(write({ 'tokenizer.json': tokenizerJson }));
    expect(tokenizer.decode(tokenizer.encode('to <|im_end|>'))).toBe('to <|im_end|>');
    expect(tokenizer.controlTokens).toContain('<|im_end|>');
  });

  it.each([
    ['the size of the output', { vocab_size: 512 }, 512],
    ['that of the part that writes text', { vocab_size: 7, text_config: { vocab_size: 512 } }, 512],
    ['nothing', {}, undefined],
    ['what is none', { vocab_size: '1e9' }, undefined],
  ])('knows how many ids the model has where config.json says %s', async (_name, config, size) => {
    const tokenizer = await loadTokenizer(write({ 'tokenizer.json': tokenizerJson, 'config.json': config }));
    expect(tokenizer.modelVocabularySize).toBe(size);
  });

  it.each([
    [512, 511, 'completed'],
    [512, 512, 'failed'],
    [undefined, tokenizerJson.added_tokens.at(-1)!.id + 1024, 'completed'],
    [undefined, tokenizerJson.added_tokens.at(-1)!.id + 1025, 'failed'],
  ])('of a model with %s ids: an answer with id %i is %s', async (vocab_size, id, kind) => {
    const tokenizer = await loadTokenizer(write({ 'tokenizer.json': tokenizerJson, 'config.json': { vocab_size } }));
    const policy: Policy = {
      generate: () =>
        Promise.resolve({ tokens: Int32Array.of(id), logprobs: Float32Array.of(-1), finishReason: 'length' }),
    };
    const tasks = [{ groupId: 'a', prompt: hi, samples: 1 }];
    const options = { policy, tokenizer, maxTokens: 1, seed: 's', retry: { retries: 0 } };
    expect((await runRollouts(tasks, options))[0]!.kind).toBe(kind);
  });

  it('refuses a folder without one, and a file that is none', async () => {
    await expect(loadTokenizer(folder)).rejects.toThrow(/expected a tokenizer\.json, found none/);
    await expect(loadTokenizer(write({ 'tokenizer.json': '{' }))).rejects.toThrow(ModelFileError);
    await expect(loadTokenizer(write({ 'tokenizer.json': {} }))).rejects.toThrow(/: tokenizer\.json cannot be read/);
  });
});

describe("a model's files that are damaged", () => {
  const whole = {
    'tokenizer.json': tokenizerJson,
    'tokenizer_config.json': { eos_token: '<|im_end|>', chat_template: 'Hi' },
    'generation_config.json': { eos_token_id: [3] },
    'config.json': { max_position_embeddings: 64 },
    'special_tokens_map.json': {},
    'chat_template.json': { chat_template: 'Hi' },
  };
  const files = Object.keys(whole) as (keyof typeof whole)[];

  it.each(files)('are refused by name, unparsed, where %s is a bomb', async (file) => {
    const parse = vi.spyOn(JSON, 'parse');
    for (const bomb of ['['.repeat(5_000_000), `{"a": [${'{},'.repeat(2_000_001)}{}]}`]) {
      write({ ...whole, 'tokenizer_config.json': { eos_token: '<|im_end|>' }, [file]: bomb });
      const load = file === 'tokenizer.json' ? loadTokenizer : loadChatTemplate;
      const error: unknown = await load(folder).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ModelFileError);
      expect((error as Error).message).toMatch(new RegExp(`^${file.replace('.', '\\.')}: expected JSON of at most`));
      expect(parse.mock.calls.filter(([text]) => text.length > 1_000_000)).toEqual([]);
    }
    parse.mockRestore();
  });

  it.each(files)('are refused by name, unread, where %s has 1 GB', async (file) => {
    write({ ...whole, 'tokenizer_config.json': { eos_token: '<|im_end|>' } });
    truncateSync(join(folder, file), 2 ** 30);
    const load = file === 'tokenizer.json' ? loadTokenizer : loadChatTemplate;
    await expect(load(folder)).rejects.toThrow(ModelFileError);
    await expect(load(folder)).rejects.toThrow(`${file}: expected at most`);
  });

  it.each(files)('are taken or refused by a ModelFileError, whatever stands in %s', async (file) => {
    const values = [null, 3, 'x', [], [null], {}, { a: null }, [[]], 1e300];
    for (const name of Object.keys({
      ...whole[file],
      added_tokens: 0,
      added_tokens_decoder: 0,
      eos_token: 0,
      model: 0,
    }))
      for (const value of values) {
        write({ ...whole, [file]: { ...whole[file], [name]: value } });
        for (const load of [loadTokenizer, loadChatTemplate])
          await load(folder).catch((error: unknown) =>
            expect(error, `${name}: ${JSON.stringify(value)}`).toBeInstanceOf(ModelFileError),
          );
      }
  });
});

describe('loadChatTemplate', () => {
  it('reads chat_template.jinja, which goes before the configuration', async () => {
    write({ 'chat_template.jinja': 'file', 'tokenizer_config.json': { chat_template: 'config', eos_token: '</s>' } });
    expect((await loadChatTemplate(folder)).render(hi)).toBe('file');
    rmSync(join(folder, 'chat_template.jinja'));
    expect((await loadChatTemplate(folder)).render(hi)).toBe('config');
  });

  it('takes the one for tools of several, or the one that is asked for', async () => {
    const chat_template = [
      { name: 'default', template: 'plain' },
      { name: 'tool_use', template: 'tools' },
    ];
    write({ 'tokenizer_config.json': { chat_template, eos_token: '</s>' } });
    expect((await loadChatTemplate(folder)).render(hi)).toBe('tools');
    expect((await loadChatTemplate(folder, { template: 'default' })).render(hi)).toBe('plain');
    await expect(loadChatTemplate(folder, { template: 'rag' })).rejects.toThrow(
      /expected a chat template \(rag\), found default, tool_use/,
    );
  });

  it('gives the template its special tokens, as texts or objects', async () => {
    write({
      'chat_template.jinja': '{{ bos_token }}|{{ eos_token }}|{{ image_token }}',
      'special_tokens_map.json': { bos_token: { content: '<s>' }, eos_token: 'old' },
      'tokenizer_config.json': { eos_token: { content: '</s>' }, image_token: '<i>' },
    });
    expect((await loadChatTemplate(folder)).render(hi)).toBe('<s>|</s>|<i>');
  });

  it('ends a turn at every token that the generation is configured to end at, the own one first', async () => {
    const ids = new Map(tokenizerJson.added_tokens.map(({ content, id }) => [content, id]));
    write({
      ...end,
      'chat_template.jinja': '',
      'tokenizer.json': tokenizerJson,
      'generation_config.json': { eos_token_id: [ids.get('<|endoftext|>'), ids.get('<|im_end|>'), 99_999] },
    });
    expect((await loadChatTemplate(folder)).endTokens).toEqual(['<|im_end|>', '<|endoftext|>']);
  });

  it('says when no file tells how a turn ends', async () => {
    await expect(loadChatTemplate(write({ 'chat_template.jinja': '' }))).rejects.toThrow(/the token that ends a turn/);
  });

  it.each([
    [{ max_position_embeddings: 4096 }, { model_max_length: 1e30 }, 4096],
    [{ max_position_embeddings: 4096 }, { model_max_length: 2048 }, 2048],
    [{}, { model_max_length: 8192 }, 8192],
    [{}, {}, undefined],
  ])('reads how much the model reads from %j and %j', async (config, tokenizerConfig, contextLength) => {
    write({
      'chat_template.jinja': '',
      'config.json': config,
      'tokenizer_config.json': { eos_token: '</s>', ...tokenizerConfig },
    });
    expect((await loadChatTemplate(folder)).contextLength).toBe(contextLength);
  });

  it('passes variables on, and refuses options that it does not know', async () => {
    write({ ...end, 'chat_template.jinja': '{{ enable_thinking }}' });
    const template = await loadChatTemplate(folder, { variables: { enable_thinking: false } });
    expect(template.render(hi)).toBe('False'); // as Python writes it
    await expect(loadChatTemplate(folder, { variable: {} } as never)).rejects.toThrow(/^options/);
  });

  it('says which folder has no template', async () => {
    await expect(loadChatTemplate(write(end))).rejects.toThrow(/expected a chat template \(default\), found none/);
  });
});
