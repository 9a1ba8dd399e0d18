import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { errorMessage } from '../../../../base/internal/index.js';
import { pythonFolder } from '../containment/root-tree.js';
import type { ControlGroup } from '../containment/control-group.js';
import type { Launch } from '../containment/launch.js';
import type { Pipe } from './output-pipe.js';

/** How long the supervisor may take to end all processes of its server. */
const END_GRACE_MS = 5_000;

/** How long output may still be read after a process has ended. */
const LAST_WORDS_MS = 1_000;

/** Events of a server's process. */
export interface ProcessEvents {
  onLine(line: string): void;
  /** The process cannot be used any more. */
  onFailure(reason: string): void;
}

/** The process of a fork server, under a supervisor that ends all its processes, and the messages to and from it. */
export class ServerProcess {
  /** Resolves when all processes of the server have ended. */
  readonly gone: Promise<void>;
  #child: ChildProcess;
  #input: Socket;
  #control: Socket;
  #log = '';
  #pending = '';
  #dead = false;

  constructor(launch: Launch, pipes: readonly Pipe[], group: ControlGroup | undefined, events: ProcessEvents) {
    const asked = {
      command: [launch.command, ...launch.args],
      groups: group?.folders ?? [],
      folder: launch.scratch,
    };
    const supervisor = ['-I', '-S', '-B', join(pythonFolder(), 'rstar2_supervisor.py'), JSON.stringify(asked)];
    this.#child = spawn(launch.python, supervisor, {
      cwd: '/',
      env: launch.env,
      stdio: ['pipe', 'ignore', 'pipe', 'pipe', ...pipes.map((pipe) => pipe.writeFd)],
    });
    for (const pipe of pipes) closeSync(pipe.writeFd);
    this.#input = this.#child.stdio[0] as Socket;
    this.#control = this.#child.stdio[3] as Socket;
    const fail = (error: unknown) => events.onFailure(errorMessage(error));
    this.gone = new Promise((resolve) => {
      this.#child.on('error', (error) => {
        fail(error);
        if (this.#child.pid === undefined) resolve();
      });
      this.#child.on('exit', (code, signal) => {
        // Its last messages may not have been read yet.
        void lastWords(this.#control).then(() => {
          fail(`ended with ${signal ?? code}`);
          resolve();
        });
      });
    });
    // Writing fails if the server ended while it read a call; its end is reported above.
    this.#input.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') fail(error);
    });
    this.#control.on('error', fail);
    this.#control.setEncoding('latin1').on('data', (text: string) => {
      const lines = (this.#pending + text).split('\n');
      this.#pending = lines.pop()!;
      try {
        for (const line of lines) events.onLine(line);
      } catch (error) {
        fail(error);
      }
    });
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#log = (this.#log + text).slice(-4000);
    });
    this.say(JSON.stringify(launch.settings));
  }

  /** Its standard error so far. */
  get log(): string {
    return this.#log.trim();
  }

  say(line: string): void {
    this.#control.write(`${line}\n`);
  }

  feed(frame: Buffer): void {
    this.#input.write(frame);
  }

  /** Called when the server is ready: from now on only the control socket keeps Node alive, while a program runs. */
  detach(): void {
    this.#child.unref();
    for (const socket of [this.#input, this.#child.stderr as Socket]) socket.unref();
  }

  /** Sets whether this keeps Node alive. */
  hold(busy: boolean): void {
    this.#control[busy ? 'ref' : 'unref']();
  }

  /** Ends the server with all its processes, which the supervisor does once the control socket is closed. Node waits until then. */
  kill(): void {
    if (this.#dead) return;
    this.#dead = true;
    this.#child.ref();
    this.#control.destroy();
    this.#input.destroy();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), END_GRACE_MS);
    timer.unref();
    void this.gone.then(() => clearTimeout(timer));
  }

  /** Kills the server, and resolves when all its processes have ended. */
  async close(): Promise<void> {
    this.kill();
    await this.gone;
  }
}

/** Resolves at the end of the stream. */
async function lastWords(control: Socket): Promise<void> {
  if (control.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LAST_WORDS_MS);
    control.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
