/**
 * Does what has options of its own for someone who was given them as part of others: what it says of `options` it says of `path`
 * (`options.advantage.epsilon: …`).
 *
 * @throws What `work` throws, its kind kept.
 */
export function underPath<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    const message = error.message.replaceAll(/\boptions(?=[.:])/g, path);
    if (message === error.message) throw error;
    throw new (error instanceof TypeError ? TypeError : RangeError)(message, { cause: error });
  }
}
