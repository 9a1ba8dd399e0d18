/** What servers let a checkpoint be called: letters, digits, `-` and `_`, 255 at most. */
const LONGEST_STEM = 160;

/**
 * A name that no checkpoint has: the end of the place that was asked for, how many steps were taken, and a part that is drawn.
 *
 * The steps are in the name since servers keep weights and optimizer alone.
 */
export function checkpointName(location: string, steps: number): string {
  const stem = location
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+/, '')
    .slice(-LONGEST_STEM);
  return `${stem || 'state'}-step${steps}-${crypto.randomUUID().slice(0, 8)}`;
}

/** @returns The steps that a checkpoint's path names; 0 where another program called it. */
export function stepOf(path: string): number {
  return Number(/-step(\d+)-[0-9a-f]{8}$/.exec(path)?.[1] ?? 0);
}
