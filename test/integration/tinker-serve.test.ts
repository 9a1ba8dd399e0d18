import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createTinkerClient } from 'rstar2-agent/tinker';
import { typedArraysAsLists } from '../../src/base/internal/index.js';
import { decodeForwardResult, decodeSampleResult } from '../../src/tinker/wire/index.js';
import { ROOT, runNode } from './node-process.js';

const CLI = 'dist/cli.js';
const folder = mkdtempSync(join(tmpdir(), 'rstar2-tinker-serve-'));
afterAll(() => rmSync(folder, { recursive: true }));

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const process of running) process.kill('SIGKILL');
});

/** `tinker serve` of the small model. */
async function serve(checkpoints: string, ...flags: readonly string[]) {
  const args = [CLI, 'tinker', 'serve', '--config', 'small', '--port', '0', '--backend', 'wasm'];
  const child = spawn(process.execPath, [...args, '--checkpoints', join(folder, checkpoints), ...flags], {
    ...{ cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] as const },
  });
  running.add(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const said = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString();
      if (text.split('\n').length > 2) resolve(text);
    });
    void ended.then((code) => reject(new Error(`tinker serve ended with ${code}`)));
  });
  const [, url] = /Tinker API at (\S+), serving small/.exec(said)!;
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { url: url!, end };
}

/** @returns The paths of the checkpoints that a server has. */
async function listed(url: string): Promise<readonly string[]> {
  const answer = await fetch(`${url}/api/v1/checkpoints?limit=10000`);
  return ((await answer.json()) as { checkpoints: { tinker_path: string }[] }).checkpoints.map(
    (one) => one.tinker_path,
  );
}

const DATUM = {
  tokens: Int32Array.of(1, 2, 3),
  lossInputs: {
    target_tokens: { dtype: 'int64', data: Int32Array.of(2, 3, 4) },
    weights: { dtype: 'float32', data: Float32Array.of(1, 1, 1) },
  },
} as const;

describe('rstar2-agent tinker serve', () => {
  it('teaches how it is used, and refuses what it cannot do', async () => {
    const help = await runNode([CLI, 'tinker', 'serve', '--help']);
    expect(help).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('TINKER_BASE_URL=') as string });
    const open = await runNode([CLI, 'tinker', 'serve', '--host', '0.0.0.0']);
    expect(open).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('needs --key-file') as string });
    const both = await runNode([CLI, 'tinker', 'serve', '--model', 'x', '--config', 'small']);
    expect(both).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--config: cannot be used with --model') as string,
    });
  });

  it('serves a client until it is interrupted, and gives its checkpoints to the next', async () => {
    const first = await serve('interrupted');
    const client = await createTinkerClient({ baseUrl: first.url });
    const model = await client.createModel({ baseModel: 'small', lora: { rank: 2, seed: 1 } });
    await Promise.all([
      model.forwardBackward({ data: [DATUM], loss: 'cross_entropy' }),
      model.optimStep({ learningRate: 0.01 }),
    ]);
    const path = await model.saveState('kept');
    await client.close();
    expect(await first.end('SIGINT')).toBe(0);
    const second = await serve('interrupted');
    const later = await createTinkerClient({ baseUrl: second.url });
    expect(await listed(second.url)).toEqual([path]);
    const next = await later.createModel({ baseModel: 'small', lora: { rank: 2, seed: 2 } });
    await next.loadState(path);
    await later.close();
    expect(await second.end('SIGTERM')).toBe(0);
  });

  it('has whole checkpoints only, killed while it saves', async () => {
    const first = await serve('killed');
    const client = await createTinkerClient({ baseUrl: first.url, retry: { retries: 0 } });
    const model = await client.createModel({ baseModel: 'small', lora: { rank: 2, seed: 1 } });
    const whole: string[] = [];
    const saving = (async () => {
      for (let i = 0; ; i++) whole.push(await model.saveState(`s${i}`));
    })();
    saving.catch(() => {});
    await expect.poll(() => whole.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(3);
    await first.end('SIGKILL');
    await expect(saving).rejects.toThrow();
    const second = await serve('killed');
    const later = await createTinkerClient({ baseUrl: second.url });
    const there = await listed(second.url);
    expect(there).toEqual(expect.arrayContaining(whole));
    const fresh = await later.createModel({ baseModel: 'small', lora: { rank: 2, seed: 2 } });
    for (const path of there) await fresh.loadState(path, { optimizer: true });
    await later.close();
    await second.end('SIGINT');
  });

  it('answers what the official SDK said as it answered then', async () => {
    const { url, end } = await serve('replayed');
    const exchanges = JSON.parse(readFileSync(join(ROOT, FIXTURE), 'utf8')) as Exchange[];
    const now = new Map<string, string>();
    for (const exchange of exchanges) {
      const answer = await fetch(url + decodeURI(renamed(exchange.path, now)), {
        method: exchange.method,
        headers: { 'content-type': exchange.contentType ?? '', accept: exchange.accept ?? '*/*' },
        ...(exchange.request === '' ? {} : { body: renamedBytes(exchange.request, now) }),
      });
      const [before, after] = [Buffer.from(exchange.answer, 'base64'), Buffer.from(await answer.arrayBuffer())];
      expect([exchange.path, answer.status, answer.headers.get('content-type')]).toEqual([
        exchange.path,
        exchange.status,
        exchange.answerType,
      ]);
      if (exchange.answerType === 'application/json') compareJson(before, after, now);
      else if (exchange.answerType !== null) compareProtobuf(before, after);
    }
    expect(await end('SIGINT')).toBe(0);
  });
});

