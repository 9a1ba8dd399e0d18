/** The registers of the generator: two indices and a permutation of the bytes. */
export interface Arc4State {
  readonly i: number;
  readonly j: number;
  readonly S: readonly number[];
}

/** What a double of 53 bits is put together from: six bytes, and more until 2⁵² is reached. */
const BYTES = 6;
const SIGNIFICANCE = 2 ** 52;
const IDENTITY = Uint8Array.from({ length: 256 }, (_, i) => i);

/**
 * The ARC4 generator (RC4, its first 256 bytes dropped) in the manner of the npm package seedrandom, whose streams it gives to
 * the digit: how a seed becomes a key, and bytes a double, is seedrandom's. It stands here because that package loads
 * Node's crypto wherever it finds it, and a third of it is other generators.
 */
export class Arc4 {
  #i: number;
  #j: number;
  readonly #S: Uint8Array;

  private constructor(i: number, j: number, S: Uint8Array) {
    this.#i = i;
    this.#j = j;
    this.#S = S;
  }

  static fromSeed(seed: string): Arc4 {
    const key = keyOf(seed);
    const S = IDENTITY.slice();
    for (let i = 0, j = 0; i < 256; i++) {
      const byte = S[i]!;
      j = (j + key[i % key.length]! + byte) & 255;
      S[i] = S[j]!;
      S[j] = byte;
    }
    const generator = new Arc4(0, 0, S);
    generator.#bytes(256);
    return generator;
  }

  static fromState(state: Arc4State): Arc4 {
    return new Arc4(state.i, state.j, Uint8Array.from(state.S));
  }

  state(): Arc4State {
    return { i: this.#i, j: this.#j, S: [...this.#S] };
  }

  /** @returns A number uniform in [0, 1), with chance in every bit of its mantissa. */
  double(): number {
    let numerator = this.#bytes(BYTES);
    let denominator = 256 ** BYTES;
    let extra = 0;
    while (numerator < SIGNIFICANCE) {
      numerator = (numerator + extra) * 256;
      denominator *= 256;
      extra = this.#bytes(1);
    }
    while (numerator >= 2 * SIGNIFICANCE) {
      numerator /= 2;
      denominator /= 2;
      extra >>>= 1;
    }
    return (numerator + extra) / denominator;
  }

  /** @returns The next bytes as one number, the first the most significant; exact up to six. */
  #bytes(count: number): number {
    const S = this.#S;
    let i = this.#i;
    let j = this.#j;
    let value = 0;
    for (let left = count; left > 0; left--) {
      i = (i + 1) & 255;
      const byte = S[i]!;
      j = (j + byte) & 255;
      S[i] = S[j]!;
      S[j] = byte;
      value = value * 256 + S[(S[i]! + byte) & 255]!;
    }
    this.#i = i;
    this.#j = j;
    return value;
  }
}

/** A key of at most 256 bytes: characters beyond are mixed into those before. */
function keyOf(seed: string): number[] {
  const key: number[] = [];
  let smear = 0;
  for (let i = 0; i < seed.length; i++) {
    smear ^= (key[i & 255] ?? 0) * 19;
    key[i & 255] = (smear + seed.charCodeAt(i)) & 255;
  }
  return key.length > 0 ? key : [0];
}
