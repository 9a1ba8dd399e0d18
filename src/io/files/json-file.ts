import type * as z from 'zod/v4/core';
import { DatasetError } from '../../base/index.js';
import { parseRecord } from '../../base/internal/index.js';
import { readTextFile, openAppendFile, writeFileWhole } from './files.js';

/**
 * @returns The value of a JSON file; undefined if it does not exist.
 * @throws DatasetError naming the file, and the field that is wrong.
 */
export function readJsonFile<S extends z.$ZodType>(schema: S, path: string): z.output<S> | undefined {
  const text = readTextFile(path);
  return text === undefined ? undefined : parseJsonFile(schema, text, path);
}

/** @returns The value of a file's text. @throws As `readJsonFile`. */
export function parseJsonFile<S extends z.$ZodType>(schema: S, text: string, path: string): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DatasetError(`${path}: expected JSON: ${(cause as Error).message}`, { cause });
  }
  return parseRecord(schema, value, path);
}

/** The contents of a JSON-lines file: every whole line, and whether the last line was cut off. */
export interface JsonlContents {
  readonly lines: readonly { readonly text: string; readonly value: unknown; readonly where: string }[];
  /** The file does not end in a line feed: its writer was killed, and the unfinished line was left out. */
  readonly torn: boolean;
}

/**
 * Reads a JSON-lines file that may still be growing or whose writer may have been killed.
 *
 * @param missing - What a file that is not there means.
 * @throws DatasetError if a line other than an unfinished last one is not JSON; the message names the line.
 */
export function readJsonl(path: string, missing: 'empty' | 'error' = 'error'): JsonlContents {
  let text: string | undefined;
  try {
    text = readTextFile(path);
  } catch (cause) {
    throw new DatasetError(`${path}: could not be read`, { cause });
  }
  if (text === undefined && missing === 'error')
    throw new DatasetError(`${path}: could not be read: there is no such file`);
  return parseJsonl(text ?? '', path);
}

/** @returns The lines of a file's text. @throws As `readJsonl`. */
export function parseJsonl(text: string, path: string): JsonlContents {
  const torn = text !== '' && !text.endsWith('\n');
  const rows = text.split('\n');
  const lines = rows.flatMap((row, index) => {
    if (row.trim() === '') return [];
    const where = `${path}:${index + 1}`;
    const parsed = parse(row);
    if (parsed !== undefined) return [{ text: row, value: parsed.value, where }];
    if (torn && index === rows.length - 1) return [];
    throw new DatasetError(`${where}: not JSON`);
  });
  return { lines, torn };
}

/** A JSON-lines file that is written to. */
export interface OpenJsonl {
  /** What was there and stays. */
  readonly lines: JsonlContents['lines'];
  /** Adds lines (JSON without a line feed); they are on the disk when it returns. */
  append(...rows: readonly string[]): void;
  /** A second call does nothing. */
  close(): void;
}

/**
 * Opens a JSON-lines file for appending. What is there is filtered by `keep` and mended (an unfinished last line goes); if that
 * changes anything the file is replaced all or nothing. The folder is made when it is missing.
 *
 * @throws As `readJsonl`.
 */
export function openJsonl(path: string, keep: (value: unknown) => boolean = () => true): OpenJsonl {
  const { lines, torn } = readJsonl(path, 'empty');
  const kept = lines.filter(({ value }) => keep(value));
  if (torn || kept.length < lines.length) writeFileWhole(path, kept.map(({ text }) => `${text}\n`).join(''));
  const file = openAppendFile(path);
  return {
    lines: kept,
    append: (...rows) => file.append(rows.map((row) => `${row}\n`).join('')),
    close: () => file.close(),
  };
}

function parse(row: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(row) as unknown };
  } catch {
    return undefined;
  }
}
