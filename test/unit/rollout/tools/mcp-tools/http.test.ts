import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ToolResult } from '../../../../../src/base/index.js';
import { createMcpTools, type McpTools } from '../../../../../src/rollout/index.js';
import type { McpToolsOptions } from '../../../../../src/rollout/tools/mcp-tools.js';

/** What a server over HTTP says to a call, in place of a result: a status, a body that is none, or the result. */
type Behaviour = { readonly status?: number; readonly body?: string; readonly hang?: true; readonly reset?: true };

const started: { close(): unknown }[] = [];

afterEach(async () => {
  for (const open of started.splice(0).reverse()) await open.close();
});

/** An MCP server whose calls go as `behaviour` says, one after the other; the last goes on. */
async function listen(...behaviours: Behaviour[]): Promise<{ readonly url: string; readonly sessions: string[] }> {
  const sessions: string[] = [];
  const server: Server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(text) as {
        id?: number;
        method: string;
        params?: { protocolVersion: string };
      };
      const answer = (result: object, headers = {}) =>
        response
          .writeHead(200, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      if (method === 'initialize') {
        const session = `session-${sessions.length}`;
        sessions.push(session);
        const { protocolVersion } = params!;
        const result = { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'h', version: '1' } };
        return answer(result, { 'mcp-session-id': session });
      }
      if (id === undefined) return response.writeHead(202).end();
      if (method === 'tools/list') return answer({ tools: [{ name: 'go', inputSchema: { type: 'object' } }] });
      const { status, body, hang, reset } = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) ?? {};
      if (hang) return;
      if (reset) return response.destroy();
      if (status !== undefined) return response.writeHead(status).end('no');
      if (body !== undefined) return response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      return answer({ content: [{ type: 'text', text: request.headers['mcp-session-id'] }] });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  started.push({
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, sessions };
}

async function open(url: string, options: Partial<McpToolsOptions> = {}): Promise<McpTools> {
  const made = await createMcpTools({ server: { url }, ...options });
  started.push(made);
  return made;
}

const go = ({ tools }: McpTools): Promise<ToolResult> => tools[0]!.execute({}, { sessionId: 's' });
const lost = (retryable: boolean) => ({ kind: 'unavailable', cause: { source: 'tool', retryable } });

describe('createMcpTools over HTTP', { timeout: 60_000 }, () => {
  it('calls a tool', async () => {
    const { url } = await listen({});
    expect(await go(await open(url))).toEqual({ kind: 'ok', text: 'session-0' });
  });

  it.each([
    ['a server that resets', { reset: true } as const, true],
    ['a server that is too busy', { status: 503 }, true],
    ['a session that is over', { status: 404 }, true],
    ['a key that is refused', { status: 403 }, false],
    ['more than a message may have', { body: `"${'x'.repeat(100_000)}"` }, true],
    ['what is no JSON', { body: '{"jsonrpc": ' }, true],
  ])("takes %s for the machine's failure", async (_, behaviour, retryable) => {
    const { url } = await listen(behaviour, {});
    const made = await open(url, { maxBytes: 10_000 });
    expect(await go(made)).toMatchObject(lost(retryable));
    expect(await go(made)).toMatchObject({ kind: 'ok' });
  });

  it('opens another session after the first was lost', async () => {
    const { url, sessions } = await listen({ status: 404 }, {});
    const made = await open(url);
    await go(made);
    expect(await go(made)).toEqual({ kind: 'ok', text: 'session-1' });
    expect(sessions).toHaveLength(2);
  });

  it("takes a server that answers nothing, a ping neither, for the machine's failure", async () => {
    const { url } = await listen({ hang: true });
    expect(await go(await open(url, { timeoutMs: 200 }))).toMatchObject(lost(true));
  });

  it('refuses to start where nobody answers, and for what is no URL', async () => {
    await expect(open('http://127.0.0.1:1/mcp')).rejects.toMatchObject({ name: 'ToolServerError' });
    await expect(open('nowhere')).rejects.toThrow(new RangeError('options.server.url: expected a URL, got "nowhere"'));
    const both = { url: 'http://127.0.0.1:1/mcp', command: 'node' };
    await expect(createMcpTools({ server: both })).rejects.toThrow(
      'options.server: expected a command or a url, not both',
    );
  });
});
