import { text } from 'node:stream/consumers';
import { terminalJson } from '../../base/internal/index.js';
import type { Tool } from '../../base/index.js';
import type { ChatTemplate } from '../../rollout/index.js';
import { EXIT, UsageError, write, type Command, type CommandIo } from '../command.js';
import { Flags } from '../flags.js';
import { checkPolicyFlags, openPolicy, POLICY_HELP, type OpenPolicy } from '../open-policy.js';
import { readRunFolder } from '../run-folder.js';
import { missingTools, readTools, TOOL_HELP, withTools, type OpenTools } from '../tools.js';
import { COMMANDS_HELP, talk } from './interactive.js';
import type { Session, SessionOptions } from './session.js';
import { Transcript } from './transcript.js';

const HELP = `
rstar2-agent chat: talk with a model, its tools shown as they run

Usage: rstar2-agent chat --base-url URL --model NAME --tokenizer DIR [OPTIONS]
       rstar2-agent chat --model DIR [OPTIONS]
       rstar2-agent chat --run DIR [OPTIONS]
       rstar2-agent chat … --prompt TEXT [OPTIONS]

The agent loop of rollouts, one reply at a time: what is shown is exactly what the model writes and reads, and what it wrote is
never encoded again. Text comes as it is drawn where the engine streams it; the first line says so.

  $ rstar2-agent chat --model Qwen/Qwen3-0.6B --tools python
  $ echo 'What is 2^61 mod 97?' | rstar2-agent chat --base-url http://localhost:8000 --model Qwen/Qwen3-8B --prompt -

Standard output has what the model writes; tools and notes go to standard error. Control characters are shown, not obeyed.
There are no colours and no editing of lines where input or output is no terminal, or the environment has NO_COLOR.

In the chat:
${COMMANDS_HELP}

Options: the model
${POLICY_HELP}

Options: the conversation
  --system TEXT    the system message (default none)
${TOOL_HELP}
                   (where the model's template does not describe it, the system message does)
  --temperature T  default 0.6; 0 takes the most likely token
  --top-p P        draw from the most likely tokens that have this share together (default 1, off)
  --max-tokens N   most tokens of a reply, tool responses included (default 2048)
  --max-turns N    most turns of a reply (default 10)
  --seed S         fixes the draw (default 0)

Options: one message
  --prompt TEXT    say this, print the reply and leave; - reads standard input
  --json           print one object {text, finishReason, turns, messages}
  -q, --quiet      only what the model writes
  -h, --help       show this

Exit codes: 0 done, 1 the model cannot be had, or --prompt got no reply, 2 wrong usage, 130 interrupted.
`;

/** `rstar2-agent chat`: `createConversation` over a server, a model directory or a checkpoint. */
export const chatCommand: Command = {
  help: HELP,
  async run(argv, io) {
    const flags = Flags.parse(argv, HELP);
    const sampling = {
      temperature: flags.number('temperature', 0, 100) ?? 0.6,
      topP: flags.number('top-p', 1e-6, 1) ?? 1,
      maxTokens: flags.integer('max-tokens', 1, 1e9) ?? 2048,
      maxTurns: flags.integer('max-turns', 1, 1e6) ?? 10,
      seed: flags.text('seed') ?? '0',
      system: flags.text('system'),
    };
    if (flags.has('json') && flags.text('prompt') === undefined) throw new UsageError('--json: expected a --prompt');
    if (flags.text('prompt') === '') throw emptyPrompt();
    const wanted = await readTools(flags);
    await checkPolicyFlags(flags);
    const opened = await openPolicy(flags, io.signal);
    try {
      return await withTools(wanted, flags, (tools) => chat({ opened, open: tools, sampling, flags }, io));
    } finally {
      await opened.close();
    }
  },
};

const emptyPrompt = () => new UsageError('--prompt: expected a message, got an empty one');

interface Chat {
  readonly opened: OpenPolicy;
  readonly open: OpenTools;
  readonly sampling: Pick<SessionOptions, 'temperature' | 'topP' | 'maxTokens' | 'maxTurns' | 'seed' | 'system'>;
  readonly flags: Flags;
}

async function chat({ opened, open, sampling, flags }: Chat, io: CommandIo): Promise<number> {
  const { Session } = await import('./session.js');
  const { stdin, stdout, stderr } = io;
  const isTerminal = stdin.isTTY === true && stdout.isTTY === true && stderr.isTTY === true;
  const isPlain = !isTerminal || (process.env['NO_COLOR'] ?? '') !== '' || process.env['TERM'] === 'dumb';
  const transcript = new Transcript(io, {
    hasColors: !isPlain,
    hasText: !flags.has('json'),
    hasDetails: !flags.has('quiet'),
  });
  const { policy, tokenizer, chatTemplate } = opened;
  const { tools } = open;
  // A run's own system message says of the tools what it was trained with.
  const trained = flags.text('system') === undefined ? (await readRunFolder(flags))?.system : undefined;
  const toolsText = trained === undefined ? await describedBySystem(chatTemplate, tools) : undefined;
  const session = await flags.check(
    () =>
      new Session(
        { ...sampling, system: sampling.system ?? trained, policy, tokenizer, chatTemplate, tools, toolsText },
        transcript,
      ),
  );
  try {
    const how = opened.streams ? 'text as it is drawn' : 'whole turns';
    const with_ = open.isolation === undefined ? '' : `; python, isolation ${open.isolation}`;
    transcript.note(`${opened.description}; ${how}${with_}`);
    const missing = await missingTools(flags, tools);
    if (missing !== undefined) transcript.failure(missing);
    const prompt = flags.text('prompt');
    if (prompt !== undefined) return await sayOnce(prompt, session, flags.has('json'), io);
    if (stdin.isTTY === true) transcript.note('/help lists what there is beside talking');
    return await talk(session, transcript, io, !isPlain);
  } finally {
    await session.close();
  }
}

/** @returns What the system message must say of the tools: nothing where the template describes them. */
async function describedBySystem(template: ChatTemplate, tools: readonly Tool[]): Promise<string | undefined> {
  const { describeTools } = await import('../../rollout/index.js');
  const messages = [{ role: 'user', content: 'Hello' }] as const;
  const isDescribed = template.render(messages, { tools }) !== template.render(messages);
  return tools.length === 0 || isDescribed ? undefined : describeTools(tools);
}

async function sayOnce(prompt: string, session: Session, isJson: boolean, io: CommandIo): Promise<number> {
  const message = prompt === '-' ? (await text(io.stdin)).replace(/\r?\n$/, '') : prompt;
  if (message === '') throw emptyPrompt();
  const reply = await session.say(message, io.signal);
  if (io.signal.aborted) return EXIT.interrupted;
  if (reply?.kind !== 'completed') return EXIT.failure;
  const { finishReason, turns } = reply;
  const { messages } = session;
  if (isJson) await write(io.stdout, `${terminalJson({ text: turns.at(-1)!.text, finishReason, turns, messages })}\n`);
  return EXIT.ok;
}
