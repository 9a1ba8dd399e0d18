import { MIB } from '../../base/internal/index.js';
import { waitForAbort } from '../../io/index.js';
import type { GatewayOptions } from '../../gateway/index.js';
import { EXIT, write, type Command, type CommandIo } from '../command.js';
import { defined, Flags } from '../flags.js';
import { keyOf } from '../key-flag.js';
import { checkPolicyFlags, openPolicy, POLICY_HELP } from '../open-policy.js';
import { MODELS_HELP, modelsOf } from './model-flags.js';
import { openOutcomeFiles } from './outcome-files.js';
import { sessionLine, startLines, warningLine } from './lines.js';

const HELP = `
rstar2-agent gateway: record what agents in other programs ask a model, as rollouts

Usage: rstar2-agent gateway --url URL --model NAME [--out FILE] [OPTIONS]
       rstar2-agent gateway --model DIR [--out FILE] [OPTIONS]
       rstar2-agent gateway --run DIR [--out FILE] [OPTIONS]

An agent that speaks Chat Completions, Responses or Messages needs no change: it gets another address and another key. One session is
one rollout: open it, run the agent, end it with a reward.

  $ rstar2-agent gateway --url http://engine:8000 --model Qwen/Qwen3-8B --port 8787 --out rollouts.jsonl
  $ curl -s http://127.0.0.1:8787/sessions -H 'content-type: application/json' -d '{"groupId": "fix-1", "id": "fix-1-a"}'
  {"id":"fix-1-a","openai":{"baseURL":"http://127.0.0.1:8787/s/fix-1-a/v1","apiKey":"rs2-…"},"anthropic":{…}}

Claude Code, and whatever uses Anthropic's SDK (the address has no /v1; the first variable keeps Claude Code's prompt the same):
  $ export CLAUDE_CODE_ATTRIBUTION_HEADER=0 ANTHROPIC_BASE_URL=http://127.0.0.1:8787/s/fix-1-a ANTHROPIC_AUTH_TOKEN=rs2-…
  $ claude -p 'Make the tests pass'

Whatever uses OpenAI's SDK:
  $ export OPENAI_BASE_URL=http://127.0.0.1:8787/s/fix-1-a/v1 OPENAI_API_KEY=rs2-…
  $ python agent.py

The end, which is answered with the rollout; without a reward, something else judges it later:
  $ curl -s http://127.0.0.1:8787/sessions/fix-1-a/end -H 'content-type: application/json' -d '{"reward": 1}'

POST /sessions takes groupId (rollouts of one problem have the same), id, seed, sampling {temperature, topP}, limits {maxTurns, maxTokens,
maxGeneratedTokens, timeLimitMs, maxConcurrent} and metadata. GET /sessions/ID says what was matched, branched and drawn; GET /healthz that the
gateway runs. The sampling of the gateway wins over what agents ask for.

Options: where the answers come from
${POLICY_HELP.replaceAll('--base-url URL', '--url URL     ').replaceAll('--base-url', '--url')}
${MODELS_HELP}

Options: the server
  --port P         where to listen (default 8787; 0 takes any that is free)
  --host H         address to listen on (default 127.0.0.1; any other needs a key)
  --key-file FILE  who opens, reads and ends sessions must send what is in it as 'Authorization: Bearer …' or x-api-key (or the
                   variable RSTAR2_GATEWAY_KEY). Agents do not need it. Without one every program of this machine may end a session
                   and say its reward: give one where agents run what a model writes
  --out FILE       every rollout is added to it as a line of JSON, and is on the disk before the end of its session is answered;
                   sessions that failed go to FILE.failed.jsonl (rollouts.failed.jsonl for rollouts.jsonl)
  --max-body-mb N  largest request in MiB (default 8)
  --max-sessions N
                   sessions that are open at once (default 1024)
  --idle-minutes N
                   a session of which nothing is heard for so long fails (default 30)

Options: how answers are drawn
  --temperature T  default 1; 0 takes the most likely token
  --top-p P        draw from the most likely tokens that have this share together (default 1, off)
  --seed S         with the id of a session it fixes every draw (default random)

Options: limits of a session, where it does not say its own; a request beyond them is refused, and the rollout keeps what it has
  --max-turns N    default 200
  --max-tokens N   of the longest path, after the first prompt (default what the model reads)
  --max-generated-tokens N
                   drawn on all paths together (default no limit)
  --max-minutes N  default no limit
  --max-requests N
                   requests of one session at once (default 32)

  -q, --quiet      no line for each session that ends on standard error
  -h, --help       show this

SIGINT and SIGTERM end the open sessions as failed, with their cause, and stop.
Exit codes: 0 stopped by a signal; 1 failed (the port is taken, the model cannot be had, FILE cannot be written, outcomes were lost);
2 wrong usage.
`;

