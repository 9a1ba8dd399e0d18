import * as z from 'zod';
import { sandboxResultSchema } from './result-schema.js';

/**
 * Sessions over HTTP: our own routes besides Code Judge's. A server with sessions says so in a header of every response. The id of a session
 * is sent in bodies only, because URLs are logged.
 */

export const SESSIONS_HEADER = 'x-rstar2-sessions';
export const SESSION_RUN_PATH = '/session/run';
export const SESSION_CLOSE_PATH = '/session/close';
/** The status of the response to a cell of a lost session. */
export const SESSION_LOST_STATUS = 410;

const idSchema = z.string().min(1).max(100);

/** Runs a cell; without an id it is the first of a new session. */
export const sessionRunSchema = z.object({
  session_id: idSchema.nullish(),
  number: z.int().min(1),
  call: z.looseObject({ code: z.string() }),
});

export const sessionCloseSchema = z.object({ session_id: idSchema });

/** The response to a cell; without an id if no session was opened. An invalid result is an infrastructure error. */
export const sessionAnswerSchema = z.object({
  session_id: idSchema.nullish(),
  result: sandboxResultSchema.catch({
    kind: 'unavailable',
    cause: { source: 'sandbox', message: "the server's answer is not a result", retryable: false },
    durationMs: 0,
  }),
});

export type SessionAnswer = z.output<typeof sessionAnswerSchema>;
