import type { setMaxListeners } from 'node:events';
import { builtInModule } from '../built-in.js';

/** Node warns of a leak at the eleventh listener of a signal; every call under way listens, and thousands are no leak. */
export function allowManyListeners(signal: AbortSignal): void {
  const events = builtInModule('node:events') as { readonly setMaxListeners: typeof setMaxListeners } | undefined;
  // Browsers count no listeners.
  events?.setMaxListeners(0, signal);
}
