import type { CallOptions } from '../../../../base/index.js';
import { TinkerError } from '../../tinker-error.js';
import type { TinkerModel } from '../../tinker-model.js';
import { giveUp } from './reference-model.js';

/** Servers that cannot say what a model is. */
const WITHOUT_INFO = [404, 405, 501];

/**
 * Looks, before anything is trained, whether a model has the adapter that was asked for, as far as the server says it.
 *
 * @param rank - Undefined where the server was to choose.
 * @throws TinkerError for another rank; the model is given up.
 */
export async function requireRank(model: TinkerModel, rank: number | undefined, options: CallOptions): Promise<void> {
  if (rank === undefined) return;
  const { loraRank } = await model.info(options).catch((error: unknown) => {
    if (error instanceof TinkerError && WITHOUT_INFO.includes(error.status ?? 0)) return { loraRank: undefined };
    throw error;
  });
  if (loraRank === undefined || loraRank === rank) return;
  await giveUp(model);
  throw new TinkerError(`the model ${model.id}: expected an adapter of rank ${rank}, got one of rank ${loraRank}`);
}
