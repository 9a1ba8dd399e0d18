/** Where there are no processes, a server that would be one is refused when it is asked for. */
export function openStdioTransport(): never {
  throw new Error('an MCP server of a command runs in a process, and there are none in a browser; take one with a url');
}
