import { needsNode } from '../internal/unavailable.js';

export const createRedisSandbox = (): Promise<never> => needsNode('createRedisSandbox opens sockets');
