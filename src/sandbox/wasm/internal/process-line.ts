import type { ProcessLine } from './protocol.js';

const REASONS: readonly unknown[] = ['wall', 'cpu', 'cancelled', undefined];

/**
 * @param line - From an interpreter, whose program may have written it.
 * @returns The line, where each of its parts has its type; undefined otherwise.
 */
export function asProcessLine(line: unknown): ProcessLine | undefined {
  if (!isRecord(line)) return undefined;
  const isLine = 'ready' in line ? isRecord(line['ready']) : 'failed' in line ? isText(line['failed']) : isOfCall(line);
  return isLine ? (line as unknown as ProcessLine) : undefined;
}

function isOfCall({
  id,
  to,
  text,
  exitCode,
  value,
  outOfMemory,
  alive,
  interrupted,
}: Record<string, unknown>): boolean {
  if (!isText(id)) return false;
  if (to !== undefined) return (to === 1 || to === 2) && isText(text);
  const isEnd = Number.isSafeInteger(exitCode) && (value === null || isText(value));
  return isEnd && typeof outOfMemory === 'boolean' && typeof alive === 'boolean' && REASONS.includes(interrupted);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
