import * as z from 'zod';
import { SandboxError } from '../../../base/index.js';
import type { SandboxCall, SandboxResult } from '../../../base/index.js';
import { checkCell } from '../../internal/check-cell.js';
import { sandboxResultSchema } from '../../internal/result-schema.js';
import { checkSandboxCall } from '../../../base/internal/index.js';

/**
 * The entries of the streams. Any client with write access can write anything, so each entry is checked.
 */

/** A stream entry as Redis returns it: its id, and its fields as names and values in turn; no fields if it was deleted. */
export type RawEntry = readonly [id: string, fields: readonly string[] | null];

/** A call's ids and its text. */
export interface Addressed {
  /** Its id in the stream. */
  readonly entry: string;
  readonly id: string;
  /** The producer that waits for it. */
  readonly reply: string;
  /** The text of the call. */
  readonly body: string;
}

/** A call as it was read from the stream. */
export interface QueuedCall extends Addressed {
  readonly call: SandboxCall;
  /** Whether it is the first cell of a session. */
  readonly opensSession: boolean;
}

/** The place of a session's interpreter. */
export type SessionPlace = z.output<typeof placeSchema>;

/** A producer's message to the worker of a session. */
export type SessionMessage = z.output<typeof messageSchema>;

export type ReadMessage =
  | {
      readonly kind: 'message';
      readonly reply: string;
      readonly message: SessionMessage;
    }
  | { readonly kind: 'broken'; readonly reason: string };

export type ReadCall =
  | { readonly kind: 'call'; readonly value: QueuedCall }
  | { readonly kind: 'broken'; readonly value: Addressed; readonly reason: string }
  | { readonly kind: 'deleted' };

export type ReadResult =
  | {
      readonly kind: 'result';
      readonly id: string;
      readonly result: SandboxResult;
      /** The session that the call opened. */
      readonly place?: SessionPlace | undefined;
    }
  | { readonly kind: 'lost'; readonly session: string; readonly reason: string }
  | { readonly kind: 'broken'; readonly id: string; readonly reason: string };

const nameSchema = z.string().regex(/^[\w-]{1,64}$/, 'expected a name');

const placeSchema = z.object({
  session: nameSchema,
  worker: z.string().regex(/^[\w.-]{1,300}$/, 'expected the name of a worker'),
  /** Time to live of its stream when the worker stops renewing it; missing for so long, the session counts as lost. */
  leaseMs: z.number().min(100).max(10_000_000),
});

const number = z.int().min(1);
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run'), id: nameSchema, session: nameSchema, number, call: z.custom<SandboxCall>() }),
  z.object({ kind: z.literal('cancel'), session: nameSchema, number }),
  z.object({ kind: z.literal('close'), session: nameSchema }),
]);

const lostSchema = z.object({ session: nameSchema, reason: z.string().max(1000) });

/** @returns A call that a worker can run, or why the entry is invalid. */
export function readCall(raw: RawEntry): ReadCall {
  const fields = fieldsOf(raw);
  if (fields === undefined) return { kind: 'deleted' };
  const [id, reply] = [nameSchema.safeParse(fields.get('id')), nameSchema.safeParse(fields.get('reply'))];
  const value: Addressed = {
    entry: raw[0],
    id: id.data ?? '',
    reply: reply.data ?? '',
    body: fields.get('call') ?? '',
  };
  try {
    if (!id.success || !reply.success) throw new SandboxError('the call has no id or no producer');
    const opensSession = fields.has('session');
    const call = JSON.parse(value.body) as SandboxCall;
    return {
      kind: 'call',
      value: { ...value, call: (opensSession ? checkCell : checkSandboxCall)(call), opensSession },
    };
  } catch (error) {
    return { kind: 'broken', value, reason: reasonOf(error) };
  }
}

/** @returns A result and its call's id, or why the entry is invalid; the id is empty if it cannot be read either. */
export function readResult(raw: RawEntry): ReadResult {
  const fields = fieldsOf(raw);
  const id = nameSchema.safeParse(fields?.get('id')).data ?? '';
  try {
    const lost = fields?.get('lost');
    if (lost !== undefined) return { kind: 'lost', ...lostSchema.parse(JSON.parse(lost)) };
    if (id === '') throw new SandboxError('the result has no call id');
    const session = fields?.get('session') ?? '';
    const place = session === '' ? undefined : placeSchema.parse(JSON.parse(session));
    return { kind: 'result', id, result: sandboxResultSchema.parse(JSON.parse(fields?.get('result') ?? '')), place };
  } catch (error) {
    return { kind: 'broken', id, reason: reasonOf(error) };
  }
}

/** @returns A producer's message about a session, or why the entry is invalid. */
export function readMessage(raw: RawEntry): ReadMessage {
  const fields = fieldsOf(raw);
  try {
    const message = messageSchema.parse(JSON.parse(fields?.get('message') ?? ''));
    if (message.kind === 'run') checkCell(message.call);
    return { kind: 'message', reply: nameSchema.parse(fields?.get('reply')), message };
  } catch (error) {
    return { kind: 'broken', reason: reasonOf(error) };
  }
}

/** When an entry was added, in milliseconds, as its id says. */
export const addedAt = (entry: string): number => Number(entry.split('-', 1)[0]);

function fieldsOf([, fields]: RawEntry): ReadonlyMap<string, string> | undefined {
  if (fields === null) return undefined;
  const named = new Map<string, string>();
  for (let i = 0; i + 1 < fields.length; i += 2) named.set(fields[i]!, fields[i + 1]!);
  return named;
}

const reasonOf = (error: unknown): string =>
  (error instanceof z.ZodError ? error.issues[0]!.message : String(error)).slice(0, 300);
