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
rstar2-agent gateway: record the model calls of your own agents as rollouts

Usage: rstar2-agent gateway --url URL --model NAME [--out FILE] [OPTIONS]
       rstar2-agent gateway --model DIR [--out FILE] [OPTIONS]
       rstar2-agent gateway --run DIR [--out FILE] [OPTIONS]

Starts an HTTP server in front of a model. An agent that uses Chat Completions, Responses or Messages needs only a new address and a
new key. One session is one rollout: open a session, run the agent, end the session with a reward.

Options: the model
${POLICY_HELP.replaceAll('--base-url URL', '--url URL     ').replaceAll('--base-url', '--url')}
${MODELS_HELP}

Options: the server
  --port P         port to listen on (default 8787; 0 takes any free port)
  --host H         address to listen on (default 127.0.0.1; any other needs a key)
  --key-file FILE  file with a key. Callers that open, read and end sessions must send it as 'Authorization: Bearer …' or x-api-key;
                   agents do not need it. RSTAR2_GATEWAY_KEY in the environment does the same. Without a key, every program on
                   this machine can end a session and set its reward, so set one if agents run model-written code
  --out FILE       append every rollout to FILE as a line of JSON, saved before the end of its session is answered; failed
                   sessions go to FILE.failed.jsonl (rollouts.failed.jsonl for rollouts.jsonl)
  --max-body-mb N  largest request, in MiB (default 8)
  --max-sessions N
                   most open sessions (default 1024)
  --idle-minutes N
                   a session without requests for N minutes fails (default 30)

Options: sampling; these settings override those that agents ask for
  --temperature T  sampling temperature (default 1); 0 always takes the most likely token
  --top-p P        samples from the most likely tokens whose probabilities add up to P (default 1: all tokens)
  --seed S         seed: the same seed and session id give the same answers (default random)

Options: limits of a session that sets none itself. A request beyond a limit is refused; the rollout keeps its turns until then
  --max-turns N    most turns (default 200)
  --max-tokens N   most tokens of the longest path, after the first prompt (default: the model's context)
  --max-generated-tokens N
                   most generated tokens of all paths together (default: no limit)
  --max-minutes N  longest duration, in minutes (default: no limit)
  --max-requests N
                   most requests at the same time (default 32)

  -q, --quiet      do not print a line for each ended session on standard error
  -h, --help       show this

Example. Start the gateway, then open a session:
  $ rstar2-agent gateway --url http://engine:8000 --model Qwen/Qwen3-8B --port 8787 --out rollouts.jsonl
  $ curl -s http://127.0.0.1:8787/sessions -H 'content-type: application/json' -d '{"groupId": "fix-1", "id": "fix-1-a"}'
  {"id":"fix-1-a","openai":{"baseURL":"http://127.0.0.1:8787/s/fix-1-a/v1","apiKey":"rs2-…"},"anthropic":{…}}

Run a program that uses OpenAI's SDK:
  $ export OPENAI_BASE_URL=http://127.0.0.1:8787/s/fix-1-a/v1 OPENAI_API_KEY=rs2-…
  $ python agent.py

Or Claude Code, or a program that uses Anthropic's SDK. The address has no /v1. The first variable keeps Claude Code's prompt the same
in every request:
  $ export CLAUDE_CODE_ATTRIBUTION_HEADER=0 ANTHROPIC_BASE_URL=http://127.0.0.1:8787/s/fix-1-a ANTHROPIC_AUTH_TOKEN=rs2-…
  $ claude -p 'Make the tests pass'

End the session. The answer is the rollout; leave the reward out to set it later:
  $ curl -s http://127.0.0.1:8787/sessions/fix-1-a/end -H 'content-type: application/json' -d '{"reward": 1}'

POST /sessions takes groupId (the same for all rollouts of one problem), id, seed, sampling {temperature, topP}, limits {maxTurns,
maxTokens, maxGeneratedTokens, timeLimitMs, maxConcurrent} and metadata. GET /sessions/ID shows what the session has recorded.
GET /healthz answers while the gateway runs. SIGINT and SIGTERM fail the open sessions and stop the gateway.
Exit codes: 0 stopped by a signal; 1 failed (the port is in use, the model cannot be loaded or reached, FILE cannot be written,
outcomes were lost); 2 wrong usage.
`;

/** `rstar2-agent gateway`: `createGateway` with an engine or a model in this process. */
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

/** Flags whose name is not that of their option. */
const NAMES = {
  key: ['key-file'],
  models: ['untrained', 'forward'],
  'limits.timeLimitMs': ['max-minutes'],
  'limits.maxConcurrent': ['max-requests'],
  sessionIdleMs: ['idle-minutes'],
  maxBodyBytes: ['max-body-mb'],
};
