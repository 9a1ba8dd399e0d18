import type { JsonValue } from '../../../base/index.js';
import { show } from '../../../base/internal/index.js';
import { Refusal } from '../refusal.js';

/** A JSON object of a request; members that it lacks are undefined. */
export type JsonObject = { readonly [key: string]: JsonValue | undefined };

/** @returns The error for a value of the wrong kind. @param path - Where it stands in the request: `messages[2].content`. */
export function unexpected(path: string, expected: string, value: unknown): Refusal {
  return unsupported(path, `expected ${expected}, got ${value === undefined ? 'nothing' : show(value)}`);
}

/** @returns The error for a request that says something wrong, or asks what a policy cannot do. */
export function unsupported(path: string, what: string): Refusal {
  return new Refusal('invalid-request', `${path}: ${what}`, { param: path });
}

export function objectAt(value: unknown, path: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unexpected(path, 'an object', value);
  return value as JsonObject;
}

export function listAt(value: unknown, path: string): readonly JsonValue[] {
  if (!Array.isArray(value)) throw unexpected(path, 'an array', value);
  return value as readonly JsonValue[];
}

export function stringAt(value: unknown, path: string): string {
  if (typeof value !== 'string') throw unexpected(path, 'a string', value);
  return value;
}

export function nameAt(value: unknown, path: string): string {
  if (typeof value !== 'string' || value === '') throw unexpected(path, 'a string that is not empty', value);
  return value;
}

export function integerAt(value: unknown, path: string, { from, to }: { from: number; to?: number }): number {
  const range = to === undefined ? `at least ${from}` : `from ${from} to ${to}`;
  if (!Number.isSafeInteger(value) || (value as number) < from || (to !== undefined && (value as number) > to))
    throw unexpected(path, `an integer ${range}`, value);
  return value as number;
}

export function booleanAt(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw unexpected(path, 'a boolean', value);
  return value;
}

/** Reads a member that may be absent or null. */
export function optional<T>(value: unknown, path: string, read: (value: unknown, path: string) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value, path);
}

/** @returns The names of those options that a request gives. */
export function given(request: JsonObject, names: readonly string[]): string[] {
  return names.filter((name) => request[name] !== undefined && request[name] !== null);
}