/** `rstar2-agent gateway`: `createGateway` over an engine or a model in this process. */
export const gatewayCommand: Command = {
  help: HELP,
  async run(argv, io) {
    const flags = Flags.parse(argv.map(asUrl), HELP);
    const options = optionsOf(flags);
    await checkPolicyFlags(flags, 'url');
    const out = flags.text('out');
    const files = out === undefined ? undefined : openOutcomeFiles(out);
    try {
      return await serve({ flags, options, out, files }, io);
    } finally {
      files?.close();
    }
  },
};

/** The other commands' name of `--url`. */
function asUrl(argument: string): string {
  return argument.replace(/^--base-url(?==|$)/, '--url');
}

type ServerOptions = Omit<GatewayOptions, 'policy' | 'tokenizer' | 'chatTemplate'>;

function optionsOf(flags: Flags): ServerOptions & { readonly host: string } {
  const host = flags.text('host') ?? '127.0.0.1';
  const bodyMb = flags.integer('max-body-mb', 1, 4096);
  const minutes = flags.number('max-minutes', 1e-3, 35_000);
  const idleMinutes = flags.number('idle-minutes', 1e-3, 35_000);
  return {
    host,
    port: flags.integer('port', 0, 65_535) ?? 8787,
    models: modelsOf(flags),
    ...defined({
      key: keyOf(flags, { file: 'key-file', variable: 'RSTAR2_GATEWAY_KEY', host }),
      temperature: flags.number('temperature', 0, 100),
      topP: flags.number('top-p', 1e-6, 1),
      seed: flags.text('seed'),
      maxSessions: flags.integer('max-sessions', 1, 1e6),
      sessionIdleMs: idleMinutes === undefined ? undefined : idleMinutes * 60_000,
      maxBodyBytes: bodyMb === undefined ? undefined : bodyMb * MIB,
    }),
    limits: defined({
      maxTurns: flags.integer('max-turns', 1, 1e6),
      maxTokens: flags.integer('max-tokens', 1, 1e9),
      maxGeneratedTokens: flags.integer('max-generated-tokens', 1, 1e9),
      timeLimitMs: minutes === undefined ? undefined : minutes * 60_000,
      maxConcurrent: flags.integer('max-requests', 1, 1e6),
    }),
  };
}

interface Serving {
  readonly flags: Flags;
  readonly options: ReturnType<typeof optionsOf>;
  readonly out: string | undefined;
  readonly files: ReturnType<typeof openOutcomeFiles> | undefined;
}

async function serve({ flags, options, out, files }: Serving, { stdout, stderr, signal }: CommandIo): Promise<number> {
  const { createGateway } = await import('../../gateway/index.js');
  const { policy, tokenizer, chatTemplate, description, close } = await openPolicy(flags, signal, 'url');
  /** Sessions whose outcome could not be written. */
  const lost = new Set<string>();
  try {
    const gateway = await flags.check(
      () =>
        createGateway({
          ...{ ...options, policy, tokenizer, chatTemplate },
          onOutcome(outcome, { id, warnings }) {
            lost.add(id);
            const file = files?.append(outcome);
            lost.delete(id);
            for (const warning of warnings) stderr.write(`${warningLine(id, warning)}\n`);
            if (!flags.has('quiet')) stderr.write(`${sessionLine(outcome, file)}\n`);
          },
          log: ({ level, message }) => stderr.write(`${level}: ${message}\n`),
        }),
      NAMES,
    );
    await write(stdout, startLines({ url: gateway.url, description, out, hasKey: options.key !== undefined }));
    await waitForAbort(signal);
    await gateway.close();
    if (lost.size === 0) return EXIT.ok;
    stderr.write(
      `rstar2-agent gateway: ${lost.size} outcome${lost.size === 1 ? '' : 's'} could not be written to ${out}\n`,
    );
    return EXIT.failure;
  } finally {
    await close();
  }
}

/** Flags that are not called as their options are. */
const NAMES = {
  key: ['key-file'],
  models: ['untrained', 'forward'],
  'limits.timeLimitMs': ['max-minutes'],
  'limits.maxConcurrent': ['max-requests'],
  sessionIdleMs: ['idle-minutes'],
  maxBodyBytes: ['max-body-mb'],
};
