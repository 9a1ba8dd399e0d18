import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { withTimeLimit } from '../../../../io/index.js';
import type { MessageLines } from './message-lines.js';

/** How long a server has to end by itself once its input is closed, and again after SIGTERM. */
const GRACE_MS = 2_000;

/** How long a server's last output may take to be read after its end. */
const LAST_WORDS_MS = 500;

/** Characters of its standard error that are kept, at most. */
const STDERR_LENGTH = 2_000;

/** Most unread answers to a server's own requests. */
const MAX_UNREAD = 10_000;

/** What a process is started with. */
export interface ProcessCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: { readonly [name: string]: string };
  readonly cwd: string | undefined;
}

/** The running process groups. They end with this process. If an unhandled signal ends this process, their input is closed. */
const running = new Set<ProcessTransport>();

/**
 * MCP over the standard input and output of a process that leads a group of its own, so that its end is the end of all that it
 * has started, but for what left the group by itself (`setsid`).
 */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #child: ChildProcessWithoutNullStreams | undefined;
  #gone: Promise<void> = Promise.resolve();
  #stderr = '';
  #unread = 0;

  constructor(
    private readonly asked: ProcessCommand,
    private readonly lines: MessageLines,
    private readonly parse: (line: string) => JSONRPCMessage,
  ) {}

  /** The end of its standard error. */
  get stderr(): string {
    return this.#stderr;
  }

  /** @throws Error where the program does not start. */
  async start(): Promise<void> {
    const { command, args, env, cwd } = this.asked;
    const child = spawn(command, args, { env, cwd, detached: true });
    this.#child = child;
    this.#gone = this.#untilGone(child);
    for (const stream of [child.stdin, child.stdout, child.stderr])
      stream.on('error', (error) => this.onerror?.(error));
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.on('data', (chunk: unknown) => {
      this.#stderr = (this.#stderr + String(chunk)).slice(-STDERR_LENGTH);
    });
    await once(child, 'spawn');
  }

  send(message: JSONRPCMessage): Promise<void> {
    const asks = 'method' in message;
    if (!asks && ++this.#unread > MAX_UNREAD)
      this.#break(new Error('the server sends requests and does not read the answers'));
    return new Promise((resolve, reject) => {
      const line = `${JSON.stringify(message)}\n`;
      this.#child!.stdin.write(line, (error) => {
        if (!asks) this.#unread--;
        if (error == null) resolve();
        else reject(error);
      });
    });
  }

  /** Closes its input, asks the group to end, ends it. Resolves when it is gone. */
  async close(): Promise<void> {
    this.#child?.stdin.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const ended = this.#gone.then(() => true);
      if (await withTimeLimit(() => ended, undefined, GRACE_MS).catch(() => false)) return;
      this.signal(signal);
    }
    await this.#gone;
  }

  /** Tells the whole group, while its leader runs. */
  signal(signal: NodeJS.Signals): void {
    if (!running.has(this)) return;
    try {
      process.kill(-this.#child!.pid!, signal);
    } catch {
      // The group is empty.
    }
  }

  async #untilGone(child: ChildProcessWithoutNullStreams): Promise<void> {
    const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
    await new Promise<void>((resolve) => {
      child.on('error', (error) => this.onerror?.(error));
      child.on('exit', () => resolve());
      // One that did not start has no end either.
      if (child.pid === undefined) return resolve();
      if (running.size === 0) process.on('exit', endAll);
      running.add(this);
    });
    this.signal('SIGKILL');
    running.delete(this);
    if (running.size === 0) process.off('exit', endAll);
    // Some output may not have been read yet. A process that left the group may keep the output open for ever.
    await withTimeLimit(() => closed, undefined, LAST_WORDS_MS).catch(() => undefined);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    this.lines.clear();
    this.onclose?.();
  }

  /** Ends a server that is broken, and ignores the rest of its output. */
  #break(error: Error): void {
    const { stdin, stdout } = this.#child!;
    if (stdout.destroyed) return;
    stdin.destroy();
    stdout.destroy();
    this.lines.clear();
    this.onerror?.(error);
    this.signal('SIGKILL');
  }

  #read(chunk: Buffer): void {
    let lines: string[];
    try {
      lines = this.lines.append(chunk);
    } catch (error) {
      this.#break(error as Error);
      return;
    }
    for (const line of lines) {
      try {
        this.onmessage?.(this.parse(line));
      } catch (error) {
        // A line that is no message.
        this.onerror?.(error as Error);
      }
    }
  }
}

/** Ends all servers with this process, also where `close` was not called. */
function endAll(): void {
  for (const transport of running) transport.signal('SIGKILL');
}
