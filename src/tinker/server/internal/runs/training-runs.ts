import type { z } from 'zod';
import { DatasetError } from '../../../../base/index.js';
import { existsSync, HttpError, join, readJsonFile, writeFileWhole } from '../../../../io/index.js';
import { checkpointId, tinkerPath, type CheckpointKind, type CheckpointName } from '../../../wire/index.js';
import {
  bytesBelow,
  checkpointSchema,
  expiry,
  recordBytes,
  runSchema,
  type CheckpointRecord,
  type SavedCheckpoint,
  type TrainingRun,
} from './records.js';
import { dirname, randomUUID, readdirSync, rm } from '../node.js';

/** How a checkpoint is saved. */
interface SaveOptions {
  readonly ttlSeconds?: number | undefined;
  readonly overwrite?: boolean | undefined;
}

/**
 * Training runs and their checkpoints in a directory: `RUN/run.json`, and for each checkpoint a folder and a file beside it that
 * is written last. A checkpoint is there when its file is: it is whole then, wherever the process was killed. Records name folders
 * beside them, so that the directory may be moved, copied or linked, and nothing beyond it is ever removed.
 */
export class TrainingRuns {
  readonly #runs = new Map<string, TrainingRun>();
  readonly #checkpoints = new Map<string, SavedCheckpoint>();
  /** Bytes of the records of runs, and of the checkpoints that are the server's. */
  #storedBytes = 0;
  /** Runs of which a checkpoint is being saved, with the number of these. */
  readonly #saving = new Map<string, number>();

  /**
   * Reads the saved runs, and removes incomplete files of a process that died.
   *
   * @param maxBytes - What may be stored: `requireSpace` and `save` throw beyond it.
   * @param onDamage - Called with a run or a checkpoint whose record cannot be read: it is not served, and its files stay.
   */
  static async open(
    directory: string,
    onDamage: (message: string) => void,
    maxBytes = Infinity,
  ): Promise<TrainingRuns> {
    const runs = new TrainingRuns(directory, onDamage, maxBytes);
    for (const folder of subfolders(directory)) await runs.#read(join(directory, folder));
    return runs;
  }

  private constructor(
    private readonly directory: string,
    private readonly onDamage: (message: string) => void,
    private readonly maxBytes: number,
  ) {}

