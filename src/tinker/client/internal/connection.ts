import type { Limiter } from '../../../io/index.js';
import type { ForwardForm } from './forward-form.js';
import type { ServerConfig } from './server-config.js';
import type { Session } from './session.js';
import type { Transport } from './transport.js';

/** What models and samplers of one client share. */
export interface Connection {
  readonly transport: Transport;
  readonly session: Session;
  readonly config: ServerConfig;
  readonly form: ForwardForm;
  /** The models in training, by name, and the session of each: no two of a session share a name. */
  readonly models: Map<string, string>;
  /** Prompts under way. */
  readonly samples: Limiter;
}
