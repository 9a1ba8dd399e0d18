import { needsNode } from '../internal/needs-node.js';

export const createRedisSandbox = (): Promise<never> => needsNode('createRedisSandbox opens sockets');
