import { activateBackend, importOptional } from './activate-backend.js';

/** Starts the plain JavaScript backend. */
export async function startCpu(): Promise<string> {
  await importOptional('@tensorflow/tfjs-backend-cpu', () => import('@tensorflow/tfjs-backend-cpu'));
  await activateBackend('cpu');
  return 'plain JavaScript';
}
