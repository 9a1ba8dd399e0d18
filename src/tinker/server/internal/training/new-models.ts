import { runName } from '../../../wire/index.js';
import { ATTENTION, MLP, type TinkerLora } from '../../../wire/messages.js';
import { failureCategory, jsonAnswer } from '../answer.js';
import type { EngineLearner } from '../engine/engine.js';
import type { Parts } from '../parts.js';
import { fingerprint, memoryOf, type FutureBody, type RequestBody } from '../requests.js';
import { recordBytes, type TrainingRun } from '../runs/records.js';
import type { Models } from './models.js';

/** How a model is made. */
interface ModelShape {
  readonly baseModel: string;
  readonly lora: TrainingRun['lora'];
  readonly seed?: number | undefined;
  readonly prepare?: (learner: EngineLearner) => Promise<void>;
}

/** Characters of a run's metadata, which is kept for as long as its folder. */
const MOST_METADATA = 16_384;

/**
 * Makes a model, once for its number in its session.
 *
 * @param answer - The answer to the request, once the model exists.
 * @throws RangeError for metadata that are too long, for an adapter of a rank beyond the limit, and for a run whose record has no space.
 */
export function makeModel(
  { sessions, futures, runs, settings }: Parts,
  models: Models,
  request: RequestBody<'createModel' | 'loadWeights'> & {
    readonly session_id: string;
    readonly model_seq_id: number;
  },
  { baseModel, lora, seed, prepare }: ModelShape,
  answer: (model_id: string) => object,
): FutureBody {
  const { session_id, model_seq_id, user_metadata } = request;
  const { length } = JSON.stringify(user_metadata ?? null);
  if (length > MOST_METADATA)
    throw new RangeError(`user_metadata: expected at most ${MOST_METADATA} characters of JSON, got ${length}`);
  const { maxLoraRank } = settings.limits;
  if (lora !== undefined && !(lora.rank >= 1 && lora.rank <= maxLoraRank))
    throw new RangeError(`lora_config.rank: expected 1 to ${maxLoraRank}, got ${lora.rank}`);
  const session = sessions.require(session_id);
  const made = session.models.get(model_seq_id, fingerprint(request), 'model_seq_id', () => {
    const lastRequest = new Date().toISOString();
    const name = runName(session.id, model_seq_id);
    const run: TrainingRun = { run: name, baseModel, lora, userMetadata: user_metadata, lastRequest };
    runs.requireSpace(recordBytes(run));
    const make = () =>
      models.create(run, { session: session.id, seed }, prepare).learner.then(() => {
        runs.add(run);
        return jsonAnswer(answer(name));
      });
    return { run: name, future: futures.add(memoryOf(request), make, failureCategory) };
  });
  return { request_id: made.future, model_id: made.run };
}

/** As the hosted service scales adapters (thinkingmachines.ai/blog/lora). */
const ALPHA = 32;

/**
 * @returns An adapter in the words of the seam. The output matrix has none, whatever `trainUnembed` says: it is kept as it
 *   was asked.
 * @throws RangeError for an adapter of nothing.
 */
export function loraOf(lora: TinkerLora): NonNullable<TrainingRun['lora']> {
  const { rank, trainUnembed = true, trainMlp = true, trainAttention = true } = lora;
  const targets = [...(trainAttention ? ATTENTION : []), ...(trainMlp ? MLP : [])];
  if (targets.length === 0)
    throw new RangeError(
      'lora_config: expected train_attn or train_mlp (the output matrix has no adapter here), got neither',
    );
  return { rank, alpha: ALPHA, targets, trainUnembed, trainMlp, trainAttention };
}

/** @throws RangeError where what one run saved is not what the other's model can take. */
export function requireAlike(saved: TrainingRun, model: TrainingRun): void {
  if (shapeOf(saved) !== shapeOf(model))
    throw new RangeError(`path: expected a checkpoint of ${shapeOf(model)}, got ${shapeOf(saved)}`);
}

function shapeOf({ baseModel, lora }: TrainingRun): string {
  if (lora === undefined) return `${baseModel}, all weights`;
  return `${baseModel}, an adapter of rank ${lora.rank} of ${lora.targets?.join(', ')}`;
}
