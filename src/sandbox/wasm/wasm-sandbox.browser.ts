import { needsNode } from '../internal/unavailable.js';

export const createWasmSandbox = (): Promise<never> => needsNode('createWasmSandbox starts processes');
