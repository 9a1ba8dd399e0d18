import { concatBytes } from '../concat-bytes.js';

/** A regular file of an archive. */
export interface TarFile {
  /** As the archive has it, without `./` before it. Not a path to write to: it may be anything. */
  readonly name: string;
  readonly bytes: number;
  /** Must be read before the next file is asked for; what is left is passed over. */
  readonly content: AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
/** Longest header beside a file: names and attributes of a kilobyte at most are usual. */
const MOST_HEADER_BYTES = 1 << 20;

/**
 * The regular files of a tar archive (ustar, pax, GNU's long names), as they come: of folders, links and devices nothing is made.
 *
 * @param archive - Its bytes, in pieces of any length; compressed by gzip or not.
 * @param mostBytes - Longest archive, inflated.
 * @throws RangeError for anything but an archive, one that ends early, or one that is longer than `mostBytes`.
 * @remarks Source: POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format".
 */
export async function* tarFiles(archive: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<TarFile> {
  const source = new PieceReader(inflated(archive), mostBytes);
  try {
    let [longName, ownBytes]: [string?, number?] = [];
    for (;;) {
      const header = await source.take(BLOCK);
      // Two blocks of zeros end an archive; one is enough, as it is for GNU tar.
      if (header === undefined || header.every((byte) => byte === 0)) return;
      checkSum(header);
      const type = String.fromCharCode(header[156]!);
      const bytes = ownBytes ?? numberOf(header.subarray(124, 136));
      const padding = (BLOCK - (bytes % BLOCK)) % BLOCK;
      if (['x', 'g', 'L', 'K'].includes(type)) {
        if (bytes > MOST_HEADER_BYTES)
          throw new RangeError(`archive: expected a header of at most 1 MiB, got ${bytes}`);
        const text = new TextDecoder().decode(await source.whole(bytes));
        await source.whole(padding);
        if (type === 'L') longName = text.replace(/\0.*$/s, '');
        if (type === 'x') ({ path: longName = longName, size: ownBytes } = paxOf(text));
        continue;
      }
      const name = longName ?? nameOf(header);
      longName = ownBytes = undefined;
      const content = source.content(bytes);
      if (type === '0' || type === '\0') yield { name: name.replace(/^(?:\.\/)+/, ''), bytes, content };
      for await (const piece of content) void piece;
      await source.whole(padding);
    }
  } finally {
    await source.close();
  }
}

/** @returns The same bytes, inflated where they are gzip's. */
async function* inflated(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = archive[Symbol.asyncIterator]();
  try {
    let begin: Uint8Array = new Uint8Array(0);
    while (begin.length < 2) {
      const next = await pieces.next();
      if (next.done === true) break;
      begin = concatBytes([begin, next.value]);
    }
    const [one, two] = begin;
    const rest = async function* () {
      yield begin;
      for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
    };
    if (one !== 0x1f || two !== 0x8b) {
      yield* rest();
      return;
    }
    const all = rest();
    const compressed = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const next = await all.next();
        if (next.done === true) controller.close();
        else controller.enqueue(new Uint8Array(next.value));
      },
    });
    const reader = compressed.pipeThrough(new DecompressionStream('gzip')).getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    } catch (cause) {
      if (cause instanceof TypeError || (cause as { code?: string }).code?.startsWith('Z_') === true)
        throw new RangeError(`archive: expected whole gzip data: ${(cause as Error).message}`, { cause });
      throw cause;
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  } finally {
    await pieces.return?.();
  }
}

/** Reads exact numbers of bytes out of pieces. */
class PieceReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #piece: Uint8Array = new Uint8Array(0);
  #read = 0;

  constructor(
    pieces: AsyncIterable<Uint8Array>,
    private readonly mostBytes: number,
  ) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** @returns Undefined at the end. @throws RangeError for an end in the middle. */
  async take(bytes: number): Promise<Uint8Array | undefined> {
    const parts: Uint8Array[] = [];
    let missing = bytes;
    while (missing > 0) {
      const part = await this.#part(missing);
      if (part === undefined) {
        if (missing === bytes) return undefined;
        throw new RangeError('archive: expected a whole tar archive, got one that ends early');
      }
      parts.push(part);
      missing -= part.length;
    }
    return concatBytes(parts);
  }

  async whole(bytes: number): Promise<Uint8Array> {
    const taken = await this.take(bytes);
    if (taken === undefined && bytes > 0)
      throw new RangeError('archive: expected a whole tar archive, got one that ends early');
    return taken ?? new Uint8Array(0);
  }

  /** The next bytes in pieces; a second iteration goes on where the first one stopped. */
  content(bytes: number): AsyncIterable<Uint8Array> {
    let left = bytes;
    const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
      if (left === 0) return { done: true, value: undefined };
      const part = await this.#part(left);
      if (part === undefined) throw new RangeError('archive: expected a whole tar archive, got one that ends early');
      left -= part.length;
      return { done: false, value: part };
    };
    return { [Symbol.asyncIterator]: () => ({ next }) };
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  async #part(atMost: number): Promise<Uint8Array | undefined> {
    while (this.#piece.length === 0) {
      const next = await this.#pieces.next();
      if (next.done === true) return undefined;
      this.#piece = next.value;
      this.#read += next.value.length;
      if (this.#read > this.mostBytes)
        throw new RangeError(`archive: expected at most ${this.mostBytes} bytes, got more`);
    }
    const part = this.#piece.subarray(0, atMost);
    this.#piece = this.#piece.subarray(part.length);
    return part;
  }
}

/** A header's bytes add up to the number in it, with the number's own place as spaces. */
function checkSum(header: Uint8Array): void {
  const sum = header.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 32 : byte), 0);
  if (sum !== numberOf(header.subarray(148, 156)))
    throw new RangeError('archive: expected a tar archive, got other data');
}

/** Octal digits, or base 256 where the first bit is set. */
function numberOf(field: Uint8Array): number {
  if ((field[0]! & 0x80) !== 0) {
    const value = field.subarray(1).reduce((total, byte) => total * 256 + byte, field[0]! & 0x7f);
    if (Number.isSafeInteger(value)) return value;
    throw new RangeError('archive: expected a number of bytes, got one that is too large');
  }
  const digits = textOf(field).trim();
  if (!/^[0-7]*$/.test(digits)) throw new RangeError('archive: expected a tar archive, got other data');
  return Number.parseInt(digits || '0', 8);
}

function nameOf(header: Uint8Array): string {
  const [name, prefix] = [textOf(header.subarray(0, 100)), textOf(header.subarray(345, 500))];
  const isUstar = textOf(header.subarray(257, 262)) === 'ustar';
  return isUstar && prefix !== '' ? `${prefix}/${name}` : name;
}

function textOf(field: Uint8Array): string {
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

/** Records `LENGTH name=value\n`. */
function paxOf(text: string): { readonly path?: string; readonly size?: number } {
  const records = [...text.matchAll(/^\d+ ([^=\n]+)=(.*)$/gm)].map(([, name, value]) => [name, value] as const);
  const { path, size } = Object.fromEntries(records) as { readonly path?: string; readonly size?: string };
  return { ...(path !== undefined && { path }), ...(size !== undefined && { size: Number(size) }) };
}
