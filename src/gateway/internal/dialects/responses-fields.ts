import type { JsonValue } from '../../../base/index.js';
import { show } from '../../../base/internal/index.js';
import { Refusal } from '../../exchange.js';

/** A JSON object of a request; members that it lacks are undefined. */
export type JsonObject = { readonly [key: string]: JsonValue | undefined };

/** @returns The error for a value of the wrong kind. @param path - Where it stands in the request: `input[2].content`. */
export function unexpected(path: string, expected: string, value: unknown): Refusal {
  const got = value === undefined ? 'nothing' : show(value);
  return unsupported(path, `expected ${expected}, got ${got}`);
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

export function numberAt(value: unknown, path: string): number {
  if (typeof value !== 'number') throw unexpected(path, 'a number', value);
  return value;
}

export function booleanAt(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw unexpected(path, 'a boolean', value);
  return value;
}

/** Reads a member that may be absent or null. */
export function optional<T>(value: unknown, path: string, read: (value: unknown, path: string) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value, path);
}
