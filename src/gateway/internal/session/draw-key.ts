import { textHash } from '../../../io/index.js';
import { normalForm } from './normal-form.js';
import type { ReadRequest } from './read-request.js';

/** @returns What names a draw: the turn that it goes on from, what its request says after that, and its number among equal requests. */
export function drawKey({ tree, set, match, messages }: ReadRequest, ordinal: number): string {
  const before = match.node?.key ?? `${tree.seed}\n${set.tools}`;
  const said = messages.slice(match.matched).map((message) => normalForm(message, set.root.defaults));
  return textHash(JSON.stringify([before, ordinal, ...said]));
}
