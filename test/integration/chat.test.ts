/* eslint-disable no-control-regex -- control characters are what some of these tests are about */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTalkingServer, type AskedMessage, type Said } from '../unit/cli/chat/talking-server.js';
import { writeInputs } from '../unit/cli/eval/chat-server.js';

const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: { 'rstar2-agent': string } };
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** Runs a program on a terminal of its own: its keys are our standard input, its screen our standard output. */
const ON_A_TERMINAL = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';

let folder: string;
let tokenizer: string;
let server: Awaited<ReturnType<typeof startTalkingServer>>;
let say: (messages: readonly AskedMessage[]) => Said;
const running: ChildProcess[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-chat-'));
  tokenizer = writeInputs(folder).model;
  server = await startTalkingServer((messages) => say(messages));
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  server.seen.length = 0;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Start {
  readonly argv?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly isTerminal?: boolean;
}

function start({ argv = [], env = {}, isTerminal = true }: Start = {}) {
  const from = ['--base-url', server.url, '--model', 'm', '--tokenizer', tokenizer];
  const command = [process.execPath, bin['rstar2-agent'], 'chat', ...from, ...argv];
  const [program, ...args] = isTerminal ? ['python3', '-c', ON_A_TERMINAL, ...command] : command;
  const child = spawn(program!, args, { env: { ...process.env, NO_COLOR: '', TERM: 'xterm', ...env } });
  running.push(child);
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  let [shown, errors, seen] = ['', '', 0];
  let changed: () => void = () => undefined;
  child.stdout.on('data', (data: Buffer) => {
    shown += data.toString('utf8');
    changed();
  });
  child.stderr.on('data', (data: Buffer) => (errors += data.toString('utf8')));
  void ended.then(() => changed());
  return {
    child,
    ended,
    shown: () => shown,
    errors: () => errors,
    type: (keys: string) => child.stdin.write(keys),
    /** Waits until this stands on the screen, after what was waited for before. */
    async see(text: string): Promise<void> {
      for (;;) {
        const at = shown.indexOf(text, seen);
        if (at >= 0) {
          seen = at + text.length;
          return;
        }
        if (child.exitCode !== null) throw new Error(`it ended without ${JSON.stringify(text)}: ${shown}${errors}`);
        await new Promise<void>((resolve) => (changed = resolve));
      }
    },
  };
}

const CALL = (code: string) =>
  `<tool_call>\n${JSON.stringify({ name: 'python_code_with_standard_io', arguments: { code } })}\n</tool_call>`;

/** A promise, and what resolves it. */
function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

const PROMPT = '> ';

describe('a chat on a terminal', { timeout: 120_000 }, () => {
  it('shows text as it is drawn, not when it is all there', async () => {
    const { opened, open } = latch();
    say = async function* () {
      yield 'First';
      await opened;
      yield ', then second.';
    };
    const chat = start();
    await chat.see(PROMPT);
    chat.type('Hi\r');
    await chat.see('First');
    expect(chat.shown()).not.toContain('second');
    open();
    await chat.see(', then second.\r\n');
    await chat.see(PROMPT);
    chat.type(CTRL_D);
    expect(await chat.ended).toEqual([0, null]);
  });

  it('ends the reply at Ctrl-C and not the program, which a second one ends', async () => {
    const never = latch();
    say = async function* (messages) {
      yield `reply to ${messages.at(-1)!.content}`;
      if (messages.at(-1)!.content === 'one') await never.opened;
    };
    const chat = start();
    await chat.see(PROMPT);
    chat.type('one\r');
    await chat.see('reply to one');
    chat.type(CTRL_C);
    await chat.see('(stopped; this message is not part of the conversation)');
    await chat.see(PROMPT);
    chat.type('two\r');
    await chat.see('reply to two');
    await chat.see(PROMPT);
    chat.type(`half a line${CTRL_C}`);
    await chat.see(PROMPT);
    chat.type('three\r');
    await chat.see('reply to three');
    await chat.see(PROMPT);
    chat.type(CTRL_C);
    await chat.see('(press Ctrl-C again to leave, or use Ctrl-D or /exit)');
    await chat.see(PROMPT);
    chat.type(CTRL_C);
    expect(await chat.ended).toEqual([0, null]);
    expect(server.conversations()).toEqual([
      ['user: one'],
      ['user: two'],
      ['user: two', 'assistant: reply to two', 'user: three'],
    ]);
    never.open();
  });

  it('cancels a tool at Ctrl-C, and the sandbox runs the next one', async () => {
    say = (messages) => {
      const { role, content } = messages.at(-1)!;
      if (role !== 'user') return 'Done.';
      return CALL(content === 'long' ? 'import time\ntime.sleep(600)' : '6 * 7');
    };
    const chat = start({ argv: ['--tools', 'python'] });
    await chat.see(PROMPT);
    chat.type('long\r');
    await chat.see('[1] python_code_with_standard_io');
    chat.type(CTRL_C);
    await chat.see('(stopped; ');
    await chat.see(PROMPT);
    chat.type('short\r');
    await chat.see('[1] ok');
    await chat.see('    42');
    await chat.see('Done.');
    await chat.see(PROMPT);
    chat.type(CTRL_D);
    expect(await chat.ended).toEqual([0, null]);
  });

  it('keeps what is typed ahead for the next message, and out of the reply', async () => {
    const never = latch();
    say = async function* (messages) {
      const { content } = messages.at(-1)!;
      yield `reply to ${content}`;
      if (content === 'one') await never.opened;
    };
    const chat = start();
    await chat.see(PROMPT);
    chat.type('one\r');
    await chat.see('reply to one');
    // Keys are read in order: at the end of the reply the others have been read.
    chat.type(`two\rthr${CTRL_C}`);
    await chat.see('(stopped; this message is not part of the conversation)');
    await chat.see('> two\r\nreply to two\r\n');
    await chat.see(`${PROMPT}thr`);
    chat.type('ee\r');
    await chat.see('reply to three');
    await chat.see(PROMPT);
    chat.type('/exit\r');
    expect(await chat.ended).toEqual([0, null]);
    never.open();
  });

  it('shows hostile output and does not obey it', async () => {
    const evil = '\u001b]0;owned\u0007\u001b[31m\u009b2J\u202e';
    say = (messages) => {
      const { role, content } = messages.at(-1)!;
      if (content === 'break') return { status: 400, message: evil };
      return role === 'user' ? `${evil}${CALL('print("\\x1b]0;owned\\x07\\x9b")')}` : 'x';
    };
    const chat = start({ argv: ['--tools', 'python'] });
    await chat.see(PROMPT);
    chat.type('Hi\r');
    await chat.see('␛]0;owned␇␛[31m<U+009B>2J<U+202E>');
    await chat.see('    ␛]0;owned␇<U+009B>');
    await chat.see(PROMPT);
    chat.type('break\r');
    await chat.see('failed: ');
    await chat.see(PROMPT);
    chat.type(CTRL_D);
    await chat.ended;
    expect(chat.shown()).not.toMatch(/\u001b\]|\u0007|[\u0080-\u009f\u202e]/);
  });

  it('has neither colours nor cursor movements with NO_COLOR, and its Ctrl-C works', async () => {
    const never = latch();
    say = async function* (messages) {
      yield messages.at(-1)!.role === 'user' && messages.length === 1 ? CALL('6 * 7') : 'hello';
      if (messages.at(-1)!.content === 'wait') await never.opened;
    };
    const chat = start({ argv: ['--tools', 'python', '--tool-name', 'x'], env: { NO_COLOR: '1' } });
    await chat.see(PROMPT);
    chat.type('wait\n');
    await chat.see('hello');
    chat.type(CTRL_C);
    await chat.see('(stopped; ');
    await chat.see(PROMPT);
    chat.type('again\n');
    await chat.see('hello');
    await chat.see(PROMPT);
    chat.type(CTRL_C);
    await chat.see('(press Ctrl-C again');
    chat.type(CTRL_C);
    expect(await chat.ended).toEqual([0, null]);
    expect(chat.shown()).not.toContain('\u001b');
    never.open();
  });
});

