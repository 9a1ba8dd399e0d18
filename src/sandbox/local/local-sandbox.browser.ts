import { needsNode } from '../internal/unavailable.js';

export const createLocalSandbox = (): Promise<never> => needsNode('createLocalSandbox starts processes');
