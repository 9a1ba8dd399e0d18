import { needsNode } from '../internal/needs-node.js';

export const startRedisWorker = (): Promise<never> => needsNode('startRedisWorker opens sockets');
