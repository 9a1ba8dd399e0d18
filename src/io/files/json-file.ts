import type * as z from 'zod/v4/core';
import { DatasetError } from '../../base/index.js';
import { parseRecord } from '../../base/internal/index.js';
import { readTextFile } from './files.js';

/**
 * @returns What a file of JSON holds; undefined where there is none.
 * @throws DatasetError naming the file, and the field that is wrong.
 */
export function readJsonFile<S extends z.$ZodType>(schema: S, path: string): z.output<S> | undefined {
  const text = readTextFile(path);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DatasetError(`${path}: expected JSON: ${(cause as Error).message}`, { cause });
  }
  return parseRecord(schema, value, path);
}