  /** Newest last. */
  get all(): readonly TrainingRun[] {
    return [...this.#runs.values()];
  }

  /** @throws HttpError 404 for a run that is not known. */
  get(run: string): TrainingRun {
    const found = this.#runs.get(run);
    if (found === undefined) throw new HttpError(404, `there is no training run ${run.slice(0, 200)}`);
    return found;
  }

  add(run: TrainingRun): void {
    this.#keepRun(run);
    writeFileWhole(join(this.directory, runFolder(run.run), 'run.json'), JSON.stringify(run));
  }

  /** @throws RangeError where so many bytes more are beyond what may be stored. */
  requireSpace(bytes: number): void {
    const all = this.#storedBytes + bytes;
    if (all > this.maxBytes)
      throw new RangeError(
        `quota: expected at most ${this.maxBytes} bytes of checkpoints and runs, got ${all}; delete checkpoints`,
      );
  }

  /** Oldest first; of one run, or of all. */
  checkpoints(run?: string): readonly SavedCheckpoint[] {
    const all = [...this.#checkpoints.values()].filter((one) => run === undefined || one.run === run);
    return all.sort((a, b) => a.time.localeCompare(b.time));
  }

  /** @throws HttpError 404 for a checkpoint that is not there. */
  checkpoint(name: CheckpointName): SavedCheckpoint {
    const found = this.#checkpoints.get(tinkerPath(name));
    if (found === undefined) throw new HttpError(404, `${tinkerPath(name)}: there is no such checkpoint`);
    return found;
  }

  /**
   * Saves a checkpoint, whole or not at all; one of that name stays as it is until then.
   *
   * @param write - Writes to a directory. @returns Where it is.
   * @returns Its path.
   * @throws RangeError for a name that is taken, unless it may be overwritten, and for more bytes than may be stored: nothing is kept of
   *   these.
   */
  async save(
    name: CheckpointName,
    { ttlSeconds, overwrite = false }: SaveOptions,
    write: (directory: string) => Promise<string>,
  ): Promise<string> {
    const path = tinkerPath(name);
    const old = this.#checkpoints.get(path);
    if (old !== undefined && !overwrite) throw new RangeError(`path: expected a new name, got that of ${path}`);
    const expires = expiry(ttlSeconds);
    // A checkpoint's size is known once it is written. What certainly has no space is not begun.
    this.requireSpace(1 - this.#bytesOf(path));
    const folder = `${folderPrefix(name.name)}${randomUUID().slice(0, 8)}`;
    const wanted = join(this.#folderOf(name), folder);
    const location = await this.#whileSaving(name.run, () => write(wanted));
    const place = location === wanted ? { folder } : { folder: null, elsewhere: location };
    const bytes = bytesBelow(location);
    try {
      if (location === wanted) this.requireSpace(bytes - this.#bytesOf(path));
    } catch (error) {
      await rm(wanted, { recursive: true, force: true });
      throw error;
    }
    this.#write(name, { ...place, time: new Date().toISOString(), bytes, expires });
    if (old?.isOurs === true) await rm(old.location, { recursive: true, force: true });
    return path;
  }

  /** @throws HttpError 404 for a checkpoint that is not there. */
  async delete(name: CheckpointName): Promise<void> {
    const { location, isOurs } = this.checkpoint(name);
    this.#forget(name);
    await rm(this.#fileOf(name), { force: true });
    if (isOurs) await rm(location, { recursive: true, force: true });
  }

  /** @param ttlSeconds - From now; undefined: for ever. @throws HttpError 404 for a checkpoint that is not there. */
  expire(name: CheckpointName, ttlSeconds: number | undefined): void {
    const { location, isOurs, time, bytes } = this.checkpoint(name);
    const place = isOurs
      ? { folder: location.slice(this.#folderOf(name).length + 1) }
      : { folder: null, elsewhere: location };
    this.#write(name, { ...place, time, bytes, expires: expiry(ttlSeconds) });
  }

  /** Deletes the checkpoints whose time is over. */
  async sweep(nowMs = Date.now()): Promise<void> {
    for (const saved of this.checkpoints())
      if (saved.expires !== undefined && Date.parse(saved.expires) <= nowMs) await this.delete(saved);
  }

  /**
   * Deletes the records of runs that have no model and no checkpoint: they serve no request, and no client could delete them. A run of
   * which any other file is left keeps its record.
   */
  async forgetUnused(hasModel: (run: string) => boolean): Promise<void> {
    const kept = new Set(this.checkpoints().map(({ run }) => run));
    for (const known of this.all) {
      const { run } = known;
      if (kept.has(run) || hasModel(run) || this.#saving.has(run)) continue;
      const folder = join(this.directory, runFolder(run));
      const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
      if (entries.some((entry) => !entry.isDirectory() && entry.name !== 'run.json')) continue;
      this.#runs.delete(run);
      this.#storedBytes -= recordBytes(known);
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #whileSaving<T>(run: string, work: () => Promise<T>): Promise<T> {
    this.#saving.set(run, (this.#saving.get(run) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = this.#saving.get(run)! - 1;
      if (left > 0) this.#saving.set(run, left);
      else this.#saving.delete(run);
    }
  }

  #fileOf(name: CheckpointName): string {
    return join(this.directory, runFolder(name.run), `${checkpointId(name)}.json`);
  }

  /** The folder of its record, and of those of its kind. */
  #folderOf(name: CheckpointName): string {
    return dirname(this.#fileOf(name));
  }

  #write(name: CheckpointName, record: CheckpointRecord): void {
    writeFileWhole(this.#fileOf(name), JSON.stringify(record));
    this.#keep(name, record);
  }

  #keep(name: CheckpointName, { folder, elsewhere = '', ...rest }: CheckpointRecord): void {
    const location = folder === null ? elsewhere : join(this.#folderOf(name), folder);
    this.#forget(name);
    this.#checkpoints.set(tinkerPath(name), { ...rest, ...name, location, isOurs: folder !== null });
    if (folder !== null) this.#storedBytes += rest.bytes;
  }

  #forget(name: CheckpointName): void {
    this.#storedBytes -= this.#bytesOf(tinkerPath(name));
    this.#checkpoints.delete(tinkerPath(name));
  }

  /** @returns What a checkpoint counts of the stored bytes: 0 for one that is not there, or is not the server's. */
  #bytesOf(path: string): number {
    const saved = this.#checkpoints.get(path);
    return saved?.isOurs === true ? saved.bytes : 0;
  }

  #keepRun(run: TrainingRun): void {
    this.#runs.set(run.run, run);
    this.#storedBytes += recordBytes(run);
  }

  async #read(folder: string): Promise<void> {
    const known = this.#readRecord(runSchema, join(folder, 'run.json'));
    if (known === undefined) return;
    this.#keepRun(known);
    for (const kind of ['training', 'sampler'] as const) await this.#readKind(known.run, kind);
  }

  async #readKind(run: string, kind: CheckpointKind): Promise<void> {
    const folder = join(this.directory, runFolder(run), checkpointId({ kind, name: '' }));
    if (!existsSync(folder)) return;
    const entries = readdirSync(folder);
    const damaged: string[] = [];
    for (const file of entries.filter((entry) => entry.endsWith('.json'))) {
      const name = { run, kind, name: file.slice(0, -'.json'.length) };
      const saved = this.#readRecord(checkpointSchema, join(folder, file));
      if (saved === undefined) damaged.push(name.name);
      else this.#keep(name, saved);
    }
    const whole = new Set(this.checkpoints(run).map(({ location }) => location));
    const isKept = (entry: string) =>
      entry.endsWith('.json') ||
      whole.has(join(folder, entry)) ||
      damaged.some((name) => entry.startsWith(folderPrefix(name)));
    for (const entry of entries) if (!isKept(entry)) await rm(join(folder, entry), { recursive: true, force: true });
  }

  #readRecord<S extends z.ZodType>(schema: S, path: string): z.output<S> | undefined {
    try {
      return readJsonFile(schema, path);
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      this.onDamage(error.message);
      return undefined;
    }
  }
}

/** @returns The folder of a run. */
function runFolder(run: string): string {
  return run.replaceAll(':', '_');
}

/** @returns The common prefix of the folders that were written under a checkpoint's name. */
function folderPrefix(name: string): string {
  return `${name}@`;
}

function subfolders(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
