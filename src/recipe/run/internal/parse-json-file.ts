import { DatasetError, type JsonValue } from '../../../base/index.js';

/** @throws DatasetError naming the file. */
export function parseJsonFile(path: string, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new DatasetError(`${path}: expected JSON: ${(cause as Error).message}`, { cause });
  }
}
