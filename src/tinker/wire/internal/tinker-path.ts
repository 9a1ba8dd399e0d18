/** What a checkpoint is for: to go on training, or to sample. */
export type CheckpointKind = 'training' | 'sampler';

/** Where a checkpoint is, as the protocol names it: `tinker://RUN/weights/NAME` or `tinker://RUN/sampler_weights/NAME`. */
export interface CheckpointName {
  readonly run: string;
  readonly kind: CheckpointKind;
  readonly name: string;
}

const FOLDERS = { training: 'weights', sampler: 'sampler_weights' } as const;

/** What may name a folder: no path leads out of it. */
const NAME = /^(?!\.)[\w.-]{1,200}$/;
/** `SESSION:train:0`: clients know how runs are named, and the SDK puts their names together itself. */
const RUN = /^(?!\.)[\w.:-]{1,200}$/;

/** @returns The name of a session's model of that number. */
export function runName(session: string, number: number): string {
  return `${session}:train:${number}`;
}

/** @throws RangeError for what cannot be the name of a checkpoint. */
export function checkCheckpointName(name: string): string {
  if (NAME.test(name)) return name;
  throw new RangeError(
    `path: expected a name of letters, digits, '_', '-' and '.', got ${JSON.stringify(name.slice(0, 64))}`,
  );
}

/** @returns The folder of a checkpoint below its run's: `weights/NAME`. The protocol calls it the checkpoint's id. */
export function checkpointId({ kind, name }: Pick<CheckpointName, 'kind' | 'name'>): string {
  return `${FOLDERS[kind]}/${name}`;
}

/** @returns The whole path. */
export function tinkerPath(checkpoint: CheckpointName): string {
  return `tinker://${checkpoint.run}/${checkpointId(checkpoint)}`;
}

/** @returns Undefined for anything else. */
export function parseCheckpointId(run: string, id: string): CheckpointName | undefined {
  const [folder, name, ...rest] = id.split('/');
  const kind = (['training', 'sampler'] as const).find((one) => FOLDERS[one] === folder);
  if (kind === undefined || name === undefined || rest.length > 0) return undefined;
  return RUN.test(run) && NAME.test(name) ? { run, kind, name } : undefined;
}

/** @throws RangeError for anything but a path of a checkpoint. */
export function parseTinkerPath(path: string): CheckpointName {
  const [, run = '', id = ''] = /^tinker:\/\/([^/]*)\/(.*)$/.exec(path) ?? [];
  const parsed = parseCheckpointId(run, id);
  if (parsed !== undefined) return parsed;
  throw new RangeError(
    `path: expected tinker://RUN/weights/NAME or tinker://RUN/sampler_weights/NAME, got ${JSON.stringify(path.slice(0, 200))}`,
  );
}
