import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { UsageError } from './command.js';

/** @throws UsageError for a flag that is not known, one that lacks its value, or an argument where none is taken. */
export function parseFlags<C extends ParseArgsConfig>(config: C): ReturnType<typeof parseArgs<C>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // The rest of Node's message is about positional arguments.
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0]! : String(error));
  }
}
