import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseRollout, type RolloutOutcome } from '../../../../src/base/index.js';
import { startEngine } from '../../rollout/engine-server.js';
import { startChatServer, writeInputs } from '../eval/chat-server.js';
import { runCommandLine, startCommandLine } from '../run.js';
import { writeTinyModel } from '../tiny-model.js';

let folder: string;
let model: string;
let engine: Awaited<ReturnType<typeof startChatServer>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cli-gateway-'));
  ({ model } = writeInputs(folder));
  engine = await startChatServer();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

let files = 0;
const newFile = () => join(folder, `${files++}.jsonl`);
const overEngine = () => ['--url', engine.url, '--model', 'm', '--tokenizer', model];

/** Starts the command on a free port, and waits until it listens. */
async function start(...argv: string[]) {
  const controller = new AbortController();
  const { stdout, stderr, code } = startCommandLine(['gateway', '--port', '0', ...argv], { signal: controller.signal });
  const stop = async () => {
    controller.abort();
    return { code: await code, stdout: stdout.text, stderr: stderr.text };
  };
  stops.push(stop);
  await vi.waitFor(() => expect(stdout.text + stderr.text).toContain('Gateway at http'), 30_000);
  const [url] = /http:\/\/[\d.:]+/.exec(stdout.text)!;
  return { url, stop, stderr: () => stderr.text };
}

