import { HttpError } from '../../../io/index.js';
import type { ServerSettings } from '../options.js';
import type { Futures } from './futures.js';
import type { Sessions } from './sessions.js';
import type { TrainingRuns } from './runs/training-runs.js';

/** The parts of a server. */
export interface Parts {
  readonly settings: ServerSettings;
  readonly runs: TrainingRuns;
  readonly futures: Futures;
  readonly sessions: Sessions;
}

/** @throws HttpError 400 for a model that the engine does not have. */
export function requireBaseModel({ factory }: ServerSettings, name: string | undefined): string {
  if (name !== undefined && factory.baseModels.includes(name)) return name;
  const known = factory.baseModels.map((one) => JSON.stringify(one)).join(', ');
  const got = name === undefined ? 'none' : JSON.stringify(name.slice(0, 200));
  throw new HttpError(400, `base_model: expected ${known}, got ${got}`);
}
