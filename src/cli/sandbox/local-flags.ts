import { MIB } from '../../base/internal/index.js';
import type { LocalSandboxOptions } from '../../sandbox/index.js';
import type { FlagNames, Flags } from '../flags.js';

/** Flags of the commands that run programs on this machine. */
export const LOCAL_FLAGS = {
  workers: { type: 'string' },
  isolation: { type: 'string' },
  python: { type: 'string' },
  'wall-ms': { type: 'string' },
  'memory-mb': { type: 'string' },
  'output-kb': { type: 'string' },
  processes: { type: 'string' },
  'file-mb': { type: 'string' },
  'max-sessions': { type: 'string' },
  'session-idle-ms': { type: 'string' },
} as const;

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
  --python PATH      the interpreter (default python3; Code Judge's PYTHON_EXECUTOR_PATH)
  --wall-ms N        time limit of a program (default 10000, over HTTP 9900; MAX_EXECUTION_TIME is in seconds)
  --memory-mb N      memory limit (default 1024; Code Judge's MAX_MEMORY is 256)
  --output-kb N      output that a program may write before it is ended (default 1024)
  --processes N      processes and threads of a program at once (default 32)
  --file-mb N        largest file a program may write (default 64)
  --max-sessions N   sessions that are open at once (default 256, of which 64 keep an interpreter; with N, all do)
  --session-idle-ms N  an unused session ends after so long (default 600000)
`.trim();

/** @returns What the flags say, checked; `workers` may be fewer than one where programs run elsewhere too. */
export function localOptions(flags: Flags): Omit<LocalSandboxOptions, 'concurrency'> {
  const wallMs = flags.integer('wall-ms', 1, 86_400_000);
  const memoryMb = flags.integer('memory-mb', 64, 1_048_576);
  const outputKb = flags.integer('output-kb', 0, 1_048_576);
  const processes = flags.integer('processes', 1, 4096);
  const fileMb = flags.integer('file-mb', 0, 1_048_576);
  const python = flags.text('python');
  const limits = {
    // Processor time of several threads may be more than wall time; one flag is about patience.
    ...(wallMs === undefined ? {} : { wallMs, cpuMs: wallMs }),
    ...(memoryMb === undefined ? {} : { memoryBytes: memoryMb * MIB }),
    ...(outputKb === undefined ? {} : { outputBytes: outputKb * 1024 }),
    ...(processes === undefined ? {} : { processes }),
    ...(fileMb === undefined ? {} : { fileSizeBytes: fileMb * MIB }),
  };
  return {
    isolation: flags.choice('isolation', ['auto', 'full', 'none'], 'auto'),
    limits,
    ...(python === undefined ? {} : { python }),
    ...sessionOptions(flags),
  };
}

/** @returns What the flags say of sessions: for the pool that keeps interpreters, and for what serves it. */
export function sessionOptions(flags: Flags): Pick<LocalSandboxOptions, 'maxSessions' | 'sessionIdleMs'> {
  const maxSessions = flags.integer('max-sessions', 1, 100_000);
  const sessionIdleMs = flags.integer('session-idle-ms', 1, 86_400_000);
  return {
    ...(maxSessions === undefined ? {} : { maxSessions }),
    ...(sessionIdleMs === undefined ? {} : { sessionIdleMs }),
  };
}
