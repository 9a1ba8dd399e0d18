/** Where there are no processes, a server that would be one is refused when it is asked for. */
export function openStdioTransport(): never {
  throw new Error(
    'an MCP server with a command needs a process, which a browser does not have: use a server with a url',
  );
}
