import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byteLevelTokenizerJson } from '../../rollout/byte-level-bpe.js';
import { runCommandLine } from '../run.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'model-'));
  copyFileSync('test/recordings/chat-templates/qwen3.jinja', join(folder, 'chat_template.jinja'));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(byteLevelTokenizerJson([])));
  writeFileSync(join(folder, 'tokenizer_config.json'), '{"eos_token": "<|im_end|>", "model_max_length": 4096}');
});
afterAll(() => rmSync(folder, { recursive: true }));

const doctor = (...argv: string[]) => runCommandLine(['tokens', 'doctor', ...argv]);

describe('rstar2-agent tokens doctor', () => {
  it('says of each shape whether it is exact, and which turn drifts', async () => {
    const { code, stdout } = await doctor('--model', folder);
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines.slice(0, 5)).toEqual([
      `${folder}: 9 of 10 shapes of conversation are exact`,
      '',
      '  a turn ends at   <|im_end|> (258)',
      '  tool calls       hermes',
      '  context          4096 tokens',
    ]);
    expect(stdout).toMatch(/^ {2}an answer after thinking, then a question +drift$/m);
    expect(lines.find((line) => line.includes('after turn 1'))).toMatch(
      /^ {4}after turn 1, the turn itself: the template writes "42<\|im_end\|>/,
    );
  });

  it('gives everything as JSON, and tries the calls that the template writes, whatever format is named', async () => {
    const { stdout } = await doctor('--model', folder, '--json', '--tool-calls', 'mistral');
    expect(JSON.parse(stdout)).toMatchObject({
      model: folder,
      toolCallFormat: 'mistral',
      contextLength: 4096,
      endTokens: [{ token: '<|im_end|>', id: 258 }],
      shapes: expect.arrayContaining([
        {
          shape: 'a call',
          kind: 'impossible',
          reason: expect.stringMatching(/^mistral: no call is read in "<tool_call>/) as unknown,
        },
      ]) as unknown,
    });
  });

  it('fails where every shape must be exact and one is not', async () => {
    expect((await doctor('--model', folder, '--strict')).code).toBe(1);
  });

  it('passes variables to the template', async () => {
    const { stdout } = await doctor('--model', folder, '--variables', '{"enable_thinking":false}');
    expect(stdout).toContain('the text before it');
  });

  it.each([
    [[], '--model is missing'],
    [['--model', 'x', '--variables', '[]'], '--variables: expected a JSON object, got []'],
    [['--model', 'x', '--variables', '{'], '--variables: expected a JSON object, got {'],
    [['--model', 'x', '--run', 'y'], '--model: cannot be used with --run'],
    [['--model', 'x', '--tool-calls', 'xml'], '--tool-calls: expected one of hermes'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await doctor(...argv);
    expect([code, stderr.includes(message)]).toEqual([2, true]);
  });

  it('takes the tokenizer and the chat template that a run kept, else those of its model', async () => {
    const path = join(folder, 'run');
    mkdirSync(path);
    writeFileSync(join(path, 'config.json'), JSON.stringify({ model: folder }));
    const ofModel = await doctor('--run', path);
    expect(ofModel).toEqual(await doctor('--model', folder));
    const kept = join(path, 'tokenizer');
    mkdirSync(kept);
    for (const name of ['tokenizer.json', 'tokenizer_config.json', 'chat_template.jinja'])
      copyFileSync(join(folder, name), join(kept, name));
    writeFileSync(join(kept, 'generation_config.json'), '{"eos_token_id": 258}');
    const { code, stdout } = await doctor('--run', path);
    expect([code, stdout.split(':')[0]]).toEqual([0, kept]);
  });

  it('says of a run what it lacks', async () => {
    const path = join(folder, 'bare');
    const told = async () => {
      const { code, stderr } = await doctor('--run', path);
      return [code, stderr.split('\n')[0]];
    };
    const start = 'rstar2-agent tokens doctor: --run: ';
    expect(await told()).toEqual([1, `${start}cannot read ${path}: there is no such file or folder`]);
    mkdirSync(path);
    expect(await told()).toEqual([1, `${start}${path}: expected a run's directory, with a config.json`]);
    writeFileSync(join(path, 'config.json'), '{}');
    expect(await told()).toEqual([2, `${start}${path} has no tokenizer; name the run's model with --model`]);
  });

  it('says what is missing in a folder', async () => {
    const { code, stderr } = await doctor('--model', 'test/recordings/decoder/llama-3');
    expect([code, stderr]).toEqual([
      1,
      'rstar2-agent tokens doctor: test/recordings/decoder/llama-3: expected a chat template (default), found none\n',
    ]);
  });
});
