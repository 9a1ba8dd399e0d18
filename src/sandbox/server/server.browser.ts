import { needsNode } from '../internal/unavailable.js';

export const createSandboxServer = (): Promise<never> => needsNode('createSandboxServer listens on a port');
