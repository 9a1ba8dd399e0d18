import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway, type GatewaySession } from '../../src/gateway/index.js';
import { createVocabularyTokenizer } from '../../src/rollout/index.js';
import { QWEN_CHAT } from '../../src/rollout/internal/index.js';
import { createScriptedPolicy } from '../../src/testing/scripted-policy.js';
import * as bodies from './gateway-hostile/bodies.js';
import * as connections from './gateway-hostile/connections.js';
import * as operators from './gateway-hostile/operators.js';
import * as otherServers from './gateway-hostile/other-servers.js';
import { createScene, LEAST } from './gateway-hostile/scene.js';

const tokenizer = createVocabularyTokenizer(['assistant', 'user', 'word '], {
  special: ['<|im_start|>', '<|im_end|>'],
});
const policy = createScriptedPolicy({
  tokenizer,
  script: ({ context }) => (context.includes('long') ? 'word '.repeat(30_000) : 'It is 42.'),
});

const bugs: string[] = [];
const unhandled: unknown[] = [];
const onUnhandled = (error: unknown) => unhandled.push(error);
const liars: ReturnType<typeof createServer>[] = [];
let gateway: Gateway;
let guarded: Gateway;
let healthy: GatewaySession;
let other: GatewaySession;
let asked = 0;

beforeAll(async () => {
  process.on('unhandledRejection', onUnhandled);
  const models: Record<string, { baseUrl: string }> = {};
  for (const [name, lie] of Object.entries(otherServers.LIES)) {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () =>
        lie(
          (bytes) => socket.write(bytes),
          () => socket.destroy(),
        ),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    liars.push(server);
    models[`lie-${name}`] = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }
  const chatTemplate = { ...QWEN_CHAT, contextLength: 40_000 };
  const options = { policy, tokenizer, chatTemplate, log: ({ message }: { message: string }) => bugs.push(message) };
  gateway = await createGateway({
    ...options,
    models,
    maxSessions: 64,
    limits: { maxTurns: 100_000 },
  });
  guarded = await createGateway({ ...options, key: 'operator' });
  healthy = gateway.open({ groupId: 'healthy' });
  other = gateway.open({ groupId: 'other', id: 'other' });
});

afterAll(async () => {
  await Promise.all([gateway.close(), guarded.close()]);
  for (const server of liars) server.close();
  process.off('unhandledRejection', onUnhandled);
});

/** Each dialect answers a session that does nothing wrong, streamed and whole, and knows of its requests alone. */
async function expectHealthy(): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${healthy.openai.apiKey}` };
  for (const [endpoint, least] of Object.entries(LEAST)) {
    const stream = asked++ % 2 === 0;
    const body = JSON.stringify({ ...least(`What is ${asked}?`), stream });
    const response = await fetch(`${healthy.openai.baseURL}/${endpoint}`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(stream ? /\[DONE\]|response\.completed|message_stop/ : 'It is 42.');
  }
  expect(healthy.account()).toMatchObject({ requests: asked, turns: asked, refused: 0 });
}

describe.each([
  ['a body', bodies.ATTACKS],
  ['a connection', connections.ATTACKS],
  ['an operator', operators.ATTACKS],
  ['another server', otherServers.ATTACKS],
])('a gateway under attack by %s', (_, attacks) => {
  it.each(attacks)('$name costs its session alone', async ({ run, statuses }) => {
    const session = gateway.open({ groupId: 'hostile', limits: { maxTurns: 500 } });
    const scene = createScene({ gateway, guarded, session, other });
    try {
      const answered = [await run(scene)].flat().filter((status) => status !== undefined);
      for (const status of answered)
        if (statuses === undefined) expect(status).not.toBe(500);
        else expect(statuses).toContain(status);
      await expectHealthy();
    } finally {
      scene.close();
      await session.close();
    }
    expect(bugs.splice(0)).toEqual([]);
    expect(unhandled.splice(0)).toEqual([]);
  });
});
