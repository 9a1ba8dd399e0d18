/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, at once and anywhere: browsers have it as a promise only, and a
 * configuration is hashed where nothing can wait.
 */
function sha256(text: string): Uint8Array {
  const message = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64));
  new Uint8Array(padded.buffer).set(message);
  padded.setUint8(message.length, 0x80);
  padded.setBigUint64(padded.byteLength - 8, BigInt(message.length) * 8n);
  const hash = INITIAL.slice();
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let t = 0; t < 16; t++) words[t] = padded.getUint32(block + 4 * t);
    for (let t = 16; t < 64; t++)
      words[t] = sigma1(words[t - 2]!) + words[t - 7]! + sigma0(words[t - 15]!) + words[t - 16]!;
    compress(hash, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** Section 6.2.2, step 3: one block's words into the hash. */
function compress(hash: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + ROUND[t]! + words[t]!) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = hash[i]! + word));
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const sigma0 = (word: number) => rotate(word, 7) ^ rotate(word, 18) ^ (word >>> 3);
const sigma1 = (word: number) => rotate(word, 17) ^ rotate(word, 19) ^ (word >>> 10);

/** The first primes: the constants are the fractions of their roots (sections 4.2.2 and 5.3.3). */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && Array.from({ length: n }, (_, k) => k).every((k) => k < 2 || n % k !== 0),
);
const fraction = (root: number) => ((root % 1) * 2 ** 32) >>> 0;
const INITIAL = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const ROUND = Uint32Array.from(PRIMES.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));

/** @returns 64 hexadecimal digits. */
export function sha256Hex(text: string): string {
  return Array.from(sha256(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @returns As a content security policy names what it allows. */
export function sha256Base64(text: string): string {
  return btoa(String.fromCharCode(...sha256(text)));
}
