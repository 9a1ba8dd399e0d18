import { checkArgument } from './check-arguments.js';

/**
 * @throws TypeError for what is no array of rollouts, such as a promise of one that was not awaited; an array-like will do.
 */
export function checkRollouts(rollouts: unknown): void {
  checkArgument(rollouts, 'rollouts', 'an array');
}
