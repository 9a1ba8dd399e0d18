import * as z from 'zod';
import { checkpointId, parseTinkerPath, tinkerPath } from '../../../wire/index.js';
import type { Page } from './paged.js';
import type { SavedCheckpoint } from '../runs/checkpoint-record.js';
import type { TrainingRun } from '../runs/training-run.js';
import type { TrainingRuns } from '../runs/training-runs.js';

/** The body that changes how long a checkpoint is kept; null: for ever. */
export const ttlSchema = z.strictObject({ ttl_seconds: z.int().positive().nullish() });

/** @returns A checkpoint as the protocol tells it. */
function checkpointBody(saved: SavedCheckpoint) {
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

export function checkpointPage({ items, cursor }: Page<SavedCheckpoint>) {
  return { checkpoints: items.map(checkpointBody), cursor };
}

/** @returns A training run as the protocol tells it. */
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

export function runPage(runs: TrainingRuns, { items, cursor }: Page<TrainingRun>) {
  return { training_runs: items.map((run) => runBody(runs, run)), cursor };
}

/** @throws RangeError for what is no path; HttpError 404 for a checkpoint that is not there. */
export function weightsInfoBody(runs: TrainingRuns, path: string) {
  const { baseModel, lora } = runs.get(runs.checkpoint(parseTinkerPath(path)).run);
  return {
    base_model: baseModel,
    is_lora: lora !== undefined,
    lora_rank: lora?.rank ?? null,
    train_unembed: lora?.trainUnembed ?? null,
    train_mlp: lora?.trainMlp ?? null,
    train_attn: lora?.trainAttention ?? null,
  };
}
