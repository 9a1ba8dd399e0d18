import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What was said once: JSON as it is, anything else in base64. */
export interface Exchange {
  /** `POST /api/v1/forward`. */
  readonly request: string;
  readonly body?: RecordedBody | undefined;
  readonly status: number;
  readonly answer: RecordedBody;
}

type RecordedBody = { readonly json: unknown } | { readonly type: string; readonly base64: string };

/** A server that is spoken to at `url`. */
export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** Stands between a client and a server, and keeps what they say in `exchanges`. */
export async function recordExchanges(target: string, exchanges: Exchange[]): Promise<Listening> {
  return listen(async (request, response) => {
    const body = await bytesOf(request);
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name);
    const hasBody = request.method !== 'GET';
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method!,
      headers,
      redirect: 'manual',
      ...(hasBody ? { body } : {}),
    });
    const type = answer.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await answer.arrayBuffer());
    exchanges.push({
      request: `${request.method} ${request.url}`,
      ...(hasBody ? { body: recorded(request.headers['content-type'] ?? '', body) } : {}),
      status: answer.status,
      answer: recorded(type, bytes),
    });
    response.writeHead(answer.status, { 'content-type': type }).end(bytes);
  });
}

/**
 * Answers as was recorded: each request by the next answer to the same request, the last one again and again. What was not
 * recorded is refused, and says so.
 */
export async function replayExchanges(exchanges: readonly Exchange[]): Promise<Listening> {
  const waiting = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const key = keyOf(exchange.request, exchange.body);
    waiting.set(key, [...(waiting.get(key) ?? []), exchange]);
  }
  return listen(async (request, response) => {
    const bytes = await bytesOf(request);
    const asked = `${request.method} ${request.url}`;
    const body = request.method === 'GET' ? undefined : recorded(request.headers['content-type'] ?? '', bytes);
    const answers = waiting.get(keyOf(asked, body));
    const exchange = answers !== undefined && answers.length > 1 ? answers.shift() : answers?.[0];
    if (exchange === undefined) {
      const detail = `nothing was recorded for ${asked} ${JSON.stringify(body)}`;
      response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }));
      return;
    }
    const { answer } = exchange;
    const type = 'json' in answer ? 'application/json' : answer.type;
    const sent = 'json' in answer ? JSON.stringify(answer.json) : Buffer.from(answer.base64, 'base64');
    response.writeHead(exchange.status, { 'content-type': type }).end(sent);
  });
}

function keyOf(request: string, body: RecordedBody | undefined): string {
  return `${request} ${JSON.stringify(body)}`;
}

function recorded(type: string, bytes: Buffer): RecordedBody {
  if (type.startsWith('application/json')) return { json: JSON.parse(bytes.toString()) as unknown };
  return { type, base64: bytes.toString('base64') };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function listen(answer: (...args: Parameters<RequestListener>) => Promise<void>): Promise<Listening> {
  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(502).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
