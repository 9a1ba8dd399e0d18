import type { Operations } from './formula/operations.js';

/** How far a value may move from its old one before the value loss is clipped. */
export const VALUE_CLIP = 0.5;

/**
 * ℓ = ½ max((V − R)², (clip(V, V_old − ε, V_old + ε) − R)²), and where the clipped one is taken; it has no gradient.
 *
 * @remarks Source: the clipped value loss of PPO's reference code (arXiv 2005.12729, value function clipping).
 */
export function valueTerms<X, C>(
  m: Operations<X, C>,
  { values, oldValues, returns }: { readonly values: X; readonly oldValues: X; readonly returns: X },
  clip: number,
): { readonly losses: X; readonly clipped: C } {
  const square = (x: X): X => m.mul(x, x);
  const clamped = m.min(m.max(m.detach(values), m.sub(oldValues, clip)), m.add(oldValues, clip));
  const [free, bounded] = [square(m.sub(values, returns)), square(m.sub(clamped, returns))];
  const clipped = m.greater(bounded, free);
  return { losses: m.mul(m.where(clipped, bounded, free), 0.5), clipped };
}
