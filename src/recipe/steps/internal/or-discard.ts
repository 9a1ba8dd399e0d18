import type { Learner } from '../../../base/index.js';

/** Gathers a gradient; where that fails its part is forgotten, so that the step can be made again. */
export async function orDiscard<T>(learner: Learner, gather: () => Promise<T>): Promise<T> {
  try {
    return await gather();
  } catch (error) {
    // What failed is told, not what the clean-up says.
    await learner.discardGradients?.().catch(() => undefined);
    throw error;
  }
}
