import type { IsolationReport } from '../../sandbox.js';

/** How well programs can be contained, the weakest first. */
export const ISOLATION_LEVELS = ['none', 'partial', 'full'] as const satisfies readonly IsolationReport['level'][];

/** The ways of containing programs on this machine, the strongest first. */
export const MECHANISM_NAMES = ['bubblewrap', 'unshare', 'seccomp'] as const;
