import { needsNode } from '../internal/needs-node.js';

export const createLocalSandbox = (): Promise<never> => needsNode('createLocalSandbox starts processes');
