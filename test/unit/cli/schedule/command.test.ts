import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringifyRollout, type Rollout } from '../../../../src/base/index.js';
import {
  QWEN3_14B_H100,
  drawScheduleTrace,
  scheduleTraceOf,
  simulateSchedule,
  type ScheduleSimulation,
  type ScheduleSimulationOptions,
} from '../../../../src/rollout/index.js';
import { runCommandLine } from '../run.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'rstar2-schedule-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...argv: string[]) => runCommandLine(['schedule', ...argv]);

/** The results that `--json` prints. */
async function resultsOf(...argv: string[]) {
  const { code, stdout, stderr } = await run(...argv, '--json');
  expect([code, stderr.replaceAll(/simulating .*\n/g, '')]).toEqual([0, '']);
  return (JSON.parse(stdout) as { results: ScheduleSimulation[] }).results;
}

function simulated(options: ScheduleSimulationOptions) {
  return { ...simulateSchedule(options), engines: undefined, lowerBoundMs: undefined };
}

function written(name: string, ...lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

describe('rstar2-agent schedule', () => {
  it('compares schedulers on a step that it draws, by flags of its own', async () => {
    const flags = ['--groups', '3', '--samples', '4', '--mean-tokens', '500', '--mean-calls', '1', '--seed', 's'];
    const more = ['--max-tokens', '3000', '--engines', '2', '--capacity-tokens', '9000', '--max-requests', '5'];
    const trace = drawScheduleTrace({
      groups: 3,
      samples: 4,
      meanTokens: 500,
      meanCalls: 1,
      seed: 's',
      maxTokens: 3000,
    });
    const cluster = { trace, engines: 2, curve: { ...QWEN3_14B_H100, capacityTokens: 9000, maxRequests: 5 } };
    expect(await resultsOf(...flags, ...more)).toEqual(
      (['static', 'sticky', 'kv-aware'] as const).map((scheduler) => simulated({ ...cluster, scheduler })),
    );
  });

  it('prints a table of it, and says on standard error how far it is', async () => {
    const { code, stdout, stderr } = await run('--engines', '1', '--groups', '2', '--scheduler', 'sticky');
    expect([code, stderr]).toEqual([0, 'simulating sticky, 1 of 1\n']);
    const trace = drawScheduleTrace({ groups: 2, samples: 32, seed: '0' });
    const { durationMs, lowerBoundMs } = simulateSchedule({ trace, engines: 1, scheduler: 'sticky' });
    expect(stdout).toContain('64 rollouts of 2 prompts');
    expect(stdout).toMatch(/^scheduler +step +over bound +preempted/m);
    expect(stdout).toMatch(
      new RegExp(`^sticky .* ${(durationMs / lowerBoundMs).toFixed(2).replace('.', '\\.')} .*%$`, 'm'),
    );
    expect((await run('--engines', '1', '--groups', '1', '-q')).stderr).toBe('');
  });

  it('writes the picture of what every engine held', async () => {
    const path = join(folder, 'new', 'schedule.html');
    await resultsOf('--engines', '2', '--groups', '1', '--samples', '4', '--report', path);
    expect(readFileSync(path, 'utf8')).toContain('4 rollouts on 2 engines');
  });

  it('takes a step, and the curve of each engine, from files', async () => {
    const trace = drawScheduleTrace({ groups: 2, samples: 2, seed: 1 });
    const file = written('step.json', JSON.stringify(trace));
    const one = written('curve.json', '{"stepMs": 20}');
    const expected = { trace, curve: { ...QWEN3_14B_H100, stepMs: 20 }, scheduler: 'sticky' } as const;
    const sticky = ['--scheduler', 'sticky', '--trace', file];
    expect(await resultsOf(...sticky, '--engines', '2', '--curve', one)).toEqual([
      simulated({ ...expected, engines: 2 }),
    ]);
    const each = written('curves.json', '[{"stepMs": 20}, {"capacityTokens": 30000}]');
    const engines = [expected.curve, { ...QWEN3_14B_H100, capacityTokens: 30_000 }];
    expect(await resultsOf(...sticky, '--curve', each)).toEqual([simulated({ ...expected, engines })]);
    // Without a budget of its own a step of lines has that of its longest response.
    const lines = written('step.jsonl', ...trace.rollouts.map((rollout) => JSON.stringify(rollout)));
    const flags = ['--scheduler', 'sticky', '--engines', '2', '--curve', one, '--max-tokens', '12288'];
    expect(await resultsOf(...flags, '--trace', lines)).toEqual([simulated({ ...expected, engines: 2 })]);
  });

  it('takes real rollouts as they lie on the disk, those of a later step as other groups', async () => {
    const rollouts = ['p', 'p', 'q'].map((groupId, i) => made(groupId, [10 + i, 5, 7]));
    const bare = written('bare.jsonl', ...rollouts.map(stringifyRollout));
    const trace = scheduleTraceOf(rollouts);
    expect(trace.rollouts[1]!.turns).toEqual([{ tokens: 11, tool: { ms: 40, tokens: 5 } }, { tokens: 7 }]);
    const flags = ['--engines', '1', '--scheduler', 'kv-aware', '--trace'];
    expect(await resultsOf(...flags, bare)).toEqual([simulated({ trace, engines: 1, scheduler: 'kv-aware' })]);
    const kept = rollouts.map((rollout, i) => `{"step":${i},"kept":true,"rollout":${stringifyRollout(rollout)}}`);
    const { stdout } = await run(...flags, written('rollouts.jsonl', ...kept));
    expect(stdout).toContain('3 rollouts of 3 prompts');
  });

  it('refuses, before any work, what does not fit', async () => {
    const trace = drawScheduleTrace({ groups: 1, samples: 2, seed: 1 });
    const step = written('good.json', JSON.stringify(trace));
    const over = written('over.json', JSON.stringify({ ...trace, maxTokens: 5 }));
    const curves = written('two.json', '[{}, {}]');
    const slow = written('slow.json', '[{}, {"stepMs":0}]');
    const drawn = ['--engines', '1', '--groups', '1'];
    for (const [flags, message] of [
      [['--groups', '1'], '--engines is missing'],
      [['--engines', '1'], '--groups or --trace is missing'],
      [[...drawn, '--scheduler', 'best'], '--scheduler: expected static, least-requests, sticky, kv-aware, got best'],
      [[...drawn, '--trace', step], '--groups: cannot be used with --trace'],
      [[...drawn, '--curve', curves], '--engines: leave it out: --curve has a list'],
      [
        [...drawn, '--capacity-tokens', '300'],
        /--groups: rollouts\.0: expected a context that fits the KV cache of every engine, 300 tokens, got \d+/,
      ],
      [[...drawn, '--mean-tokens', '0'], 'schedule: --mean-tokens: expected more than 0, got 0'],
      [[...drawn, '--max-turns', '1.5'], 'schedule: --max-turns: expected an integer, got 1.5'],
      [[...drawn, '--step-ms', '0'], 'schedule: --step-ms: expected more than 0, got 0'],
      [['--groups', '1', '--curve', slow], 'schedule: --curve: 1.stepMs: expected more than 0, got 0'],
      [[...drawn, '--report', folder], `--report: expected a file, got the folder ${folder}`],
      [['--engines', '1', '--trace', over], /expected at most maxTokens = 5 tokens in all, got \d+/],
      [['--engines', '1', '--trace', join(folder, 'none.json')], 'there is no such file or folder'],
    ] as const) {
      const { code, stdout, stderr } = await run(...flags);
      expect([code, stdout]).toEqual([message === 'there is no such file or folder' ? 1 : 2, '']);
      expect(stderr).toMatch(message);
    }
  });

  it('says of a file in which line it is wrong', async () => {
    const silent = JSON.stringify({ ...made('p', [3]), tokens: undefined });
    for (const [name, lines, message] of [
      ['a.json', ['{"rollouts": [], "maxTokens": 5}'], 'a.json: rollouts: expected at least 1'],
      ['b.jsonl', ['{"groupId":"g","promptTokens":1,"turns":[{"tokens":0}]}'], 'b.jsonl:1: turns.0.tokens: expected'],
      ['c.jsonl', [stringifyRollout(made('p', [3])), silent], 'c.jsonl:2: tokens: expected the tokens of'],
      ['empty.jsonl', [], 'empty.jsonl: expected a rollout a line, got none'],
      ['d.jsonl', ['{"id": 1}'], 'd.jsonl:1: rollout: expected object'],
    ] as const) {
      const { code, stderr } = await run('--engines', '1', '--trace', written(name, ...lines));
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
  });

  it('ends when it is interrupted, after what is being simulated', async () => {
    const { code, stdout } = await runCommandLine(['schedule', '--engines', '1', '--groups', '1'], {
      signal: AbortSignal.abort(),
    });
    expect([code, stdout]).toEqual([130, '']);
  });
});

/** A rollout of a prompt of 4 tokens whose tokens after it are drawn and read in turn: so many of each. */
function made(groupId: string, runs: readonly number[]): Rollout {
  const responseMask = Uint8Array.from([
    0,
    0,
    0,
    0,
    ...runs.flatMap((length, i) => Array<number>(length).fill(1 - (i % 2))),
  ]);
  const { length } = responseMask;
  const response = { text: '42', isError: false, durationMs: 40 };
  const call = { id: '0', name: 'python', arguments: {}, response };
  return {
    ...{ id: `${groupId}/0`, groupId, prompt: [{ role: 'user', content: '6 * 7?' }], finishReason: 'stop' },
    turns: runs
      .filter((_, i) => i % 2 === 0)
      .map((_, i) => ({ text: 'x', toolCalls: 2 * i + 1 < runs.length ? [call] : [] })),
    tokens: { ids: new Int32Array(length), logprobs: new Float32Array(length), responseMask, promptLength: 4 },
  };
}
