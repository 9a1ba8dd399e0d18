import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleRecord } from '../../src/evaluate/index.js';
import { startChatServer, writeInputs } from '../unit/cli/eval/chat-server.js';
import { startEngine, type EngineRequest } from '../unit/rollout/engine-server.js';

const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: { 'rstar2-agent': string } };

let folder: string;
let inputs: ReturnType<typeof writeInputs>;
let server: Awaited<ReturnType<typeof startChatServer>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-eval-'));
  inputs = writeInputs(folder);
  server = await startChatServer({ delayMs: 20 });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

function start(out: string) {
  const from = ['--base-url', server.url, '--model', 'm', '--tokenizer', inputs.model, '--data', inputs.data];
  const drawn = ['--samples', '8', '--seed', '1', '--seed', '2', '--temperature', '0.6', '--concurrency', '4'];
  return spawn(process.execPath, [bin['rstar2-agent'], 'eval', ...from, ...drawn, '--out', out], { stdio: 'ignore' });
}

function sampleLines(out: string): string[] {
  const path = join(out, 'samples.jsonl');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

describe('an evaluation with Python', () => {
  it(
    'runs what the model calls in the sandbox, and judges what it makes of the answer',
    { timeout: 300_000 },
    async () => {
      const call = { name: 'python_code_with_standard_io', arguments: { code: 'print(6 * 7)' } };
      const answer = ({ body }: EngineRequest) => {
        const last = (body['messages'] as { role: string; content: string }[]).at(-1)!;
        const content =
          last.role === 'tool'
            ? `It is \\boxed{${last.content.trim()}}`
            : `<tool_call>${JSON.stringify(call)}</tool_call>`;
        const message = { role: 'assistant', content };
        return Promise.resolve({ body: { choices: [{ index: 0, message, finish_reason: 'stop' }] } });
      };
      const calling = await startEngine({
        'GET /v1/models': { body: { object: 'list', data: [{ id: 'm', object: 'model' }] } },
        'POST /v1/chat/completions': answer,
      });
      const out = join(folder, 'python');
      const from = ['--base-url', calling.url, '--model', 'm', '--tokenizer', inputs.model, '--data', inputs.data];
      const flags = ['--tools', 'python', '--samples', '2', '--rollouts', '--out', out, '-q'];
      const child = spawn(process.execPath, [bin['rstar2-agent'], 'eval', ...from, ...flags], { stdio: 'ignore' });
      expect(await once(child, 'exit')).toEqual([0, null]);
      await calling.close();
      const samples = sampleLines(out).map((line) => JSON.parse(line) as SampleRecord);
      expect(samples).toHaveLength(12);
      for (const sample of samples) {
        expect(sample).toMatchObject({ correct: 1, answer: '42', turns: 2, toolCalls: 1, toolErrors: 0 });
        expect(sample.rollout!.turns[0]!.toolCalls[0]).toMatchObject({ ...call, response: { isError: false } });
      }
    },
  );
});

describe('an evaluation that is killed', () => {
  it('goes on where it was, twice, to the results of one run', { timeout: 300_000 }, async () => {
    const [whole, cut] = [join(folder, 'whole'), join(folder, 'cut')];
    expect(await once(start(whole), 'exit')).toEqual([0, null]);
    const kept: number[] = [];
    for (const enough of [20, 60]) {
      const child = start(cut);
      const ended = once(child, 'exit');
      while (sampleLines(cut).length < enough) await new Promise((resolve) => setTimeout(resolve, 5));
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      kept.push(sampleLines(cut).length);
    }
    expect(kept.every((count) => count < 96)).toBe(true);
    const before = server.asked('/v1/chat/completions').length;
    expect(await once(start(cut), 'exit')).toEqual([0, null]);
    expect(server.asked('/v1/chat/completions').length - before).toBe(96 - kept[1]!);
    expect(sampleLines(cut).sort()).toEqual(sampleLines(whole).sort());
    for (const name of ['summary.json', 'report.md', 'settings.json'])
      expect(readFileSync(join(cut, name), 'utf8')).toBe(readFileSync(join(whole, name), 'utf8'));
  });
});
