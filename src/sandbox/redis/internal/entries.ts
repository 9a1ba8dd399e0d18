import { z } from 'zod';
import { SandboxError } from '../../../base/index.js';
import type { SandboxCall, SandboxResult } from '../../../base/index.js';
import { sandboxResultSchema } from '../../internal/result-schema.js';
import { checkCall } from '../../limits.js';

/**
 * What lies in the streams. Whoever may write to a namespace may write anything, so nothing is believed.
 */

/** An entry of a stream as Redis answers it: its id and its fields one after another; no fields where it was deleted. */
export type RawEntry = readonly [id: string, fields: readonly string[] | null];

/** Whom a call is for. */
export interface Addressed {
  /** Its place in the stream. */
  readonly entry: string;
  readonly id: string;
  /** The producer that waits for it. */
  readonly reply: string;
  /** The call as it was written. */
  readonly body: string;
}

/** A call as it lies in the stream. */
export interface QueuedCall extends Addressed {
  readonly call: SandboxCall;
}

export type ReadCall =
  | { readonly kind: 'call'; readonly value: QueuedCall }
  | { readonly kind: 'broken'; readonly value: Addressed; readonly reason: string }
  | { readonly kind: 'deleted' };

export type ReadResult =
  | { readonly kind: 'result'; readonly id: string; readonly result: SandboxResult }
  | { readonly kind: 'broken'; readonly id: string; readonly reason: string };

const nameSchema = z.string().regex(/^[\w-]{1,64}$/, 'expected a name');

/** @returns A call that a worker can run, or what is wrong with it. */
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
    if (!id.success || !reply.success) throw new SandboxError('the call says neither its id nor who waits for it');
    return { kind: 'call', value: { ...value, call: checkCall(JSON.parse(value.body) as SandboxCall) } };
  } catch (error) {
    return { kind: 'broken', value, reason: reasonOf(error) };
  }
}

/** @returns A result and whose it is, or what is wrong with it; its id is empty where not even that can be read. */
export function readResult(raw: RawEntry): ReadResult {
  const fields = fieldsOf(raw);
  const id = nameSchema.safeParse(fields?.get('id')).data ?? '';
  try {
    if (id === '') throw new SandboxError('the result does not say whose it is');
    return { kind: 'result', id, result: sandboxResultSchema.parse(JSON.parse(fields?.get('result') ?? '')) };
  } catch (error) {
    return { kind: 'broken', id, reason: reasonOf(error) };
  }
}

/** When an entry was added, in milliseconds: Redis puts it into the id. */
export const addedAt = (entry: string): number => Number(entry.split('-', 1)[0]);

function fieldsOf([, fields]: RawEntry): ReadonlyMap<string, string> | undefined {
  if (fields === null) return undefined;
  const named = new Map<string, string>();
  for (let i = 0; i + 1 < fields.length; i += 2) named.set(fields[i]!, fields[i + 1]!);
  return named;
}

const reasonOf = (error: unknown): string =>
  (error instanceof z.ZodError ? error.issues[0]!.message : String(error)).slice(0, 300);
