import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeTinyModel } from '../unit/cli/tiny-model.js';

const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: { 'rstar2-agent': string } };
const PROGRAM = bin['rstar2-agent'];

const run = (args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { input, encoding: 'utf8' });
  return { status, stdout, stderr };
};

describe('the built command', () => {
  it('can be executed as it is', () => {
    accessSync(PROGRAM, constants.X_OK);
    expect(readFileSync(PROGRAM, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+(-rc\.\d+)?\n$/);
  });

  it('grades a stream and exits with 0', () => {
    const input =
      '{"id":1,"groundTruth":"2","response":"\\\\boxed{2}"}\nbad\n{"id":2,"groundTruth":"2","response":"\\\\boxed{3}"}\n';
    const { status, stdout, stderr } = run(['verify', '--input', '-', '--json'], input);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { kind: string }).kind),
    ).toEqual(['correct', 'incorrect']);
    expect(stderr).toContain('line 2: not JSON');
    expect(status).toBe(0);
  });

  it('exits with 2 for wrong usage', () => {
    expect(run(['verify', '--inptu', 'x'])).toMatchObject({ status: 2, stdout: '' });
    expect(run(['unknown'])).toMatchObject({ status: 2 });
  });

  it('ends quietly when its reader has seen enough', () => {
    const records = '{"groundTruth":"2","response":"\\\\boxed{2}"}\n'.repeat(20_000);
    const script = `"${process.execPath}" "${PROGRAM}" verify --input - | head -n 1`;
    const { stdout, stderr } = spawnSync('sh', ['-c', script], { input: records, encoding: 'utf8' });
    expect(stdout).toBe('1\tcorrect\t2\n');
    expect(stderr).toBe('');
  });

  it('stops with 130 when interrupted, however long its input stays open', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'verify', '--input', '-', '--json'], { stdio: 'pipe' });
    child.stdin.write('{"groundTruth":"2","response":"\\\\boxed{2}"}\n');
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
  });
});

describe('the built command with a model', { timeout: 120_000 }, () => {
  let model: string;
  beforeAll(async () => {
    model = join(mkdtempSync(join(tmpdir(), 'cli-model-')), 'model');
    await writeTinyModel(model, 100_000);
  });
  afterAll(() => rmSync(join(model, '..'), { recursive: true }));
  const endless = () => ['generate', '--model', model, '--prompt', 'Hi', '--backend', 'wasm', '--max-tokens', '90000'];
  /** Runs it with one of its ends closed as soon as something comes out of it, or at once. */
  const start = (args: readonly string[]) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: 'pipe' });
    const text = { stdout: '', stderr: '' };
    for (const end of ['stdout', 'stderr'] as const)
      child[end].on('data', (bytes: Buffer) => (text[end] += bytes.toString()));
    return { child, text, exit: once(child, 'exit') };
  };

  it('ends when its reader has seen enough', async () => {
    const { child, text, exit } = start(endless());
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await exit).toEqual([0, null]);
    expect(text.stderr).toBe('');
  });

  it('writes its text whole where nobody reads standard error', async () => {
    const args = ['generate', '--model', model, '--prompt', 'Hi', '--backend', 'wasm', '--max-tokens', '3', '--json'];
    const { child, text, exit } = start(args);
    child.stderr.destroy();
    const closed = once(child.stdout, 'close');
    expect(await exit).toEqual([0, null]);
    await closed;
    expect(JSON.parse(text.stdout)).toMatchObject({ promptTokens: 10 });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('stops with 130 when it gets %s while it writes', async (signal) => {
    const { child, text, exit } = start(endless());
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await exit).toEqual([130, null]);
    expect(text.stderr).toBe('');
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'keeps every rollout that a gateway has ended when it gets %s',
    async (signal) => {
      const out = join(model, '..', `${signal}.jsonl`);
      const args = ['gateway', '--model', model, '--backend', 'wasm', '--port', '0', '--out', out];
      const { child, text, exit } = start(args);
      await vi.waitFor(() => expect(text.stdout + text.stderr).toContain('End the session'), 60_000);
      const [url] = /http:\/\/[\d.:]+/.exec(text.stdout)!;
      const post = (path: string, body: object, key = '') =>
        fetch(url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: JSON.stringify(body),
        });
      const ask = async (id: string, most: number) => {
        const opened = (await (await post('/sessions', { groupId: 'g', id })).json()) as { openai: { apiKey: string } };
        const body = { messages: [{ role: 'user', content: 'Hi' }], max_tokens: most, stream: true, model: 'm' };
        return post(`/s/${id}/v1/chat/completions`, body, opened.openai.apiKey);
      };
      await (await ask('ended', 3)).text();
      expect((await post('/sessions/ended/end', { reward: 1 })).status).toBe(200);
      const open = await ask('open', 90_000);
      await open.body!.getReader().read();
      child.kill(signal);
      expect(await exit).toEqual(signal === 'SIGTERM' ? [0, null] : [null, 'SIGKILL']);
      const ids = (path: string) =>
        readFileSync(path, 'utf8')
          .split('\n')
          .map((line) => line && (JSON.parse(line) as { id: string }).id);
      expect(ids(out)).toEqual(['ended', '']);
      if (signal === 'SIGTERM') expect(ids(out.replace('.jsonl', '.failed.jsonl'))).toEqual(['open', '']);
    },
  );
});