async function post(url: string, body: unknown, key?: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

interface Opened {
  readonly id: string;
  readonly openai: { readonly baseURL: string; readonly apiKey: string };
  readonly anthropic: { readonly baseURL: string; readonly apiKey: string };
}

/** Opens a session, and gives what asks in it. */
async function open(url: string, session: object, key?: string) {
  const { status, body } = await post(`${url}/sessions`, session, key);
  expect(status).toBe(201);
  const { id, openai, anthropic } = body as Opened;
  const ask = (content: string, name = 'm') =>
    post(`${openai.baseURL}/chat/completions`, { model: name, messages: [{ role: 'user', content }] }, openai.apiKey);
  const end = (result: object = {}) => post(`${url}/sessions/${encodeURIComponent(id)}/end`, result, key);
  return { id, openai, anthropic, ask, end };
}

const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');

describe('rstar2-agent gateway', { timeout: 60_000 }, () => {
  it('records a session over an engine: the rollout is in the file when its end is answered', async () => {
    const out = newFile();
    const { url, stop, stderr } = await start(...overEngine(), '--out', out, '--seed', '7');
    const session = await open(url, { groupId: 'six', id: 'six-a', metadata: { answer: 42 } });
    const asked = await session.ask('6 * 7?');
    expect([asked.status, asked.body]).toEqual([
      200,
      expect.objectContaining({ choices: [expect.objectContaining({ finish_reason: 'stop' })] }),
    ]);
    const messages = await post(
      `${session.anthropic.baseURL}/v1/messages`,
      { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: '6 * 8?' }] },
      session.anthropic.apiKey,
    );
    expect(messages).toMatchObject({ status: 200, body: { type: 'message', stop_reason: 'end_turn' } });
    const ended = await session.end({ reward: 1 });
    const { rollout } = ended.body as Extract<RolloutOutcome, { kind: 'completed' }>;
    expect(rollout).toMatchObject({ id: 'six-a', groupId: 'six', reward: 1, metadata: { answer: 42 } });
    const [line, ...others] = linesOf(out);
    expect([others, parseRollout(line!)]).toEqual([[], parseRollout(JSON.stringify(rollout))]);
    expect(stderr()).toMatch(/^six-a: 1 turn, 1 branch, \d+ tokens generated, stop, reward 1 \(.*\.jsonl\)\n$/);
    const { code, stdout } = await stop();
    expect([code, stdout.split('\n')[0]]).toEqual([
      0,
      `Gateway at ${url}, answers from m at ${engine.url} (other, chat); rollouts are saved to ${out}`,
    ]);
  });

  it('prints lines that work as they are', async () => {
    const { url, stop } = await start(...overEngine());
    const { stdout } = await stop();
    expect(stdout).toContain(
      `curl -s ${url}/sessions -H 'content-type: application/json' -d '{"groupId": "task-1", "id": "task-1-a"}'`,
    );
    expect(stdout).toContain('rollouts are not saved (no --out)');
  });

  it('writes what is open with its cause when it is interrupted, beside the rollouts that it has', async () => {
    const out = newFile();
    const { url, stop } = await start(...overEngine(), '--out', out);
    const [first, second] = [
      await open(url, { groupId: 'a', id: 'first' }),
      await open(url, { groupId: 'a', id: 'second' }),
    ];
    for (const session of [first, second]) await session.ask('6 * 7?');
    await first.end();
    const { code, stderr } = await stop();
    expect(code).toBe(0);
    expect(linesOf(out).map((line) => parseRollout(line).id)).toEqual(['first']);
    const failed = out.replace('.jsonl', '.failed.jsonl');
    expect(linesOf(failed).map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { kind: 'failed', id: 'second', groupId: 'a', cause: { source: 'cancelled' }, turns: [{}] },
    ]);
    expect(stderr).toMatch(
      /^first: 1 turn, \d+ tokens generated, stop, no reward \(.*\nsecond: failed: cancelled: .* \(.*\.failed\.jsonl\)\n$/,
    );
  });

  it('fails and says how many outcomes could not be written', async () => {
    const out = newFile();
    // The failed sessions' file cannot be made.
    mkdirSync(out.replace('.jsonl', '.failed.jsonl'));
    const { url, stop } = await start(...overEngine(), '--out', out);
    for (const id of ['first', 'second']) await open(url, { groupId: 'a', id });
    const { code, stderr } = await stop();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /session first: its outcome could not be reported: [^]*\nrstar2-agent gateway: 2 outcomes could not be written to .*\.jsonl\n$/,
    );
  });

  it('goes on with a file of rollouts, without the half line of a process that was killed', async () => {
    const out = newFile();
    const first = await start(...overEngine(), '--out', out, '-q');
    const session = await open(first.url, { groupId: 'a', id: 'kept' });
    await session.ask('6 * 7?');
    await session.end();
    expect((await first.stop()).stderr).toBe('');
    const [kept] = linesOf(out);
    // More than is read at once.
    writeFileSync(out, `${kept}\n{"id": "half", "x": "${'x'.repeat(200_000)}`);
    const second = await start(...overEngine(), '--out', out);
    const next = await open(second.url, { groupId: 'a', id: 'next' });
    await next.ask('6 * 7?');
    await next.end();
    await second.stop();
    expect(linesOf(out)[0]).toBe(kept);
    expect(linesOf(out).map((line) => parseRollout(line).id)).toEqual(['kept', 'next']);
  });

  it('warns of sessions whose conversations begin anew with every request', async () => {
    const { url, stderr } = await start(...overEngine(), '-q');
    const { id, openai, end } = await open(url, { groupId: 'a', id: 'clock' });
    for (let minute = 0; minute < 6; minute++) {
      const messages = [
        { role: 'system', content: `It is 12:0${minute}.` },
        { role: 'user', content: '6 * 7?' },
        { role: 'assistant', content: 'It is \\boxed{42}' },
        { role: 'user', content: 'Sure?' },
      ];
      await post(`${openai.baseURL}/chat/completions`, { model: 'm', messages }, openai.apiKey);
    }
    await end();
    expect(stderr()).toMatch(new RegExp(`^${id}: warning: 6 of 6 requests .*\n$`));
  });

  it('keeps the limits of its flags, and a session its own', async () => {
    const { url } = await start(...overEngine(), '--max-turns', '1');
    const session = await open(url, { groupId: 'a' });
    await session.ask('6 * 7?');
    expect((await session.ask('And now?')).status).toBe(403);
    expect((await session.end()).body).toMatchObject({ kind: 'completed', rollout: { finishReason: 'max-turns' } });
    const longer = await open(url, { groupId: 'a', limits: { maxTurns: 2 } });
    for (const status of [200, 200, 403]) expect((await longer.ask('6 * 7?')).status).toBe(status);
  });

  it('answers a model that is not trained, forwards another with its key, and keeps both out of the rollout', async () => {
    const seen: string[] = [];
    const judge = await startEngine({
      'POST /v1/chat/completions': ({ body }) => {
        seen.push(String(body['model']));
        return Promise.resolve({ body: { choices: [{ message: { role: 'assistant', content: 'well done' } }] } });
      },
    });
    stops.push(() => judge.close());
    const key = join(folder, 'judge-key');
    writeFileSync(key, 'secret\n');
    const others = ['--untrained', 'small*', '--forward', `judge=${judge.url}`, '--forward-key-file', `judge=${key}`];
    const { url } = await start(...overEngine(), ...others);
    const session = await open(url, { groupId: 'a' });
    expect((await session.ask('6 * 7?')).status).toBe(200);
    expect((await session.ask('A title?', 'small-1')).status).toBe(200);
    expect((await session.ask('Good?', 'judge')).body).toMatchObject({
      choices: [{ message: { content: 'well done' } }],
    });
    expect(seen).toEqual(['judge']);
    const { rollout } = (await session.end()).body as Extract<RolloutOutcome, { kind: 'completed' }>;
    expect([rollout.turns.length, rollout.branches]).toEqual([1, undefined]);
  });

  it('opens sessions for those who have the key of its file', async () => {
    const keyFile = join(folder, 'operator-key');
    writeFileSync(keyFile, 'operator\n');
    const { url } = await start(...overEngine(), '--key-file', keyFile);
    expect((await post(`${url}/sessions`, { groupId: 'a' })).status).toBe(401);
    const session = await open(url, { groupId: 'a' }, 'operator');
    expect((await session.ask('6 * 7?')).status).toBe(200);
    expect((await session.end()).status).toBe(200);
  });

  it('takes the flag of an engine as the other commands call it, and a model in this process', async () => {
    const renamed = await start('--base-url', engine.url, `--model=m`, '--tokenizer', model);
    expect((await (await open(renamed.url, { groupId: 'a' })).ask('6 * 7?')).status).toBe(200);
    const tiny = join(folder, 'tiny');
    await writeTinyModel(tiny, 64);
    const { url } = await start('--model', tiny, '--backend', 'cpu', '--temperature', '0.5');
    const session = await open(url, { groupId: 'a', limits: { maxTokens: 8 } });
    expect((await session.ask('Hi')).status).toBe(200);
    const { rollout } = (await session.end()).body as Extract<RolloutOutcome, { kind: 'completed' }>;
    expect(rollout.tokens!.ids.length).toBeGreaterThan('user:Hi;a:'.length);
  });
});

