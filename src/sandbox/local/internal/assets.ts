import { packageEntry } from '../../../io/index.js';

/** @returns The folder of the Python files that come with the package. @throws SandboxError where it cannot be found. */
export function pythonFolder(): string {
  return packageEntry('sandbox-python').path;
}
