import { MIB } from '../../../base/internal/index.js';

/** Largest body of a request. A conversation of a million tokens has about 4 MiB. */
export const MAX_BODY_BYTES = 8 * MIB;

/** How long a body may take to arrive, and an answer to be taken, in milliseconds. */
export const TRANSFER_MS = 60_000;
