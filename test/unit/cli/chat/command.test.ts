/* eslint-disable no-control-regex -- control characters are what some of these tests are about */
import * as tf from '@tensorflow/tfjs-core';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Learner } from '../../../../src/base/index.js';
import { runRecipe } from '../../../../src/recipe/index.js';
import { createVocabularyTokenizer, loadChatTemplate, loadTokenizer } from '../../../../src/rollout/index.js';
import {
  createAdapter,
  createDecoder,
  createTfjsLearner,
  decoderConfig,
  loadModel,
  saveAdapter,
  saveModel,
} from '../../../../src/tfjs/index.js';
import { writeInputs } from '../eval/chat-server.js';
import { runCommandLine } from '../run.js';
import { writeTinyModel } from '../tiny-model.js';
import { startTalkingServer, type AskedMessage, type Said } from './talking-server.js';

let folder: string;
let tokenizer: string;
let server: Awaited<ReturnType<typeof startTalkingServer>>;
let say: (messages: readonly AskedMessage[]) => Said;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-chat-'));
  tokenizer = writeInputs(folder).model;
  server = await startTalkingServer((messages) => say(messages));
});
beforeEach(() => {
  say = (messages) => `You said ${messages.at(-1)!.content}.`;
  server.seen.length = 0;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const run = (argv: readonly string[], stdin = '', signal?: AbortSignal) =>
  runCommandLine(['chat', ...argv], { stdin, ...(signal && { signal }) });
const overServer = (argv: readonly string[], stdin?: string) =>
  run(['--base-url', server.url, '--model', 'm', '--tokenizer', tokenizer, ...argv], stdin);

const CALL = (code: string) =>
  `<tool_call>\n${JSON.stringify({ name: 'python_code_with_standard_io', arguments: { code } })}\n</tool_call>`;

describe('rstar2-agent chat over pipes', { timeout: 120_000 }, () => {
  it('answers line by line, and says on standard error where from', async () => {
    const { code, stdout, stderr } = await overServer([], 'one\n\ntwo');
    expect([code, stdout, stderr]).toEqual([
      0,
      'You said one.\nYou said two.\n',
      `(m at ${server.url} (other, chat); text appears as it is generated)\n`,
    ]);
    expect(server.conversations()).toEqual([['user: one'], ['user: one', 'assistant: You said one.', 'user: two']]);
  });

  it('puts lines together, and takes a doubled slash for one', async () => {
    const stdin = 'a\\\nb\n"""c\n\n  d"""\n"""\ne\n"""\n//f\ng\\';
    await overServer(['-q'], stdin);
    expect(server.conversations().map((messages) => messages.at(-1))).toEqual([
      'user: a\nb',
      'user: c\n\n  d',
      'user: e',
      'user: /f',
      'user: g',
    ]);
  });

  it('starts over, with another system message, with none', async () => {
    const { stderr } = await overServer(
      ['--system', 'Be brief.'],
      'a\n/reset\nb\n/system Rhyme.\nc\n/system\nd\n/nothing\n/help\n/exit\ne',
    );
    expect(server.conversations()).toEqual([
      ['system: Be brief.', 'user: a'],
      ['system: Be brief.', 'user: b'],
      ['system: Rhyme.', 'user: c'],
      ['user: d'],
    ]);
    expect(stderr.split('\n').slice(1, 6)).toEqual([
      '(new conversation)',
      '(new conversation with this system message)',
      '(new conversation without a system message)',
      '(unknown command /nothing; /help lists the commands)',
      '  /reset           start a new conversation with the same system message',
    ]);
  });

  it('runs tools in the sandbox and shows them beside the text', async () => {
    const code = 'import sys\nprint(6 * 7)';
    say = (messages) => (messages.at(-1)!.role === 'user' ? `So:\n${CALL(code)}` : 'It is 42.');
    const { stdout, stderr } = await overServer(['--tools', 'python'], 'What is 6 * 7?\n');
    expect(stdout).toBe(`So:\n${CALL(code)}\nIt is 42.\n`);
    const quiet = await overServer(['--tools', 'python', '-q'], 'What is 6 * 7?\n');
    expect([quiet.stdout, quiet.stderr]).toEqual([stdout, '']);
    expect(stderr.split('\n').slice(1)).toEqual([
      '[1] python_code_with_standard_io',
      '    code:',
      '      import sys',
      '      print(6 * 7)',
      expect.stringMatching(/^\[1\] ok, \d+\.\d\d s$/),
      '    42',
      '',
    ]);
    expect(stderr).toMatch(
      /^\(m at .*; text appears as it is generated; Python with isolation (full|restricted|none|\w+)\)/,
    );
    expect(server.conversations()[0]![0]).toMatch(/^system: # Tools\n.*python_code_with_standard_io/s);
  });

  it('marks what failed', async () => {
    say = (messages) => (messages.at(-1)!.role === 'user' ? CALL('1 / 0') : 'Oh.');
    const argv = ['--tools', 'python', '--tool-name', 'python'];
    const { stderr } = await overServer(argv, 'a\n');
    expect(stderr).toMatch(/\[1\] error\n {4}ToolCallError: unknown tool "python_code_with_standard_io"/);
    const second = await overServer(['--tools', 'python'], 'a\n');
    expect(second.stderr).toMatch(/\[1\] error, \d+\.\d\d s\n(.*\n)* {4}ZeroDivisionError/);
  });

  it('saves the conversation as a line of data, calls and their answers in place', async () => {
    say = (messages) => (messages.at(-1)!.role === 'user' ? CALL('6 * 7') : 'It is 42.');
    const path = join(folder, 'saved.jsonl');
    const { stderr } = await overServer(
      ['--tools', 'python'],
      `/system S\n/save ${path}\na\n/save ${path}\n/reset\nb\n/save ${path}\n/save\n/save ${folder}\n`,
    );
    expect(stderr).toContain(`(/save: the conversation has no reply yet)`);
    expect(stderr).toContain(`(saved 5 messages to ${path})`);
    expect(stderr).toMatch(/\(\/save: expected a file name\)\n\(\/save: EISDIR/);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const saved = lines.map((line) => JSON.parse(line) as { messages: Record<string, unknown>[]; tools: object[] });
    expect(saved.map(({ messages }) => messages[1])).toEqual([
      { role: 'user', content: 'a' },
      { role: 'user', content: 'b' },
    ]);
    expect(saved[0]!.messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          {
            id: '000000000',
            type: 'function',
            function: { name: 'python_code_with_standard_io', arguments: { code: '6 * 7' } },
          },
        ],
      },
      { role: 'tool', content: '42', tool_call_id: '000000000', name: 'python_code_with_standard_io' },
      { role: 'assistant', content: 'It is 42.' },
    ]);
    expect(saved[0]!.tools).toMatchObject([{ function: { name: 'python_code_with_standard_io' } }]);
  });

  it('tells what the server failed with, and goes on without that message', async () => {
    say = (messages) => (messages.at(-1)!.content === 'bad' ? { status: 400, message: 'no \u001b[2Jroom' } : 'Fine.');
    const { code, stdout, stderr } = await overServer([], 'a\nbad\nb\n');
    expect([code, stdout]).toEqual([0, 'Fine.\nFine.\n']);
    expect(stderr).toMatch(
      /\n\(failed: completion: HTTP 400: .*room.*; this message is not part of the conversation\)\n$/,
    );
    expect(stderr).not.toContain('\u001b');
    expect(server.conversations().at(-1)).toEqual(['user: a', 'assistant: Fine.', 'user: b']);
  });

  it('shows control characters of the model and of tools, and does not obey them', async () => {
    const evil = 'a\u001b]0;title\u0007\r\u009b2J\u202eb';
    say = (messages) => (messages.at(-1)!.role === 'user' ? evil + CALL(`print('\\x1b[31mred\\x9b')`) : 'x');
    const { stdout, stderr } = await overServer(['--tools', 'python'], 'a\n');
    expect(stdout.split('<tool_call>')[0]).toBe('a␛]0;title␇␍<U+009B>2J<U+202E>b');
    expect(stderr).toContain('    ␛[31mred<U+009B>');
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  });

  it('says so where a turn is asked for again', async () => {
    let tries = 0;
    say = () => (tries++ === 0 ? { status: 503, message: 'busy' } : 'Fine.');
    const { stdout, stderr } = await overServer([], 'a\n');
    expect([stdout, stderr.split('\n')[1]]).toEqual([
      'Fine.\n',
      '(the turn is generated again; ignore its text above)',
    ]);
  });

  it('says where a reply was cut off, and why it stopped', async () => {
    const { stderr } = await overServer(['--max-tokens', '5'], 'a\n');
    expect(stderr).toContain("(cut off after 5 tokens (--max-tokens), or at the end of the model's context)");
    say = () => CALL('1');
    expect((await overServer(['--tools', 'python', '--max-turns', '2'], 'a\n')).stderr).toContain(
      '(stopped after 2 turns (--max-turns))',
    );
  });
});

describe('rstar2-agent chat --prompt', { timeout: 120_000 }, () => {
  it('says one thing and prints the reply', async () => {
    expect(await overServer(['--prompt', 'Hi', '-q'])).toEqual({ code: 0, stdout: 'You said Hi.\n', stderr: '' });
  });

  it('reads standard input for -, line feeds included', async () => {
    expect((await overServer(['--prompt', '-'], 'a\n/reset\n\n')).stdout).toBe('You said a\n/reset\n.\n');
  });

  it('prints one object, without a control character', async () => {
    say = () => 'a\u009b\u001b';
    const { stdout } = await overServer(['--prompt', 'Hi', '--json', '-q']);
    expect(stdout).toMatch(/^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*\n$/);
    expect(JSON.parse(stdout)).toEqual({
      text: 'a\u009b\u001b',
      finishReason: 'stop',
      turns: [{ text: 'a\u009b\u001b', toolCalls: [] }],
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'a\u009b\u001b' },
      ],
    });
  });

  it('fails where there is no reply', async () => {
    say = () => ({ status: 400, message: 'no room' });
    const { code, stdout, stderr } = await overServer(['--prompt', 'Hi', '--json', '-q']);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^\(failed: .*no room/)]);
  });

  it('ends when it is interrupted', async () => {
    const controller = new AbortController();
    say = () => {
      controller.abort();
      return [];
    };
    const argv = ['--base-url', server.url, '--tokenizer', tokenizer, '--prompt', 'Hi', '-q'];
    expect((await run(argv, '', controller.signal)).code).toBe(130);
  });

  describe('a model in this process', () => {
    const ask = async (...argv: string[]) => {
      const flags = ['--backend', 'cpu', '--max-tokens', '12', '--prompt', 'Hi', '--json'];
      const { stdout, stderr } = await run([...flags, ...argv]);
      const { text, messages } = JSON.parse(stdout) as { text: string; messages: AskedMessage[] };
      return { text, stderr, messages };
    };
    let model: string;
    let adapter: string;
    beforeAll(async () => {
      [model, adapter] = [join(folder, 'tiny'), join(folder, 'adapter')];
      await writeTinyModel(model, 64);
      const base = await loadModel(model);
      const adapted = createAdapter(base, { rank: 2 });
      for (const [name, parameter] of adapted.adapter.parameters)
        if (name.includes('lora_B')) parameter.assign(tf.ones(parameter.shape));
      await saveAdapter(adapter, adapted);
      adapted.dispose();
      base.dispose();
    });

    it('is that of a folder, with an adapter beside it', async () => {
      const plain = await ask('--model', model);
      expect(await ask('--model', model)).toEqual(plain);
      const changed = await ask('--model', model, '--adapter', adapter);
      expect(changed.text).not.toBe(plain.text);
      expect(plain.stderr).toContain(`(${model} in this process (cpu); text appears as it is generated)`);
      expect(changed.stderr).toContain(
        `(${model} with ${adapter} in this process (cpu); text appears as it is generated)`,
      );
    });

    it('says what to do when it can read no more', async () => {
      const talk = (stdin: string, ...argv: string[]) => run(['--backend', 'cpu', '--model', model, ...argv], stdin);
      const full = await talk('Hi\nHi\n');
      expect(full.stderr).toContain("the model's context (64); /reset starts a new conversation)");
      const system = await talk('Hi\n', '--system', 'x'.repeat(80));
      expect(system.stderr).toContain('the system message and the tool descriptions are part of it');
    });

    it('is that of a run: its latest checkpoint, its finished adapter, its system message', async () => {
      const path = join(folder, 'run');
      const checkpoint = join(path, 'checkpoints', 'rl-5');
      mkdirSync(join(path, 'checkpoints'), { recursive: true });
      writeFileSync(join(path, 'config.json'), JSON.stringify({ model, system: 'Be.', lora: { rank: 2 } }));
      writeFileSync(join(path, 'latest.json'), '{"stage":"rl","step":5,"records":0,"samples":0}');
      cpSync(adapter, checkpoint, { recursive: true });
      const changed = await ask('--model', model, '--adapter', adapter, '--system', 'Be.');
      const unfinished = await ask('--run', path);
      expect([unfinished.text, unfinished.messages[0]]).toEqual([changed.text, { role: 'system', content: 'Be.' }]);
      expect(unfinished.stderr).toContain(`(${model} with ${checkpoint} in this process`);
      cpSync(adapter, join(path, 'adapter'), { recursive: true });
      expect((await ask('--run', path)).stderr).toContain(`(${model} with ${join(path, 'adapter')} in`);
      expect((await ask('--run', path, '--system', 'Do.')).messages[0]!.content).toBe('Do.');
    });

    it('is that of a run that trained all weights', async () => {
      const path = join(folder, 'whole');
      mkdirSync(join(path, 'checkpoints'), { recursive: true });
      writeFileSync(join(path, 'config.json'), JSON.stringify({ model }));
      writeFileSync(join(path, 'latest.json'), '{"stage":"rl","step":1,"records":0,"samples":0}');
      const base = await loadModel(model);
      const learner = createTfjsLearner({ model: base });
      await learner.saveCheckpoint(join(path, 'checkpoints', 'rl-1'));
      await learner.close?.();
      const { text, stderr } = await ask('--run', path);
      expect(text).toBe((await ask('--model', model)).text);
      expect(stderr).toContain(`(${join(path, 'checkpoints', 'rl-1')} in this process`);
      const other = await run(['--run', path, '--model', model, '--prompt', 'Hi']);
      expect([other.code, other.stderr.split('\n')[0]]).toEqual([
        2,
        `rstar2-agent chat: --model: cannot be used with --run ${path}: that run trained all weights of its model`,
      ]);
    });

    it('is that of a run that made its model from nothing and left it', async () => {
      const path = join(folder, 'made');
      mkdirSync(path);
      writeFileSync(join(path, 'config.json'), JSON.stringify({ model: { hiddenSize: 8 }, system: 'Be.' }));
      const unfinished = await run(['--run', path, '--prompt', 'Hi']);
      expect(unfinished.stderr).toContain(`--run: ${path}: expected a run with a checkpoint, found no checkpoint`);
      expect(unfinished.code).toBe(1);
      cpSync(model, join(path, 'model'), { recursive: true });
      const { text, messages } = await ask('--run', path);
      expect([text, messages[0]]).toEqual([
        (await ask('--model', model, '--system', 'Be.')).text,
        { role: 'system', content: 'Be.' },
      ]);
    });

    describe('of a run of runRecipe that says nothing of its model', () => {
      const settings = {
        maxPositionEmbeddings: 512,
        vocabSize: 256 + 28,
        hiddenSize: 16,
        numHiddenLayers: 1,
        numAttentionHeads: 2,
      };
      const config = decoderConfig({ ...settings, numKeyValueHeads: 1, headDim: 8, intermediateSize: 24 });
      const pieces = createVocabularyTokenizer([...'abcdefghijklmnopqrstuvwxyz'], {
        special: ['<|im_start|>', '<|im_end|>'],
      });
      const tool = (name: string) => ({
        ...{ name, description: 'Looks a word up.', parameters: { type: 'object' } },
        execute: () => Promise.resolve({ kind: 'ok' as const, text: 'found' }),
      });
      const recipe = {
        name: 'tiny',
        stages: [{ kind: 'sft', name: 'sft', steps: 1, batchSize: 1, optimizer: { learningRate: 0.01 } }],
      } as const;
      const train = (directory: string, learner: () => Learner) =>
        runRecipe(recipe, {
          ...{ directory, seed: 's', learner, tokenizer: pieces, tools: [tool('look_up')] },
          ...{ problems: {}, maxTokensPerPass: 100 },
          demonstrations: { demonstrations: [{ tokens: Int32Array.of(1, 2, 3), mask: Uint8Array.of(0, 1, 1) }] },
        });

      it('is the checkpoint, with the tokenizer and the template that the run was trained with', async () => {
        const path = join(folder, 'whole-run');
        const { checkpoint } = await train(path, () =>
          createTfjsLearner({ model: createDecoder(config, { seed: 1 }) }),
        );
        const { text, stderr } = await ask('--run', path);
        expect(stderr).toContain(`(${checkpoint} in this process`);
        expect(text).toBe((await ask('--model', checkpoint, '--tokenizer', join(path, 'tokenizer'))).text);
        const kept = await loadTokenizer(join(path, 'tokenizer'));
        expect([...kept.encode('abc<|im_end|>')]).toEqual([...pieces.encode('abc<|im_end|>')]);
        expect((await loadChatTemplate(join(path, 'tokenizer'))).endTokens).toEqual(['<|im_end|>']);
      });

      it('asks for the model of an adapter, and takes it from --model', async () => {
        const [path, base] = [join(folder, 'adapter-run'), join(folder, 'adapter-base')];
        const model = createDecoder(config, { seed: 1 });
        await saveModel(base, model);
        const { checkpoint } = await train(path, () => createTfjsLearner({ model, lora: { rank: 2, seed: 's' } }));
        const refused = await run(['--run', path, '--prompt', 'Hi']);
        expect([refused.code, refused.stderr]).toEqual([
          2,
          expect.stringContaining(`--model: expected the base model`),
        ]);
        expect((await ask('--run', path, '--model', base)).stderr).toContain(`(${base} with ${checkpoint} in this`);
      });

      it('warns where the model is not offered the tools that it was trained with', async () => {
        const path = join(folder, 'tools-run');
        await train(path, () => createTfjsLearner({ model: createDecoder(config, { seed: 1 }) }));
        expect((await ask('--run', path)).stderr).toContain(
          'warning: the run was trained with tools that the model does not have now: look_up',
        );
        const file = join(folder, 'tools.mjs');
        writeFileSync(
          file,
          `export const tools = async () => [{ name: 'look_up', description: 'x', parameters: { type: 'object' }, execute: async () => ({ kind: 'ok', text: '' }) }];`,
        );
        expect((await ask('--run', path, '--tools', file)).stderr).not.toContain('warning');
      });

      it('says in a line what is wrong with a module of tools', async () => {
        const told = async (name: string, source: string) => {
          const file = join(folder, name);
          writeFileSync(file, source);
          const { code, stderr } = await run(['--model', model, '--tools', file, '--prompt', 'Hi']);
          return [code, stderr.split('\n')[0]!.replace(file, 'FILE')];
        };
        const start = 'rstar2-agent chat: --tools: FILE:';
        expect(await told('empty.mjs', '')).toEqual([
          1,
          expect.stringContaining(`${start} expected an export named tools`),
        ]);
        expect(await told('half.mjs', 'export default [{ name: "x" }]')).toEqual([
          1,
          expect.stringContaining(`${start} expected`),
        ]);
        expect(await told('throws.mjs', 'throw new Error("no key")')).toEqual([1, `${start} no key`]);
        const gone = await run(['--model', model, '--tools', './gone.mjs', '--prompt', 'Hi']);
        expect(gone.stderr).toContain('--tools: cannot read ./gone.mjs: there is no such file or folder');
      });
    });

    it('is refused where a folder holds no run', async () => {
      const path = join(folder, 'none');
      const told = async () => {
        const { code, stderr } = await run(['--run', path, '--prompt', 'Hi']);
        expect(code).toBe(1);
        return stderr.split('\n')[0];
      };
      const problem = 'rstar2-agent chat: --run: ';
      expect(await told()).toBe(`${problem}cannot read ${path}: there is no such file or folder`);
      writeFileSync(path, '');
      expect(await told()).toBe(`${problem}cannot read ${path}: it is a file, not a folder`);
      rmSync(path);
      mkdirSync(path);
      expect(await told()).toBe(`${problem}${path}: expected a run's directory, with a config.json`);
      writeFileSync(join(path, 'config.json'), '{"system":7}');
      expect(await told()).toContain(`${problem}${join(path, 'config.json')}: system: expected`);
      writeFileSync(join(path, 'config.json'), '{"model":"m"}');
      expect(await told()).toBe(`${problem}${path}: expected a run with a checkpoint, found no checkpoint`);
    });
  });

  it.each([
    [[], 'expected one of --model, --run and --base-url'],
    [['--base-url', 'http://x'], '--tokenizer: expected a folder or an id of the hub, because there is no --model'],
    [['--model', 'm', '--base-url', 'http://x', '--adapter', 'a'], '--adapter: cannot be used with --base-url'],
    [['--run', 'r', '--base-url', 'http://x', '--model', 'm'], '--run: cannot be used with --base-url'],
    [['--run', 'r', '--adapter', 'a'], '--adapter: cannot be used with --run'],
    [['--model', 'm', '--json'], '--json: expected --prompt beside it'],
    [
      ['--model', 'm', '--tools', 'pyton'],
      '--tools: expected none, python or the path of a module, got pyton; did you mean python?',
    ],
    [['--model', 'm', '--max-turns', '0'], '--max-turns: expected a whole number from 1 to 1000000, got 0'],
    [
      ['--base-url', 'http://x', '--model', 'o/n', '--workers', '0'],
      '--workers: expected a whole number from 1 to 256, got 0',
    ],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await run(argv);
    expect([code, stderr.split('\n')[0]]).toEqual([2, `rstar2-agent chat: ${message}`]);
  });

  it('refuses an empty message', async () => {
    const { code, stderr } = await overServer(['--prompt', '-', '-q'], '\n');
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'rstar2-agent chat: --prompt: expected a message, got an empty one',
    ]);
  });
});
