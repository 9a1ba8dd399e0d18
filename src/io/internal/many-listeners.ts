import { setMaxListeners } from 'node:events';

/** Node warns of a leak at the eleventh listener of a signal; every call under way listens, and thousands are no leak. */
export function allowManyListeners(signal: AbortSignal): void {
  setMaxListeners(0, signal);
}
