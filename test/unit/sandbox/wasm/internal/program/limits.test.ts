import { beforeEach, describe, expect, it } from 'vitest';
import { FileLimit, type FileSystem } from '../../../../../../src/sandbox/wasm/internal/program/limits.js';

interface Node {
  contents: { length: number };
}

/** A file system in memory whose files are lengths. */
function fileSystem() {
  const folder: { contents: Record<string, Node> } = { contents: {} };
  const streams: { node: Node }[] = [];
  const files = {
    ErrnoError: class extends Error {
      constructor(readonly errno: number) {
        super(`errno ${errno}`);
      }
    },
    streams,
    filesystems: {
      MEMFS: {
        ops_table: {
          file: {
            stream: {
              write({ node }: { node: Node }, _: Uint8Array, __: number, length: number, position: number) {
                node.contents = { length: Math.max(node.contents.length, position + length) };
                return length;
              },
            },
            node: {
              setattr(node: Node, { size }: { readonly size?: number }) {
                if (size !== undefined) node.contents = { length: size };
              },
            },
          },
          dir: { node: { unlink: (parent: typeof folder, name: string) => void delete parent.contents[name] } },
        },
      },
    },
  };
  const open = (name: string) => {
    const stream = { node: (folder.contents[name] ??= { contents: { length: 0 } }) };
    streams.push(stream);
    return stream;
  };
  const table = files.filesystems.MEMFS.ops_table;
  const write = (stream: { node: Node }, length: number, position = 0) =>
    table.file.stream.write(stream, new Uint8Array(), 0, length, position);
  const close = (stream: { node: Node }) => void streams.splice(streams.indexOf(stream), 1);
  const unlink = (name: string) => table.dir.node.unlink(folder, name);
  return { files: files as unknown as FileSystem, table, open, write, close, unlink };
}

describe('FileLimit', () => {
  let system: ReturnType<typeof fileSystem>;
  beforeEach(() => {
    system = fileSystem();
    const limit = new FileLimit();
    limit.install(system.files);
    limit.set(100);
  });

  it('refuses a file that is too large, written or cut to a size', () => {
    const file = system.open('a');
    expect(system.write(file, 60)).toBe(60);
    expect(() => system.write(file, 60, 60)).toThrow('errno 22');
    expect(() => system.table.file.node.setattr(file.node, { size: 101 })).toThrow('errno 22');
    expect(system.write(file, 40, 60)).toBe(40);
  });

  it('refuses files that are too large together', () => {
    system.write(system.open('a'), 60);
    const other = system.open('b');
    expect(() => system.write(other, 60)).toThrow('errno 51');
    expect(system.write(other, 40)).toBe(40);
  });

  it('counts a removed file no more, but for one that is still open', () => {
    const file = system.open('a');
    system.write(file, 60);
    system.unlink('a');
    expect(() => system.write(system.open('b'), 60)).toThrow('errno 51');
    const closed = system.open('c');
    system.write(closed, 40);
    system.close(closed);
    system.unlink('c');
    expect(system.write(system.open('d'), 40)).toBe(40);
  });
});
