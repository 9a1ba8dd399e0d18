import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createCodeJudgeSandbox, createSandboxServer } from '../../../../src/sandbox/index.js';
import type { CodeJudgeOptions } from '../../../../src/sandbox/code-judge/options.js';
import { createFakeSandbox } from '../../../../src/testing/index.js';

const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0).reverse()) await one();
});

/** A server that answers `/ping`, and batches as it is told: with results, or with a status. */
async function served(answer: (submissions: { solution: string }[], attempt: number) => object[] | number) {
  const batches: string[][] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      if (request.url === '/ping') return response.end('"pong"');
      const { submissions } = JSON.parse(text) as { submissions: { solution: string }[] };
      batches.push(submissions.map(({ solution }) => solution));
      const results = answer(submissions, batches.length);
      if (typeof results === 'number') return response.writeHead(results).end('no');
      return response.end(JSON.stringify({ sub_id: 'b', results }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close.push(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, batches };
}

async function connect(url: string, more: Partial<CodeJudgeOptions> = {}) {
  const sandbox = await createCodeJudgeSandbox({ url, lingerMs: 1, retry: { delayMs: 1 }, ...more });
  close.push(() => sandbox.close());
  return sandbox;
}

const result = (stdout: string, reason = '') => ({
  sub_id: 's',
  success: reason === '',
  run_success: reason === '',
  cost: 0.01,
  stdout,
  stderr: '',
  reason,
});
const script = (code: string) => ({ code, mode: 'script' }) as const;

describe('createCodeJudgeSandbox', () => {
  it('sends up to 64 calls at once', async () => {
    const { url, batches } = await served((submissions) => submissions.map(({ solution }) => result(solution)));
    const calls = Array.from({ length: 150 }, (_, i) => script(String(i)));
    const results = await (await connect(url, { lingerMs: 300 })).runBatch(calls);
    expect(results.map((one) => one.kind === 'ok' && one.stdout)).toEqual(calls.map(({ code }) => code));
    expect(batches.map((batch) => batch.length)).toEqual([64, 64, 22]);
  });

  it('tries again what timed out in the queue, and only that', async () => {
    const { url, batches } = await served((submissions, attempt) =>
      submissions.map(({ solution }) => result(solution, attempt === 1 && solution === 'b' ? 'queue_timeout' : '')),
    );
    const results = await (await connect(url)).runBatch(['a', 'b', 'c'].map(script));
    expect(results.map((one) => one.kind === 'ok' && one.stdout)).toEqual(['a', 'b', 'c']);
    expect(batches).toEqual([['a', 'b', 'c'], ['b']]);
  });

  it('tries again when the server is busy, and says unavailable in the end', async () => {
    const { url, batches } = await served((submissions, attempt) =>
      attempt === 3 ? submissions.map(() => result('x')) : 503,
    );
    const sandbox = await connect(url, { retry: { retries: 2, delayMs: 1 } });
    expect(await sandbox.run(script('a'))).toMatchObject({ kind: 'ok', stdout: 'x' });
    expect(await sandbox.run(script('b'))).toMatchObject({ kind: 'unavailable', cause: { retryable: true } });
    expect(batches).toHaveLength(6);
  });

  it('does not try again what the server refuses', async () => {
    const { url, batches } = await served(() => 422);
    const answer = await (await connect(url)).run(script('a'));
    expect(answer).toMatchObject({ kind: 'unavailable', cause: { retryable: false } });
    expect(batches).toHaveLength(1);
  });

  it('cancels a batch that nobody waits for any more, and no other', async () => {
    const started: string[] = [];
    const inner = createFakeSandbox(async ({ code }, { signal }) => {
      started.push(code);
      await new Promise((resolve) => {
        signal!.addEventListener('abort', resolve);
        if (code === 'kept') setTimeout(resolve, 50);
      });
      return { stdout: signal!.aborted ? 'aborted' : code };
    });
    const server = await createSandboxServer({ sandbox: inner, concurrency: 4 });
    close.push(() => server.close(1000));
    const sandbox = await connect(server.url, { batchSize: 2 });
    const abort = new AbortController();
    const gone = sandbox.runBatch([script('gone'), script('gone')], { signal: abort.signal });
    const kept = sandbox.runBatch([script('kept'), script('kept')]);
    const running = async () => (await (await fetch(`${server.url}/metrics`)).text()).match(/_running (\d)/)?.[1];
    while (started.length < 4) await new Promise((resolve) => setTimeout(resolve, 1));
    abort.abort(new Error('enough'));
    await expect(gone).rejects.toThrow('enough');
    expect((await kept).map((one) => one.kind === 'ok' && one.stdout)).toEqual(['kept', 'kept']);
    while ((await running()) !== '0') await new Promise((resolve) => setTimeout(resolve, 1));
  });
});
