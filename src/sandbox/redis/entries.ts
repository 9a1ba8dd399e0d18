import type { SandboxCall, SandboxResult } from '../../base/index.js';

/** An entry of a stream as Redis answers it: its id and its fields one after another; no fields where it was deleted. */
export type RawEntry = readonly [id: string, fields: readonly string[] | null];

/** A call as it lies in the stream. */
export interface QueuedCall {
  /** Its place in the stream. */
  readonly entry: string;
  readonly id: string;
  /** The producer that waits for it. */
  readonly reply: string;
  readonly call: SandboxCall;
}

/** @returns The fields of an entry by name; undefined where it was deleted. */
export function fieldsOf([, fields]: RawEntry): Record<string, string> | undefined {
  if (fields === null) return undefined;
  const named: Record<string, string> = {};
  for (let i = 0; i + 1 < fields.length; i += 2) named[fields[i]!] = fields[i + 1]!;
  return named;
}

export function readCall(raw: RawEntry): QueuedCall | undefined {
  const fields = fieldsOf(raw);
  if (fields === undefined) return undefined;
  return {
    entry: raw[0],
    id: fields['id'] ?? '',
    reply: fields['reply'] ?? '',
    call: JSON.parse(fields['call'] ?? '') as SandboxCall,
  };
}

export function readResult(raw: RawEntry): { readonly id: string; readonly result: SandboxResult } | undefined {
  const fields = fieldsOf(raw);
  if (fields?.['id'] === undefined || fields['result'] === undefined) return undefined;
  return { id: fields['id'], result: JSON.parse(fields['result']) as SandboxResult };
}

/** When an entry was added, in milliseconds: Redis puts it into the id. */
export const addedAt = (entry: string): number => Number(entry.split('-', 1)[0]);
