/** Browsers count no listeners. */
export function allowManyListeners(): void {
  // Nothing to allow.
}
