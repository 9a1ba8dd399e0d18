import { gzipSync } from 'node:zlib';
import { LEAST, type Attack } from './scene.js';

const whole = JSON.stringify(LEAST['messages']!('Hi'));
const END = 'Connection: close\r\n\r\n';
const CLOSED: readonly number[] = [];
const withBody = (head: string, body = whole) => `${head}Content-Length: ${Buffer.byteLength(body)}\r\n${END}${body}`;

/** Bytes on a connection of its own; an empty list of statuses where the connection ends without an answer. */
function bytes(
  name: string,
  make: (scene: Parameters<Attack['run']>[0]) => string | Buffer,
  statuses: readonly number[],
): Attack {
  return { name, run: (scene) => scene.raw(make(scene)), statuses };
}

/** A connection that says something and then nothing. */
function silence(name: string, make: (scene: Parameters<Attack['run']>[0]) => string): Attack {
  return { name, run: async (scene) => void (await scene.leave(make(scene))) };
}

function path(name: string, url: string, statuses: readonly number[], method = 'POST'): Attack {
  return bytes(
    name,
    ({ session }) =>
      `${method} ${url} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${session.openai.apiKey}\r\nContent-Type: application/json\r\n${END}`,
    statuses,
  );
}

function key(name: string, header: string, statuses: readonly number[] = [401]): Attack {
  return bytes(
    name,
    () => withBody(`POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${header}`),
    statuses,
  );
}

function header(name: string, line: string, statuses: readonly number[] = [200]): Attack {
  return bytes(name, ({ head }) => withBody(head('messages', `${line}\r\n`)), statuses);
}

