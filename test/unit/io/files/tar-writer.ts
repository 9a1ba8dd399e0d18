/** One entry of an archive for tests. */
export interface TarEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** `0`: a regular file. Default `0`. */
  readonly type?: string;
}

/** @returns A ustar archive. */
export function tarOf(entries: readonly TarEntry[]): Uint8Array {
  const blocks = entries.flatMap(({ name, content, type = '0' }) => {
    const bytes = Buffer.from(content as string);
    const header = Buffer.alloc(512);
    header.write(name.slice(0, 100), 0);
    header.write('0000644\0', 100);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('00000000000\0', 136);
    header.write(' '.repeat(8), 148);
    header.write(type, 156);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
