import type { IsolationReport } from '../../sandbox.js';

/** Isolation levels, the weakest first. */
export const ISOLATION_LEVELS = ['none', 'partial', 'full'] as const satisfies readonly IsolationReport['level'][];

/** Mechanisms that isolate programs on this machine, the strongest first. */
export const MECHANISM_NAMES = ['bubblewrap', 'unshare', 'seccomp'] as const;
