import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { PolicyError, type RolloutOutcome } from '../../../src/base/index.js';
import { createGateway, type Gateway, type GatewayOptions } from '../../../src/gateway/index.js';
import { createScriptedPolicy } from '../../../src/testing/scripted-policy.js';
import { completed, tokenizer } from '../rollout/conversation.js';
import { createHandPolicy } from './hand-policy.js';
import { ask, DIALECTS, errorOf, WIRE } from './wire.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const scripted = (script: (context: string) => string = () => 'It is 42.') =>
  createScriptedPolicy({ tokenizer, script: ({ context }) => script(context) });

async function open(options: Partial<GatewayOptions> = {}): Promise<Gateway> {
  const gateway = await createGateway({ policy: scripted(), tokenizer, ...options });
  closers.push(() => gateway.close());
  return gateway;
}

const turnsOf = (outcome: RolloutOutcome) => completed(outcome).turns.map(({ text }) => text);

/** The text of a stream up to and with what is waited for. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, wanted: string): Promise<string> {
  let text = '';
  while (!text.includes(wanted)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the stream ended after ${text}`);
    text += new TextDecoder().decode(value);
  }
  return text;
}

describe('createGateway', () => {
  it.each(DIALECTS)('answers %s whole and streamed, and records both turns', async (dialect) => {
    const gateway = await open();
    const session = gateway.open({ groupId: 'g' });
    const whole = await ask(session.openai, dialect, 'What is 6 * 7?');
    expect(whole.status).toBe(200);
    expect(WIRE[dialect].textOf(await whole.json())).toBe('It is 42.');
    const streamed = await ask(session.openai, dialect, 'And 6 * 7?', { stream: true });
    expect(streamed.headers.get('content-type')).toMatch('text/event-stream');
    expect(streamed.headers.get('cache-control')).toBe('no-cache');
    expect(streamed.headers.get('x-accel-buffering')).toBe('no');
    expect(await streamed.text()).toMatch(/\[DONE\]|response\.completed|message_stop/);
    const outcome = await session.close({ reward: 1 });
    expect(completed(outcome)).toMatchObject({ groupId: 'g', id: session.id, reward: 1 });
    expect(completed(outcome).branches).toHaveLength(1);
    expect(turnsOf(outcome)).toEqual(['It is 42.']);
  });

  it.each([
    ['chat/completions', 'x-request-id'],
    ['responses', 'x-request-id'],
    ['messages', 'request-id'],
  ] as const)('names each request of %s in the header %s: answers, streams and errors', async (dialect, header) => {
    const session = (await open()).open({ groupId: 'g' });
    const answers = [
      await ask(session.openai, dialect, 'Hi'),
      await ask(session.openai, dialect, 'Hi', { stream: true }),
      await ask(session.openai, dialect, 'Hi', { stream: 7 }),
      await ask({ ...session.openai, apiKey: 'none' }, dialect, 'Hi'),
    ];
    for (const answer of answers) await answer.text();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 401]);
    const ids = answers.map(({ headers }) => headers.get(header));
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{32}$/);
    expect(new Set(ids).size).toBe(4);
  });

  it('takes the addresses as the clients of both makers take them, and the key alone', async () => {
    const gateway = await open();
    const { openai, anthropic, id } = gateway.open({ groupId: 'g', id: 'g/0' });
    expect(openai.baseURL).toBe(`${gateway.url}/s/g%2F0/v1`);
    expect(anthropic.baseURL).toBe(`${gateway.url}/s/g%2F0`);
    expect([openai.apiKey, id]).toEqual([anthropic.apiKey, 'g/0']);
    expect(openai.apiKey).toMatch(/^rs2-[0-9a-f]{32}$/);
    const { apiKey } = openai;
    const byHeader = { headers: { authorization: 'none', 'x-api-key': apiKey } };
    const beta = { baseURL: `${anthropic.baseURL}/v1`, apiKey };
    expect((await ask(beta, 'messages', 'Hi', byHeader)).status).toBe(200);
    const bare = { baseURL: `${gateway.url}/v1`, apiKey };
    expect((await ask(bare, 'chat/completions', 'Hi')).status).toBe(200);
    const url = `${anthropic.baseURL}/v1/messages?beta=true&x`;
    const { body } = WIRE.messages;
    const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
    expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body('Hi')) })).status).toBe(200);
  });

  it.each(DIALECTS)('refuses a key of no session, and one of another session, as %s refuses', async (dialect) => {
    const gateway = await open();
    const [a, b] = [gateway.open({ groupId: 'a' }), gateway.open({ groupId: 'b' })];
    for (const apiKey of ['', 'rs2-0', b.openai.apiKey]) {
      const refused = await ask({ ...a.openai, apiKey }, dialect, 'Hi');
      expect(refused.status).toBe(401);
      const { message, type } = await errorOf(refused);
      expect(message).not.toContain(b.openai.apiKey);
      expect(type).toBe(dialect === 'messages' ? 'authentication_error' : 'invalid_request_error');
    }
    expect((await ask(a.openai, dialect, 'Hi')).status).toBe(200);
    await b.close();
    expect((await ask(b.openai, dialect, 'Hi')).status).toBe(401);
  });

  it.each(DIALECTS)(
    'sends a token of %s before the next is drawn, and the end once the turn is recorded',
    async (dialect) => {
      const { policy, next } = createHandPolicy();
      const session = (await open({ policy })).open({ groupId: 'g' });
      const response = ask(session.openai, dialect, 'Hi', { stream: true });
      const turn = await next();
      turn.say('Good morning');
      const reader = (await response).body!.getReader();
      await readUntil(reader, 'Good');
      turn.say('. How are you');
      await readUntil(reader, 'How');
      expect(session.account().turns).toBe(1);
      turn.end();
      await readUntil(
        reader,
        { 'chat/completions': '[DONE]', responses: 'response.completed', messages: 'message_stop' }[dialect],
      );
      expect(turnsOf(await session.close())).toEqual(['Good morning. How are you']);
    },
  );

  it.each([true, false])('ends the turn of a client that goes away (streamed: %s)', async (stream) => {
    const { policy, next } = createHandPolicy();
    const session = (await open({ policy })).open({ groupId: 'g' });
    const leaving = new AbortController();
    const response = ask(session.openai, 'messages', 'Hi', { stream, signal: leaving.signal });
    const gone = response
      .then(
        (answer) => answer.text(),
        () => 'gone',
      )
      .catch(() => 'gone');
    const turn = await next();
    turn.say('Good');
    leaving.abort();
    expect(await gone).toBe('gone');
    if (!turn.signal.aborted) await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
  });

  it('gives a client that asks again the answer that did not reach it whole', async () => {
    // With the logprob of each token more than a socket takes that nobody reads.
    const long = 'word '.repeat(20_000);
    const policy = scripted(() => long);
    const gateway = await open({ policy, limits: { maxTokens: 1_000_000 } });
    const session = gateway.open({ groupId: 'g' });
    const body = JSON.stringify({ ...WIRE['chat/completions'].body('Hi'), logprobs: true });
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${session.openai.apiKey}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await new Promise((resolve) => socket.once('readable', resolve));
    socket.destroy();
    const again = await ask(session.openai, 'chat/completions', 'Hi', { headers: { 'x-stainless-retry-count': '1' } });
    expect(WIRE['chat/completions'].textOf(await again.json())).toBe(long);
    expect(policy.requests).toHaveLength(1);
    expect(session.account().retries).toBe(1);
  });

  it('does not give the answer again that had been taken', async () => {
    const policy = scripted();
    const session = (await open({ policy })).open({ groupId: 'g' });
    for (const count of ['0', '1']) {
      const headers = { 'x-stainless-retry-count': count };
      await (await ask(session.openai, 'chat/completions', 'Hi', { headers })).json();
    }
    expect(policy.requests).toHaveLength(2);
  });

  it('draws n answers of one request', async () => {
    const policy = scripted();
    const session = (await open({ policy })).open({ groupId: 'g' });
    const answer = (await (await ask(session.openai, 'chat/completions', 'Hi', { n: 3 })).json()) as {
      choices: object[];
    };
    expect(answer.choices).toHaveLength(3);
    expect(new Set(policy.requests.map(({ sampling }) => sampling.seed)).size).toBe(3);
    const streamed = await (await ask(session.openai, 'chat/completions', 'Ho', { n: 2, stream: true })).text();
    expect(streamed.match(/"finish_reason":"stop"/g)).toHaveLength(2);
    expect((await ask(session.openai, 'chat/completions', 'Hi', { n: 33 })).status).toBe(400);
  });

  it('refuses an engine that fails with a status, and in the stream once tokens were sent', async () => {
    const { policy, next } = createHandPolicy();
    const session = (await open({ policy, retry: { retries: 0 } })).open({ groupId: 'g' });
    const early = ask(session.openai, 'messages', 'Hi', { stream: true });
    (await next()).fail(new PolicyError('the engine is down'));
    expect((await early).status).toBe(503);
    const late = ask(session.openai, 'messages', 'Hi', { stream: true });
    const turn = await next();
    turn.say('Good morning');
    const reader = (await late).body!.getReader();
    await readUntil(reader, 'Good');
    turn.fail(new PolicyError('the engine is down'));
    expect(await readUntil(reader, 'event: error')).not.toContain('message_stop');
    expect((await session.close()).kind).toBe('failed');
  });

  it('sets a rollout apart whose request a bug broke, and reports the bug', async () => {
    const events: string[] = [];
    const normalize = () => {
      throw new TypeError('a mistake');
    };
    const session = (await open({ normalize, log: ({ message }) => events.push(message) })).open({ groupId: 'g' });
    const refused = await ask(session.openai, 'responses', 'Hi');
    expect(refused.status).toBe(500);
    expect((await errorOf(refused)).message).toBe('internal error');
    expect(events.join()).toMatch('a mistake');
    expect(await session.close()).toMatchObject({
      kind: 'failed',
      cause: { message: expect.stringMatching('a mistake') as string },
    });
  });

  it('answers 429 to more requests at once than a session may have', async () => {
    const { policy, next } = createHandPolicy();
    const session = (await open({ policy })).open({ groupId: 'g', limits: { maxConcurrent: 1 } });
    const first = ask(session.openai, 'messages', 'Hi');
    const turn = await next();
    const second = await ask(session.openai, 'messages', 'Ho');
    expect(second.status).toBe(429);
    expect(second.headers.get('retry-after')).toBe('1');
    turn.end();
    expect((await first).status).toBe(200);
  });

  it('draws as the session says, whatever its client asks for', async () => {
    const policy = scripted();
    const gateway = await open({ policy, temperature: 0.7, seed: 's' });
    const session = gateway.open({ groupId: 'g', id: 'one', sampling: { topP: 0.9 } });
    await ask(session.openai, 'chat/completions', 'Hi', { temperature: 0.1 });
    expect(policy.requests[0]!.sampling).toMatchObject({ temperature: 0.7, topP: 0.9 });
    expect(session.account().ignored).toEqual({ temperature: 1 });
  });

  it('lists its models to the clients of either maker', async () => {
    const gateway = await open({
      models: { big: 'trained', 'small-*': 'untrained', judge: { baseUrl: 'http://127.0.0.1:1' } },
    });
    const { openai } = gateway.open({ groupId: 'g' });
    const headers = { authorization: `Bearer ${openai.apiKey}` };
    const list = async (path: string, more = {}) =>
      (await (await fetch(`${openai.baseURL}/${path}`, { headers: { ...headers, ...more } })).json()) as object;
    expect(await list('models')).toMatchObject({
      object: 'list',
      data: [{ id: 'big', object: 'model' }, { id: 'judge' }],
    });
    expect(await list('models?limit=1000', { 'anthropic-version': '2023-06-01' })).toMatchObject({
      has_more: false,
      first_id: 'big',
      last_id: 'judge',
      data: [{ type: 'model', id: 'big' }, { type: 'model' }],
    });
    expect(await list('models/big')).toMatchObject({ id: 'big', object: 'model' });
  });

  it('counts the tokens of a request of Messages', async () => {
    const { anthropic } = (await open()).open({ groupId: 'g' });
    const { body } = WIRE.messages;
    const count = (await (
      await fetch(`${anthropic.baseURL}/v1/messages/count_tokens?beta=true`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': anthropic.apiKey },
        body: JSON.stringify({ ...body('Hi'), max_tokens: undefined }),
      })
    ).json()) as object;
    expect(count).toEqual({ input_tokens: expect.any(Number) as number });
  });

  it('refuses what it does not have, in the form that the client reads', async () => {
    const gateway = await open();
    const { openai } = gateway.open({ groupId: 'g' });
    const send = (path: string, init: RequestInit = {}) =>
      fetch(`${openai.baseURL}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${openai.apiKey}`, ...init.headers },
      });
    const missing = await send('/embeddings', { method: 'POST' });
    expect([missing.status, (await errorOf(missing)).type]).toEqual([404, 'invalid_request_error']);
    const anthropic = await send('/complete', { method: 'POST', headers: { 'anthropic-version': '2023-06-01' } });
    expect([anthropic.status, (await errorOf(anthropic)).type]).toEqual([404, 'not_found_error']);
    expect((await send('/chat/completions')).status).toBe(405);
    const form = await send('/messages', { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } });
    expect([form.status, (await errorOf(form)).type]).toEqual([415, 'invalid_request_error']);
    const json = { 'content-type': 'application/json' };
    const malformed = await send('/messages', { method: 'POST', body: '{', headers: json });
    expect([malformed.status, (await errorOf(malformed)).type]).toEqual([400, 'invalid_request_error']);
    const large = await send('/messages', { method: 'POST', body: `"${'a'.repeat(9 * 2 ** 20)}"`, headers: json });
    expect([large.status, (await errorOf(large)).type]).toEqual([413, 'request_too_large']);
  });

  it('refuses web pages of other sites, and other names for this machine', async () => {
    const gateway = await open();
    const { openai } = gateway.open({ groupId: 'g' });
    const ofPage = { origin: 'https://evil.example' };
    expect((await ask(openai, 'messages', 'Hi', { headers: ofPage })).status).toBe(403);
    const opened = await fetch(`${gateway.url}/sessions`, { method: 'POST', headers: ofPage, body: '{}' });
    expect(opened.status).toBe(403);
  });

  it('needs a key beyond loopback, and one that a header can carry', async () => {
    await expect(createGateway({ policy: scripted(), tokenizer, host: '0.0.0.0' })).rejects.toThrow(
      'options.key: expected a key, because 0.0.0.0 is not a loopback address, got none',
    );
    await expect(createGateway({ policy: scripted(), tokenizer, key: 'a\nb' })).rejects.toThrow(
      'options.key: expected what fits an HTTP header',
    );
    await expect(createGateway({ policy: scripted(), tokenizer, port: -1 })).rejects.toThrow(/^options\.port/);
  });
});

describe('createGateway, for programs elsewhere', () => {
  async function post(url: string, body: unknown, headers = {}): Promise<[number, Record<string, unknown>]> {
    const json = { 'content-type': 'application/json', ...headers };
    const response = await fetch(url, {
      method: 'POST',
      headers: json,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return [response.status, (await response.json()) as Record<string, unknown>];
  }
  type Opened = { id: string; openai: { baseURL: string; apiKey: string } };

  it('opens a session, tells what it did, and ends it once', async () => {
    const outcomes: RolloutOutcome[] = [];
    const gateway = await open({ onOutcome: (outcome) => void outcomes.push(outcome) });
    expect(await (await fetch(`${gateway.url}/healthz`)).json()).toEqual({ status: 'ok', sessions: 0 });
    const plan = { groupId: 'g', id: 'a b', limits: { maxTurns: 3 }, metadata: { answer: 42 } };
    const [status, opened] = await post(`${gateway.url}/sessions`, plan);
    expect(status).toBe(201);
    const { openai } = opened as Opened;
    expect(opened).toMatchObject({ id: 'a b', openai: { baseURL: `${gateway.url}/s/a%20b/v1` } });
    await ask(openai, 'responses', 'Hi');
    const account = (await (await fetch(`${gateway.url}/sessions/a%20b`)).json()) as object;
    expect(account).toMatchObject({ id: 'a b', requests: 1, turns: 1, forwarded: {} });
    const [, outcome] = await post(`${gateway.url}/sessions/a%20b/end`, { reward: 0.5 });
    expect(outcome).toMatchObject({
      kind: 'completed',
      rollout: { id: 'a b', groupId: 'g', reward: 0.5, metadata: { answer: 42 }, turns: [{ text: 'It is 42.' }] },
    });
    expect(await post(`${gateway.url}/sessions/a%20b/end`, { reward: 1 })).toEqual([200, outcome]);
    expect(outcomes).toHaveLength(1);
  });

  it.each([
    [{}, /groupId/],
    [[], /session/],
    [{ groupId: 'g', id: '..' }, /session\.id/],
    [{ groupId: 'g', limits: { maxTurns: 0 } }, /limits\.maxTurns/],
    [{ groupId: 'g', sampling: { temperature: -1 } }, /sampling\.temperature/],
    [{ groupId: 'g', id: 'taken' }, /expected an id that no session has/],
    [{ groupId: 'g', what: 1 }, /what/],
  ])('refuses to open a session with %j', async (plan, message) => {
    const gateway = await open();
    gateway.open({ groupId: 'g', id: 'taken' });
    const [status, { error }] = await post(`${gateway.url}/sessions`, plan);
    expect(status).toBe(400);
    expect((error as Error).message).toMatch(message);
  });

  it('ends a session with no reward, and refuses one that is no number', async () => {
    const gateway = await open();
    await post(`${gateway.url}/sessions`, { groupId: 'g', id: 'x' });
    expect((await post(`${gateway.url}/sessions/x/end`, { reward: '1' }))[0]).toBe(400);
    expect((await post(`${gateway.url}/sessions/x/end`, undefined))[1]).toMatchObject({ kind: 'failed', id: 'x' });
    expect((await post(`${gateway.url}/sessions/y/end`, {}))[0]).toBe(404);
  });

  it('opens and ends sessions for the key of its operator alone', async () => {
    const gateway = await open({ key: 'secret' });
    expect((await post(`${gateway.url}/sessions`, { groupId: 'g' }))[0]).toBe(401);
    const headers = { authorization: 'Bearer secret' };
    const [status, { id, openai }] = (await post(`${gateway.url}/sessions`, { groupId: 'g' }, headers)) as [
      number,
      Opened,
    ];
    expect(status).toBe(201);
    const own = { authorization: `Bearer ${openai.apiKey}` };
    const path = `${gateway.url}/sessions/${encodeURIComponent(id)}`;
    expect((await post(`${path}/end`, { reward: 1 }, own))[0]).toBe(401);
    expect((await fetch(path, { headers: own })).status).toBe(401);
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
    expect((await ask({ ...openai, apiKey: 'secret' }, 'messages', 'Hi')).status).toBe(401);
    expect((await post(`${path}/end`, { reward: 1 }, headers))[0]).toBe(200);
  });

  it('answers 429 where too many sessions are open', async () => {
    const gateway = await open({ maxSessions: 1 });
    await post(`${gateway.url}/sessions`, { groupId: 'g', id: 'x' });
    const full = await fetch(`${gateway.url}/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"groupId":"g"}',
    });
    expect([full.status, full.headers.get('retry-after')]).toEqual([429, '5']);
    await post(`${gateway.url}/sessions/x/end`, {});
    expect((await post(`${gateway.url}/sessions`, { groupId: 'g' }))[0]).toBe(201);
  });

  it('ends a session of which nothing is heard, and reports its turns as those of a failed rollout', async () => {
    let report: (outcome: RolloutOutcome) => void = () => {};
    const reported = new Promise<RolloutOutcome>((resolve) => (report = resolve));
    const gateway = await open({ sessionIdleMs: 300, onOutcome: (outcome) => report(outcome) });
    const mine = gateway.open({ groupId: 'mine' });
    const [, { openai }] = (await post(`${gateway.url}/sessions`, { groupId: 'g', id: 'x' })) as [number, Opened];
    await ask(openai, 'messages', 'Hi');
    expect(await reported).toMatchObject({
      kind: 'failed',
      id: 'x',
      cause: { source: 'agent', message: expect.stringMatching('no request for') as string },
      turns: [{ text: 'It is 42.' }],
    });
    expect((await ask(mine.openai, 'messages', 'Hi')).status).toBe(200);
  });

  it('keeps an outcome that could not be reported until it is', async () => {
    let isFull = true;
    const events: string[] = [];
    const reported: string[] = [];
    const gateway = await open({
      log: ({ message }) => events.push(message),
      onOutcome: (outcome) => {
        if (isFull) throw new Error('the disk is full');
        reported.push(JSON.stringify(outcome));
      },
    });
    const [, { openai }] = (await post(`${gateway.url}/sessions`, { groupId: 'g', id: 'x' })) as [number, Opened];
    await ask(openai, 'messages', 'Hi');
    expect((await post(`${gateway.url}/sessions/x/end`, { reward: 1 }))[0]).toBe(500);
    expect(events.join()).toMatch('the disk is full');
    isFull = false;
    expect((await post(`${gateway.url}/sessions/x/end`, { reward: 1 }))[1]).toMatchObject({ rollout: { reward: 1 } });
    expect(reported).toHaveLength(1);
  });

  it('reports the sessions that are open when it is closed', async () => {
    const outcomes: RolloutOutcome[] = [];
    const gateway = await createGateway({
      policy: scripted(),
      tokenizer,
      onOutcome: (outcome) => void outcomes.push(outcome),
    });
    const session = gateway.open({ groupId: 'g', id: 'x' });
    await ask(session.openai, 'messages', 'Hi');
    await gateway.close();
    expect(outcomes).toMatchObject([{ kind: 'failed', id: 'x', cause: { message: 'the gateway was closed' } }]);
    expect(await session.close({ reward: 1 })).toBe(outcomes[0]);
  });
});

describe('createGateway, with models of other servers', () => {
  interface Seen {
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: { readonly model: string };
  }

  async function otherServer(answer: Parameters<typeof createServer>[1]) {
    const seen: Seen[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (piece) => (text += String(piece)));
      request.on('end', () => {
        seen.push({ url: request.url!, headers: request.headers, body: JSON.parse(text) as Seen['body'] });
        answer!(request, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  it('sends a request as it is, with the key and the name of the other server, and its answer back', async () => {
    const { seen, url } = await otherServer((_, response) => {
      response
        .writeHead(418, { 'content-type': 'application/json', 'x-request-id': 'r1' })
        .end('{"error":{"message":"no"}}');
    });
    const policy = scripted();
    const models = { judge: { baseUrl: url, apiKey: 'theirs', model: 'judge-1' } };
    const session = (await open({ policy, models })).open({ groupId: 'g' });
    const answer = await ask(session.openai, 'chat/completions', 'Hi', {
      model: 'judge',
      temperature: 0.1,
      unknown: { a: 1 },
    });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([418, 'r1']);
    expect(await answer.text()).toBe('{"error":{"message":"no"}}');
    const [{ headers, body, url: path }] = seen as [Seen];
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe('Bearer theirs');
    expect(JSON.stringify(headers)).not.toContain(session.openai.apiKey);
    expect(body).toEqual({
      ...WIRE['chat/completions'].body('Hi'),
      model: 'judge-1',
      temperature: 0.1,
      unknown: { a: 1 },
    });
    await ask({ ...session.openai, baseURL: `${session.anthropic.baseURL}/v1` }, 'messages', 'Hi', {
      model: 'judge',
      headers: { 'anthropic-version': '2023-06-01' },
    });
    expect(seen[1]).toMatchObject({
      url: '/v1/messages',
      headers: { 'x-api-key': 'theirs', 'anthropic-version': '2023-06-01' },
    });
    expect(policy.requests).toEqual([]);
    expect(session.account().forwarded).toEqual({ judge: 2 });
  });

  it('passes pieces on as they come, and ends with its client', async () => {
    let sent: (() => void) | undefined;
    let close: () => void = () => {};
    const closed = new Promise<void>((resolve) => (close = resolve));
    const { url } = await otherServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: one\n\n');
      sent = () => response.write('data: two\n\n');
      response.on('close', close);
    });
    const session = (await open({ models: { 'judge*': { baseUrl: `${url}/v1` } } })).open({ groupId: 'g' });
    const leaving = new AbortController();
    const answer = await ask(session.openai, 'responses', 'Hi', {
      model: 'judge-9',
      stream: true,
      signal: leaving.signal,
    });
    const reader = answer.body!.getReader();
    await readUntil(reader, 'one');
    sent!();
    await readUntil(reader, 'two');
    leaving.abort();
    await closed;
  });

  it('answers 503 where the other server cannot be reached', async () => {
    const { url } = await otherServer((request) => request.socket.destroy());
    const session = (await open({ models: { judge: { baseUrl: url } } })).open({ groupId: 'g' });
    const refused = await ask(session.openai, 'chat/completions', 'Hi', { model: 'judge' });
    expect(refused.status).toBe(503);
    expect((await errorOf(refused)).message).toMatch('cannot be reached');
  });

  it('answers a model that is not trained by the policy, and leaves its turns out of the rollout', async () => {
    const policy = scripted((context) => (context.includes('Title') ? 'A title' : 'It is 42.'));
    const session = (await open({ policy, models: { 'small*': 'untrained' } })).open({ groupId: 'g' });
    const answer = await ask(session.openai, 'messages', 'Title?', { model: 'small-1' });
    expect(WIRE.messages.textOf(await answer.json())).toBe('A title');
    await ask(session.openai, 'messages', 'What is 6 * 7?', { model: 'any' });
    const outcome = completed(await session.close());
    expect(outcome.turns.map(({ text }) => text)).toEqual(['It is 42.']);
    expect(outcome.branches).toBeUndefined();
  });
});
