import type { loadPyodide, PyodideAPI } from 'pyodide';
import type { CallOrder, ProgramEnd } from '../protocol.js';
import type { Host } from './host.js';
import { Interrupts } from './interrupts.js';
import { FileLimit, MemoryLimit, startWithMemory, type FileSystem } from './limits.js';

/** Where our own modules of Python lie inside the interpreter. */
const OURS = '/rstar2';
const HOME = '/home/pyodide';
/** The environment of programs. The seed of `hash()` is part of a snapshot, so it is fixed. */
const ENVIRONMENT = {
  HOME,
  USER: 'sandbox',
  LOGNAME: 'sandbox',
  LANG: 'C.UTF-8',
  PYTHONHASHSEED: '0',
  PYTHONDONTWRITEBYTECODE: '1',
  MPLBACKEND: 'Agg',
};

type RunCall = (
  source: string,
  kind: string,
  isScript: boolean,
  isDeterministic: boolean,
  mostCharacters: number,
) => string;

/** Parts of Pyodide that its types do not name, or only by other packages. */
interface Internals {
  readonly _module: { readonly HEAPU8: Uint8Array };
  readonly FS: FileSystem & {
    readonly mkdirTree: (path: string) => void;
    readonly writeFile: (path: string, data: string | Uint8Array) => void;
  };
}

/** Options of Pyodide, with those that its types do not name. */
export type LoadOptions = NonNullable<Parameters<typeof loadPyodide>[0]> & {
  readonly _makeSnapshot?: boolean;
  readonly _loadSnapshot?: Uint8Array;
};

/** What an interpreter is made of. */
export interface PythonParts {
  readonly load: typeof loadPyodide;
  /** Options of `load` that say where its files are. */
  readonly options: LoadOptions;
  /** Whether JavaScript is to reach nothing of its process or worker. */
  readonly contained: boolean;
  /** Our own modules of Python: path inside the interpreter, and text. */
  readonly modules: Readonly<Record<string, string>>;
  /** Wheels by their names. */
  readonly wheels: Readonly<Record<string, Uint8Array>>;
  /** Modules to import before a snapshot is made. */
  readonly preload: readonly string[];
  /** The memory of a started interpreter. */
  readonly snapshot: Uint8Array | undefined;
  readonly makesSnapshot: boolean;
}

/** One interpreter. */
export class Python {
  readonly #runCall: RunCall;
  #stdin: Uint8Array = new Uint8Array();
  #read = 0;
  #write: (to: 1 | 2, text: string) => void = () => {};
  readonly #decoders = { 1: decoder(), 2: decoder() };
  readonly #usedBytes: number;

  private constructor(
    readonly api: PyodideAPI,
    private readonly host: Host,
    private readonly interrupts: Interrupts,
    private readonly memory: MemoryLimit,
    private readonly files: FileLimit,
  ) {
    const { _module, FS } = api as unknown as Internals;
    this.#usedBytes = _module.HEAPU8.length;
    this.files.install(FS);
    this.#silence();
    api.setStdin({ read: (buffer: Uint8Array) => this.#readInput(buffer) });
    for (const to of [1, 2] as const) {
      const write = (bytes: Uint8Array) => {
        this.#write(to, this.#decoders[to].decode(bytes, { stream: true }));
        return bytes.length;
      };
      if (to === 1) api.setStdout({ write });
      else api.setStderr({ write });
    }
    this.#runCall = api.runPython('import rstar2_wasm\nrstar2_wasm.run_call') as RunCall;
    api.setInterruptBuffer(interrupts.buffer);
  }

  static async start(parts: PythonParts, host: Host): Promise<Python> {
    const { snapshot } = parts;
    const memory = new MemoryLimit();
    memory.install();
    startWithMemory(snapshot?.length ?? 0);
    const options: LoadOptions = {
      ...parts.options,
      env: ENVIRONMENT,
      ...(parts.contained ? { jsglobals: {} } : {}),
      ...(parts.makesSnapshot ? { _makeSnapshot: true } : {}),
      ...(snapshot === undefined ? {} : { _loadSnapshot: snapshot }),
    };
    const api = await parts.load(options);
    const { FS } = api as unknown as Internals;
    FS.mkdirTree(OURS);
    const files = { ...parts.modules, ...parts.wheels };
    for (const [name, content] of Object.entries(files)) FS.writeFile(`${OURS}/${name}`, content);
    if (snapshot === undefined) {
      const paths = [...Object.keys(parts.wheels).map((name) => `${OURS}/${name}`), OURS];
      const imported = ['rstar2_wasm', ...parts.preload].join(', ');
      api.runPython(`import sys\nsys.path.extend(${JSON.stringify(paths)})\nimport ${imported}`);
    }
    return new Python(api, host, new Interrupts(host), memory, new FileLimit());
  }

  /** Runs a program. */
  run(call: CallOrder, write: (to: 1 | 2, text: string) => void): ProgramEnd {
    this.#stdin = new TextEncoder().encode(call.stdin);
    this.#read = 0;
    this.#write = write;
    this.memory.set(this.#usedBytes, call.memoryBytes);
    this.files.set(call.fileSizeBytes);
    this.interrupts.start(call);
    let end: Omit<ProgramEnd, 'interrupted'>;
    try {
      const answer = this.#runCall(call.code, call.kind, call.script, call.deterministic, call.outputBytes);
      const [exitCode, value, outOfMemory] = JSON.parse(answer) as [number, string | null, boolean];
      end = { exitCode, value, outOfMemory, alive: true };
    } catch (error) {
      const exitCode = this.host.programExitCode(error);
      if (exitCode === undefined) write(2, `${lastLine(error)}\n`);
      end = { exitCode: (exitCode ?? 1) & 0xff, value: null, outOfMemory: false, alive: false };
    }
    const interrupted = this.interrupts.stop();
    for (const to of [1, 2] as const) write(to, this.#decoders[to].decode());
    return { ...end, ...(interrupted === undefined ? {} : { interrupted }) };
  }

  /** An interpreter that breaks writes about it to the console, and then shows frames of ours on the program's output. */
  #silence(): void {
    const error = () => (this.#write = () => {});
    const nothing = () => {};
    Object.assign(globalThis, { console: { error, log: nothing, info: nothing, warn: nothing, debug: nothing } });
  }

  #readInput(buffer: Uint8Array): number {
    const part = this.#stdin.subarray(this.#read, this.#read + buffer.length);
    buffer.set(part);
    this.#read += part.length;
    return part.length;
  }
}

function decoder() {
  return new TextDecoder('utf-8', { ignoreBOM: true });
}

/** What Python or WebAssembly says last of an error that no program can catch. */
function lastLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().split('\n').at(-1)!;
}
