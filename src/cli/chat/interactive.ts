import { errorMessage } from '../../base/internal/index.js';
import type { CommandIo } from '../command.js';
import { EXIT } from '../command.js';
import { LineInput, type Entry } from './line-input.js';
import type { Session } from './session.js';
import type { Transcript } from './transcript.js';

export const COMMANDS_HELP = `
  /reset           start over, with the same system message
  /system TEXT     start over with this system message; without TEXT, with none
  /save FILE       add the conversation to FILE, as a line of JSON {"messages"} that SFT reads
  /help            show this
  /exit            leave; so do Ctrl-D, and Ctrl-C twice
  //...            a message that begins with a slash

A line that ends in a backslash goes on in the next one. Three quotes (""") begin a message of several lines and end it.
Ctrl-C stops a reply, its tools included; the conversation is then as it was before the message.
`.replace(/^\n|\n$/g, '');

const FENCE = '"""';

/** Talks until the user leaves. @returns The exit code. */
export async function talk(
  session: Session,
  transcript: Transcript,
  io: CommandIo,
  isEdited: boolean,
): Promise<number> {
  let underWay: AbortController | undefined;
  let isInterrupted = false;
  const stop = (): void => {
    isInterrupted = true;
    underWay?.abort();
  };
  const input = new LineInput(io, { isEdited, onInterrupt: stop });
  const end = (): void => {
    underWay?.abort();
    input.close();
  };
  io.signal.addEventListener('abort', end);
  try {
    for (;;) {
      const entry = await readMessage(input);
      if (entry.kind === 'end') break;
      if (entry.kind === 'interrupt') {
        if (entry.isEmpty && isInterrupted) break;
        isInterrupted = true;
        if (entry.isEmpty) transcript.note('Ctrl-C again, Ctrl-D or /exit to leave');
        continue;
      }
      isInterrupted = false;
      const { line } = entry;
      if (line.trim() === '') continue;
      if (line.startsWith('/') && !line.startsWith('//')) {
        if (/^\/exit\s*$/.test(line)) break;
        await obey(line, session, transcript);
        continue;
      }
      underWay = new AbortController();
      await session.say(line.replace(/^\/\//, '/'), underWay.signal);
      underWay = undefined;
    }
  } finally {
    io.signal.removeEventListener('abort', end);
    input.close();
  }
  return io.signal.aborted ? EXIT.interrupted : EXIT.ok;
}

/** Reads a message of one line or several. */
async function readMessage(input: LineInput): Promise<Entry> {
  const lines: string[] = [];
  let isFenced = false;
  for (;;) {
    const entry = await input.next(lines.length === 0 && !isFenced ? '> ' : '. ');
    // What was begun is a message too where the input ends.
    if (entry.kind === 'end' && lines.length > 0) return { kind: 'line', line: lines.join('\n') };
    if (entry.kind !== 'line') return entry;
    let { line } = entry;
    if (!isFenced && lines.length === 0 && line.trimStart().startsWith(FENCE)) {
      isFenced = true;
      line = line.trimStart().slice(FENCE.length);
      if (line === '') continue;
    }
    const isLast = isFenced ? line.trimEnd().endsWith(FENCE) : !line.endsWith('\\');
    if (isFenced && isLast) line = line.trimEnd().slice(0, -FENCE.length);
    if (!isFenced && !isLast) line = line.slice(0, -1);
    if (!(isFenced && isLast && line === '')) lines.push(line);
    if (isLast) return { kind: 'line', line: lines.join('\n') };
  }
}

async function obey(line: string, session: Session, transcript: Transcript): Promise<void> {
  const [, name, rest] = /^\/(\S*)\s*([\s\S]*?)\s*$/.exec(line) as unknown as [string, string, string];
  try {
    if (name === 'help') transcript.help(COMMANDS_HELP);
    else if (name === 'reset') {
      await session.restart();
      transcript.note('started over');
    } else if (name === 'system') {
      await session.restart(rest);
      transcript.note(rest === '' ? 'started over without a system message' : 'started over with this system message');
    } else if (name === 'save' && rest === '') transcript.failure('/save: expected a file');
    else if (name === 'save') transcript.note(`${await session.save(rest)} messages added to ${rest}`);
    else transcript.failure(`unknown command /${name}; /help lists them`);
  } catch (error) {
    transcript.failure(`/${name}: ${errorMessage(error)}`);
  }
}
