import { needsNode } from '../internal/needs-node.js';

export const createSandboxServer = (): Promise<never> => needsNode('createSandboxServer listens on a port');
