import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { McpServer } from '../../mcp-server.js';
import { MessageLines } from './message-lines.js';
import { ProcessTransport } from './process-transport.js';

/** A server in a process of its own; `stdio-transport.browser.ts` stands in where there are no processes. */
export async function openStdioTransport(
  server: Exclude<McpServer, { readonly url: string }>,
  maxBytes: number,
): Promise<{ transport: Transport; stderr: () => string; end: () => Promise<void> }> {
  const { getDefaultEnvironment, StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const { deserializeMessage } = await import('@modelcontextprotocol/sdk/shared/stdio.js');
  const { command, args = [], env = {}, cwd } = server;
  const end = () => Promise.resolve();
  // Windows knows no groups of processes, and starts what npm installs through a shell: the SDK's own way.
  if (process.platform === 'win32') {
    const asked = { command, args: [...args], env: { ...env }, maxBufferSize: maxBytes, ...(cwd && { cwd }) };
    return { transport: new StdioClientTransport({ ...asked, stderr: 'ignore' }), stderr: () => '', end };
  }
  const asked = { command, args, env: { ...getDefaultEnvironment(), ...env }, cwd };
  const transport = new ProcessTransport(asked, new MessageLines(maxBytes), deserializeMessage);
  return { transport, stderr: () => transport.stderr, end };
}
