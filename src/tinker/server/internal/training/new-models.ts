import type { Learner } from '../../../../base/index.js';
import { runName } from '../../../wire/index.js';
import { jsonAnswer } from '../answer.js';
import { failureCategory } from '../failures.js';
import { fingerprint } from '../fingerprint.js';
import { memoryOf } from '../memory-of.js';
import type { Models } from './models.js';
import type { Parts } from '../parts.js';
import type { FutureBody, RequestBody } from '../request-bodies.js';
import type { TrainingRun } from '../runs/training-run.js';

/** How a model is made. */
interface ModelShape {
  readonly baseModel: string;
  readonly lora: TrainingRun['lora'];
  readonly seed?: number | undefined;
  readonly prepare?: (learner: Learner) => Promise<void>;
}

/** A run's metadata is kept for as long as its folder, and told with it. */
const MOST_METADATA = 16_384;

/** Models that requests make: each once for its number in its session. */
export class NewModels {
  constructor(
    private readonly parts: Parts,
    private readonly models: Models,
  ) {}

  /**
   * @param answer - What the request is answered, once the model is there.
   * @throws RangeError for metadata that are too long, and for an adapter of a rank beyond the limit.
   */
  make(
    request: RequestBody<'createModel' | 'loadWeights'> & {
      readonly session_id: string;
      readonly model_seq_id: number;
    },
    { baseModel, lora, seed, prepare }: ModelShape,
    answer: (model_id: string) => object,
  ): FutureBody {
    const { sessions, futures, runs, settings } = this.parts;
    const { session_id, model_seq_id, user_metadata } = request;
    const { length } = JSON.stringify(user_metadata ?? null);
    if (length > MOST_METADATA)
      throw new RangeError(`user_metadata: expected at most ${MOST_METADATA} characters of JSON, got ${length}`);
    const { maxLoraRank } = settings.limits;
    if (lora !== undefined && !(lora.rank >= 1 && lora.rank <= maxLoraRank))
      throw new RangeError(`lora_config.rank: expected 1 to ${maxLoraRank}, got ${lora.rank}`);
    const session = sessions.require(session_id);
    const { run: model_id, future: request_id } = session.models.get(
      model_seq_id,
      fingerprint(request),
      'model_seq_id',
      () => {
        const run: TrainingRun = {
          run: runName(session.id, model_seq_id),
          ...{ baseModel, lora, userMetadata: user_metadata ?? undefined, lastRequest: new Date().toISOString() },
        };
        const make = () => {
          const { learner } = this.models.create(run, { session: session.id, seed }, prepare);
          return learner.then(() => {
            runs.add(run);
            return jsonAnswer(answer(run.run));
          });
        };
        return { run: run.run, future: futures.add(memoryOf(request), make, failureCategory) };
      },
    );
    return { request_id, model_id };
  }
}
