/** @returns What was thrown, in its own words. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
