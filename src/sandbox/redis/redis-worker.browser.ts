import { needsNode } from '../internal/unavailable.js';

export const startRedisWorker = (): Promise<never> => needsNode('startRedisWorker opens sockets');
