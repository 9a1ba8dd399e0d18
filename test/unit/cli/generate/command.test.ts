import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../../../src/cli/generate/command.js';
import { createDecoder, decoderConfig, saveModel, selectBackend } from '../../../../src/tfjs/index.js';
import { loadTokenizer } from '../../../../src/rollout/index.js';
import { byteLevelTokenizerJson } from '../../rollout/byte-level-bpe.js';
import { runCommandLine } from '../run.js';

let folder: string;
beforeAll(async () => {
  const parent = mkdtempSync(join(tmpdir(), 'generate-'));
  folder = join(parent, 'model');
  await selectBackend({ backend: 'cpu' });
  const config = decoderConfig({
    vocabSize: 259,
    hiddenSize: 16,
    numHiddenLayers: 1,
    numAttentionHeads: 2,
    numKeyValueHeads: 1,
    headDim: 8,
    intermediateSize: 24,
    maxPositionEmbeddings: 64,
  });
  const model = createDecoder(config, { seed: 'generate' });
  await saveModel(folder, model);
  model.dispose();
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(byteLevelTokenizerJson([])));
  writeFileSync(join(folder, 'tokenizer_config.json'), '{"eos_token": "<|im_end|>"}');
  writeFileSync(
    join(folder, 'chat_template.jinja'),
    '{% for m in messages %}{{ m.role }}:{{ m.content }};{% endfor %}{% if add_generation_prompt %}a:{% endif %}',
  );
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true }));

const run = (...argv: string[]) =>
  runCommandLine(['generate', '--model', folder, '--backend', 'cpu', '--max-tokens', '6', ...argv]);

interface Printed {
  readonly text: string;
  readonly tokens: number[];
  readonly logprobs: number[];
  readonly finishReason: string;
  readonly promptTokens: number;
}

const printed = async (...argv: string[]) => {
  const { code, stdout, stderr } = await run('--json', ...argv);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^\d+ tokens.*; prompt: \d+ tokens in [\d.]+ s\n$/)]);
  return JSON.parse(stdout) as Printed;
};

describe('rstar2-agent generate', { timeout: 60_000 }, () => {
  it('renders the prompt by the template and prints one object', async () => {
    const { text, tokens, logprobs, finishReason, promptTokens } = await printed('--prompt', 'Hi', '--system', 'Be');
    expect(promptTokens).toBe('system:Be;user:Hi;a:'.length);
    expect(logprobs).toHaveLength(tokens.length);
    expect(tokens.length === 6 ? 'length' : 'stop').toBe(finishReason);
    expect((await loadTokenizer(folder)).decode(finishReason === 'stop' ? tokens.slice(0, -1) : tokens)).toBe(text);
  });

  it('gives the same for the same seed, and another for another', async () => {
    const [first, same, other] = await Promise.all(
      ['7', '7', '8'].map((seed) => printed('--prompt', 'Hi', '--raw', '--seed', seed)),
    );
    expect(first!.promptTokens).toBe(2);
    expect(same).toEqual(first);
    expect(other!.tokens).not.toEqual(first!.tokens);
  });

  it('prints the text as it comes, without --json', async () => {
    const object = await printed('--prompt', 'Hi', '--temperature', '0');
    expect((await run('--prompt', 'Hi', '--temperature', '0')).stdout).toBe(`${object.text}\n`);
  });

  it.each([
    [['--prompt', 'x', '--temperature', 'hot'], '--temperature: expected a number from 0 to 100, got hot'],
    [['--prompt', 'x', '--top-p', '0'], '--top-p: expected a number from 0.000001 to 1, got 0'],
    [['--prompt', 'x', '--raw', '--system', 'y'], '--system: expected none with --raw'],
    [['--prompt', '', '--raw'], '--prompt: expected at least one token, got none'],
    [[], '--prompt is missing'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await run(...argv);
    expect([code, stderr.split('\n')[0]]).toEqual([2, `rstar2-agent generate: ${message}`]);
  });

  it('fails for a prompt that the model cannot read', async () => {
    const { code, stderr } = await run('--prompt', 'x'.repeat(64));
    expect([code, stderr]).toEqual([1, expect.stringContaining('expected fewer tokens than the model reads (64)')]);
  });
});

describe('generate', () => {
  it('shows whole characters as they come, and ends at the end of the turn', async () => {
    const tokenizer = await loadTokenizer(folder);
    const drawn = [...tokenizer.encode('a€b<|im_end|>')];
    const pieces: string[] = [];
    const policy = {
      generate: ({ tokens }: { tokens: Int32Array }) => {
        const id = drawn[tokens.length - 1]!;
        const finishReason = id === drawn.at(-1) ? ('stop' as const) : ('length' as const);
        return Promise.resolve({ tokens: Int32Array.of(id), logprobs: Float32Array.of(-1), finishReason });
      },
    };
    const io = {
      stderr: new Writable({ write: (_chunk, _encoding, done) => done() }),
      signal: new AbortController().signal,
    };
    const request = {
      tokens: Int32Array.of(1),
      endTokens: ['<|im_end|>'],
      temperature: 1,
      topP: 1,
      maxTokens: 20,
      seed: '',
    };
    const generated = await generate(policy, tokenizer, request, io, (piece) => {
      pieces.push(piece);
      return Promise.resolve();
    });
    expect(pieces.filter((piece) => piece !== '')).toEqual(['a', '€', 'b']);
    expect(generated).toMatchObject({ text: 'a€b', tokens: drawn, finishReason: 'stop', promptTokens: 1 });
  });
});
