import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeEntropy, entropyMarkdown } from '../../../../src/evaluate/index.js';
import type { EntropyAnalysis } from '../../../../src/evaluate/analyze-entropy.js';
import { RECORDED_ENTROPY, tracesOf } from '../../evaluate/entropies.js';
import { runCommandLine } from '../run.js';

const [before, after] = [tracesOf(RECORDED_ENTROPY.before), tracesOf(RECORDED_ENTROPY.after)];

let folder: string;
let files: readonly [before: string, after: string];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-entropy-'));
  files = [join(folder, 'before.jsonl'), join(folder, 'after.jsonl')];
  for (const [i, traces] of [before, after].entries())
    writeFileSync(files[i]!, traces.map((trace) => `${JSON.stringify({ trace })}\n`).join(''));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...argv: string[]) => runCommandLine(['entropy', ...argv]);

describe('rstar2-agent entropy', () => {
  it('prints an analysis, and one beside an earlier one', async () => {
    expect(await run('--from', files[1])).toEqual({
      code: 0,
      stdout: entropyMarkdown(analyzeEntropy(after)),
      stderr: '',
    });
    const { stdout } = await run('--compare', ...files);
    expect(stdout).toBe(entropyMarkdown(analyzeEntropy(after), analyzeEntropy(before)));
    expect(stdout).toContain('| tokens | entropy before | entropy | number | share of the top |');
  });

  it('prints JSON, with the options of analyzeEntropy', async () => {
    const flags = ['--top', '0.5', '--words', '1', '--min-count', '2', '--phrase', 'word', '--json'];
    const options = { top: 0.5, words: 1, minCount: 2, phrases: ['word'] };
    const expected = { before: analyzeEntropy(before, options), after: analyzeEntropy(after, options) };
    expect(JSON.parse((await run('--compare', ...files, ...flags)).stdout)).toEqual(expected);
    expect(expected.after.forking.tokens).toBeGreaterThan(0);
  });

  it('draws rollouts at random, the same again for the same seed', async () => {
    const draw = async (seed: string) =>
      (await run('--from', files[0], '--rollouts', '2', '--seed', seed, '--json')).stdout;
    expect((JSON.parse(await draw('1')) as EntropyAnalysis).rollouts).toBe(2);
    expect(await draw('1')).toBe(await draw('1'));
    expect(new Set(await Promise.all(['1', '2', '3', '4', '5'].map(draw))).size).toBeGreaterThan(1);
  });

  it('fails where nothing has entropies', async () => {
    const path = join(folder, 'none.jsonl');
    writeFileSync(path, '{"problem":"p","correct":1}\n');
    const { code, stderr } = await run('--from', path);
    expect([code, stderr]).toEqual([
      1,
      `rstar2-agent entropy: ${path}: expected samples or rollouts with entropies, got none: evaluate with --entropy (entropies: true)\n`,
    ]);
  });

  it.each([
    [[], '--from is missing'],
    [['--from', '/none'], '--from: cannot read /none: there is no such file or folder'],
    [['--compare', '/none', '/nor'], '--compare: cannot read /none: there is no such file or folder'],
    [['--compare', 'a'], '--compare: expected two paths'],
    [['--from', '.', '--tokenizer', '/none'], '--tokenizer: cannot read /none: there is no such file or folder'],
    [['--from', '.', '--top', 'half'], '--top: expected a number from 0 to 1, got half'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await run(...argv);
    const expected = message.includes('cannot read') ? 1 : 2;
    expect([code, stderr.split('\n')[0]]).toEqual([expected, `rstar2-agent entropy: ${message}`]);
  });
});
