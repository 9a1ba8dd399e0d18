import { MIB } from '../../base/internal/index.js';
import type { LocalSandboxOptions } from '../../sandbox/index.js';
import { UsageError } from '../command.js';
import { defined, type FlagNames, type Flags } from '../flags.js';

/** Flags whose name is not that of their option. */
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
  --workers N        programs that run at once on this machine (default: one per core)
  --isolation LEVEL  auto: the strongest that works here, named in the log; full: refuse to start with less; none: run
                     programs with the rights of this process (default auto)
  --allow-missing NAME  protection that may be missing if programs run as WebAssembly: nothing (default), or network: Node
                     below 25 cannot block the network
  --python PATH      the Python interpreter (default python3; Code Judge's PYTHON_EXECUTOR_PATH)
  --wall-ms N        time limit of a program, in ms (default 10000, over HTTP 9900; Code Judge's MAX_EXECUTION_TIME is in seconds)
  --memory-mb N      memory limit of a program, in MiB (default 1024; Code Judge's MAX_MEMORY is 256)
  --output-kb N      a program that writes more output is stopped, in KiB (default 1024)
  --processes N      most processes and threads of a program (default 32)
  --file-mb N        largest file that a program may write, in MiB (default 64)
  --max-sessions N   most open sessions (default 256, of which 64 keep an interpreter; if you set N, all N keep one)
  --session-idle-ms N  an unused session ends after this time, in ms (default 600000)
`.trim();

/** @returns The checked options of a local sandbox. */
export function localOptions(flags: Flags): Omit<LocalSandboxOptions, 'concurrency'> {
  const wallMs = flags.integer('wall-ms', 1, 86_400_000);
  const bytes = (flag: string, min: number, unit: number) => {
    const count = flags.integer(flag, min, 1_048_576);
    return count === undefined ? undefined : count * unit;
  };
  const limits = defined({
    // Several threads may use more processor time than wall time; one flag limits both.
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

/** @returns The protection that may be missing. */
export function allowedMissing(flags: Flags): readonly 'network'[] {
  return flags.choice('allow-missing', ['nothing', 'network'], 'nothing') === 'network' ? ['network'] : [];
}

/** @returns The options of sessions, for the pool of interpreters and its server. */
export function sessionOptions(flags: Flags): Pick<LocalSandboxOptions, 'maxSessions' | 'sessionIdleMs'> {
  return defined({
    maxSessions: flags.integer('max-sessions', 1, 100_000),
    sessionIdleMs: flags.integer('session-idle-ms', 1, 86_400_000),
  });
}

const REDIS_VARIABLE = 'RSTAR2_REDIS_URL';

/** @returns The address of Redis; undefined if it is not set. */
export function redisAddress(flags: Flags): { readonly url: string; readonly ca?: string } | undefined {
  const url = flags.text('redis', REDIS_VARIABLE);
  if (url === undefined) return undefined;
  const where = flags.text('redis') === undefined ? REDIS_VARIABLE : '--redis';
  if (/^rediss?\+cluster:/.test(url))
    throw new UsageError(`${where}: expected a single Redis server; a Redis cluster is not supported`);
  if (!/^rediss?:\/\/\S+$/.test(url)) throw new UsageError(`${where}: expected redis://… or rediss://…`);
  return { url, ...defined({ ca: flags.file('redis-ca') }) };
}