describe('rstar2-agent gateway, before any work', () => {
  const refused = async (...argv: string[]) => {
    const { code, stdout, stderr } = await runCommandLine(['gateway', ...argv]);
    expect(stdout).toBe('');
    return [code, stderr.split('\n')[0]!.replace('rstar2-agent gateway: ', '')];
  };

  it.each([
    [[], 'expected one of --model, --run and --url'],
    [['--url', 'engine:8000', '--model', 'm'], '--url: expected an http or https URL, got engine:8000'],
    [['--max-turns', '0'], '--max-turns: expected a whole number from 1 to 1000000, got 0'],
    [['--max-minutes', 'long'], '--max-minutes: expected a number from 0.001 to 35000, got long'],
    [
      ['--host', '0.0.0.0'],
      '--host: a server on 0.0.0.0 can be called from other machines, so it needs --key-file or RSTAR2_GATEWAY_KEY',
    ],
    [['--forward', 'judge'], '--forward: expected NAME=URL, got judge'],
    [['--forward', 'judge=ftp://x'], '--forward: expected NAME=URL with an http or https URL, got judge=ftp://x'],
    [['--forward-key-file', 'judge=x'], '--forward-key-file: expected --forward judge=URL too'],
    [
      ['--untrained', 'a', '--forward', 'a=http://x'],
      'expected each model once in --untrained and --forward, got a twice',
    ],
  ])('refuses %j', async (argv, message) => {
    expect(await refused(...argv)).toEqual([2, message]);
  });

  it('refuses a file that it cannot write, and one that is not its own, which stays as it is', async () => {
    expect(await refused(...overEngine(), '--out', folder)).toEqual([
      2,
      `--out: expected a file, got the folder ${folder}`,
    ]);
    expect(await refused(...overEngine(), '--out', '/proc/x/y.jsonl')).toEqual([
      1,
      expect.stringContaining('--out: cannot write /proc/x/y.jsonl: '),
    ]);
    const notes = join(folder, 'notes.md');
    writeFileSync(notes, '# Notes\nwithout an end');
    expect(await refused(...overEngine(), '--out', notes)).toEqual([
      1,
      `--out: expected a new file or a file of rollouts: ${notes}:1: not JSON`,
    ]);
    expect(readFileSync(notes, 'utf8')).toBe('# Notes\nwithout an end');
    expect(existsSync(join(folder, 'notes.md.failed.jsonl'))).toBe(false);
  });
});
