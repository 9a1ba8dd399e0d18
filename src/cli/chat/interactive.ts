import { errorMessage } from '../../base/internal/index.js';
import type { CommandIo } from '../command.js';
import { EXIT } from '../command.js';
import { LineInput, type Entry } from './line-input.js';
import type { Session } from './session.js';
import type { Transcript } from './transcript.js';

export const COMMANDS_HELP = `
  /reset           start a new conversation with the same system message
  /system TEXT     start a new conversation with this system message; without TEXT, with no system message
  /save FILE       append the conversation to FILE as a line of JSON {"messages"}, the format of SFT data
  /help            show this
  /exit            leave; Ctrl-D, or Ctrl-C twice, does the same
  //...            send a message that begins with one slash

End a line with a backslash to continue the message on the next line. Begin and end a message of several lines with three quotes (""").
Ctrl-C stops a reply and its tools, and removes the message from the conversation.
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
        if (entry.isEmpty) transcript.note('press Ctrl-C again to leave, or use Ctrl-D or /exit');
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
    // At the end of the input, an unfinished message is sent too.
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
      transcript.note('new conversation');
    } else if (name === 'system') {
      await session.restart(rest);
      transcript.note(
        rest === '' ? 'new conversation without a system message' : 'new conversation with this system message',
      );
    } else if (name === 'save' && rest === '') transcript.failure('/save: expected a file name');
    else if (name === 'save') transcript.note(`saved ${await session.save(rest)} messages to ${rest}`);
    else transcript.failure(`unknown command /${name}; /help lists the commands`);
  } catch (error) {
    transcript.failure(`/${name}: ${errorMessage(error)}`);
  }
}