describe('a chat over pipes', { timeout: 120_000 }, () => {
  it('is plain, goes on after an interrupt, and ends with its input', async () => {
    const never = latch();
    say = async function* (messages) {
      yield `reply to ${messages.at(-1)!.content}`;
      if (messages.at(-1)!.content === 'one') await never.opened;
    };
    const chat = start({ isTerminal: false });
    chat.type('one\n');
    await chat.see('reply to one');
    chat.child.kill('SIGINT');
    chat.type('two\n');
    await chat.see('reply to two');
    chat.child.stdin.end();
    expect(await chat.ended).toEqual([0, null]);
    expect([chat.shown(), chat.errors().split('\n').slice(1)]).toEqual([
      'reply to one\nreply to two\n',
      ['(stopped; this message is not part of the conversation)', ''],
    ]);
    never.open();
  });

  it('ends at SIGTERM in the middle of a reply', async () => {
    const never = latch();
    say = async function* () {
      yield 'begun';
      await never.opened;
    };
    const chat = start({ isTerminal: false });
    chat.type('one\n');
    await chat.see('begun');
    chat.child.kill('SIGTERM');
    expect(await chat.ended).toEqual([130, null]);
    never.open();
  });

  it('is interrupted as any command is with --prompt', async () => {
    const never = latch();
    say = async function* () {
      yield 'begun';
      await never.opened;
    };
    const chat = start({ argv: ['--prompt', 'Hi'], isTerminal: false });
    await chat.see('begun');
    chat.child.kill('SIGINT');
    expect(await chat.ended).toEqual([130, null]);
    never.open();
  });
});
