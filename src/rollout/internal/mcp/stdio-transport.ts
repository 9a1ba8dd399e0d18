import type { McpServer } from '../../mcp-server.js';

/** A server says this much before it fails, at most. */
const TOLD_LENGTH = 2000;

/** A server in a process of its own; `stdio-transport.browser.ts` stands in where there are no processes. */
export async function openStdioTransport(server: Exclude<McpServer, { readonly url: string }>, maxBytes: number) {
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const { command, args = [], env = {}, cwd } = server;
  const transport = new StdioClientTransport({
    ...{ command, args: [...args], env: { ...env }, stderr: 'pipe', maxBufferSize: maxBytes },
    ...(cwd === undefined ? {} : { cwd }),
  });
  let told = '';
  transport.stderr?.on('data', (chunk: unknown) => {
    told = (told + String(chunk)).slice(-TOLD_LENGTH);
  });
  return { transport, told: () => told, end: () => Promise.resolve() };
}
