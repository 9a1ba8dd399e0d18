/**
 * The distribution function of the standard normal, to about 15 digits after the point.
 *
 * Φ(x) = 1/2 + φ(x) · (x + x³/3 + x⁵/(3·5) + …)
 *
 * @remarks Source: Marsaglia 2004, "Evaluating the Normal Distribution".
 */
export function normalCdf(x: number): number {
  if (Math.abs(x) > FAR) return x < 0 ? 0 : 1;
  let [sum, term] = [x, x];
  for (let i = 3; sum + term !== sum; i += 2) {
    term *= (x * x) / i;
    sum += term;
  }
  return 0.5 + sum * Math.exp(-0.5 * x * x - HALF_LOG_TWO_PI);
}

/** Where the density is below what a double adds to 1. */
const FAR = 9;
const HALF_LOG_TWO_PI = 0.9189385332046728;

/** The x at which `normalCdf` is p, by halving. */
export function normalQuantile(p: number): number {
  if (p <= 0 || p >= 1) return p <= 0 ? -Infinity : Infinity;
  let [low, high] = [-FAR, FAR];
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
