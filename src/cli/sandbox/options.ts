import { MIB } from '../../base/internal/index.js';
import type { LocalSandboxOptions } from '../../sandbox/index.js';
import { UsageError } from '../command.js';
import { defined, type FlagNames, type Flags } from '../flags.js';

/** The flags of options that are called otherwise. */
export const LOCAL_NAMES: FlagNames = {
  concurrency: ['workers'],
  url: ['redis'],
  ca: ['redis-ca'],
  'limits.cpuMs': ['wall-ms'],
  'limits.memoryBytes': ['memory-mb'],
  'limits.outputBytes': ['output-kb'],
  'limits.fileSizeBytes': ['file-mb'],
};

export const LOCAL_HELP = `
Programs:
  --workers N        programs that run at once on this machine (default one a core)
  --isolation LEVEL  auto: the strongest that works here, and the log says which; full: refuse to start with
                     less; none: with the privileges of this process (default auto)
  --allow-missing NAME  what need not be denied where programs run as WebAssembly: nothing or network, which Node
                     below 25 does not deny (default nothing)
  --python PATH      the interpreter (default python3; Code Judge's PYTHON_EXECUTOR_PATH)
  --wall-ms N        time limit of a program (default 10000, over HTTP 9900; MAX_EXECUTION_TIME is in seconds)
  --memory-mb N      memory limit (default 1024; Code Judge's MAX_MEMORY is 256)
  --output-kb N      output that a program may write before it is ended (default 1024)
  --processes N      processes and threads of a program at once (default 32)
  --file-mb N        largest file a program may write (default 64)
  --max-sessions N   sessions that are open at once (default 256, of which 64 keep an interpreter; with N, all do)
  --session-idle-ms N  an unused session ends after so long (default 600000)
`.trim();

/** @returns The options of a local sandbox that the flags give, checked. */
export function localOptions(flags: Flags): Omit<LocalSandboxOptions, 'concurrency'> {
  const wallMs = flags.integer('wall-ms', 1, 86_400_000);
  const bytes = (flag: string, min: number, unit: number) => {
    const count = flags.integer(flag, min, 1_048_576);
    return count === undefined ? undefined : count * unit;
  };
  const limits = defined({
    // Processor time of several threads may be more than wall time; one flag is about patience.
    ...{ wallMs, cpuMs: wallMs },
    memoryBytes: bytes('memory-mb', 64, MIB),
    outputBytes: bytes('output-kb', 0, 1024),
    processes: flags.integer('processes', 1, 4096),
    fileSizeBytes: bytes('file-mb', 0, MIB),
  });
  const isolation = flags.choice('isolation', ['auto', 'full', 'none'], 'auto');
  const allowMissing = allowedMissing(flags);
  return { isolation, allowMissing, limits, ...defined({ python: flags.text('python') }), ...sessionOptions(flags) };
}

/** @returns What the flags say that a runtime need not deny. */
export function allowedMissing(flags: Flags): readonly 'network'[] {
  return flags.choice('allow-missing', ['nothing', 'network'], 'nothing') === 'network' ? ['network'] : [];
}

/** @returns What the flags say of sessions: for the pool that keeps interpreters, and for what serves it. */
export function sessionOptions(flags: Flags): Pick<LocalSandboxOptions, 'maxSessions' | 'sessionIdleMs'> {
  return defined({
    maxSessions: flags.integer('max-sessions', 1, 100_000),
    sessionIdleMs: flags.integer('session-idle-ms', 1, 86_400_000),
  });
}

const REDIS_VARIABLE = 'RSTAR2_REDIS_URL';

/** @returns Where Redis is, or undefined where nothing says so. */
export function redisAddress(flags: Flags): { readonly url: string; readonly ca?: string } | undefined {
  const url = flags.text('redis', REDIS_VARIABLE);
  if (url === undefined) return undefined;
  const where = flags.text('redis') === undefined ? REDIS_VARIABLE : '--redis';
  if (/^rediss?\+cluster:/.test(url)) throw new UsageError(`${where}: a Redis cluster is not supported`);
  if (!/^rediss?:\/\/\S+$/.test(url)) throw new UsageError(`${where}: expected redis://… or rediss://…`);
  return { url, ...defined({ ca: flags.file('redis-ca') }) };
}
