import type { FrozenParameters } from '../parameters.js';

interface Weights {
  readonly parameters: FrozenParameters;
  readonly adapter?: { readonly parameters: FrozenParameters } | undefined;
}

/** @throws TypeError for weights that their model or its adapter has freed; tfjs itself only stumbles over them. */
export function requireLive({ parameters, adapter }: Weights): void {
  for (const tensor of [...parameters.values(), ...(adapter?.parameters.values() ?? [])])
    if (tensor.isDisposed) throw new TypeError('model: expected a live one, got one that was disposed of');
}
