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
rstar2-agent chat: talk with a model and see its tool calls

Usage: rstar2-agent chat --base-url URL --model NAME --tokenizer DIR [OPTIONS]
       rstar2-agent chat --model DIR [OPTIONS]
       rstar2-agent chat --run DIR [OPTIONS]
       rstar2-agent chat … --prompt TEXT [OPTIONS]

Runs the agent loop of training for each reply, so you see exactly what the model reads and writes. Text appears while it is
generated if the engine can stream; the first line of output says whether it can. The model's text goes to standard output, tool
calls and notes go to standard error. Control characters are shown as text.

In the chat:
${COMMANDS_HELP}

Options: the model
${POLICY_HELP}

Options: the conversation
  --system TEXT    the system message (default: no system message)
${TOOL_HELP}
                   (if the model's template leaves tools out, the system message describes them)
  --temperature T  sampling temperature (default 0.6); 0 always takes the most likely token
  --top-p P        samples from the most likely tokens whose probabilities add up to P (default 1: all tokens)
  --max-tokens N   most tokens of a reply, tool responses included (default 2048)
  --max-turns N    most turns of a reply (default 10)
  --seed S         seed of sampling: equal seeds give equal replies (default 0)

Options: one message
  --prompt TEXT    send this message, print the reply and exit; - reads the message from standard input
  --json           print one object {text, finishReason, turns, messages}
  -q, --quiet      print only the model's text
  -h, --help       show this

Examples:

  $ rstar2-agent chat --model Qwen/Qwen3-0.6B --tools python
  $ echo 'What is 2^61 mod 97?' | rstar2-agent chat --base-url http://localhost:8000 --model Qwen/Qwen3-8B --prompt -

Colours and line editing need a terminal; the environment variable NO_COLOR turns them off.
Exit codes: 0 done, 1 the model cannot be loaded or reached, or --prompt got no reply, 2 wrong usage, 130 interrupted.
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
    if (flags.has('json') && flags.text('prompt') === undefined)
      throw new UsageError('--json: expected --prompt beside it');
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
  // The system message of a run already describes the tools of its training.
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
    const how = opened.streams ? 'text appears as it is generated' : 'text appears turn by turn';
    const with_ = open.isolation === undefined ? '' : `; Python with isolation ${open.isolation}`;
    transcript.note(`${opened.description}; ${how}${with_}`);
    const missing = await missingTools(flags, tools);
    if (missing !== undefined) transcript.failure(missing);
    const prompt = flags.text('prompt');
    if (prompt !== undefined) return await sayOnce(prompt, session, flags.has('json'), io);
    if (stdin.isTTY === true) transcript.note('/help lists the commands');
    return await talk(session, transcript, io, !isPlain);
  } finally {
    await session.close();
  }
}

/** @returns The tools' descriptions for the system message; undefined if the template describes them. */
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
