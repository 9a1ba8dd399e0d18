import * as tf from '@tensorflow/tfjs-core';
import { errorMessage } from '../../../base/internal/index.js';
import { BackendUnavailable } from '../backend-choice.js';

/** Imports an optional package. @throws BackendUnavailable if it is not installed or fails to load. */
export async function importOptional<T>(packageName: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code;
    const missing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
    const names = error instanceof Error && error.message.includes(packageName);
    throw new BackendUnavailable(
      missing && names ? `${packageName} is not installed` : `${packageName} does not load (${messageOf(error)})`,
    );
  }
}

/** Makes a registered backend the current one. @throws BackendUnavailable if it does not start. */
export async function activateBackend(tfjsName: string): Promise<void> {
  let started: boolean;
  try {
    started = await tf.setBackend(tfjsName);
  } catch (error) {
    throw new BackendUnavailable(`does not start (${messageOf(error)})`);
  }
  if (!started) throw new BackendUnavailable('does not start');
  await tf.ready();
}

/** @returns The first line of what an error says. */
export function messageOf(error: unknown): string {
  return errorMessage(error).split('\n')[0]!;
}

/** @returns Whether this is Node (or a runtime that says it is), as opposed to a browser. */
export function isNode(): boolean {
  return typeof process !== 'undefined' && process.versions?.node !== undefined;
}
