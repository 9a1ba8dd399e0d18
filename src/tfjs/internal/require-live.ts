import type { FrozenParameters } from '../model/parameters.js';

/** @throws TypeError for parameters that their model has freed; tfjs itself only stumbles over them. */
export function requireLive(parameters: FrozenParameters): void {
  for (const parameter of parameters.values())
    if (parameter.isDisposed) throw new TypeError('model: expected a live one, got one that was disposed of');
}
