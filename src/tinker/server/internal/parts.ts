import { HttpError } from '../../../io/index.js';
import type { ServerSettings } from '../options.js';
import type { Engine } from './engine/engine.js';
import type { Futures } from './futures.js';
import type { Sessions } from './sessions.js';
import type { TrainingRuns } from './runs/training-runs.js';

/** The settings of a server, but for what computes. */
export type ServiceSettings = Omit<ServerSettings, 'factory'>;

/** The parts of a server. */
export interface Parts {
  readonly settings: ServiceSettings;
  readonly engine: Engine;
  readonly runs: TrainingRuns;
  readonly futures: Futures;
  readonly sessions: Sessions;
}

/** @throws HttpError 400 for a model that the engine does not have. */
export function requireBaseModel({ baseModels }: Engine, name: string | undefined): string {
  if (name !== undefined && baseModels.includes(name)) return name;
  const known = baseModels.map((one) => JSON.stringify(one)).join(', ');
  const got = name === undefined ? 'none' : JSON.stringify(name.slice(0, 200));
  throw new HttpError(400, `base_model: expected ${known}, got ${got}`);
}
