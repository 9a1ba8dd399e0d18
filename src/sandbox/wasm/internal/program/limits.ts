/** Limits on what an interpreter of WebAssembly takes: its memory, and its files, which are memory as well. */

const PAGE_BYTES = 65_536;
/** `EFBIG` and `ENOSPC` of Emscripten. */
const FILE_TOO_LARGE = 22;
const NO_SPACE = 51;

/** The parts of Emscripten's file system in memory that a limit needs. */
export interface FileSystem {
  readonly filesystems: {
    readonly MEMFS: {
      readonly ops_table: {
        readonly file: {
          readonly stream: { write: (stream: FileStream, ...rest: [Uint8Array, number, number, number]) => number };
          readonly node: { setattr: (node: FileNode, attributes: { readonly size?: number }) => void };
        };
        readonly dir: { readonly node: { unlink: (parent: FolderNode, name: string) => void } };
      };
    };
  };
  readonly streams: readonly (FileStream | null | undefined)[];
  readonly ErrnoError: new (errno: number) => Error;
}

interface FileStream {
  readonly node: FileNode;
}

interface FileNode {
  readonly contents: { readonly length?: number } | null;
}

interface FolderNode {
  readonly contents: Readonly<Record<string, FileNode>>;
}

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface Instance {
  readonly exports: { readonly memory?: Memory };
}

/** The types of Node name no `WebAssembly.Memory`. */
interface WebAssemblyNamespace {
  readonly Memory: { readonly prototype: Memory };
  instantiate(source: unknown, imports: unknown): Promise<Instance | { readonly instance: Instance }>;
}

const webAssembly = () => (globalThis as unknown as { readonly WebAssembly: WebAssemblyNamespace }).WebAssembly;

/** Gives instances that are made from now on so much memory at least: Pyodide does not, before it restores a snapshot. */
export function startWithMemory(leastBytes: number): void {
  const namespace = webAssembly();
  const instantiate = namespace.instantiate.bind(namespace);
  namespace.instantiate = async (source, imports) => {
    const made = await instantiate(source, imports);
    const { memory } = ('instance' in made ? made.instance : made).exports;
    const lacks = leastBytes - (memory?.buffer.byteLength ?? leastBytes);
    if (lacks > 0) memory?.grow(Math.ceil(lacks / PAGE_BYTES));
    return made;
  };
}

/** Memory that Python may have beyond what it had at its start. */
export class MemoryLimit {
  #mostBytes = Infinity;

  /** Puts the limit into `memory.grow`. Call it before an interpreter is made. */
  install(): void {
    const { prototype } = webAssembly().Memory;
    const grow: unknown = Reflect.get(prototype, 'grow');
    const mostBytes = () => this.#mostBytes;
    prototype.grow = function (pages) {
      if (this.buffer.byteLength + pages * PAGE_BYTES > mostBytes()) throw new RangeError('memory limit');
      return Reflect.apply(grow as Memory['grow'], this, [pages]);
    };
  }

  /** @param usedBytes - What the interpreter itself has. */
  set(usedBytes: number, memoryBytes: number): void {
    this.#mostBytes = usedBytes + memoryBytes;
  }
}

/** Limits each file, and all files of a program together. */
export class FileLimit {
  #mostBytes = Infinity;
  #heldBytes = 0;

  install(files: FileSystem): void {
    const { file, dir } = files.filesystems.MEMFS.ops_table;
    const { write } = file.stream;
    const { setattr } = file.node;
    const { unlink } = dir.node;
    const within = <T>(node: FileNode, size: number, change: () => T): T => {
      const before = bytesOf(node);
      if (size > this.#mostBytes) throw new files.ErrnoError(FILE_TOO_LARGE);
      if (this.#heldBytes + size - before > this.#mostBytes) throw new files.ErrnoError(NO_SPACE);
      const result = change();
      this.#heldBytes += bytesOf(node) - before;
      return result;
    };
    file.stream.write = (stream, buffer, offset, length, position) =>
      within(stream.node, position + length, () => write(stream, buffer, offset, length, position));
    file.node.setattr = (node, attributes) => within(node, attributes.size ?? 0, () => setattr(node, attributes));
    dir.node.unlink = (parent, name) => {
      const node = parent.contents[name];
      unlink(parent, name);
      // A file that is still open stays, without a name.
      const isOpen = files.streams.some((stream) => stream?.node === node);
      if (node !== undefined && !isOpen) this.#heldBytes -= bytesOf(node);
    };
  }

  /** Starts to count anew: files that are there do not count. */
  set(fileSizeBytes: number): void {
    this.#mostBytes = fileSizeBytes;
    this.#heldBytes = 0;
  }
}

function bytesOf({ contents }: FileNode): number {
  return contents?.length ?? 0;
}
