import { availableParallelism } from 'node:os';
import { EXIT, UsageError } from '../command.js';
import type { Command } from '../command.js';
import { defined, Flags } from '../flags.js';
import { jsonLog, LOG_LEVELS, logIsolation } from './log.js';
import { LOCAL_HELP, LOCAL_NAMES, localOptions, redisAddress, sessionOptions } from './options.js';
import { waitForAbort } from '../../io/index.js';

const HELP = `
rstar2-agent sandbox worker: run programs from a queue in Redis

Usage: rstar2-agent sandbox worker --redis URL [--workers N] [OPTIONS]

Any number of machines may serve one queue; each takes as many calls as it can run. If a worker dies, its calls go to other
workers within seconds. The log goes to standard error, one JSON object a line.

Options:
  --redis URL        redis://… or rediss://… (or RSTAR2_REDIS_URL in the environment, which ps does not show)
  --redis-ca FILE    certificates (PEM) to trust for rediss://
  --namespaces A,B   serve only these namespaces (default all)
  --visibility-ms N  a worker that was silent for this time, in ms, counts as dead, and its calls go to others (default 5000)
  --max-deliveries N  a call that was started N times without an answer is parked (default 3)

${LOCAL_HELP}

  --log WHAT         all or none (default all)
  -h, --help         show this

Examples:

  $ rstar2-agent sandbox worker --redis redis://10.0.0.5:6379 --workers 16
  $ RSTAR2_REDIS_URL=rediss://:secret@queue:6380 rstar2-agent sandbox worker

On SIGTERM or SIGINT the worker takes no more calls, finishes those that run, and returns the others to the queue.
Exit codes: 0 stopped by a signal; 1 failed (Redis cannot be reached, the isolation is not available); 2 wrong usage.
`;

/** `rstar2-agent sandbox worker`: `startRedisWorker` over a local sandbox. */
export const workerCommand: Command = {
  help: HELP,
  async run(argv, io) {
    const flags = Flags.parse(argv, HELP);
    const redis = redisAddress(flags);
    if (redis === undefined) throw new UsageError('--redis: expected the URL of the queue');
    const log = jsonLog(io.stderr, flags.choice('log', LOG_LEVELS, 'all'));
    const concurrency = flags.integer('workers', 1, 1024) ?? availableParallelism();
    const settings = workerSettings(flags);
    const { createLocalSandbox, startRedisWorker } = await import('../../sandbox/index.js');
    const sandbox = await flags.check(() => createLocalSandbox({ ...localOptions(flags), concurrency }), LOCAL_NAMES);
    try {
      logIsolation(log, sandbox.isolation);
      const worker = await flags.check(
        () => startRedisWorker({ ...redis, ...settings, sandbox, concurrency, log }),
        LOCAL_NAMES,
      );
      await waitForAbort(io.signal);
      await worker.close();
      return EXIT.ok;
    } finally {
      await sandbox.close();
    }
  },
};

function workerSettings(flags: Flags) {
  return {
    ...sessionOptions(flags),
    // The flags limit every call from the queue.
    ceiling: localOptions(flags).limits ?? {},
    ...defined({
      namespaces: flags.text('namespaces')?.split(','),
      visibilityMs: flags.integer('visibility-ms', 100, 3_600_000),
      maxDeliveries: flags.integer('max-deliveries', 1, 1000),
    }),
  };
}
