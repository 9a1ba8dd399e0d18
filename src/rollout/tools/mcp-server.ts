import { ExternalError } from '../../base/index.js';

/** An MCP server: a program that is started and used over its standard input and output, or a URL (Streamable HTTP). */
export type McpServer =
  | {
      readonly command: string;
      readonly args?: readonly string[] | undefined;
      /** Additional variables. Of this process's environment, only PATH, HOME and a few others are passed on. */
      readonly env?: { readonly [name: string]: string } | undefined;
      readonly cwd?: string | undefined;
    }
  | { readonly url: string; readonly headers?: { readonly [name: string]: string } | undefined };

/** An MCP server failed: it did not start, it ended, or it broke the protocol. */
export class ToolServerError extends ExternalError {}
