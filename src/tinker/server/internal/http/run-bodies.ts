import { HttpError } from '../../../../io/index.js';
import { checkpointId, parseTinkerPath, tinkerPath } from '../../../wire/index.js';
import type { SavedCheckpoint, TrainingRun } from '../runs/records.js';
import type { TrainingRuns } from '../runs/training-runs.js';

/** @returns A checkpoint in the protocol's words. */
export function checkpointBody(saved: SavedCheckpoint) {
  return {
    checkpoint_id: checkpointId(saved),
    checkpoint_type: saved.kind,
    time: saved.time,
    tinker_path: tinkerPath(saved),
    size_bytes: saved.bytes,
    public: false,
    expires_at: saved.expires ?? null,
  };
}

/** @returns A training run in the protocol's words. */
export function runBody(runs: TrainingRuns, { run, baseModel, lora, userMetadata, lastRequest }: TrainingRun) {
  const latest = (kind: SavedCheckpoint['kind']) => {
    const saved = runs.checkpoints(run).findLast((one) => one.kind === kind);
    return saved === undefined ? null : checkpointBody(saved);
  };
  return {
    training_run_id: run,
    base_model: baseModel,
    model_owner: 'local',
    is_lora: lora !== undefined,
    lora_rank: lora?.rank ?? null,
    corrupted: false,
    last_request_time: lastRequest,
    last_checkpoint: latest('training'),
    last_sampler_checkpoint: latest('sampler'),
    user_metadata: userMetadata ?? null,
  };
}

/** @throws RangeError for anything but a path; HttpError 404 for a checkpoint that is not there. */
export function weightsInfoBody(runs: TrainingRuns, path: string) {
  const { baseModel, lora } = runs.get(runs.checkpoint(parseTinkerPath(path)).run);
  return {
    base_model: baseModel,
    is_lora: lora !== undefined,
    lora_rank: lora?.rank ?? null,
    // The output matrix has no adapter, whatever was asked for.
    train_unembed: lora === undefined ? null : false,
    train_mlp: lora?.trainMlp ?? null,
    train_attn: lora?.trainAttention ?? null,
  };
}

/** More than there is of anything. */
const ALL = 1_000_000;

/**
 * @param query - From `offset` on, `limit` at most: the newest 20 where it says nothing. Default: all.
 * @returns A part of a list, the newest first.
 * @throws HttpError 400 for anything but a number.
 */
export function paged<T>(all: readonly T[], query?: URLSearchParams) {
  const read = (name: string, otherwise: number) => Number(query?.get(name) ?? otherwise);
  const [limit, offset] = [read('limit', query === undefined ? ALL : 20), read('offset', 0)];
  if (![limit, offset].every((value) => Number.isSafeInteger(value) && value >= 0))
    throw new HttpError(400, 'limit and offset: expected whole numbers of at least 0');
  const items = [...all].reverse().slice(offset, offset + limit);
  return { items, cursor: { offset, limit, total_count: all.length } };
}
