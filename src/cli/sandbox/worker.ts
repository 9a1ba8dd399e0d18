import { availableParallelism } from 'node:os';
import { EXIT, UsageError } from '../command.js';
import type { Command } from '../command.js';
import { defined, Flags } from '../flags.js';
import { jsonLog, LOG_LEVELS, logIsolation } from './log.js';
import { LOCAL_HELP, LOCAL_NAMES, localOptions, redisAddress, sessionOptions } from './options.js';
import { waitForAbort } from '../../io/index.js';

const HELP = `
rstar2-agent sandbox worker: run the programs that wait in a queue

Usage: rstar2-agent sandbox worker --redis URL [--workers N] [OPTIONS]

  rstar2-agent sandbox worker --redis redis://10.0.0.5:6379 --workers 16
  RSTAR2_REDIS_URL=rediss://:secret@queue:6380 rstar2-agent sandbox worker

Any number of machines may serve one queue; each takes what it can run. A worker that dies loses its calls to others
within seconds. The log is one JSON object a line, on standard error.

Options:
  --redis URL        redis://… or rediss://… (or the variable RSTAR2_REDIS_URL, which ps does not show)
  --redis-ca FILE    certificates (PEM) that a rediss:// server is trusted by
  --namespaces A,B   the trainers that are served (default all)
  --visibility-ms N  a worker that was not heard of for so long is dead, its calls go to others (default 5000)
  --max-deliveries N  how often a call is begun before it is parked, if no worker lives to answer it (default 3)

${LOCAL_HELP}

  --log WHAT         all or none (default all)
  -h, --help         show this

SIGTERM and SIGINT: takes no more calls, finishes what it runs, gives back the rest.
Exit codes: 0 stopped by a signal; 1 failed (no Redis, not the isolation that was asked for); 2 wrong usage.
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
    // A call in the queue gets no more than the flags allow.
    ceiling: localOptions(flags).limits ?? {},
    ...defined({
      namespaces: flags.text('namespaces')?.split(','),
      visibilityMs: flags.integer('visibility-ms', 100, 3_600_000),
      maxDeliveries: flags.integer('max-deliveries', 1, 1000),
    }),
  };
}
