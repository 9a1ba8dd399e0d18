/**
 * The quantile of a beta distribution, by bisection: the x at which its distribution function is p.
 *
 * @param a - At least 0; 0 puts the whole distribution at 0.
 * @param b - At least 0; 0 puts the whole distribution at 1.
 */
export function betaQuantile(p: number, a: number, b: number): number {
  if (a <= 0) return 0;
  if (b <= 0) return 1;
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 50; halving++) {
    const middle = (low + high) / 2;
    if (betaCdf(middle, a, b) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The regularised incomplete beta function I_x(a, b), as a continued fraction.
 *
 * @remarks Source: Abramowitz and Stegun 26.5.8; evaluated by Lentz's method.
 */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  // The fraction converges fast below the mean; above the mean the other tail is computed.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaCdf(1 - x, b, a);
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)) / a;
  let [numerator, denominator] = [1, 1 / (1 - ((a + b) * x) / (a + 1))];
  let fraction = denominator;
  for (let m = 1; m <= MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      denominator = 1 / (1 + term * denominator);
      numerator = 1 + term / numerator;
      change = numerator * denominator;
      fraction *= change;
    }
    if (Math.abs(change - 1) < 1e-14) break;
  }
  return front * fraction;
}

const MAX_TERMS = 10_000;

/** ln Γ(x) for x above 0, to 15 digits. @remarks Source: Lanczos 1964, g = 7, nine coefficients. */
function logGamma(x: number): number {
  const shifted = x - 1;
  const sum = LANCZOS.reduce((total, coefficient, i) => total + coefficient / (shifted + i + 1), 0.9999999999998099);
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];
