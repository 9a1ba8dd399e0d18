import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  analyzeEntropy,
  entropyMarkdown,
  readEntropyTraces,
  type EvaluationResult,
} from '../../../../src/evaluate/index.js';
import type { ResultComparison } from '../../../../src/evaluate/evaluation-results.js';
import { createDecoder, decoderConfig, saveModel, selectBackend } from '../../../../src/tfjs/index.js';
import { runCommandLine } from '../run.js';
import { startChatServer, writeInputs } from './chat-server.js';

let folder: string;
let inputs: ReturnType<typeof writeInputs>;
let server: Awaited<ReturnType<typeof startChatServer>>;
let broken = false;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-eval-'));
  inputs = writeInputs(folder);
  server = await startChatServer({ isBroken: () => broken });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const SHAPE = {
  ...{ vocabSize: 259, hiddenSize: 8, numHiddenLayers: 1, numAttentionHeads: 1, numKeyValueHeads: 1, headDim: 8 },
  intermediateSize: 8,
};

const run = (...argv: string[]) => runCommandLine(['eval', ...argv]);
const overServer = (...argv: string[]) =>
  run('--base-url', server.url, '--model', 'm', '--tokenizer', inputs.model, '--data', inputs.data, ...argv);

describe('rstar2-agent eval', { timeout: 120_000 }, () => {
  it('measures a model of a server and writes what it found', async () => {
    const out = join(folder, 'first');
    const { code, stdout, stderr } = await overServer('--samples', '4', '--seed', '1', '--out', out);
    expect([code, stderr]).toEqual([0, `m at ${server.url} (other, chat)\n`]);
    expect(stdout).toContain('## six, temperature 0.6\n\n6 problems, 24 samples.\n\n| measure | value |');
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toBe(stdout);
    expect(readFileSync(join(out, 'samples.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(24);
  });

  it('says where no prompt names the tool that the model may call', async () => {
    const flags = ['--samples', '1', '--tools', 'python', '-q'];
    const { code, stderr } = await overServer(...flags);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^warning: no prompt names the tool python_code_with_standard_io, /),
    ]);
    const named = await overServer(...flags, '--tool-name', 'python', '--system', 'Use Python.');
    expect([named.code, named.stderr]).toEqual([0, '']);
  });

  it('takes several data sets, temperatures and seeds, and prints JSON', async () => {
    const flags = ['--data', `again=${inputs.data}`, '--temperature', '0.5', '--temperature', '1'];
    const { code, stdout } = await overServer(...flags, '--seed', '1', '--seed', '2', '--samples', '2', '--json', '-q');
    const results = JSON.parse(stdout) as EvaluationResult[];
    expect([code, results.map(({ dataset, temperature, summary }) => [dataset, temperature, summary.samples])]).toEqual(
      [
        0,
        [
          ['six', 0.5, 24],
          ['again', 0.5, 24],
          ['six', 1, 24],
          ['again', 1, 24],
        ],
      ],
    );
  });

  it('runs a model of a folder', async () => {
    const model = join(folder, 'tiny');
    await selectBackend({ backend: 'cpu' });
    const decoder = createDecoder(decoderConfig({ ...SHAPE, maxPositionEmbeddings: 64 }), { seed: 'eval' });
    await saveModel(model, decoder);
    decoder.dispose();
    for (const name of ['tokenizer.json', 'tokenizer_config.json', 'chat_template.jinja'])
      writeFileSync(join(model, name), readFileSync(join(inputs.model, name)));
    const { code, stdout } = await run(
      ...['--model', model, '--backend', 'cpu', '--data', inputs.data, '--samples', '1', '--max-tokens', '3', '--json'],
    );
    const [result] = JSON.parse(stdout) as EvaluationResult[];
    expect([code, result!.summary.samples]).toEqual([0, 6]);
    expect(result!.summary.measures['responseLength']!.value).toBeLessThanOrEqual(3);
  });

  it('measures the weights of --model, whose tokenizer may lie elsewhere, and keeps those of others apart', async () => {
    const [weights, out] = [join(folder, 'weights'), join(folder, 'of-weights')];
    const evaluated = (...flags: string[]) =>
      run('--backend', 'cpu', '--data', inputs.data, '--samples', '1', '--max-tokens', '3', '--out', out, ...flags);
    const save = async (seed: string) => {
      const decoder = createDecoder(decoderConfig({ ...SHAPE, maxPositionEmbeddings: 32 }), { seed });
      await saveModel(weights, decoder);
      decoder.dispose();
    };
    await save('first');
    const { code, stderr } = await evaluated('--model', weights, '--tokenizer', join(folder, 'tiny'));
    expect([code, stderr]).toEqual([0, expect.stringContaining(`${weights} in this process`)]);
    await save('second');
    const other = await evaluated('--model', weights, '--tokenizer', join(folder, 'tiny'));
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringMatching(/samples of weights \w{16}, got a folder with samples/),
    ]);
    const there = await run(
      '--model',
      weights,
      '--tokenizer',
      join(folder, 'tiny'),
      '--data',
      inputs.data,
      '--out',
      weights,
    );
    expect([there.code, there.stderr]).toEqual([2, expect.stringContaining('got the folder of a model or a run')]);
  });

  it('keeps the entropies of a model of a folder, for rstar2-agent entropy to read', async () => {
    const [model, out] = [join(folder, 'tiny'), join(folder, 'entropies')];
    const { code, stdout } = await run(
      ...['--model', model, '--backend', 'cpu', '--data', inputs.data, '--samples', '2', '--max-tokens', '3'],
      ...['--entropy', '--out', out, '-q'],
    );
    const analysis = analyzeEntropy(readEntropyTraces(out));
    expect([code, stdout]).toEqual([0, expect.stringContaining(entropyMarkdown(analysis))]);
    expect(analysis.rollouts).toBe(12);
    // A random model knows nothing: its entropy is near that of a uniform draw from 259 tokens.
    expect(analysis.all.entropy).toBeGreaterThan(5);
    expect(analysis.all.entropy).toBeLessThan(Math.log(259));
    const read = await runCommandLine(['entropy', '--from', out]);
    expect([read.code, read.stdout]).toEqual([0, entropyMarkdown(analysis)]);
  });

  it('fails where samples could not be drawn, and draws them the next time', async () => {
    const out = join(folder, 'broken');
    broken = true;
    const failed = await overServer('--samples', '1', '--out', out, '-q');
    broken = false;
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringMatching(/^6 of 6 samples could not be generated; reason of the first: .*no room/),
    ]);
    expect(failed.stdout).toContain('6 problems, 6 samples; counted apart: 6 unavailable.');
    expect((await overServer('--samples', '1', '--out', out, '-q')).code).toBe(0);
  });

  it('lists bad lines by number and draws nothing', async () => {
    const path = join(folder, 'bad.jsonl');
    const prompt = '"prompt":"x"';
    const rows = [
      `{"id":"a",${prompt},"groundTruth":"1"}`,
      'not json',
      '',
      `{${prompt}}`,
      `{"id":"a",${prompt},"groundTruth":3}`,
    ];
    writeFileSync(path, `${rows.join('\n')}\n`);
    const before = server.seen.length;
    const { code, stdout, stderr } = await overServer('--data', path);
    expect([code, stdout, server.seen.length]).toEqual([1, '', before]);
    expect(stderr.split('\n').slice(0, -1)).toEqual([
      expect.stringMatching(/bad\.jsonl:2: not JSON$/),
      expect.stringMatching(/bad\.jsonl:4: .*groundTruth.*: expected a text or a number/),
      expect.stringMatching(/bad\.jsonl: the id "a" occurs twice$/),
      'rstar2-agent eval: 3 invalid lines; nothing was generated',
    ]);
  });

  it('compares two folders', async () => {
    const [first, second] = [join(folder, 'a'), join(folder, 'b')];
    await overServer('--out', first, '--seed', '1', '-q');
    await overServer('--out', second, '--seed', '2', '-q');
    const { code, stdout } = await run('--compare', first, second, '--json');
    const [compared] = JSON.parse(stdout) as ResultComparison[];
    expect([code, compared!.comparison.problems]).toEqual([0, 6]);
    expect(compared!.comparison.measures['average']!.pValue).toBeGreaterThan(0);
    expect((await run('--compare', first, second)).stdout).toContain(
      '| measure | first | second | difference | interval | p |',
    );
  });

  it('refuses a folder with samples of other settings', async () => {
    const out = join(folder, 'other');
    await overServer('--samples', '1', '--out', out, '-q');
    const { code, stderr } = await overServer('--samples', '1', '--out', out, '--max-turns', '3', '-q');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('samples of maxTurns 3, got a folder with samples of maxTurns 10'),
    ]);
  });

  it.each([
    [[], 'expected one of --model, --run and --base-url'],
    [['--model', 'o/n'], '--data is missing'],
    [['--model', '/none', '--data', 'x'], '--model: cannot read /none: there is no such file or folder'],
    [['--model', 'o/n', '--data', '/none.csv'], '--data: cannot read /none.csv: there is no such file or folder'],
    [
      ['--base-url', 'http://x', '--model', 'smollm2'],
      '--tokenizer: expected a folder or an id of the hub, because --model smollm2 is neither',
    ],
    [['--base-url', 'notaurl', '--model', 'm'], '--base-url: expected an http or https URL, got notaurl'],
    [
      ['--base-url', 'http://x', '--model', 'm', '--tokenizer', '/none'],
      '--tokenizer: cannot read /none: there is no such file or folder',
    ],
    [
      ['--base-url', 'http://x', '--model', 'o/n', '--entropy'],
      '--entropy: expected a model in this process (no --base-url): servers do not report entropies',
    ],
    [['--compare', '/none', '/nor'], '--compare: cannot read /none: there is no such file or folder'],
    [['--base-url', 'http://x'], '--tokenizer: expected a folder or an id of the hub, because there is no --model'],
    [['--model', 'x', '--temperature', 'hot'], '--temperature: expected a number from 0 to 100, got hot'],
    [['--model', 'x', '--preset', 'papper'], '--preset: expected default, paper, got papper; did you mean paper?'],
    [['--compare', 'a'], '--compare: expected two paths'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await run(...argv);
    const expected = message.includes('cannot read') ? 1 : 2;
    expect([code, stderr.split('\n')[0]]).toEqual([expected, `rstar2-agent eval: ${message}`]);
  });
});