/** What is wrong with a connection, a head or a key. */
export const ATTACKS: readonly Attack[] = [
  bytes(
    'bytes that are no HTTP',
    () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    [400],
  ),
  bytes('HTTP/0.9', () => 'GET /\r\n\r\n', [400, 403]),
  bytes('the beginning of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]),
  bytes('no host', () => `POST /v1/messages HTTP/1.1\r\n${END}`, [400]),
  bytes('a host that is another machine', () => `POST /v1/messages HTTP/1.1\r\nHost: evil.example\r\n${END}`, [403]),
  header('a page of another site', 'Origin: https://evil.example', [403]),
  header('an image of another site', 'Sec-Fetch-Site: cross-site', [403]),
  header('an origin of a file', 'Origin: null', [403]),
  bytes('a head of a megabyte', ({ head }) => head('messages', `X: ${'x'.repeat(1e6)}\r\n${END}`), [431]),
  bytes(
    'ten thousand headers',
    ({ head }) => head('messages', `${Array.from({ length: 10_000 }, (_, i) => `X-${i}: x\r\n`).join('')}${END}`),
    [431],
  ),
  bytes('a URL of a megabyte', () => `GET /${'x'.repeat(1e6)} HTTP/1.1\r\nHost: localhost\r\n${END}`, [431]),
  bytes('a header with a line break in it', ({ head }) => head('messages', `X: a\rb\r\n${END}`), [400]),
  bytes('a length that is negative', ({ head }) => head('messages', `Content-Length: -1\r\n${END}`), [400]),
  bytes('two lengths', ({ head }) => head('messages', `Content-Length: 1\r\nContent-Length: 2\r\n${END}x`), [400]),
  bytes(
    'a length beside pieces',
    ({ head }) => head('messages', `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n${END}0\r\n\r\nGET /`),
    [400],
  ),
  bytes('pieces that are none', ({ head }) => head('messages', `Transfer-Encoding: chunked\r\n${END}zz\r\nx`), [400]),
  bytes(
    'a piece with a long remark',
    ({ head }) => head('messages', `Transfer-Encoding: chunked\r\n${END}1;${'x'.repeat(100_000)}\r\n{\r\n0\r\n\r\n`),
    [400, 413, 431],
  ),
  bytes(
    'trailers',
    ({ head }) =>
      head(
        'messages',
        `Transfer-Encoding: chunked\r\n${END}${whole.length.toString(16)}\r\n${whole}\r\n0\r\nAuthorization: none\r\n\r\n`,
      ),
    [200],
  ),
  silence('half a head', () => 'POST /v1/messages HTTP/1.1\r\nHost: local'),
  silence('a head and no body', ({ head }) => head('messages', 'Content-Length: 100\r\n\r\n')),
  silence('half a body', ({ head }) => head('messages', 'Content-Length: 100\r\n\r\n{"model":')),
  silence('a question whether to send a body, and no body', ({ head }) =>
    head('messages', 'Expect: 100-continue\r\nContent-Length: 100\r\n\r\n'),
  ),
  {
    name: 'a thousand connections that say nothing',
    run: async ({ leave }) => void (await Promise.all(Array.from({ length: 1000 }, () => leave()))),
  },
  {
    name: 'a hundred bodies that come byte by byte',
    run: async ({ leave, head }) => {
      const sockets = await Promise.all(
        Array.from({ length: 100 }, () => leave(head('messages', 'Content-Length: 1000000\r\n\r\n'))),
      );
      for (let i = 0; i < 20; i++) {
        for (const socket of sockets) socket.write(' ');
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
  },
  {
    name: 'a thousand requests on a connection that waits for none',
    run: async ({ raw, head }) => {
      const one = `${head('messages')}Content-Length: ${whole.length}\r\n\r\n${whole}`;
      return await raw(one.repeat(999), withBody(head('messages')));
    },
    statuses: [200, 429, 403],
  },
  {
    name: 'two hundred clients that leave before they have sent all',
    run: async ({ leave, head }) => {
      const sockets = await Promise.all(
        Array.from({ length: 200 }, () => leave(head('messages', 'Content-Length: 100\r\n\r\n{'))),
      );
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: 'two hundred clients that leave before the answer',
    run: async ({ leave, head }) => {
      const sockets = await Promise.all(Array.from({ length: 200 }, () => leave(withBody(head('messages')))));
      for (const socket of sockets) socket.resetAndDestroy();
    },
  },
  {
    name: 'a client that leaves in the middle of a stream',
    run: async ({ leave, head }) => {
      const body = JSON.stringify({ ...LEAST['messages']!('long'), max_tokens: 20_000, stream: true });
      const socket = await leave(withBody(head('messages'), body));
      await new Promise((resolve) => socket.once('data', resolve));
      socket.resetAndDestroy();
    },
  },
  {
    name: 'a client that closes its side at once',
    run: async ({ leave, head }) => void (await leave(withBody(head('messages')))).end(),
  },
  {
    name: 'thirty streams that nobody reads',
    run: async ({ leave, head }) => {
      const body = JSON.stringify({ ...LEAST['messages']!('long'), max_tokens: 20_000, stream: true });
      const sockets = await Promise.all(Array.from({ length: 30 }, () => leave(withBody(head('messages'), body))));
      for (const socket of sockets) socket.pause();
      await new Promise((resolve) => setTimeout(resolve, 200));
    },
  },
  {
    name: 'whole answers that nobody reads',
    run: async ({ leave, head }) => {
      const body = JSON.stringify({ ...LEAST['chat/completions']!('long'), logprobs: true });
      const sockets = await Promise.all(
        Array.from({ length: 10 }, () => leave(withBody(head('chat/completions'), body))),
      );
      for (const socket of sockets) socket.pause();
      await new Promise((resolve) => setTimeout(resolve, 200));
    },
  },
  {
    name: 'a hundred requests at once with one key',
    run: ({ post }) =>
      Promise.all(Array.from({ length: 100 }, (_, i) => post('messages', LEAST['messages']!(`Hi ${i}`)))),
    statuses: [200, 429, 403],
  },
  {
    name: 'the same request a hundred times, each as if sent again',
    run: async ({ post }) => {
      const statuses: number[] = [];
      for (let i = 0; i < 100; i++)
        statuses.push(
          await post('messages', LEAST['messages']!('Hi'), { 'x-stainless-retry-count': '1', 'idempotency-key': 'k' }),
        );
      return statuses;
    },
    statuses: [200, 403],
  },
  key('no key', ''),
  key('an empty key', 'Authorization: Bearer \r\n'),
  key('a key of another kind', 'Authorization: Basic cnMyOng=\r\n'),
  key('a key that is a guess', `x-api-key: rs2-${'0'.repeat(32)}\r\n`),
  key('a key named after a prototype', 'x-api-key: __proto__\r\n'),
  key('a key of ten kilobytes', `x-api-key: ${'x'.repeat(10_000)}\r\n`),
  key('a key that is no text', 'x-api-key: \xff\xfe\r\n'),
  key('two keys', 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'),
  {
    name: "the key of another's path",
    run: async ({ session, other }) => {
      const response = await fetch(`${other.anthropic.baseURL}/v1/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': session.openai.apiKey },
        body: whole,
      });
      return response.status;
    },
    statuses: [401],
  },
  {
    name: "the answer of another's",
    run: async ({ other, post }) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${other.openai.apiKey}` };
      const answer = await fetch(`${other.openai.baseURL}/responses`, {
        method: 'POST',
        headers,
        body: JSON.stringify(LEAST['responses']!('Hi')),
      });
      const { id } = (await answer.json()) as { id: string };
      return await post('responses', { ...LEAST['responses']!('Hi'), previous_response_id: id });
    },
    statuses: [404],
  },
  {
    name: 'the key of a session that has ended',
    run: async ({ gateway }) => {
      const ended = gateway.open({ groupId: 'ended' });
      const { anthropic } = ended;
      await ended.close();
      const headers = { 'content-type': 'application/json', 'x-api-key': anthropic.apiKey };
      return (await fetch(`${anthropic.baseURL}/v1/messages`, { method: 'POST', headers, body: whole })).status;
    },
    statuses: [401],
  },
  path('a path that is none', '//', [404]),
  path('a path up and out', '/s/../../etc/passwd', [404]),
  path('a path up and out, encoded', '/s/%2e%2e/v1/messages', [401]),
  path('a name that cannot be decoded', '/s/%ff%zz/v1/messages', [404]),
  path('a path of slashes', `/${'/'.repeat(10_000)}v1/messages`, [404]),
  path('an endpoint named after a prototype', '/v1/__proto__', [404]),
  path('an endpoint named after a method', '/v1/constructor', [404]),
  path('a whole URL', 'http://localhost/v1/messages', [404]),
  path('a question of a hundred parts', `/v1/messages?${'a=b&'.repeat(1000)}`, [400]),
  path('a GET', '/v1/messages', [405], 'GET'),
  path('a DELETE', '/v1/messages', [405], 'DELETE'),
  path('an OPTIONS of a page', '/v1/messages', [405], 'OPTIONS'),
  path('a HEAD', '/v1/messages', [405], 'HEAD'),
  path('a TRACE', '/v1/messages', [405], 'TRACE'),
  bytes('a CONNECT', () => 'CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', CLOSED),
  path('a method that is none', '/v1/messages', [400], 'HACK'),
  header('a body that is packed', 'Content-Encoding: gzip', [415]),
  {
    name: 'a small body that is 100 MB when it is unpacked',
    run: ({ post }) => post('messages', gzipSync(Buffer.alloc(100e6, 0x20)), { 'content-encoding': 'gzip' }),
    statuses: [415],
  },
  bytes(
    'a body that is a form',
    ({ head }) => withBody(head('messages').replace('application/json', 'text/plain')),
    [415],
  ),
  header('another protocol', 'Upgrade: websocket\r\nConnection: upgrade', [200]),
  header('an expectation that nobody meets', 'Expect: miracles', [417]),
  header('a count of retries that is no number', 'x-stainless-retry-count: 1e999'),
  header('a count of retries below nothing', 'x-stainless-retry-count: -1'),
  header('a sub-agent with a long name', `x-claude-code-agent-id: ${'x'.repeat(10_000)}`),
  header(
    'a sub-agent named after a prototype',
    'x-claude-code-agent-id: __proto__\r\nx-claude-code-parent-agent-id: __proto__',
  ),
  header('a dialect version that is none', 'anthropic-version: \xff\r\nanthropic-beta: x'),
];
