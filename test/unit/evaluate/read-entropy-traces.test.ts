import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatasetError, stringifyRollout, type Rollout } from '../../../src/base/index.js';
import { readEntropyTraces } from '../../../src/evaluate/index.js';
import { createVocabularyTokenizer, runRollouts } from '../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../src/testing/index.js';
import { withEntropies } from './entropies.js';

const tokenizer = createVocabularyTokenizer(['<answer>', '</answer>', '42'], {
  special: ['<|im_start|>', '<|im_end|>'],
});

let folder: string;
let rollout: Rollout;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-traces-'));
  const policy = withEntropies(createScriptedPolicy({ tokenizer, script: () => 'x<answer>42</answer>' }));
  const [outcome] = await runRollouts([{ groupId: 'g', prompt: [{ role: 'user', content: 'x' }], samples: 1 }], {
    ...{ policy, tokenizer, maxTokens: 100, seed: 1, entropies: true },
  });
  if (outcome?.kind !== 'completed') throw new Error('the machine failed');
  rollout = outcome.rollout;
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(...lines: readonly string[]): string {
  const path = join(folder, 'lines.jsonl');
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

const trace = {
  texts: ['x', '<answer>', '42', '</answer>', '<|im_end|>'],
  entropies: [0, 0.125, 0.25, 0.375, 0.5],
  classes: ['reasoning', 'answer', 'answer', 'answer', 'reasoning'],
};

describe('readEntropyTraces', () => {
  it('reads rollouts, records with a rollout, and samples', () => {
    const line = stringifyRollout(rollout);
    const sample = JSON.stringify({ problem: 'p', correct: 1, turns: 1, trace });
    const path = write(line, `{"step":1,"rollout":${line},"kept":true}`, sample);
    expect(readEntropyTraces(path, { tokenizer })).toEqual([trace, trace, trace]);
  });

  it('has all paths of a rollout, and each token once', () => {
    const { prompt, turns, finishReason, tokens } = rollout;
    // The branch goes on from the first path's turn, which is counted there, after something that was read.
    const whole = tokens!.ids.length;
    const twice = <T extends Int32Array | Float32Array | Uint8Array>(array: T, first: number): T => {
      const both = Array.from({ length: 2 * whole }, (_, i) => (i < whole && first === 0 ? 0 : array[i % whole]!));
      return (array.constructor as unknown as { from(values: number[]): T }).from(both);
    };
    const branch = {
      ids: twice(tokens!.ids, 1),
      logprobs: twice(tokens!.logprobs, 0),
      entropies: twice(tokens!.entropies!, 0),
      responseMask: twice(tokens!.responseMask, 0),
      promptLength: tokens!.promptLength,
    };
    const branched = { ...rollout, branches: [{ prompt, turns, finishReason, tokens: branch }] };
    expect(readEntropyTraces(write(stringifyRollout(branched)), { tokenizer })).toEqual([
      {
        texts: [...trace.texts, ...trace.texts],
        entropies: [...trace.entropies, ...trace.entropies],
        classes: [...trace.classes, 'reaction', ...trace.classes.slice(1, 4), 'reaction'],
      },
    ]);
  });

  it('has samples of an evaluation in the order of their names, whichever ended first', () => {
    const sample = (problem: string, number: number) =>
      JSON.stringify({
        ...{ dataset: 'd', temperature: 1, seed: 0, sample: number, problem, correct: 1 },
        trace: { texts: [`${problem}${number}`], entropies: [0], classes: ['answer'] },
      });
    const names = (path: string) => readEntropyTraces(path).map(({ texts }) => texts[0]);
    const lines = [sample('b', 0), sample('a', 1), sample('a', 0)];
    expect(names(write(...lines))).toEqual(['a0', 'a1', 'b0']);
    expect(names(write(...lines.reverse()))).toEqual(['a0', 'a1', 'b0']);
  });

  it('passes over what has no entropies, unless nothing has', () => {
    const { tokens, ...without } = rollout;
    const lines = [stringifyRollout(without), '{"problem":"p","correct":"unavailable"}'];
    expect(readEntropyTraces(write(...lines, JSON.stringify({ trace })))).toHaveLength(1);
    expect(() => readEntropyTraces(write(...lines))).toThrow(DatasetError);
    expect(tokens!.entropies).toHaveLength(tokens!.ids.length);
  });

  it('says what is wrong, and where', () => {
    expect(() => readEntropyTraces(write(stringifyRollout(rollout)))).toThrow(
      new TypeError('options.tokenizer: expected a tokenizer to read rollouts, got undefined'),
    );
    expect(() => readEntropyTraces(write('{}', '{"trace":{"texts":[],"entropies":[1],"classes":[]}}'))).toThrow(
      /lines\.jsonl:2: trace: expected texts, entropies and classes of equal length/,
    );
    expect(() => readEntropyTraces(write('{"trace":{"texts":["a"],"entropies":[null],"classes":["code"]}}'))).toThrow(
      /lines\.jsonl:1: trace\.entropies: expected an array of finite numbers/,
    );
    expect(() => readEntropyTraces(join(folder, 'none'))).toThrow(/none\/samples\.jsonl: could not be read/);
  });
});
