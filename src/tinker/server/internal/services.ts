import type { IncomingMessage } from 'node:http';
import { join, requireKey } from '../../../io/index.js';
import type { Engine } from './engine/engine.js';
import type { ServiceSettings } from './parts.js';
import { TrainingRuns } from './runs/training-runs.js';
import { TinkerService } from './tinker-service.js';

/** The header that carries the key; `Authorization: Bearer …` may as well. */
const KEY_HEADER = 'x-api-key';

/** The folder of the checkpoints of named users, within the server's. */
const USERS_FOLDER = 'users';

/**
 * The services of a server: one for each key. A key has sessions, models, results and checkpoints of its own, and an id of another key
 * is one that its service does not know.
 */
export class Services {
  /** @param keys - One for each service; none where callers need no key. */
  constructor(
    readonly all: readonly TinkerService[],
    private readonly keys: readonly string[] = [],
  ) {}

  static async open(settings: ServiceSettings, engine: Engine): Promise<Services> {
    const { apiKey, directory, log, quota } = settings;
    const openRuns = (folder: string) =>
      TrainingRuns.open(folder, (message) => log({ level: 'warn', message }), quota.maxStoredBytes);
    if (typeof apiKey !== 'object') {
      const service = new TinkerService(settings, engine, await openRuns(directory));
      return new Services([service], apiKey === undefined ? [] : [apiKey]);
    }
    const all: TinkerService[] = [];
    for (const user of Object.keys(apiKey)) {
      // Users take turns, however many sessions one of them has.
      const own: Engine = { ...engine, createLearner: (model) => engine.createLearner(model, user) };
      const runs = await openRuns(join(directory, USERS_FOLDER, user));
      all.push(new TinkerService(settings, own, runs, all[0]));
    }
    return new Services(all, Object.values(apiKey));
  }

  /** What they all share. */
  get shared(): Pick<TinkerService, 'settings' | 'memory'> {
    return this.all[0]!;
  }

  /** @param isOpen - Whether a key is not asked for. @returns The service of a caller. @throws HttpError 401 for one without a key. */
  of(request: IncomingMessage, isOpen: boolean): TinkerService {
    return this.all[isOpen || this.keys.length === 0 ? 0 : requireKey(request, this.keys, KEY_HEADER)]!;
  }

  /** How often `sweep` is to be called, in milliseconds. */
  get sweepMs(): number {
    return this.all[0]!.sweepMs;
  }

  async sweep(): Promise<void> {
    await Promise.all(this.all.map((service) => service.sweep()));
  }

  /** Rejects with the failure of the first that does not close, once all were tried. */
  async close(): Promise<void> {
    const ends = await Promise.allSettled(this.all.map((service) => service.close()));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
}
