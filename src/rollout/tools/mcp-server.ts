import { ExternalError } from '../../base/index.js';

/** Where an MCP server is: a program that is started and spoken to over its standard input and output, or a URL (Streamable HTTP). */
export type McpServer =
  | {
      readonly command: string;
      readonly args?: readonly string[] | undefined;
      /** Beside PATH, HOME and the like; nothing else of this process's environment is passed on. */
      readonly env?: { readonly [name: string]: string } | undefined;
      readonly cwd?: string | undefined;
    }
  | { readonly url: string; readonly headers?: { readonly [name: string]: string } | undefined };

/** A server of tools failed: it did not start, went away, or does not speak its protocol. */
export class ToolServerError extends ExternalError {}
