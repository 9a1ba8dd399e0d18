import * as z from 'zod';
import type { LearnerModel } from '../../../../base/index.js';
import { existsSync, join } from '../../../../io/index.js';
import type { CheckpointName } from '../../../wire/index.js';
import { readdirSync, statSync } from '../node.js';

/** The record of a model. */
export const runSchema = z.object({
  run: z.string(),
  baseModel: z.string(),
  lora: z
    .object({
      rank: z.int(),
      alpha: z.number().optional(),
      targets: z.array(z.string()).optional(),
      trainUnembed: z.boolean(),
      trainMlp: z.boolean(),
      trainAttention: z.boolean(),
    })
    .optional(),
  userMetadata: z.record(z.string(), z.unknown()).optional(),
  lastRequest: z.iso.datetime(),
});

/** A model that was made here, and what outlives it: this, and its checkpoints. */
export type TrainingRun = z.output<typeof runSchema>;

/** @returns The size of a run's record on the disk. */
export function recordBytes(run: TrainingRun): number {
  return Buffer.byteLength(JSON.stringify(run));
}

/** @returns The model that a run's learner is made of. */
export function learnerModelOf({ baseModel, lora }: TrainingRun): LearnerModel {
  return lora === undefined
    ? { baseModel }
    : { baseModel, lora: { rank: lora.rank, alpha: lora.alpha, targets: lora.targets } };
}

/** The record of a checkpoint, next to its folder. */
export const checkpointSchema = z.object({
  /** Its folder's name, beside the record: the whole directory may move. Null where the engine keeps it elsewhere. */
  folder: z
    .string()
    .regex(/^[^/\\]+@[^/\\]+$/)
    .nullable(),
  /** Where the engine keeps it otherwise. */
  elsewhere: z.string().optional(),
  time: z.iso.datetime(),
  bytes: z.int(),
  expires: z.iso.datetime().optional(),
});

export type CheckpointRecord = z.output<typeof checkpointSchema>;

/** A checkpoint that is whole. */
export type SavedCheckpoint = Pick<CheckpointRecord, 'time' | 'bytes' | 'expires'> &
  CheckpointName & {
    /** The location for `loadCheckpoint`. */
    readonly location: string;
    /** Whether it lies in the server's directory: only then is it the server's to remove. */
    readonly isOurs: boolean;
  };

/** The latest time that ISO 8601 writes in four digits of a year. */
const LATEST_MS = Date.UTC(9999, 11, 31);

/** @returns When a checkpoint's time is over. @throws RangeError for an invalid time, or one beyond the calendar. */
export function expiry(ttlSeconds: number | undefined): string | undefined {
  if (ttlSeconds === undefined) return undefined;
  const atMs = Date.now() + ttlSeconds * 1000;
  if (!(ttlSeconds > 0 && atMs <= LATEST_MS))
    throw new RangeError(`ttl_seconds: expected more than 0 and an end before the year 10000, got ${ttlSeconds}`);
  return new Date(atMs).toISOString();
}

/** @returns The size of a folder in bytes; 0 for a location on another machine. */
export function bytesBelow(location: string): number {
  if (!existsSync(location)) return 0;
  return readdirSync(location).reduce((sum, name) => sum + statSync(join(location, name)).size, 0);
}