const FIXTURE = 'test/integration/fixtures/tinker-sdk.json';

/** What `npm run test:tinker-sdk -- --record` wrote; bodies are in base64. */
interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | null;
  readonly accept: string | null;
  readonly request: string;
  readonly status: number;
  readonly answerType: string | null;
  readonly answer: string;
}

/** Names that are made anew each time have the lengths that they had. */
function renamed(text: string, now: ReadonlyMap<string, string>): string {
  return [...now].reduce((all, [before, after]) => all.replaceAll(before, after), text);
}

function renamedBytes(base64: string, now: ReadonlyMap<string, string>): Buffer {
  return Buffer.from(renamed(Buffer.from(base64, 'base64').toString('latin1'), now), 'latin1');
}

/** Learns the new names of sessions and futures, and compares the rest: numbers but for rounding, times not at all. */
function compareJson(before: Buffer, after: Buffer, now: Map<string, string>): void {
  const [old, found] = [before, after].map((body) => JSON.parse(body.toString()) as Record<string, string>);
  if (old!['session_id'] !== undefined) now.set(old!['session_id'], found!['session_id']!);
  // `PREFIX-3`: the prefix is the server's.
  const prefix = (body: Record<string, string>) => body['request_id']!.split('-')[0]!;
  if (old!['request_id'] !== undefined) now.set(prefix(old!), prefix(found!));
  expect(rounded(found, new Map())).toEqual(rounded(old, now));
}

/** Results in protobuf: those of a sample, else those of a pass. */
function compareProtobuf(before: Buffer, after: Buffer): void {
  const read = (bytes: Buffer): unknown => {
    try {
      return decodeForwardResult(bytes);
    } catch {
      return decodeSampleResult(bytes);
    }
  };
  const numbers = (bytes: Buffer) => JSON.stringify(read(bytes), typedArraysAsLists);
  expect(rounded(JSON.parse(numbers(after)), new Map())).toEqual(rounded(JSON.parse(numbers(before)), new Map()));
}

function rounded(value: unknown, now: ReadonlyMap<string, string>): unknown {
  return JSON.parse(renamed(JSON.stringify(value), now), (key, inner: unknown) => {
    // The tokenizer lies in another folder each time.
    if (/time$|expires_at|size_bytes|tokenizer_id/.test(key)) return undefined;
    return typeof inner === 'number' ? Number(inner.toPrecision(3)) : inner;
  });
}
