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
rstar2-agent sandbox serve: run model-written programs for clients of Code Judge's HTTP protocol

Usage: rstar2-agent sandbox serve [--port P] [--workers N] [--host H] [--redis URL] [OPTIONS]

  rstar2-agent sandbox serve --port 8088 --workers 8
  curl -H 'content-type: application/json' -d '{"type":"python","solution":"print(6*7)"}' http://127.0.0.1:8088/run

Programs run on this machine; with --redis also, or with --workers 0 only, on every machine that runs
'rstar2-agent sandbox worker'. Point host_addr and host_port of a rStar or verl configuration here and change nothing
else. Routes: POST /run, /run/batch, /run/long-batch, /judge, /judge/batch, /judge/long-batch; GET /ping, /status and
/metrics (Prometheus). The log is one JSON object a line, on standard error.

Options:
  --port P               where to listen (default 8088; 0 takes any that is free)
  --host H               address to listen on (default 127.0.0.1; any other needs a token)
  --token-file FILE      callers must send what is in it as 'Authorization: Bearer …' (or the variable
                         RSTAR2_SANDBOX_TOKEN); only /ping stays open
  --max-queued N         calls that may wait; beyond, requests are answered 503 (default 100000)
  --queue-timeout-ms N   how long a call of /run, /judge or …/batch waits before it is a queue_timeout (default 4000)
  --max-body-mb N        largest batch, and twice the largest other request (default 64)
  --output-characters N  of stdout and of stderr that are answered (default 1000)
  --drain-ms N           after SIGTERM or SIGINT, how long requests under way may take (default 30000)
  --log WHAT             all, events (all but requests that went well), none (default all)

${LOCAL_HELP}

Queue:
  --redis URL            redis://… or rediss://… (or the variable RSTAR2_REDIS_URL)
  --redis-ca FILE        certificates (PEM) that a rediss:// server is trusted by
  --namespace NAME       keeps this server's calls apart from others' in the same Redis (default default)

  -h, --help             show this

Exit codes: 0 stopped by a signal, requests answered; 1 failed (the port is taken, no Redis, not the isolation that was
asked for); 2 wrong usage.
`;

/** `rstar2-agent sandbox serve`: `createSandboxServer` over this machine, or over the queue. */
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
    // A program that sleeps for exactly Code Judge's ten seconds is out of time there.
    limits: { wallMs: 9900, ...limits },
    ceiling: { wallMs: 10_000, ...limits },
    verifyMath: async (solution, expected) => {
      const { verifyMath } = await import('../../verify/index.js');
      return verifyMath(solution, expected).kind === 'correct';
    },
    log,
  };
}
