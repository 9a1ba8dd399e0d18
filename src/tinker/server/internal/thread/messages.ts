import type { HttpAddress, SentFailure } from '../../../../io/index.js';
import type { TinkerServerEvent } from '../../options.js';
import type { ServiceSettings } from '../parts.js';
import type { ObjectAnswer, ObjectCall, SentObject } from './remote-objects.js';

/** What the HTTP thread begins with. Functions stay where they are: tokenizers, and what hears events. */
export interface ThreadSettings {
  readonly settings: Omit<ServiceSettings, 'log'>;
  readonly engine: SentObject;
}

/** Messages to the HTTP thread. */
export type ToThread = ObjectAnswer | { readonly kind: 'close'; readonly drainMs: number };

/** Messages from the HTTP thread: calls of the engine, events for the log, that it listens, and that it is closed. */
export type FromThread =
  | ObjectCall
  | { readonly kind: 'log'; readonly event: TinkerServerEvent }
  | { readonly kind: 'listening'; readonly address: HttpAddress }
  | { readonly kind: 'closed' }
  /** It could not listen, or could not close all of its models. */
  | { readonly kind: 'failed'; readonly failure: SentFailure };
