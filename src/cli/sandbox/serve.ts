import { MIB } from '../../base/internal/index.js';
import type { SandboxServerOptions } from '../../sandbox/index.js';
import { EXIT } from '../command.js';
import type { Command } from '../command.js';
import { startBackend } from './backend.js';
import { defined, Flags } from '../flags.js';
import { keyOf } from '../key-flag.js';
import { LOCAL_HELP, LOCAL_NAMES, localOptions, sessionOptions } from './options.js';
import { jsonLog, LOG_LEVELS } from './log.js';
import type { Log } from './log.js';
import { waitForAbort } from '../../io/index.js';

const HELP = `
rstar2-agent sandbox serve: run model-written programs for clients over HTTP, with the protocol of Code Judge

Usage: rstar2-agent sandbox serve [--port P] [--workers N] [--host H] [--redis URL] [OPTIONS]

Runs programs on this machine. With --redis, machines that run 'rstar2-agent sandbox worker' run them too; with --workers 0 only
they do. For rStar or verl, set host_addr and host_port in their configuration to this server. Routes: POST /run, /run/batch,
/run/long-batch, /judge, /judge/batch, /judge/long-batch; GET /ping, /status and /metrics (Prometheus). The log goes to standard
error, one JSON object a line.

Options:
  --port P               port to listen on (default 8088; 0 takes any free port)
  --host H               address to listen on (default 127.0.0.1; any other needs a token)
  --token-file FILE      file with a token that callers must send as 'Authorization: Bearer …'; only /ping needs none.
                         RSTAR2_SANDBOX_TOKEN in the environment does the same
  --max-queued N         most waiting calls; more requests are answered with 503 (default 100000)
  --queue-timeout-ms N   longest wait of a call of /run, /judge or …/batch, in ms; then its result is queue_timeout (default 4000)
  --max-body-mb N        largest batch, in MiB, and twice the largest other request (default 64)
  --output-characters N  most characters of stdout and of stderr in an answer (default 1000)
  --drain-ms N           longest wait for running requests after SIGTERM or SIGINT, in ms (default 30000)
  --log WHAT             all, events (all but successful requests), or none (default all)

${LOCAL_HELP}

Queue:
  --redis URL            redis://… or rediss://… (or RSTAR2_REDIS_URL in the environment)
  --redis-ca FILE        certificates (PEM) to trust for rediss://
  --namespace NAME       separates this server's calls from those of others in the same Redis (default default)

  -h, --help             show this

Example:

  $ rstar2-agent sandbox serve --port 8088 --workers 8
  $ curl -H 'content-type: application/json' -d '{"type":"python","solution":"print(6*7)"}' http://127.0.0.1:8088/run

Exit codes: 0 stopped by a signal after all requests were answered; 1 failed (the port is in use, Redis cannot be reached, the
isolation is not available); 2 wrong usage.
`;

/** `rstar2-agent sandbox serve`: `createSandboxServer` with this machine, or with the queue. */
export const serveCommand: Command = {
  help: HELP,
  async run(argv, io) {
    const flags = Flags.parse(argv, HELP);
    const log = jsonLog(io.stderr, flags.choice('log', LOG_LEVELS, 'all'));
    const options = serverOptions(flags, log);
    const drainMs = flags.integer('drain-ms', 0, 86_400_000) ?? 30_000;
    const backend = await startBackend(flags, log);
    try {
      const { createSandboxServer } = await import('../../sandbox/index.js');
      const server = await flags.check(() => createSandboxServer({ ...options, ...backend.options }), {
        ...LOCAL_NAMES,
        token: ['token-file'],
        maxBodyBytes: ['max-body-mb'],
        maxPendingBytes: ['max-body-mb'],
      });
      await waitForAbort(io.signal);
      await server.close(drainMs);
      return EXIT.ok;
    } finally {
      await backend.close();
    }
  },
};

function serverOptions(flags: Flags, log: Log): Omit<SandboxServerOptions, 'sandbox' | 'concurrency'> {
  const host = flags.text('host') ?? '127.0.0.1';
  const bodyMb = flags.integer('max-body-mb', 1, 4096);
  const { limits } = localOptions(flags);
  return {
    ...sessionOptions(flags),
    port: flags.integer('port', 0, 65_535) ?? 8088,
    host,
    ...defined({
      token: keyOf(flags, { file: 'token-file', variable: 'RSTAR2_SANDBOX_TOKEN', host }),
      maxQueued: flags.integer('max-queued', 1, 10_000_000),
      queueTimeoutMs: flags.integer('queue-timeout-ms', 1, 86_400_000),
      outputCharacters: flags.integer('output-characters', 0, 1_000_000_000),
    }),
    ...(bodyMb === undefined ? {} : { maxBodyBytes: bodyMb * MIB, maxPendingBytes: Math.max(512, bodyMb) * MIB }),
    // In Code Judge, a program that sleeps for exactly ten seconds exceeds its time limit.
    limits: { wallMs: 9900, ...limits },
    ceiling: { wallMs: 10_000, ...limits },
    verifyMath: async (solution, expected) => {
      const { verifyMath } = await import('../../verify/index.js');
      return verifyMath(solution, expected).kind === 'correct';
    },
    log,
  };
}
