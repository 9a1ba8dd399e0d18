import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../../../src/cli/generate/command.js';
import { loadTokenizer } from '../../../../src/rollout/index.js';
import { runCommandLine } from '../run.js';
import { writeTinyModel } from '../tiny-model.js';

let folder: string;
beforeAll(async () => {
  const parent = mkdtempSync(join(tmpdir(), 'generate-'));
  folder = join(parent, 'model');
  await writeTinyModel(folder, 64);
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
  expect(stdout.trimEnd()).not.toContain('\n');
  const object = JSON.parse(stdout) as Printed;
  expect(Object.keys(object)).toEqual(['text', 'tokens', 'logprobs', 'finishReason', 'promptTokens']);
  return object;
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
    [['--prompt', 'x', '--raw', '--system', 'y'], '--system: cannot be used with --raw'],
    [['--prompt', '', '--raw'], '--prompt: expected at least one token, got none'],
    [[], '--prompt is missing'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await run(...argv);
    expect([code, stderr.split('\n')[0]]).toEqual([2, `rstar2-agent generate: ${message}`]);
  });

  it.each([
    ['{% for m in messages %}', 'the chat template cannot be read: '],
    ['{{ raise_exception("not so") }}', 'the chat template refuses the conversation: not so'],
    ['', 'the chat template drops the prompt'],
  ])('fails for the template %j', async (template, message) => {
    const broken = join(folder, '../broken');
    cpSync(folder, broken, { recursive: true });
    writeFileSync(join(broken, 'chat_template.jinja'), template);
    const { code, stdout, stderr } = await run('--prompt', 'Hi', '--model', broken);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`rstar2-agent generate: ${broken}: ${message}`);
  });

  it.each([
    ['/nowhere', 1, '--model: cannot read /nowhere: there is no such file or folder'],
    ['owner/none', 1, 'expected a cached copy (offline), found none in '],
  ])('fails for the model %s, which is not there', async (model, exit, message) => {
    const { code, stderr } = await run('--prompt', 'Hi', '--model', model, '--offline');
    expect([code, stderr]).toEqual([exit, expect.stringContaining(message)]);
  });

  it('says nothing more when it is interrupted', async () => {
    const controller = new AbortController();
    const argv = ['generate', '--model', folder, '--backend', 'cpu', '--prompt', 'Hi'];
    const running = runCommandLine(argv, { signal: controller.signal });
    controller.abort();
    expect(await running).toEqual({ code: 130, stdout: '', stderr: '' });
  });

  it('fails for a prompt that the model cannot read', async () => {
    const { code, stderr } = await run('--prompt', 'x'.repeat(64));
    expect([code, stderr]).toEqual([1, expect.stringContaining("expected less than the model's context of 64 tokens")]);
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
